/** Styles of the validator in addition to the common ones. */
export const VALIDATOR_STYLE = `
main { font-variant-numeric: tabular-nums; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
.button, button.button { display: inline-block; font: inherit; font-weight: 600; padding: 0.5rem 1.3rem; min-height: 2.75rem;
  border: 1px solid transparent; border-radius: 0.5rem; background: var(--link); color: var(--paper); cursor: pointer;
  text-decoration: none; }
.button.quiet { background: transparent; color: var(--link); border-color: var(--line); padding: 0.4rem 0.9rem; }
.button:hover { filter: brightness(1.12); }
.button.quiet:hover { border-color: var(--link); filter: none; }
button.link { font: inherit; color: var(--link); background: none; border: 0; padding: 0.25rem 0; cursor: pointer;
  text-decoration: underline; text-underline-offset: 0.15em; }
.ask { text-align: center; padding-block: clamp(1rem, 5vw, 3rem) 1rem; }
.ask h1 { font-size: clamp(1.9rem, 6vw, 3rem); letter-spacing: -0.02em; line-height: 1.1; margin-bottom: 1rem; }
.ask .lead { margin-inline: auto; max-width: 36rem; color: var(--soft); font-size: 1.15rem; text-wrap: balance; }
.drop { margin: 2rem auto 1rem; padding: clamp(1.5rem, 5vw, 3rem) 1rem; border: 2px dashed var(--line); border-radius: 1rem;
  background: var(--tint); max-width: 44rem; transition: border-color 0.15s, background 0.15s; }
.drop.over { border-color: var(--link); border-style: solid; background: var(--paper); }
.drop p { margin-inline: auto; }
.drop .or { margin-left: 0.5rem; color: var(--soft); }
.file { position: absolute; opacity: 0; width: 1px; height: 1px; }
.file:focus-visible + .button { outline: 3px solid var(--link); outline-offset: 2px; }
.ways p { margin-inline: auto; }
.ways details { margin-top: 0.5rem; }
summary { cursor: pointer; padding-block: 0.35rem; }
.ways summary, .private summary { color: var(--link); }
/* Without scripts only the file input shows the chosen file. */
@media (scripting: none) { .drop .file { position: static; opacity: 1; width: auto; height: auto; max-width: 100%; display: block; margin: 0 auto 1rem; font: inherit; } .drop :is(label, .or) { display: none; } }
textarea { display: block; width: 100%; margin: 0.5rem 0; padding: 0.75rem; font: 0.85rem/1.5 ui-monospace, "SF Mono", Consolas, monospace;
  color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
.fault { margin: 0.2rem 0 0.5rem; color: var(--bad); font-weight: 600; font-size: 0.9rem; } [aria-invalid="true"] { border-color: var(--bad) !important; } .button:disabled, .button[aria-busy] { opacity: 0.6; cursor: progress; }
#paste { text-align: left; max-width: 44rem; margin-inline: auto; }
#paste:not([open]) { text-align: center; }
.trouble { margin: 1rem auto; padding: 0.75rem 1.25rem; border-radius: 0.75rem; background: var(--bad-tint); color: var(--bad); font-weight: 600; }
.corrections .button { margin-top: 0.4rem; }
.private { display: inline-block; text-align: left; margin-top: 1.5rem; padding: 0.75rem 1.25rem; border-radius: 0.75rem;
  background: var(--good-tint); max-width: 44rem; }
.private p { margin: 0; } .private svg { vertical-align: -0.35em; fill: var(--good); } .private b { color: var(--good); }
.private summary { padding-left: 0; } .private ul { margin: 0.25rem 0; }
.about { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 3rem; margin-top: 2rem;
  border-top: 1px solid var(--line); }
.about > div { min-width: 0; }
.working:not(.validated) :is(.ask, .about) { display: none; } .working { cursor: progress; }
.progress { max-width: 44rem; margin: clamp(2rem, 10vw, 6rem) auto; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--tint); }
.progress p { margin: 0; max-width: none; } .progress .label { font-size: 1.1rem; margin: 0; } .progress .label:focus { outline: none; }
.progress progress { display: block; width: 100%; height: 0.75rem; margin: 0.75rem 0 0.5rem; accent-color: var(--link); }
.progress .row { display: flex; justify-content: space-between; gap: 1rem; align-items: center; } .progress button { min-height: 2.75rem; }
.validated .progress { margin: 0 auto 1rem; position: sticky; top: 0.5rem; z-index: 4; max-width: none; box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 12%); }
.validated:has(.panes) .progress { position: fixed; inset: auto 1rem 1rem auto; width: min(24rem, calc(100vw - 2rem)); margin: 0; }
.validated .ask, .validated .about { display: none; }
.validated main, .validated header, .validated footer { max-width: 92rem; }
.bar { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-block: 1rem 1.5rem; }
#outcome .report > h2:first-of-type { margin-top: 0; }
.bar .grow { margin-left: auto; color: var(--soft); font-size: 0.9rem; }
.bar svg { fill: var(--good); vertical-align: -0.2em; }
.offered { border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.5rem 1.25rem 1rem; margin-bottom: 1rem; background: var(--tint); }
.compare { margin-top: 1.5rem; } .compare summary { color: var(--link); }
.compare form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; padding: 0.25rem 0 0.5rem; }
input[type="date"] { font: inherit; min-height: 2.75rem; padding: 0.3rem 0.6rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
.offered .button { margin: 0.5rem 0.5rem 0 0; } .offered h2 { margin-top: 0.5rem; } .offered h2:focus { outline: none; }
.menu summary { display: inline-flex; align-items: center; gap: 0.4rem; vertical-align: top; font-weight: 600; padding: 0.4rem 0.9rem; min-height: 2.75rem; border: 1px solid var(--line);
  border-radius: 0.5rem; color: var(--link); }
.menu summary::after { content: ""; border: 0.3rem solid transparent; border-top-color: currentColor; border-bottom: 0; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary:hover { border-color: var(--link); }
.bar { position: relative; }
.menu[open] > div { position: absolute; z-index: 3; inset: calc(100% + 0.35rem) 0 auto; display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 1rem;
  border: 1px solid var(--line); border-radius: 0.6rem; background: var(--paper); box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 18%); }
.menu[open] summary { border-color: var(--link); } .menu > div p { flex-basis: 100%; margin: 0 0 0.25rem; max-width: none; }
.panes { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 70rem) {
  .panes { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); align-items: start; }
  .side { position: sticky; top: 1rem; }
}
.report h1 { font-size: clamp(1.4rem, 4vw, 2rem); letter-spacing: -0.015em; margin: 0; }
.report h2 { font-size: 1.25rem; letter-spacing: -0.01em; margin: 2rem 0 0.75rem; }
.verdict { display: flex; gap: 1rem; align-items: flex-start; max-width: none; padding: 1.25rem; border-radius: 1rem; margin: 0; }
.verdict > div { min-width: 0; flex: 1; }
.verdict .sign { flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; display: grid; place-items: center;
  font-weight: 700; font-size: 1.25rem; color: var(--paper); }
.verdict p { margin: 0.15rem 0 0; }
.verdict.stop { background: var(--bad-tint); } .stop h1 { color: var(--bad); } .stop .sign { background: var(--bad); }
.verdict.check { background: var(--warn-tint); } .check h1 { color: var(--warn); } .check .sign { background: var(--warn); }
.verdict.go { background: var(--good-tint); } .go h1 { color: var(--good); } .go .sign { background: var(--good); }
.verdict dl { display: flex; flex-wrap: wrap; gap: 0.35rem 1.75rem; margin: 0.75rem 0 0; }
.verdict dt { font-weight: 400; font-size: 0.8rem; color: var(--soft); margin: 0; } .verdict dd { font-weight: 600; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.causes, .notes { list-style: none; padding: 0; margin: 0; }
.cause { position: relative; padding: 1rem 1.25rem 0.75rem; margin-bottom: 1rem; border: 1px solid var(--line);
  border-left: 0.35rem solid var(--bad); border-radius: 0.6rem; background: var(--paper); scroll-margin-top: 1rem; }
.cause.warning { border-left-color: var(--warn); }
.cause:target, .cause.here { box-shadow: 0 0 0 2px var(--link); }
.cause h3 { font-size: 1.1rem; line-height: 1.35; margin: 0 0 0.4rem; display: flex; gap: 0.6rem; }
.cause h3 a { color: inherit; text-decoration: none; } .cause h3 a:hover { text-decoration: underline; }
.cause h4 { font-size: 0.8rem; font-weight: 600; color: var(--soft); margin: 0.75rem 0 0.1rem; }
.cause .number, .mark-number { flex: none; display: inline-grid; place-items: center; min-width: 1.5rem; height: 1.5rem; padding: 0 0.3rem;
  border-radius: 0.75rem; background: var(--bad); color: var(--paper); font-size: 0.85rem; font-weight: 700; }
.cause.warning .number { background: var(--warn); }
.where ul { list-style: none; margin: 0; padding: 0; }
.todo { border-radius: 0.4rem; background: var(--good-tint); padding: 0.1rem 1rem 0.6rem; margin: 0.75rem 0; }
.todo h4 { color: var(--good); } .todo p { margin: 0.1rem 0 0; font-weight: 500; }
.sum { display: table; width: 100%; margin: 0.75rem 0; font-size: 0.95rem; }
.sum caption { text-align: left; font-size: 0.8rem; font-weight: 600; color: var(--soft); }
.sum th { font-weight: 400; } .sum .amount { text-align: right; white-space: nowrap; padding-right: 0; }
.sum .sign { width: 1.5rem; color: var(--soft); }
.sum small { white-space: nowrap; }
.sum tfoot tr:first-child > * { border-top: 1px solid var(--soft); font-weight: 600; }
.sum .wrong > * { color: var(--bad); } .sum small { color: var(--soft); }
.scroll { overflow-x: auto; }
.corrections ul { list-style: none; padding: 0; margin: 0.25rem 0; display: grid; gap: 0.5rem;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); }
.corrections li { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.5rem 0.9rem 0.7rem; background: var(--tint); }
.corrections p { margin: 0.2rem 0; } .corrections li[hidden] { display: none; } .questions { margin: 0.5rem 0; }
.rules { margin-top: 0.75rem; font-size: 0.92rem; } .rules summary { color: var(--soft); }
.rules ul { padding-left: 1.1rem; margin: 0.25rem 0; } .rules li { margin: 0.35rem 0; }
.rule code { font-weight: 600; }
.basis { display: block; max-width: none; padding: 1rem 0 0; margin-top: 2rem; border-top: 1px solid var(--line); font-size: 0.85rem;
  color: var(--soft); }
.basis p { max-width: none; margin: 0.2rem 0; }
.tabs { display: flex; flex-wrap: wrap; gap: 0.25rem; border-bottom: 1px solid var(--line); }
.tabs button { font: inherit; padding: 0.5rem 1rem; border: 0; border-bottom: 3px solid transparent; background: none; color: var(--soft);
  cursor: pointer; min-height: 2.75rem; }
.tabs button[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--link); font-weight: 600; }
.pane { border: 1px solid var(--line); border-top: 0; border-radius: 0 0 0.6rem 0.6rem; background: var(--paper); }
.editor { display: block; height: min(75vh, 60rem); min-height: 20rem; }
.picture { display: block; max-height: min(75vh, 60rem); overflow: auto; background: #fff; }
.timeline { list-style: none; padding: 0 0 0 0.5rem; } .timeline li { position: relative; padding: 0.35rem 0 0.35rem 1.25rem; border-left: 2px solid var(--line); }
.timeline li::before { content: ""; position: absolute; left: -0.4rem; top: 0.8rem; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--link);
  border: 2px solid var(--paper); forced-color-adjust: none; }
.timeline li:last-child { border-left-color: transparent; }
.timeline time { color: var(--soft); font-size: 0.9rem; margin-right: 0.75rem; }
.key-form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: end; } .key-form label { flex: 1 1 16rem; } .key-form .question { flex: 1 1 100%; margin: 0; }
.key-form input, .key-form select { display: block; font: inherit; width: 100%; min-height: 2.75rem; padding: 0.3rem 0.6rem; color: inherit;
  background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
.deeds { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem; margin: 0.75rem 0; } .deeds > form { flex: 1 1 100%; }
.tools { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0.6rem; border-bottom: 1px solid var(--line); align-items: center; }
.files { display: table; width: 100%; max-width: none; overflow-wrap: normal; }
.files td, .files th { vertical-align: baseline; }
#verdict:focus { outline: none; }
.files td, .files th { border-bottom: 1px solid var(--line); padding: 0.5rem 0.75rem 0.5rem 0; }
.files .link { text-decoration: none; } .files .link b { text-decoration: underline; text-underline-offset: 0.15em; } .files .folder { display: block; color: var(--soft); font-size: 0.85rem; font-weight: 400; }
.files .tone { font-weight: 600; min-width: 8rem; } .files .stop { color: var(--bad); } .files .check { color: var(--warn); } .files .go { color: var(--good); }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 1rem; }
.chip { font: inherit; font-size: 0.92rem; text-align: left; min-height: 2.5rem; padding: 0.25rem 0.9rem; border: 1px solid var(--line); border-radius: 1.25rem; background: var(--paper); color: var(--ink); cursor: pointer; }
.chip .n { color: var(--soft); margin-left: 0.25rem; } .chip:hover { border-color: var(--link); }
.chip[aria-pressed="true"] { background: var(--link); border-color: var(--link); color: var(--paper); font-weight: 600; } .chip[aria-pressed="true"] .n { color: inherit; }
/* On a phone a row is a card; its first cell opens the file. */
@media screen and (max-width: 40rem) {
  .files, .files tbody { display: block; } .files thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .files tr { display: block; position: relative; padding: 0.75rem 2rem 0.75rem 0.9rem; margin-bottom: 0.75rem; border: 1px solid var(--line); border-radius: 0.6rem; overflow-wrap: anywhere; }
  .files tr::after { content: "›" / ""; position: absolute; right: 0.9rem; top: 0.9rem; font-size: 1.4rem; line-height: 1; color: var(--soft); }
  .files td, .files th { display: block; border: 0; padding: 0.1rem 0; min-width: 0; } .files td:not(:has(:not(:empty))):not(.tone):empty, .files td:has(> .long:empty) { display: none; }
  .files td[data-name] { display: flex; gap: 0.5rem; } .files td[data-name]::before { content: attr(data-name) / ""; flex: 0 0 6.5rem; color: var(--soft); font-size: 0.85rem; }
  .files .link { min-height: 2.75rem; width: 100%; max-width: none; overflow-wrap: anywhere; } .files .link::after { content: "" / ""; position: absolute; inset: 0; }
  .chips { flex-wrap: nowrap; overflow-x: auto; padding: 0.25rem; margin-inline: -0.25rem; } .chip { flex: none; max-width: 80vw; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) {
  .chip[aria-pressed="true"] { border-width: 3px; }
  .verdict, .cause, .todo, .private { border: 1px solid CanvasText; }
  .menu summary::after { forced-color-adjust: none; }
  .verdict .sign, .cause .number, .mark-number { border: 1px solid CanvasText; forced-color-adjust: none; background: Canvas; color: CanvasText; }
  .tabs button { border-bottom-color: Canvas; } .tabs button[aria-selected="true"] { border-bottom-color: Highlight; }
}
@media (max-width: 30rem) { .bar { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; } .bar .grow, .bar .menu { grid-column: 1 / -1; }
  .bar .button, .bar summary { padding: 0.45rem 0.6rem; text-align: center; font-size: 0.95rem; } .bar summary { display: flex; justify-content: center; } .menu[open] > div > .button { flex: 1 1 auto; }
  .drop .or { display: block; margin: 0.5rem 0 0; } .verdict { padding: 1rem; } .verdict .sign { width: 2rem; height: 2rem; font-size: 1rem; } .verdict dl { display: grid; gap: 0.2rem; } .verdict dl div { display: flex; gap: 0.5rem; align-items: baseline; } .verdict dt { flex: 0 0 4.75rem; } .cause { padding-inline: 0.9rem; } }
@page { margin: 12mm; }
@media print {
  /* An ordinary report, three mistakes with the rules behind them, is one sheet. */
  :root { font-size: 9pt; }
  .bar, .chips, .progress, .offered, .compare:not([open]), .compare :is(summary, form), .top, .bottom, .trouble, .side, .questions, .corrections button, .screen { display: none !important; }
  body:has(#result:not([hidden])) :is(.ask, .about) { display: none; }
  main { padding-block: 0; } .report h1 { font-size: 1.5rem; } .report h2, #outcome .report > h2:first-of-type { margin: 1rem 0 0.4rem; }
  details.rules::details-content { content-visibility: visible; }
  .files { font-size: 0.85rem; } .files thead { display: table-header-group; } .files tr { break-inside: avoid; }
  .scroll { overflow: visible; } .cause h3, .cause h4 { break-after: avoid; }
  .cause { break-inside: avoid; padding: 0.4rem 0.9rem; margin-bottom: 0.5rem; font-size: 0.9rem; line-height: 1.35; box-shadow: none !important; }
  .cause p { margin: 0.15rem 0; } .cause h3 { font-size: 1rem; margin: 0; } .cause h4 { margin: 0.25rem 0 0; } .todo { padding: 0; margin: 0.25rem 0; }
  .sum { margin: 0.25rem 0; font-size: 0.85rem; } .sum td, .sum th { padding-block: 0.1rem; } .corrections li { padding: 0.2rem 0.6rem; } .rules { margin-top: 0.25rem; }
  .rules summary { display: none; } .rules li { margin: 0.1rem 0; } .todo, .sum, .corrections li { break-inside: avoid; }
  .cause :is(h4, .where ul, .where li, .todo p, .corrections li p, h4 + ul, h4 + ul > li) { display: inline; }
  .cause :is(.where, .todo, .corrections) h4::after { content: ": "; } .where li + li::before { content: "; "; } .corrections li p + p::before { content: " – "; } .cause p { max-width: none; }
  .corrections ul, .corrections li { margin: 0; padding: 0; border: 0; gap: 0; } .corrections { margin: 0.15rem 0; } .notes, .basis { margin-top: 0.5rem; padding-top: 0.3rem; }
  .panes { display: block; } .verdict, .cause { border: 1px solid #000; } .verdict { break-inside: avoid; } .verdict .sign { border: 1px solid #000; color: #000; background: #fff; }
  .cause .number { border: 1px solid #000; color: #000; background: #fff; } .verdict { padding: 0.6rem; }
}
`;
