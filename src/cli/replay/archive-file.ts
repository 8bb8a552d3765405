import { hash } from 'node:crypto';
import { quoteData } from '@e-invoice/schematron/javascript';
import type { ArchivedRules } from '../../modules/rules/loader/archived-rules.ts';

/**
 * The first lines of an archive. The digest is of all bytes behind it; what follows are the rules, in one line, and the
 * program that judges by them.
 */
const HEAD = /^#!\/usr\/bin\/env node\n\/\/ e-invoice rules archive 1, SHA-256 of what follows: ([0-9a-f]{64})\n/;

const RULES = 'globalThis.archivedRules = ';

/** An archive as one file that Node runs. */
export function writeArchiveFile(rules: ArchivedRules, program: string): Buffer {
  const rest = Buffer.from(`${RULES}${quoteData(rules)};\n${program}`);
  const head = `#!/usr/bin/env node\n// e-invoice rules archive 1, SHA-256 of what follows: ${hash('sha256', rest)}\n`;
  return Buffer.concat([Buffer.from(head), rest]);
}

/** Why the bytes are no whole archive, in English; null: they are as they were written. Nothing of it is run. */
export function findArchiveFault(file: Uint8Array): string | null {
  const head = HEAD.exec(Buffer.from(file.subarray(0, 200)).toString('latin1'));
  if (head === null) return 'it is no archive of rules';
  return hash('sha256', file.subarray(head[0].length)) === head[1] ? null : 'it was changed, or is not whole';
}
