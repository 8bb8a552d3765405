import { cutText } from '@e-invoice/schematron/xml';
import type { Level, Text } from '../../../issues/index.ts';
import { own } from '../../../own.ts';
import type { SbdhFinding, SbdhRule } from './finding.ts';
import { messageTexts } from './texts.data.ts';

const FOUND_LIMIT = 200;

/**
 * Findings that the network does not reject: a party other than the seller may send an invoice, and an envelope of
 * another kind does not make the invoice invalid.
 */
const WARNINGS: ReadonlySet<SbdhRule> = new Set([
  'SBDH-ENVELOPE-UNKNOWN',
  'SBDH-SENDER-MISMATCH',
  'SBDH-RECEIVER-MISMATCH',
]);

export const levelOf = (rule: SbdhRule): Level => (WARNINGS.has(rule) ? 'warning' : 'fatal');

/** The message of a finding, with the found and the expected value. */
export function describeFinding({ ruleId, name, found, expected }: SbdhFinding): Text {
  const values: Readonly<Record<string, string>> = {
    name,
    found: cutText(found ?? '', FOUND_LIMIT),
    expected: expected ?? '',
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => own(values, key) ?? '');
  const { sk, en } = messageTexts[ruleId];
  return { sk: fill(sk), en: fill(en) };
}
