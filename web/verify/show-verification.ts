import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import {
  describeCheck,
  describeFinding,
  describeGrade,
  describeSubject,
  describeVerdict,
  isFault,
  type Verification,
} from '../../src/modules/evidence/verifier/index.ts';
import type { Language } from '../../src/modules/result-view/index.ts';
import { VERIFY_PAGE_WORDS } from './verify-texts.data.ts';

const LOOKS = {
  genuine: ['go', '✓'],
  unconfirmed: ['check', '?'],
  other_invoice: ['check', '≠'],
  other_invoice_unconfirmed: ['check', '≠'],
  unverifiable: ['check', '?'],
  not_genuine: ['stop', '✗'],
} as const;

/**
 * Renders the result of verifying evidence: verdict, errors by file, and the list of performed and skipped checks.
 */
export function renderVerification(found: Verification, language: Language): Html {
  const words = VERIFY_PAGE_WORDS[language];
  const [look, sign] = LOOKS[found.verdict];
  const faults = found.findings.filter(isFault);
  const notes = found.findings.filter((one) => !isFault(one));
  const list = (title: string, rows: readonly Html[]): Html =>
    rows.length === 0 ? NO_HTML : html`<h3>${title}</h3><ul class="proofs">${rows}</ul>`;
  const checksOf = (expected: (typeof found.checks)[number]['state']): Html[] =>
    found.checks
      .filter(({ state }) => state === expected)
      .map((check) => html`<li class="${check.state}">${describeCheck(check, language)}</li>`);
  const lines = [describeSubject(found, language), describeGrade(found, language)].filter((line) => line !== '');
  return html`<div class="verdict ${look}"><span class="sign" aria-hidden="true">${sign}</span><div><h2 id="verdict" tabindex="-1">${describeVerdict(found, language)}</h2>${lines.map((line) => html`<p>${line}</p>`)}</div></div>
${list(words.found, [
  ...faults.map((one) => html`<li class="failed">${describeFinding(one, language)}</li>`),
  ...checksOf('failed'),
])}${list(
  words.noted,
  notes.map((one) => html`<li>${describeFinding(one, language)}</li>`),
)}${list(words.checked, checksOf('held'))}${list(words.unchecked, checksOf('unchecked'))}`;
}
