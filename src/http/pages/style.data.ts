/** Common style of all pages: light and dark, mobile to print. Its hash is in the Content-Security-Policy. */
export const STYLE = `
:root { color-scheme: light dark; font: 100%/1.6 system-ui, -apple-system, "Segoe UI", sans-serif;
  --ink: #1b2430; --soft: #55606e; --paper: #fff; --tint: #f3f6fa; --line: #d5dce5; --link: #0b57a4;
  --bad: #a31621; --bad-tint: #fdf0f0; --good: #17663a; --good-tint: #edf7f1; --warn: #7a4b00; --warn-tint: #fdf5e4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf2; --soft: #a5b1c0; --paper: #12171e; --tint: #1b222c; --line: #37424f; --link: #8cc2ff;
    --bad: #ff9d9d; --bad-tint: #301a1d; --good: #83d9a5; --good-tint: #14281d; --warn: #f0c36b; --warn-tint: #2c2413; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 0.2rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 1; }
header, main, footer { max-width: 56rem; margin: 0 auto; padding: 0 1rem; }
.top { border-bottom: 1px solid var(--line); background: var(--tint); }
header, footer { display: flex; flex-wrap: wrap; gap: 0 1.75rem; align-items: center; }
.top a, .bottom a { color: var(--soft); text-decoration: none; padding-block: 0.9rem; }
.top a:hover, .bottom a:hover { color: var(--link); text-decoration: underline; }
.top .brand { display: inline-flex; align-items: center; gap: 0.6rem; margin-right: auto; color: var(--ink); font-weight: 700; font-size: 1.05rem; }
.top .brand:hover { color: var(--ink); text-decoration: none; }
.brand svg { flex: none; fill: none; stroke: var(--link); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.top [aria-current] { font-weight: 600; color: var(--ink); box-shadow: inset 0 -3px var(--link); }
.top .other { padding: 0.2rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.9rem; color: var(--link); }
.top .other:hover { border-color: var(--link); text-decoration: none; }
footer { padding-block: 0.75rem 1.5rem; font-size: 0.9rem; } .bottom a { padding-block: 0.35rem; }
@media (max-width: 40rem) { header { padding-top: 0.25rem; column-gap: 0.5rem; } .top .brand { font-size: 1rem; gap: 0.4rem; } .top nav { order: 1; width: 100%; } .top .brand { padding-block: 0.6rem; } nav a { padding-block: 0.6rem; } }
main { padding-block: 1.5rem 3rem; }
.bottom { border-top: 1px solid var(--line); }
h1 { font-size: clamp(1.5rem, 5vw, 2.1rem); line-height: 1.2; margin: 0.25rem 0 0.75rem; text-wrap: balance; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0.5rem 0; max-width: 44rem; }
.lead { font-size: 1.1rem; }
.soft, .crumbs { color: var(--soft); font-size: 0.9rem; }
.crumbs ol { list-style: none; display: flex; flex-wrap: wrap; gap: 0 0.5rem; margin: 0 0 1rem; padding: 0; }
.crumbs li + li::before { content: "›"; margin-right: 0.5rem; }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, monospace; font-size: 0.9em; }
:not(pre) > code { background: var(--tint); border-radius: 0.2rem; padding: 0.05rem 0.25rem; }
pre { overflow-x: auto; overflow-wrap: normal; border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem;
  background: var(--tint); margin: 0.5rem 0; tab-size: 2; }
pre.copy { user-select: all; }
pre.whole { white-space: pre-wrap; overflow-wrap: anywhere; }
.marks { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; padding: 0; list-style: none; }
.mark { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.6rem; font-size: 0.85rem;
  color: var(--soft); white-space: nowrap; }
.mark.fatal { color: var(--bad); background: var(--bad-tint); }
.mark.good { color: var(--good); background: var(--good-tint); }
.mark.warning { color: var(--warn); background: var(--warn-tint); }
.box { border-left: 0.3rem solid var(--good); background: var(--good-tint); padding: 0.5rem 1rem; margin: 1rem 0;
  border-radius: 0 0.4rem 0.4rem 0; }
.box h2 { margin-top: 0.25rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 0 1rem; }
.pair > div { min-width: 0; }
.pair pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.pair mark { color: inherit; background: none; font-weight: 600; }
.wrong mark { color: var(--bad); }
.right mark { color: var(--good); }
.term { white-space: nowrap; }
.wrong h3 { color: var(--bad); }
.right h3 { color: var(--good); }
.wrong pre { background: var(--bad-tint); }
.right pre { background: var(--good-tint); }
.state { display: flex; gap: 0.75rem; align-items: center; padding: 1rem 1.25rem; border-radius: 0.75rem; margin: 1rem 0 0.5rem; max-width: none;
  background: var(--good-tint); font-size: 1.1rem; } .state b { color: var(--good); } .state.fails { background: var(--bad-tint); } .state.fails b { color: var(--bad); }
.state::before { content: ""; flex: none; width: 0.8rem; height: 0.8rem; border-radius: 50%; background: var(--good); forced-color-adjust: none; }
.state.fails::before { background: var(--bad); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); margin: 1.5rem 0; }
.card { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem; background: var(--tint); min-width: 0; }
.card h2 { margin: 0; } .card .plan { margin: auto 0 0; padding-top: 1rem; } .card h3 { font-size: 0.85rem; color: var(--soft); }
.card .fee { font-size: 1.6rem; line-height: 1.2; letter-spacing: -0.01em; margin: 0.35rem 0 1rem; font-weight: 700; }
.card .fee small { display: block; font-size: 0.85rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.card ul { list-style: none; padding: 0; margin: 0; } .card li { padding: 0.3rem 0 0.3rem 1.6rem; text-indent: -1.6rem; }
.card li::before { content: "✓" / ""; display: inline-block; width: 1.6rem; text-indent: 0; color: var(--good); font-weight: 700; }
.card .without li { color: var(--soft); } .card .without li::before { content: "–" / ""; color: var(--soft); }
.card .priced li { padding-left: 0; text-indent: 0; } .card .priced li::before { content: none; }
dl { margin: 0.5rem 0; }
dt { font-weight: 600; margin-top: 0.75rem; }
dd { margin: 0; }
dt small { font-weight: 400; color: var(--soft); }
table { border-collapse: collapse; max-width: 100%; display: block; overflow-x: auto; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
/* Scrolls sideways instead of breaking words; a shadow marks the edge behind which there is more. */
.wide { overflow-x: auto; overflow-wrap: normal; background: no-repeat local 0 0 / 2rem 100% linear-gradient(90deg, var(--paper) 50%, transparent),
  no-repeat local 100% 0 / 2rem 100% linear-gradient(-90deg, var(--paper) 50%, transparent),
  no-repeat scroll 0 0 / 0.75rem 100% linear-gradient(90deg, var(--line), transparent),
  no-repeat scroll 100% 0 / 0.75rem 100% linear-gradient(-90deg, var(--line), transparent); }
.wide table { display: table; overflow: visible; max-width: none; font-variant-numeric: tabular-nums; }
.wide th, .wide td { padding: 0.35rem 1.25rem 0.35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.wide th[scope="row"] { font-weight: 500; } .wide small { color: var(--soft); }
/* Long values of a list of fields wrap, so that they are readable without scrolling. */
.fields { overflow-wrap: anywhere; } .fields th, .fields td { white-space: normal; } .fields th:first-child { width: 45%; }
/* What others have named, in a row of a table: however long, it moves the other columns no further. */
.long { display: block; max-width: 20rem; overflow-wrap: break-word; white-space: normal; text-align: left; }
ul, ol { padding-left: 1.25rem; }
form.search { display: grid; grid-template-columns: 1fr; gap: 0.75rem; margin: 1rem 0; padding: 1rem; background: var(--tint);
  border: 1px solid var(--line); border-radius: 0.5rem; }
@media (min-width: 40rem) { form.search { grid-template-columns: 2fr 1fr 1fr auto; align-items: end; } }
label { display: block; font-size: 0.9rem; font-weight: 600; }
input[type="search"], select, .search button { font: inherit; width: 100%; min-height: 2.75rem; padding: 0.4rem 0.6rem;
  border: 1px solid var(--soft); border-radius: 0.3rem; background: var(--paper); color: inherit; }
.search button { background: var(--link); border-color: var(--link); color: var(--paper); font-weight: 600; cursor: pointer;
  padding-inline: 1.25rem; }
form.fields { max-width: 34rem; margin: 1rem 0; }
.fields label { margin-top: 1rem; } .fields small { display: block; font-weight: 400; color: var(--soft); }
.fields input, .fields textarea { font: inherit; width: 100%; min-height: 2.75rem; padding: 0.4rem 0.6rem; color: inherit;
  background: var(--paper); border: 1px solid var(--soft); border-radius: 0.3rem; }
.fields [aria-invalid] { border-color: var(--bad); border-width: 2px; }
.fields .fault { margin: 0.2rem 0 0; color: var(--bad); font-weight: 600; font-size: 0.9rem; }
.fields button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.6rem 1.3rem; margin-top: 1.25rem; border: 0;
  border-radius: 0.5rem; background: var(--link); color: var(--paper); cursor: pointer; }
ol.found { list-style: none; padding: 0; margin: 0; }
.found li { border-top: 1px solid var(--line); padding: 0.75rem 0; }
.found h2, .found h3 { margin: 0; font-size: 1.05rem; }
.found p { margin: 0.15rem 0; }
.found code { color: var(--soft); }
.pages { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin-top: 1.5rem; }
@media (forced-colors: active) { .top [aria-current] { text-decoration: underline; text-decoration-thickness: 0.2rem; } }
@page { size: A4; margin: 15mm; }
@media print {
  :root { color-scheme: light; font-size: 10.5pt; --ink: #000; --soft: #333; --paper: #fff; --tint: #fff; --link: #000; --bad: #000; --good: #000; --warn: #000; --bad-tint: #fff; --good-tint: #fff; --warn-tint: #fff; }
  nav, .skip, form, .pages, .crumbs, .screen { display: none; }
  main, header, footer { max-width: none; padding-inline: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  pre, .box, .found li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
