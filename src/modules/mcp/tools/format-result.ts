import type { FileResult, Issue, PatchEdit, RootCause } from '@e-invoice/validator/issues';
import { type AssistantParts, toLink } from '../parts.ts';

/** Maximum number of issues; each uses the assistant's context. */
export const MAX_ISSUES = 200;

/** Maximum length of a patch in characters; a longer one would return the invoice itself. */
const LONGEST_PATCH = 4_000;

export type RenderedIssue = Pick<Issue, 'ruleUrl'>;

/** Adds an absolute link to the rule of the issue. */
export const withLink = <I extends RenderedIssue>(issue: I, toUrl: (path: string) => string): I => ({
  ...issue,
  ruleUrl: toUrl(issue.ruleUrl),
});

/** Result for an assistant: issues with titles and links, and no XML except offending values. */
export function formatResult(
  result: FileResult,
  parts: Pick<AssistantParts, 'catalog' | 'publicUrl'>,
): Record<string, unknown> {
  const { catalog } = parts;
  const all = result.issues.length + (result.issues_left_out ?? 0);
  const issues = result.issues.slice(0, MAX_ISSUES).map((issue) => ({
    ...withLink(issue, (path) => toLink(parts, path)),
    title: catalog.find(issue.catalogRuleId)?.title ?? null,
  }));
  return {
    ...result,
    issues,
    ...(all > issues.length && { issues_left_out: all - issues.length }),
    root_causes: result.root_causes.map((cause) => describeCause(cause, issues.length)),
    catalogUrl: toLink(parts, '/chyby/'),
  };
}

function describeCause(
  { patch, resolves, corrections, questions, ...cause }: RootCause,
  shownIssues: number,
): RootCause {
  const isShown = (index: number): boolean => index < shownIssues;
  return {
    ...cause,
    issue_indexes: cause.issue_indexes.filter(isShown),
    corrections: corrections
      .filter((correction) => isShort(correction.patch))
      .map((correction) => ({ ...correction, resolves: correction.resolves.filter(isShown) })),
    // Questions choose between all corrections.
    ...(questions !== undefined && corrections.every((correction) => isShort(correction.patch)) && { questions }),
    ...(patch !== undefined &&
      isShort(patch) && { patch, ...(resolves !== undefined && { resolves: resolves.filter(isShown) }) }),
  };
}

const isShort = (patch: readonly PatchEdit[]): boolean =>
  patch.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0) <= LONGEST_PATCH;
