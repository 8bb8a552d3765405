import type { PatchEdit } from '../../../issues/index.ts';
import type { Splice } from './edit.ts';

/** Keyed by the patch object, for as long as it is referenced. */
const remembered = new WeakMap<readonly PatchEdit[], readonly Splice[]>();

/** Remembers the text replacements of a patch. A patch alone does not contain offsets. */
export function rememberSplices(patch: readonly PatchEdit[], splices: readonly Splice[]): void {
  remembered.set(patch, splices);
}

/**
 * The text replacements of a patch, by offset in the validated text with line ends normalised to line feeds.
 *
 * @returns null when the patch object is not from a result of this process, or edits overlap
 */
export function splicesOf(patch: readonly PatchEdit[]): readonly Splice[] | null {
  const splices = remembered.get(patch);
  if (splices === undefined) return null;
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some(({ start }, index) => index > 0 && start < sorted[index - 1]!.end) ? null : sorted;
}
