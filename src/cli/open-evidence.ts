import { readFileSync } from 'node:fs';
import { toLine } from '../lib/sanitize-inline.ts';
import { readZip } from '../modules/rules/loader/index.ts';

/** The operator's input cannot be used; the message is one sentence. */
export class CannotUse extends Error {}

/** Files of an archive, including `evidence.json`. A bare report counts as an archive of one file. */
type EvidenceFiles = { readonly isArchive: boolean; readonly files: ReadonlyMap<string, Uint8Array> };

/**
 * Limits of an evidence archive: a report has at most 10,000 issues, and an invoice at most the size that the service
 * accepts.
 */
const LIMITS = { entries: 100, fileBytes: 300_000_000, bytes: 600_000_000 };

/**
 * Opens a report or an archive.
 *
 * @throws CannotUse
 */
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
