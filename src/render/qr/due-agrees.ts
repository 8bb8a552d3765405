import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { Invoice } from '@e-invoice/validator/invoice';

/**
 * Whether the amount due is the total with VAT less what was paid, plus the rounding (BR-CO-16). A sum that is not stated
 * contradicts nothing; nobody is given a code that pays a wrong amount.
 */
export function isDueRight({ totals }: Pick<Invoice, 'totals'>): boolean {
  const [withVat, due] = [parseDecimal(totals?.withVat ?? ''), parseDecimal(totals?.due ?? '')];
  if (withVat === null || due === null) return true;
  const paid = parseDecimal(totals?.prepaid ?? '') ?? ZERO;
  const rounding = parseDecimal(totals?.rounding ?? '') ?? ZERO;
  return withVat.subtract(paid).add(rounding).compare(due) === 0;
}
