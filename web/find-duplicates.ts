import { duplicateKey } from '../src/lib/duplicate-key.ts';
import type { ValidationOutcome } from './session.ts';

/** For each file whose invoice an earlier file of the batch has: the first of these files. */
export function findDuplicates(files: readonly ValidationOutcome[]): ReadonlyMap<ValidationOutcome, ValidationOutcome> {
  const firsts = new Map<string, ValidationOutcome>();
  const originals = new Map<ValidationOutcome, ValidationOutcome>();
  for (const file of files) {
    const key = duplicateKey(file.result);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, file);
    else originals.set(file, first);
  }
  return originals;
}
