import type { XmlAttribute, XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { elementsIn, isNamed, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** What Slovak invoices call the euro. */
const EURO = ['€', 'euro', 'eur', 'eura', 'eurá', 'eu'];
/** The Slovak koruna, which the euro replaced on 1 January 2009. */
const KORUNA = ['skk', 'sk', 'ks'];

const CONVERTED: Text = {
  sk: 'Slovenská koruna platila do konca roka 2008. Ak sú sumy naozaj v korunách, treba ich prepočítať, nie iba premenovať menu.',
  en: 'The Slovak koruna ended with the year 2008. When the amounts really are in koruna, they have to be converted, not only renamed.',
};

const SAME: Text = { sk: 'Sumy sa tým nemenia.', en: 'The amounts stay as they are.' };

type Marked = XmlElement | XmlAttribute;

/** A currency that does not exist, the same everywhere: the invoice calls the euro by another name (BT-5, BR-CL-03, BR-CL-04). */
export function detectUnknownCurrency(found: Case, code: string, issues: readonly number[]): Mistake {
  const word = code.toLowerCase();
  const isEuro = EURO.includes(word) || KORUNA.includes(word);
  // Three small letters are a code in the wrong case.
  const expected = isEuro ? 'EUR' : /^[a-z]{3}$/.test(code) ? code.toUpperCase() : '';
  const rename = (): Correction | null => {
    if (expected === '') return null;
    const edits = markedIn(found.root!, code).map((node) =>
      'value' in node ? found.editor().replaceValue(node, expected) : found.editor().replaceText(node, expected),
    );
    const correction = toCorrection(edits);
    return correction === null || !KORUNA.includes(word) ? correction : { ...correction, note: CONVERTED };
  };
  return {
    id: 'currency-unknown',
    issues,
    confidence: 0.95,
    values: {
      found: code,
      expected,
      sums: expected !== '' && !KORUNA.includes(word) ? SAME : KORUNA.includes(word) ? CONVERTED : '',
    },
    corrections: [rename],
  };
}

/** Every place that states the code. */
function markedIn(element: XmlElement, code: string, found: Marked[] = []): Marked[] {
  for (const attribute of element.attributes)
    if (attribute.local === 'currencyID' && attribute.value.trim() === code) found.push(attribute);
  const isCode = isNamed(element, 'cbc:DocumentCurrencyCode') || isNamed(element, 'cbc:TaxCurrencyCode');
  if (isCode && textOf(element) === code) found.push(element);
  for (const child of elementsIn(element)) markedIn(child, code, found);
  return found;
}
