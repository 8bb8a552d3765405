import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { compute, NO_TRIAL, toCents } from '../../amounts/index.ts';
import { childrenOf, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { rulesOf } from './vat-rules.ts';
import { attributesOf } from './write-trial.ts';

/**
 * Detects an advance that is stated as a negative line and subtracted from the amount due, while no sum counts the
 * line: it belongs only in the prepaid amount (BT-113), because it is not a supply.
 */
export function detectPrepaidLine(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-10').length === 0 || found.openOf('BR-CO-16').length === 0) return [];
  const { equations } = found.network();
  const sum = equations.find(({ term }) => term === 'BT-106');
  const due = equations.find(({ term }) => term === 'BT-115');
  const paid = due?.parts.find(({ cell }) => cell.term === 'BT-113')?.cell;
  const [lines, rest] = [sum, due].map((it) => (it === undefined ? null : compute(it, NO_TRIAL)));
  if (sum?.result.stated == null || due?.result.stated == null || lines == null || rest == null) return [];
  if (paid === undefined || (paid.stated !== null && !paid.stated.isZero())) return [];
  const off = toCents(lines.subtract(sum.result.stated));
  if (off.units >= 0 || toCents(due.result.stated.subtract(rest)).compare(off) !== 0) return [];
  const line = childrenOf(found.root, 'line').find(
    (it) => parseDecimal(textAt(it, 'cbc:LineExtensionAmount') ?? '')?.compare(off) === 0,
  );
  if (line === undefined) return [];
  const amount = money(off.abs());
  const state = (): Correction | null =>
    toCorrection([
      found.editor().remove(line),
      paid.node === null
        ? found
            .editor()
            .insert(paid.parent, { name: paid.name, attributes: attributesOf(found, paid), content: amount })
        : found.editor().replaceText(paid.node, amount),
    ]);
  const follows = new Set(['BR-CO-10', 'BR-CO-16', 'SK-R-048', 'SK-R-051', ...rulesOf('01', '08')]);
  const issues = found.open(({ rule_id }, index) => {
    if (follows.has(rule_id)) return true;
    const element = found.elementOf(index);
    return element !== null && enclosing(element, 'line') === line;
  });
  return [
    {
      id: 'prepaid-as-line',
      issues: found.claim(issues),
      location: locationOf(line),
      confidence: 0.9,
      values: { line: textAt(line, 'cbc:ID') ?? '', amount: { sk: inSlovak(amount), en: amount } },
      corrections: [state],
    },
  ];
}
