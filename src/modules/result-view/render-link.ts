import type { Fix, Text } from '@e-invoice/validator/issues';
import { count, fill, type Language } from '../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import type { LinkIssue, LinkReport } from './link-report.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';
import { formatCount, isUnread, SIGNS } from './verdict.ts';

/** Catalog texts of a rule. */
export type RuleWords = { readonly message: Text; readonly fix: Fix };

/**
 * Renders the report of a link: the verdict and the broken rules with their locations, in the catalog's words. It
 * contains no invoice data.
 *
 * @param texts by rule id; a rule without texts is shown by its id
 */
export function renderLinkReport(report: LinkReport, texts: ReadonlyMap<string, RuleWords>, language: Language): Html {
  const words = REPORT_WORDS[language];
  const { document_type, fatal_count, warning_count, ruleset, causes } = report;
  const broken = new Set(causes.flat().flatMap(({ level, rule_id }) => (level === 'fatal' ? [rule_id] : []))).size;
  // Links are created on the page, which validates with all rules of a document.
  const counts = { ...report, broken, isUnread: isUnread(document_type, causes.flat()), isPart: false };
  const { tone, headline, rules } = formatCount(counts, language);
  const isFatal = (group: readonly LinkIssue[]): boolean => group.some(({ level }) => level === 'fatal');
  const mistakes = causes.filter(isFatal);
  const list = (title: string, groups: readonly (readonly LinkIssue[])[], before: number): Html =>
    groups.length === 0
      ? NO_HTML
      : html`<h2>${title}</h2><ol class="causes">${groups.map((issues, index) => renderGroup(issues, before + index + 1, texts, language))}</ol>`;
  const carried = causes.flat().filter(({ level }) => level !== 'info').length;
  const left = fatal_count + warning_count - carried;
  return html`<article class="report" aria-label="${words.report}"><header class="verdict ${tone}"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div><h1 id="verdict" tabindex="-1">${headline}</h1>${rules === '' ? NO_HTML : html`<p>${rules}</p>`}<p>${words.fromLink}</p></div></header>
${left > 0 ? html`<p class="soft">${count(left, words.leftInLink, language)}</p>` : NO_HTML}
${list(words.mistakes, mistakes, 0)}
${list(
  words.checks,
  causes.filter((group) => !isFatal(group)),
  mistakes.length,
)}
<footer class="basis"><p>${words.applied} <b>${ruleset.id}</b> (${ruleset.version}).</p></footer></article>`;
}

/** Renders the findings of one mistake, by rule. */
function renderGroup(
  issues: readonly LinkIssue[],
  number: number,
  texts: ReadonlyMap<string, RuleWords>,
  language: Language,
): Html {
  const level = issues.some((issue) => issue.level === 'fatal') ? 'fatal' : 'warning';
  const byRule = new Map<string, LinkIssue[]>();
  for (const issue of issues) byRule.set(issue.rule_id, [...(byRule.get(issue.rule_id) ?? []), issue]);
  const first = issues[0]!.rule_id;
  const title = texts.get(first)?.message[language] ?? first;
  return html`<li class="cause ${level}"><h3><span class="number" aria-hidden="true">${number}</span>${title}</h3>
${[...byRule].map(([ruleId, found]) => renderRule(ruleId, found, ruleId === first, texts.get(ruleId), language))}</li>`;
}

/** Maximum number of locations shown per rule. */
const MAX_POSITIONS = 10;

function renderRule(
  ruleId: string,
  issues: readonly LinkIssue[],
  isTitle: boolean,
  texts: RuleWords | undefined,
  language: Language,
): Html {
  const words = REPORT_WORDS[language];
  const page = `${language === 'sk' ? '/chyby/' : '/en/errors/'}${encodeURIComponent(ruleId)}/`;
  const places = issues.slice(0, MAX_POSITIONS).map(({ line, location }) => {
    const at = line === null ? '' : fill(words.line, { n: line });
    return html`<li>${at}${at === '' || location === '' ? '' : ' · '}${location === '' ? NO_HTML : html`<code translate="no">${location}</code>`}</li>`;
  });
  return html`<div><p><a href="${page}" target="_blank" rel="noopener"><code translate="no">${ruleId}</code></a>${isTitle || texts === undefined ? NO_HTML : html` ${texts.message[language]}`}</p>${
    isTitle && texts !== undefined
      ? html`<div class="todo"><h4>${words.todo}</h4><p>${texts.fix.program[language]}</p></div>`
      : NO_HTML
  }<ul>${places}</ul>${issues.length > MAX_POSITIONS ? html`<p class="soft">+ ${issues.length - MAX_POSITIONS}</p>` : NO_HTML}</div>`;
}
