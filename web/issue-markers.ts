import type { FileResult } from '@e-invoice/validator/issues';
import { numberCauses } from '../src/modules/result-view/index.ts';

/** More marks than these nobody looks at, and an editor is slowed by them. */
const MAX_MARKS = 2_000;

/** A place in the file, line and column from 1, with the number of the cause that stands there. */
export type Mark = { readonly line: number; readonly column: number; readonly cause: number };

/** Where the causes stand in the file: each finding with the number that its cause has in the report. */
export function marksOf(result: FileResult): readonly Mark[] {
  const marks: Mark[] = [];
  numberCauses(result).forEach(({ issue_indexes }, index) => {
    for (const issue of issue_indexes) {
      const { line = null, column = null } = result.issues[issue] ?? {};
      if (line !== null && marks.length < MAX_MARKS) marks.push({ line, column: column ?? 1, cause: index + 1 });
    }
  });
  return marks;
}
