import type { XmlAttribute, XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { suggestCodes } from '../../suggestions/index.ts';
import { attributeOf, elementsIn, isNamed, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPathOf } from '../paths.ts';
import { partOf } from './describe-path.ts';

/** Slovak names of the euro. */
const EURO = ['€', 'euro', 'eur', 'eura', 'eurá', 'eu'];
/** Names of the Slovak koruna, which the euro replaced on 1 January 2009. */
const KORUNA = ['skk', 'sk', 'ks'];

const CONVERTED: Text = {
  sk: 'Slovenská koruna platila do konca roka 2008. Ak sú sumy naozaj v korunách, treba ich prepočítať, nie iba premenovať menu.',
  en: 'The Slovak koruna ended with the year 2008. When the amounts really are in koruna, they have to be converted, not only renamed.',
};

const SAME: Text = { sk: 'Sumy sa tým nemenia.', en: 'The amounts stay as they are.' };

type Marked = XmlElement | XmlAttribute;

/** The code of a currency name. */
const codeOf = (word: string): string | null => suggestCodes('iso-4217', [], word).intended;

/** Whether a word is a name of a currency other than its code: `Kč` for CZK, `€` for EUR. */
export function meansCurrency(word: string, code: string): boolean {
  return codeOf(word) === code || (code === 'EUR' && EURO.includes(word.toLowerCase()));
}

/**
 * The only currency of all amounts, ignoring the VAT total in accounting currency; null when there are several, or
 * none is stated.
 */
export function onlyCurrency({ root }: Case): string | null {
  const stated = new Set<string>();
  const seek = (element: XmlElement): void => {
    const currency = attributeOf(element, 'currencyID');
    if (currency !== null) stated.add(currency);
    for (const child of elementsIn(element)) seek(child);
  };
  seek(root!);
  if (stated.size > 1) stated.delete(textAt(root!, 'cbc:TaxCurrencyCode') ?? '');
  const [only] = stated;
  return stated.size === 1 && only !== undefined && /^[A-Z]{3}$/.test(only) ? only : null;
}

const CURRENCY = 'cbc:DocumentCurrencyCode';

/**
 * Detects a missing invoice currency (BT-5), which also breaks the rules that compare amounts with it. If all amounts
 * have the same currency, it is inserted.
 */
export function detectMissingCurrency(found: Case): Mistake[] {
  const own = found.openOf('BR-05');
  const [first] = own;
  if (first === undefined) return [];
  const { location, fix } = found.issues[first]!;
  const content = onlyCurrency(found);
  const state = (): Correction | null =>
    content === null ? null : toCorrection([found.editor().insert(found.root!, { name: CURRENCY, content })]);
  const missing = found
    .openOf('UBL-STRUCTURE-ELEMENT-MISSING')
    .filter((index) => found.issues[index]!.expected === CURRENCY);
  return [
    {
      id: 'value-missing',
      issues: found.claim([...own, ...missing, ...found.openOf('PEPPOL-EN16931-R051', 'BR-CO-15', 'SK-R-055')]),
      location,
      confidence: 0.95,
      values: { name: partOf(CURRENCY), path: CURRENCY, program: fix.program },
      corrections: [state],
    },
  ];
}

/**
 * Describes an unknown currency code that is used consistently, for example another name of the euro (BT-5, BR-CL-03,
 * BR-CL-04).
 */
export function detectUnknownCurrency(found: Case, code: string, issues: readonly number[]): Mistake {
  const word = code.toLowerCase();
  const isEuro = EURO.includes(word) || KORUNA.includes(word);
  // Three lower-case letters are a code in the wrong case.
  const expected = isEuro ? 'EUR' : (codeOf(word) ?? (/^[a-z]{3}$/.test(code) ? code.toUpperCase() : ''));
  const rename = (): Correction | null => {
    if (expected === '') return null;
    const edits = markedIn(found.root!, code).map((node) =>
      'value' in node ? found.editor().replaceValue(node, expected) : found.editor().replaceText(node, expected),
    );
    const correction = toCorrection(edits);
    return correction === null || !KORUNA.includes(word) ? correction : { ...correction, note: CONVERTED };
  };
  const sums = expected !== '' && !KORUNA.includes(word) ? SAME : KORUNA.includes(word) ? CONVERTED : '';
  const marked = markedIn(found.root!, code);
  // Koruna amounts must be converted, so renaming the attribute is not advised as harmless.
  const isOnlyOfAmounts = !KORUNA.includes(word) && marked.length > 0 && marked.every((node) => 'value' in node);
  return {
    id: isOnlyOfAmounts ? 'currency-of-amount-unknown' : 'currency-unknown',
    issues,
    confidence: 0.95,
    values: { found: code, expected, sums, ...(isOnlyOfAmounts && { amounts: nameAmounts(marked) }) },
    corrections: [rename],
  };
}

/** Maximum number of amounts named in a sentence. */
const MAX_AMOUNT_NAMES = 3;

/** The names of the amounts with the attribute, e.g. `jednotková cena bez DPH (BT-146)`, without duplicates. */
function nameAmounts(marked: readonly Marked[]): Text {
  const names = new Map<string, Text>();
  for (const node of marked) {
    const name = partOf(termPathOf('value' in node ? node.parent : node));
    names.set(name.sk, name);
  }
  const list = [...names.values()].slice(0, MAX_AMOUNT_NAMES);
  const isCut = names.size > list.length;
  return {
    sk: `${list.map(({ sk }) => sk).join(', ')}${isCut ? ' a ďalšie' : ''}`,
    en: `${list.map(({ en }) => en).join(', ')}${isCut ? ' and others' : ''}`,
  };
}

/** Every node that contains the code. */
function markedIn(element: XmlElement, code: string, found: Marked[] = []): Marked[] {
  for (const attribute of element.attributes)
    if (attribute.local === 'currencyID' && attribute.value.trim() === code) found.push(attribute);
  const isCode = isNamed(element, 'cbc:DocumentCurrencyCode') || isNamed(element, 'cbc:TaxCurrencyCode');
  if (isCode && textOf(element) === code) found.push(element);
  for (const child of elementsIn(element)) markedIn(child, code, found);
  return found;
}
