import type { FileResult } from '@e-invoice/validator/issues';
import { numberCauses } from '../src/modules/result-view/index.ts';

/** More markers slow down the editor and do not help the user. */
const MAX_MARKS = 2_000;

/** Position in the file (line and column from 1) and the number of its cause. */
export type Mark = { readonly line: number; readonly column: number; readonly cause: number };

/** Returns the positions of all issues, each with the number of its cause in the report. */
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
