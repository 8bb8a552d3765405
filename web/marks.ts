import type { FileResult } from '@e-invoice/validator/issues';

/** More marks than these nobody looks at, and an editor is slowed by them. */
const MOST_MARKS = 2_000;

/** A place in the file, line and column from 1, with the number of the cause that stands there. */
export type Mark = { readonly line: number; readonly column: number; readonly cause: number };

/** Where the causes stand in the file: each finding with the number of its cause. */
export function marksOf(result: FileResult): readonly Mark[] {
  const marks: Mark[] = [];
  const numbers = numbersOf(result);
  result.root_causes.forEach((cause, index) => {
    for (const issue of cause.issue_indexes) {
      const { line = null, column = null } = result.issues[issue] ?? {};
      if (line !== null && marks.length < MOST_MARKS) marks.push({ line, column: column ?? 1, cause: numbers[index]! });
    }
  });
  return marks;
}

/** The report numbers mistakes before matters to check. */
function numbersOf({ root_causes, issues }: FileResult): number[] {
  const isFatal = (cause: (typeof root_causes)[number]): boolean =>
    cause.issue_indexes.some((index) => issues[index]?.level === 'fatal');
  const ordered = [...root_causes.filter(isFatal), ...root_causes.filter((cause) => !isFatal(cause))];
  return root_causes.map((cause) => ordered.indexOf(cause) + 1);
}
