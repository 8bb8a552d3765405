import type { Case } from './case.ts';
import { termPath, termPathOf } from './paths.ts';

/** The path of an issue as in the table of terms. */
export function termPathOfIssue(found: Case, index: number): string {
  const node = found.nodeOf(index);
  return node === null ? termPath(found.issues[index]!.location) : termPathOf(node);
}
