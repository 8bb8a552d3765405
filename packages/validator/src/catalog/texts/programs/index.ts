import type { Fix, Text } from '../../../issues/index.ts';
import { amountPrograms } from './amounts.data.ts';
import { ciiPrograms } from './cii-syntax.ts';
import { codePrograms } from './codes.data.ts';
import { filePrograms } from './file.data.ts';
import { invoicePrograms } from './invoice.data.ts';
import { northernPrograms } from './national-north.data.ts';
import { westernPrograms } from './national-west.data.ts';
import { peppolPrograms } from './peppol.data.ts';
import type { ProgramRow } from './row.ts';
import { slovakPrograms } from './sk.data.ts';
import { vatCategoryPrograms } from './vat-categories.ts';

const rows = new Map<string, ProgramRow>(
  Object.entries({
    ...{ ...filePrograms, ...ciiPrograms, ...invoicePrograms, ...amountPrograms, ...codePrograms, ...vatCategoryPrograms },
    ...{ ...peppolPrograms, ...northernPrograms, ...westernPrograms, ...slovakPrograms },
  }),
);

/**
 * The fix of a rule for both audiences. If the rule has no separate text for users of accounting software, its text
 * names no XML element and serves both.
 */
export function toFix(ruleId: string, fix: Text): Fix {
  const row = rows.get(ruleId);
  return { ...fix, program: row === undefined ? fix : { sk: row[0], en: row[1] }, xml: fix };
}

/** Rules with a separate text for users of accounting software. */
export const RULES_WITH_PROGRAM: ReadonlySet<string> = new Set(rows.keys());
