import type { Correction } from '../case.ts';
import type { Edit } from './edit.ts';

/** Edits as one correction; null when there is none, or one of them has no safe place. */
export function toCorrection(edits: readonly (Edit | null)[]): Correction | null {
  return edits.length === 0 || edits.includes(null) ? null : { edits: edits as readonly Edit[] };
}
