import type { FileResult } from '@e-invoice/validator/issues';

/** More marks than these nobody looks at, and an editor is slowed by them. */
const MOST_MARKS = 2_000;

/** Where the causes stand in the file: the line of each finding with the number of its cause. */
export function marksOf(result: FileResult): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  const numbers = numbersOf(result);
  result.root_causes.forEach((cause, index) => {
    for (const issue of cause.issue_indexes) {
      const line = result.issues[issue]?.line;
      if (line != null && !marks.has(line) && marks.size < MOST_MARKS) marks.set(line, numbers[index]!);
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
