import type { Decimal } from '@e-invoice/schematron/decimal';
import type { Text } from '../../../issues/index.ts';
import type { Cell, Diagnosis, Trial } from '../../amounts/index.ts';
import { attributeOf, elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Correction } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** The corrected number of a product is a guess; another factor may be wrong instead. */
const GUESS: Text = {
  sk: 'Rovnako dobre môže byť chybné množstvo, cena alebo suma; porovnajte ich s objednávkou a dodacím listom.',
  en: 'Quantity, price or amount may be the wrong one as well; compare them with the order and the delivery note.',
};

/** Converts recomputed numbers to a correction. */
export const writeTrial = (found: Case, trial: Trial): Correction | null =>
  trial.size === 0 ? null : correct(found, { trial, operators: new Map(), cost: 0 });

/** Writes the right numbers and inserts missing elements at the position that the syntax requires. */
export function correct(found: Case, { trial, operators }: Diagnosis): Correction | null {
  const edits = [...trial].map(([cell, right]) => {
    const value = written(right, cell);
    if (cell.node !== null) return found.editor().replaceText(cell.node, value);
    return found
      .editor()
      .insert(cell.parent, { name: cell.name, attributes: attributesOf(found, cell), content: value });
  });
  const correction = toCorrection(edits);
  const ids = new Set(operators.values());
  const [id] = ids;
  const isOfProduct = trial.size === 1 && [...trial.keys()].every(({ term }) => PRODUCT.includes(term));
  return correction === null
    ? null
    : { ...correction, id: id === undefined || ids.size > 1 ? 'compute' : id, ...(isOfProduct && { note: GUESS }) };
}

/** Quantity, price, price base quantity and net amount of a line. */
const PRODUCT = ['BT-129', 'BT-131', 'BT-146', 'BT-149'];

export function attributesOf(found: Case, { term, name, parent }: Cell): Record<string, string> {
  // In CII only the VAT total states its currency.
  if (name.startsWith('ram:')) {
    return name === 'ram:TaxTotalAmount' ? { currencyID: textAt(found.root!, CII_CURRENCY) ?? '' } : {};
  }
  if (term !== 'BT-149') return { currencyID: textAt(found.root!, 'cbc:DocumentCurrencyCode') ?? '' };
  const line = enclosing(parent, 'line');
  const quantity = line === null ? null : elementAt(line, 'quantity');
  const unitCode = quantity === null ? null : attributeOf(quantity, 'unitCode');
  return unitCode === null ? {} : { unitCode };
}

const CII_CURRENCY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode';

/** Amounts with at least two decimals; rates and base quantities unchanged. */
export function written(value: Decimal, { term }: Pick<Cell, 'term'>): string {
  const text = value.stripped().toString();
  if (/^BT-(119|129|143|138|94|101|149)$/.test(term)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? `${text}.00` : decimals === 1 ? `${text}0` : text;
}
