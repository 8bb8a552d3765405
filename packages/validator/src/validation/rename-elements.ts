import type { Fix, Issue, RootCause, Text } from '../issues/index.ts';
import type { SyntaxParts } from './syntax.ts';

type Findings = { readonly issues: readonly Issue[]; readonly root_causes: readonly RootCause[] };

/** Names the elements of the document's syntax in the advice of issues and root causes. */
export function renameElements<F extends Findings>(findings: F, rename: SyntaxParts['rename']): F {
  if (rename === null) return findings;
  const root_causes = findings.root_causes.map((cause): RootCause => {
    const terms = [...new Set(cause.issue_indexes.flatMap((index) => findings.issues[index]?.business_terms ?? []))];
    const isOfStructure = cause.rule_ids.some((id) => id.startsWith('CII-STRUCTURE-'));
    const change = (text: string): string => rename(isOfStructure ? nameStandard(text) : text, terms);
    return {
      ...cause,
      title: changeText(cause.title, change),
      explanation: changeText(cause.explanation, change),
      fix: changeFix(cause.fix, change),
    };
  });
  const issues = findings.issues.map((issue) => ({
    ...issue,
    fix: changeFix(issue.fix, (text) => rename(text, issue.business_terms)),
  }));
  return { ...findings, issues, root_causes };
}

/** Causes of damaged structure name the standard. */
const nameStandard = (text: string): string => text.replace(/\bUBL 2\.1/g, 'CII D16B').replace(/\bUBL\b/g, 'CII');

type Change = (text: string) => string;

const changeText = ({ sk, en }: Text, change: Change): Text => ({ sk: change(sk), en: change(en) });

const changeFix = ({ xml, program, ...text }: Fix, change: Change): Fix => ({
  ...changeText(text, change),
  program: changeText(program, change),
  xml: changeText(xml, change),
});
