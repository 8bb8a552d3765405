import type { Correction } from '../case.ts';
import type { Edit } from './edit.ts';

/** Combines edits into a correction; null when there are no edits, or one of them is not safe. */
export function toCorrection(edits: readonly (Edit | null)[]): Correction | null {
  return edits.length === 0 || edits.includes(null) ? null : { edits: edits as readonly Edit[] };
}
