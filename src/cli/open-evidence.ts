import { readFileSync } from 'node:fs';
import { toLine } from '../lib/sanitize-inline.ts';
import { readZip } from '../modules/rules/loader/index.ts';

/** Something that an operator gave and that cannot be used: one sentence. */
export class CannotUse extends Error {}

/** Files of an archive, with `evidence.json` among them; a bare report is an archive of one file. */
type EvidenceFiles = { readonly isArchive: boolean; readonly files: ReadonlyMap<string, Uint8Array> };

/** What an archive of evidence may hold: a report has at most ten thousand issues, the invoice is what the service took. */
const LIMITS = { entries: 100, fileBytes: 300_000_000, bytes: 600_000_000 };

/** Opens a report or an archive. @throws CannotUse */
export async function openEvidence(path: string): Promise<EvidenceFiles> {
  const bytes = readGiven(path);
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') {
    return { isArchive: false, files: new Map([['evidence.json', bytes]]) };
  }
  try {
    return { isArchive: true, files: await readZip(bytes, LIMITS) };
  } catch (error) {
    throw new CannotUse(toLine(`${path}: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** @throws CannotUse */
export function readGiven(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CannotUse(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}
