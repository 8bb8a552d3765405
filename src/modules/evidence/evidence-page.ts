import { createHash } from 'node:crypto';
import { Html, html, NO_HTML } from '../../lib/html.ts';
import { shorten } from '../../lib/plain-text.ts';
import { toLine } from '../../lib/sanitize-inline.ts';
import type { Phrase, Protocol } from './report-content.ts';

const STYLE = `
@page{size:A4;margin:12mm 14mm}
:root{color-scheme:light}
body{font:10pt/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#1a1d21;background:#fff;max-width:182mm;margin:8mm auto;padding:0 4mm}
h1{font-size:16pt;margin:0 0 3mm}h2{font-size:11pt;margin:4.5mm 0 1mm;break-after:avoid}h3{font-size:10.5pt;margin:3mm 0 1mm;break-after:avoid}
.verdict{font-weight:600;padding:2.5mm 3.5mm;border-left:1.2mm solid;margin:0 0 3mm;print-color-adjust:exact}
.go{background:#e9f6ee;border-color:#1d7a46}.stop{background:#fdecea;border-color:#b3261e}
table{border-collapse:collapse;width:100%}th,td{border-bottom:.2mm solid #cfd4da;padding:.7mm 2mm .7mm 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:500;color:#4a5058;width:30%}thead th{width:auto}tr{break-inside:avoid}
.money td:nth-child(n+2),.money th:nth-child(n+2){text-align:right;white-space:nowrap}
code{font:8pt/1.4 ui-monospace,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
@media print{body{font-size:9pt;margin:0;padding:0;max-width:none}h1{margin-bottom:2mm}h2{margin-top:3.5mm}}
li{margin:1.2mm 0;overflow-wrap:anywhere;break-inside:avoid}p{margin:1.2mm 0}.soft{color:#4a5058;font-size:9pt}
`;

const STYLE_TEXT = new Html(STYLE);

/** The Content Security Policy allows only the inline style. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const renderPhrase = ({ text, code }: Phrase): Html =>
  code ? html`<code>${toLine(text)}</code>` : html`${toLine(text)}`;

/**
 * Returns the report as one self-contained HTML file for reading and for printing on A4: no scripts, no external
 * resources.
 */
export function writePage(protocol: Protocol): string {
  const { language, words, verdict, valid, document, parties, vat, causes, findings, rules } = protocol;
  const page = html`<html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title><style>${STYLE_TEXT}</style></head><body><main>
<h1>${words.title}</h1>
<p class="verdict ${valid ? 'go' : 'stop'}">${verdict}</p>${protocol.unvalidated ? html`<p>${words.unvalidated}</p>` : NO_HTML}
<h2>${words.document}</h2>
<table>${document.map(([label, ...values]) => html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td>${renderPhrase(value)}</td>`)}</tr>`)}</table>
${
  parties.length === 0
    ? NO_HTML
    : html`<h2>${words.parties}</h2>
<table><thead><tr><td></td><th scope="col">${words.seller}</th><th scope="col">${words.buyer}</th></tr></thead>${parties.map(([label, ...values]) => html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td>${renderPhrase(value)}</td>`)}</tr>`)}</table>`
}
${
  vat.length === 0
    ? NO_HTML
    : html`<h2>${words.vat}</h2>
<table class="money"><thead><tr><th scope="col">${words.category}</th><th scope="col">${words.rate}</th><th scope="col">${words.base}</th><th scope="col">${words.tax}</th></tr></thead>${vat.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table>`
}
${causes.length === 0 ? NO_HTML : html`<h2>${words.causes}</h2><ol>${causes.map((cause) => causeItem(cause, words))}</ol>`}
${findings.map(({ title, groups, more }) => html`<h2>${title}</h2><ul>${groups.map((group) => groupItem(group, words))}</ul>${more === null ? NO_HTML : html`<p>${more}</p>`}`)}
${protocol.leftOut === null ? NO_HTML : html`<p>${protocol.leftOut}</p>`}
<h2>${words.applied}</h2>
<table>${rules.map(([label, ...values]) => html`<tr><th scope="row">${label}</th><td>${values.map((value, index) => (index === 0 ? renderPhrase(value) : html`<br>${renderPhrase(value)}`))}</td></tr>`)}</table>
<h2>${words.proof}</h2>
<p class="soft">${words.signed}</p>
<p class="soft">${words.record}: <code>${protocol.record}</code></p>
</main></body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function causeItem(cause: Protocol['causes'][number], words: Protocol['words']): Html {
  const { title, explanation, fix, rules, place, line, corrections } = cause;
  const several = corrections.length > 1 ? words.choice : words.correction;
  return html`<li><b>${toLine(title)}</b><br>${toLine(explanation)}<br><b>${words.fix}:</b> ${toLine(fix)}${
    corrections.length === 0
      ? NO_HTML
      : html`<br>${several}:<ul>${corrections.map((text) => html`<li>${toLine(text)}</li>`)}</ul>`
  }<p class="soft">${words.rules}: ${rules.join(', ')} · ${words.place}: ${line === null ? '' : `${words.line} ${line}, `}${renderPhrase(place)}</p></li>`;
}

function groupItem(group: Protocol['findings'][number]['groups'][number], words: Protocol['words']): Html {
  const { rule, terms, message, fix, places, more } = group;
  return html`<li><b>${toLine(rule)}</b>${terms.length === 0 ? '' : ` (${terms.join(', ')})`}: ${toLine(message)}${fix === '' ? NO_HTML : html`<br><b>${words.fix}:</b> ${toLine(fix)}`}<ul class="soft">${places.map(
    ({ line, place, value, expected }) =>
      html`<li>${line === null ? '' : `${words.line} ${line}: `}<code>${toLine(place)}</code>${value === null ? NO_HTML : html`, ${words.value} <code>${toLine(shorten(value, 80))}</code>`}${expected === null ? NO_HTML : html`, ${words.expected} <code>${toLine(shorten(expected, 80))}</code>`}</li>`,
  )}${more === null ? NO_HTML : html`<li>${more}</li>`}</ul></li>`;
}
