import type { Correction, FileResult, Issue, RootCause } from '@e-invoice/validator/issues';
import { count, fill, type Language } from '../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { renderCalculation } from './calculation.ts';
import { placesOf } from './places.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** Maximum number of rules shown per cause, and of edits per correction. */
const MAX_SHOWN = 40;

/** Anchor of a cause within a report; numbers start at 1. */
const causeAnchor = (number: number): string => `cause-${number}`;

/** Renders a root cause: problem, location and remedy; then the calculation, corrections and rules. */
export function renderCause(result: FileResult, cause: RootCause, number: number, language: Language): Html {
  const words = REPORT_WORDS[language];
  const issues = cause.issue_indexes.flatMap((index) => result.issues[index] ?? []);
  const level = issues.some((issue) => issue.level === 'fatal') ? 'fatal' : 'warning';
  const sum = issues.find(({ calculation }) => calculation !== undefined)?.calculation;
  return html`<li class="cause ${level}" id="${causeAnchor(number)}" data-cause="${number}"><h3><span class="number" aria-hidden="true">${number}</span><a href="#${causeAnchor(number)}">${cause.title[language]}</a></h3>
<p>${cause.explanation[language]}</p>
${where(issues, language)}
<div class="todo"><h4>${words.program}</h4><p>${cause.fix.program[language]}</p></div>
${sum === undefined ? NO_HTML : renderCalculation(sum, number, language)}
${corrections(cause, result.root_causes.indexOf(cause), language)}
<details class="rules"><summary>${count(cause.rule_ids.length, words.developer, language)}</summary>
${inXml(cause, language)}<ul>${issues.slice(0, MAX_SHOWN).map((issue) => html`<li>${renderIssue(issue, language)}</li>`)}</ul></details></li>`;
}

/** The remedy in XML, without sentences that the advice above already contains. */
function inXml({ fix: { program, xml } }: RootCause, language: Language): Html {
  const above = sentencesOf(program[language]);
  const sentences = sentencesOf(xml[language]);
  let same = 0;
  while (same < sentences.length && sentences[same] === above[same]) same += 1;
  const rest = sentences.slice(same).join(' ');
  if (rest === '') return NO_HTML;
  const label = REPORT_WORDS[language].inXml;
  return rest.startsWith(label) ? html`<p>${rest}</p>` : html`<p><b>${label}:</b> ${rest}</p>`;
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) (?=\p{Lu})/u);

/** Location as users know it: line item, business terms, line of the file. */
function where(issues: readonly Issue[], language: Language): Html {
  const places = placesOf(issues, language).map(({ text, line, column, location }) => {
    const at = line === null ? NO_HTML : lineButton(line, column, location, language);
    return html`<li>${text}${text === '' || line === null ? '' : ' · '}${at}</li>`;
  });
  return places.length === 0
    ? NO_HTML
    : html`<div class="where"><h4>${REPORT_WORDS[language].where}</h4><ul>${places}</ul></div>`;
}

/** Plain text without JavaScript; the page converts it into a button. */
const lineButton = (line: number, column: number | null, location: string, language: Language): Html =>
  html`<span data-line="${line}" data-column="${column ?? 1}" data-location="${location}">${fill(REPORT_WORDS[language].line, { n: line })}</span>`;

/** Renders a finding of a rule, for readers of the XML. */
export function renderIssue(issue: Issue, language: Language): Html {
  const words = REPORT_WORDS[language];
  const { rule_id, message, message_en, line, column, location, value, expected } = issue;
  const text = language === 'sk' ? message : message_en;
  const page = `${language === 'sk' ? '/chyby/' : '/en/errors/'}${encodeURIComponent(rule_id)}/`;
  const facts = [
    line === null ? NO_HTML : lineButton(line, column, location, language),
    value === null || value === '' ? NO_HTML : html`${words.found} <code>${value}</code>`,
    expected === null ? NO_HTML : html`${words.expected} <code>${expected}</code>`,
  ].filter(({ text: content }) => content !== '');
  return html`<a href="${page}" class="rule ${issue.level}" target="_blank" rel="noopener"><code translate="no">${rule_id}</code></a> ${text} <small>${facts.map((fact, index) => (index === 0 ? fact : html` · ${fact}`))}</small>`;
}

function corrections({ corrections: list }: RootCause, cause: number, language: Language): Html {
  if (list.length === 0) return NO_HTML;
  const words = REPORT_WORDS[language];
  return html`<div class="corrections"><h4>${list.length === 1 ? words.correction : words.corrections}</h4>${
    list.length === 1 ? NO_HTML : html`<p class="soft">${words.choose}</p>`
  }<ul>${list.map((correction, index) => renderCorrection(correction, `${cause}.${index}`, language))}</ul></div>`;
}

function renderCorrection({ title, note, changes, makes_valid }: Correction, id: string, language: Language): Html {
  const words = REPORT_WORDS[language];
  const name = title[language];
  const changed = changes.map((change) => words.change[change]).join(', ');
  return html`<li data-correction="${id}" data-changes="${changed}"><p><b>${name.slice(0, 1).toUpperCase() + name.slice(1)}</b></p><p class="soft">${words.changes}: ${changed}.${makes_valid ? ` ${words.solves}` : ''}${note === null ? '' : ` ${note[language]}`}</p></li>`;
}
