import { hash } from 'node:crypto';
import { quoteData } from '@e-invoice/schematron/javascript';
import type { ArchivedRules } from '../../modules/rules/loader/archived-rules.ts';

/**
 * The first lines of an archive. The digest covers all bytes after them: the rules on one line, then the replay
 * program.
 */
const HEAD = /^#!\/usr\/bin\/env node\n\/\/ e-invoice rules archive 1, SHA-256 of what follows: ([0-9a-f]{64})\n/;

const RULES = 'globalThis.archivedRules = ';

/** Creates an archive as one file that Node can run. */
export function writeArchiveFile(rules: ArchivedRules, program: string): Buffer {
  const rest = Buffer.from(`${RULES}${quoteData(rules)};\n${program}`);
  const head = `#!/usr/bin/env node\n// e-invoice rules archive 1, SHA-256 of what follows: ${hash('sha256', rest)}\n`;
  return Buffer.concat([Buffer.from(head), rest]);
}

/**
 * Reason, in English, why the archive is incomplete or altered; null when it is intact. Does not execute the archive.
 */
export function findArchiveFault(file: Uint8Array): string | null {
  const head = HEAD.exec(Buffer.from(file.subarray(0, 200)).toString('latin1'));
  if (head === null) return 'it is not a rules archive';
  return hash('sha256', file.subarray(head[0].length)) === head[1] ? null : 'it was changed or is incomplete';
}
