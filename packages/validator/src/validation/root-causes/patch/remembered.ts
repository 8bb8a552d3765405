import type { PatchEdit } from '../../../issues/index.ts';
import type { Splice } from './edit.ts';

/** By the patch that is told of them, for as long as somebody holds it. */
const remembered = new WeakMap<readonly PatchEdit[], readonly Splice[]>();

/** Keeps how the text carries a patch out beside the patch that is told: a path and two texts do not say where. */
export function rememberSplices(patch: readonly PatchEdit[], splices: readonly Splice[]): void {
  remembered.set(patch, splices);
}

/**
 * How a patch is carried out in the text that was judged, with line feeds alone at the ends of its lines: in order of
 * place. Null: the patch is no object of a result of this process, or two edits want the same place.
 */
export function splicesOf(patch: readonly PatchEdit[]): readonly Splice[] | null {
  const splices = remembered.get(patch);
  if (splices === undefined) return null;
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some(({ start }, index) => index > 0 && start < sorted[index - 1]!.end) ? null : sorted;
}
