import type { Decimal } from '@e-invoice/schematron/decimal';
import type { PatchEdit, Text } from '../../issues/index.ts';
import type { BooksCheck } from './check-books.ts';
import { inSlovak, money } from './describe-value.ts';

/**
 * Adds the change of the amount due to the title of a correction of several numbers, or of the VAT if only it changes;
 * also that the amount due stays where a rounding (BT-114) takes up the difference.
 */
export function describeEffect(title: Text, patch: readonly PatchEdit[], books: BooksCheck | null): Text {
  if (books === null || patch.length < 2) return title;
  const { due, vat, currency } = books;
  if (!due.isZero()) return before(title, due, currency, { sk: 'sumu na úhradu', en: 'the amount due' });
  if (!vat.isZero()) return before(title, vat, currency, { sk: 'celkovú DPH', en: 'the VAT total' });
  const isRounded = patch.some(({ xpath }) => xpath.endsWith('/cbc:PayableRoundingAmount'));
  if (!isRounded) return title;
  return { sk: `suma na úhradu ostáva: ${title.sk}`, en: `the amount due stays: ${title.en}` };
}

function before(title: Text, change: Decimal, currency: string, what: Text): Text {
  const isLower = change.units < 0;
  const amount = money(change.abs());
  const unit = currency === 'EUR' ? '€' : currency;
  return {
    sk: `${isLower ? 'zníži' : 'zvýši'} ${what.sk} o ${inSlovak(amount)} ${unit}: ${title.sk}`,
    en: `${isLower ? 'lowers' : 'raises'} ${what.en} by ${amount} ${unit}: ${title.en}`,
  };
}
