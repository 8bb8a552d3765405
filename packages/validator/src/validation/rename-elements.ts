import type { Fix, Issue, RootCause, Text } from '../issues/index.ts';
import type { Naming } from './cii.ts';
import type { SyntaxParts } from './syntax.ts';
import { termName } from './terms/index.ts';

type Findings = { readonly issues: readonly Issue[]; readonly root_causes: readonly RootCause[] };

/** Names the elements and terms of the document's syntax in the advice of issues and root causes. */
export function renameElements<F extends Findings>(findings: F, naming: SyntaxParts['naming']): F {
  if (naming === null) return findings;
  const { toCiiNames } = naming;
  const root_causes = findings.root_causes.map((cause): RootCause => {
    const issues = cause.issue_indexes.flatMap((index) => findings.issues[index] ?? []);
    const terms = [...new Set(issues.flatMap(({ business_terms }) => business_terms))];
    const isOfStructure = cause.rule_ids.some((id) => id.startsWith('CII-STRUCTURE-'));
    const nameTerms = termNamer(cause, issues, naming);
    const change: Change = (text, language) =>
      nameTerms(toCiiNames(isOfStructure ? nameStandard(text) : text, terms), language);
    return {
      ...cause,
      title: changeText(cause.title, change),
      explanation: changeText(cause.explanation, change),
      fix: changeFix(cause.fix, change),
      // The patch stays the same object: the edits of a correction are found by it.
      corrections: cause.corrections.map((one) => ({ ...one, title: changeText(one.title, change) })),
      ...(cause.questions !== undefined && {
        questions: cause.questions.map(({ text, answers, ...question }) => ({
          ...question,
          text: changeText(text, change),
          answers: answers.map((answer) => ({ ...answer, text: changeText(answer.text, change) })),
        })),
      }),
    };
  });
  const issues = findings.issues.map((issue) => ({
    ...issue,
    fix: changeFix(issue.fix, (text) => toCiiNames(text, issue.business_terms)),
  }));
  return { ...findings, issues, root_causes };
}

/** Names the business term instead of its element, where the places of a cause leave no doubt which term it is. */
function termNamer(cause: RootCause, issues: readonly Issue[], { termOf }: Naming): Change {
  const places = [
    ...issues.map(({ location }) => location),
    ...cause.corrections.flatMap(({ patch }) => patch.map(({ xpath }) => xpath)),
  ];
  const ids = new Map<string, Set<string | null>>();
  for (const place of places) {
    const name = place.slice(place.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');
    const known = ids.get(name);
    if (known === undefined) ids.set(name, new Set([termOf(place)]));
    else known.add(termOf(place));
  }
  return (text, language) =>
    text.replace(ELEMENT, (whole, name: string) => {
      const [id, ...others] = ids.get(name) ?? [];
      return id == null || others.length > 0 ? whole : termName(id)[language];
    });
}

const ELEMENT = /\b(?:prvok|the element) (r[as]m:[A-Za-z]+)/g;

/** Causes of damaged structure name the standard. */
const nameStandard = (text: string): string => text.replace(/\bUBL 2\.1/g, 'CII D16B').replace(/\bUBL\b/g, 'CII');

type Change = (text: string, language: 'sk' | 'en') => string;

const changeText = ({ sk, en }: Text, change: Change): Text => ({ sk: change(sk, 'sk'), en: change(en, 'en') });

const changeFix = ({ xml, program, ...text }: Fix, change: Change): Fix => ({
  ...changeText(text, change),
  program: changeText(program, change),
  xml: changeText(xml, change),
});
