/** Style of the printed invoice: optimized for A4, usable on phones; no external fonts or images. */
export const STYLE = `
@page { size: A4; margin: 12mm 14mm 16mm; }
:root, :host { --ink: #16202b; --soft: #5c6b7a; --line: #d5dce3; --wash: #f4f6f8; --accent: #0b4f8a; }
* { box-sizing: border-box; }
html, .sheet { font: 9pt/1.36 "Open Sans", "Source Sans 3", "Segoe UI", system-ui, sans-serif; color: var(--ink); -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body, .sheet { margin: 0 auto; max-width: 190mm; padding: 8mm 4mm; }
h1, h2, p, dl, dd, ul, figure { margin: 0; padding: 0; }
h1 { font-size: 20pt; line-height: 1.15; font-weight: 600; letter-spacing: -0.01em; }
h1 small { display: block; font-size: 9pt; font-weight: 400; color: var(--soft); letter-spacing: 0.02em; }
h2 { font-size: 7.6pt; font-weight: 600; text-transform: uppercase; letter-spacing: 0.03em; color: var(--soft); margin-bottom: 1mm; break-after: avoid; }
small { color: var(--soft); font-size: 0.86em; }
bdi { overflow-wrap: anywhere; }
header { display: flex; justify-content: space-between; gap: 8mm; align-items: flex-start; border-bottom: 0.7mm solid var(--accent); padding-bottom: 3.5mm; }
header .sum { text-align: right; }
header .sum b { display: block; font-size: 17pt; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: 0 2mm; }
.row dd { flex: 1; min-width: 6.5em; }
.row dt { color: var(--soft); white-space: nowrap; flex: none; }
.row dt::after { content: ":"; }
.parties { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm 8mm; margin: 4mm 0 3mm; }
.parties section { margin: 0; }
.party .name { font-size: 11.5pt; font-weight: 600; }
.party address { font-style: normal; margin: 0.5mm 0 1.5mm; }
.party address span { display: block; }
dt { min-width: 0; }
.strip { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm; background: var(--wash); border-radius: 1.5mm; padding: 3mm 4mm; margin: 4mm 0; break-inside: avoid; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; }
.r { text-align: right; white-space: nowrap; }
.n { width: 8mm; color: var(--soft); white-space: nowrap; }
.lines { margin: 4mm 0; }
.lines thead { display: table-header-group; }
.lines thead th { font-size: 8pt; color: var(--soft); border-bottom: 0.35mm solid var(--ink); padding: 1.2mm 1.5mm; vertical-align: bottom; }
.lines td { padding: 1.5mm 1.5mm; border-bottom: 0.2mm solid var(--line); vertical-align: top; }
.lines tr { break-inside: avoid; }
.lines tr.tall { break-inside: auto; }
.lines b { font-weight: 600; }
.lines td.r small { display: block; }
.lines td.rate small { display: inline; }
.carry td { color: var(--soft); font-style: italic; font-weight: 600; }
.fresh { break-before: page; }
.facts { color: var(--soft); font-size: 8.4pt; }
.fact:not(:last-child)::after { content: " · "; }
.extras td { padding: 1mm 1.5mm; border-bottom: 0.2mm solid var(--line); }
.sums { display: grid; grid-template-columns: 1.15fr 1fr; gap: 8mm; align-items: start; margin: 4mm 0; break-inside: avoid; }
.vat caption { text-align: left; font-size: 7.6pt; font-weight: 600; text-transform: uppercase; letter-spacing: 0.03em; color: var(--soft); padding-bottom: 1mm; }
.vat th { font-size: 8pt; color: var(--soft); border-bottom: 0.2mm solid var(--line); }
.vat th, .vat td { padding: 1mm 0; vertical-align: top; }
.vat .r { padding-left: 3mm; }
.vat .whole td { font-weight: 600; border-top: 0.2mm solid var(--line); }
.vat .why td { font-size: 8.4pt; color: var(--soft); padding: 0 0 1mm; }
.totals th { font-weight: 400; padding: 0.7mm 0; }
.totals .strong th, .totals .strong td { font-weight: 600; border-top: 0.2mm solid var(--line); }
.totals .due th, .totals .due td { font-size: 13pt; font-weight: 600; border-top: 0.5mm solid var(--accent); padding-top: 1.6mm; }
.payment { display: flex; justify-content: space-between; gap: 8mm; border: 0.3mm solid var(--line); border-radius: 1.5mm; padding: 3mm 4mm; margin: 4mm 0; break-inside: avoid; }
.payment .banner { flex: 0 0 80mm; align-self: start; margin: 0; }
.payment dl + dl { margin-top: 2mm; }
.codes { display: flex; gap: 5mm; }
figure { text-align: center; }
figcaption { font-size: 7.4pt; color: var(--soft); }
.qr { width: 28mm; height: 28mm; display: block; }
section { margin: 3.5mm 0; }
.note { white-space: pre-line; }
:is([data-bt="BT-20"], [data-bt="BT-33"], [data-bt="BT-120"], [data-bt="BT-123"], [data-bt="BT-127"], [data-bt="BT-154"], [data-bt="BT-161"], address bdi) { white-space: pre-line; }
ul { padding-left: 4mm; }
.leftovers { font-size: 8pt; color: var(--soft); }
.leftovers table { table-layout: fixed; }
.leftovers td:first-child { width: 64%; }
.leftovers td { padding: 0.4mm 1mm; border-bottom: 0.2mm solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
code { font: 0.92em ui-monospace, "Cascadia Mono", "Liberation Mono", monospace; }
footer { break-before: avoid; break-inside: avoid; border-top: 0.2mm solid var(--line); margin-top: 4mm; padding-top: 1.5mm; font-size: 7.6pt; color: var(--soft); }
footer dl { display: flex; flex-wrap: wrap; gap: 0 5mm; }
footer .row dd { min-width: 0; }
.marked { text-decoration: underline wavy #c0392b 0.2mm; text-underline-offset: 0.2mm; }
.mark { display: inline-block; min-width: 1.5em; margin-left: 0.6mm; padding: 0 0.3em; border-radius: 0.8em; background: #c0392b; color: #fff; font-weight: 600; font-size: 7pt; line-height: 1.5; text-align: center; white-space: nowrap; vertical-align: super; text-decoration: none; }
.lines .n .mark { display: table; margin: 0.6mm 0 0; vertical-align: baseline; }
.mark:focus-visible { outline: 2px solid #0b4f8a; outline-offset: 2px; }
.mark.here { outline: 2px solid #0b4f8a; outline-offset: 1px; }
.marked.here { background: #fff1a6; }
.mark.warning { background: #8a5a00; }
.mark.info { background: #2b6cb0; }
.findings { margin: 0 0 5mm; padding: 3mm 4mm; border: 0.3mm solid var(--line); border-radius: 1.5mm; }
.findings ol { margin: 0; padding-left: 6mm; }
.findings li { margin: 1mm 0; }
.findings li::marker { font-weight: 600; color: #c0392b; }
.findings li.warning::marker { color: #8a5a00; }
.findings li.info::marker { color: #2b6cb0; }
.banner { background: #fdf8ec; border-left: 0.8mm solid #b7791f; padding: 1.5mm 3mm; margin-bottom: 4mm; }
@media screen { html, .sheet { font-size: 15px; line-height: 1.45; } body, .sheet { padding: 24px 20px; container-type: inline-size; } }
@media screen { @container (max-width: 600px) {
  header, .payment { flex-direction: column; }
  .payment .banner { flex: none; }
  header .sum { text-align: left; }
  .parties, .strip, .sums { grid-template-columns: 1fr; gap: 16px; }
  .extras td { display: inline-block; white-space: normal; border: 0; }
  .extras tr { display: block; border-bottom: 1px solid var(--line); padding: 4px 0; }
  .lines thead { display: none; }
  .lines, .lines tbody { display: block; }
  .lines tr { display: grid; grid-template-columns: auto 1fr auto; gap: 2px 10px; border-bottom: 1px solid var(--line); padding: 8px 0; }
  .lines td { border: 0; padding: 0; }
  .lines td:nth-child(2) { grid-column: 2 / 4; }
  .lines td:nth-child(3) { grid-column: 2; text-align: left; }
  .lines td:nth-child(4) { grid-column: 2; text-align: left; color: var(--soft); }
  .lines td:nth-child(5) { grid-column: 3; color: var(--soft); }
  .lines td.rate:not(:empty)::before { content: attr(data-name) " "; }
  .lines td:nth-child(6) { grid-column: 3; font-weight: 600; }
} }
@media screen { @container (max-width: 420px) {
  .r, header .sum b { white-space: normal; }
  header .sum b { font-size: 14pt; }
  .totals .due th, .totals .due td { font-size: 11pt; }
  .vat { font-size: 0.78em; }
  .totals { font-size: 0.9em; }
  .vat .r { padding-left: 1.5mm; }
  .lines tr { grid-template-columns: auto minmax(0, 1fr); }
  .lines td:nth-child(n + 2) { grid-column: 2; }
  .lines td:nth-child(n + 5) { text-align: left; }
  .codes { flex-wrap: wrap; }
} }
@media (forced-colors: active) { .mark { border: 1px solid CanvasText; } .marked { text-decoration-color: CanvasText; } .here { outline: 3px solid Highlight; } }
@media print { body { padding: 0; max-width: none; } .file { display: none; } .attachments { break-inside: avoid; } }
`.trim();
