import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { putPrefix } from './vat-prefix.ts';
import { rulesOf } from './vat-rules.ts';

/** Words by which a seller states that it is not registered for VAT; without diacritics, in lower case. */
const NOT_A_PAYER =
  /\b(?:nie som|nie sme) (?:registrovan[a-z]{1,3} )?plat(?:itel|c)|(?:^|\b(?:dodavatel|predavajuci|firma) )nie je plat(?:itel|c)|\bneplat(?:itel|c)|\bnot (?:vat[ -]registered|registered for vat)/;

/** Sentences about the buyer or about another tax. */
const OF_OTHERS = /odberatel|kupujuc|buyer|customer|spotrebn|excise/;

/** The longest text that is examined. */
const LONGEST = 2_000;

/** Maximum number of lines, allowances and charges changed together. */
const MAX_PLACES = 500;

/** Rules of a seller without a VAT identifier, and of the categories that such a seller uses by mistake. */
const ECHOES = ['SK-R-040', 'SK-R-041', 'SK-R-042', ...rulesOf('02', '03', '04', '05', '06', '07', '10')];

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';

/** Categories that a seller outside VAT uses instead of O. */
const MISTAKEN = ['S', 'Z', 'E'];

const isOfVat = (scheme: XmlElement): boolean => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT';

const rowsOf = (root: XmlElement): XmlElement[] =>
  childrenOf(root, 'cac:TaxTotal').flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));

function sentenceIn(text: string): string | null {
  const isAbout = (sentence: string): boolean => {
    const plain = sentence.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ');
    return NOT_A_PAYER.test(plain) && !OF_OTHERS.test(plain);
  };
  const sentences = text.slice(0, LONGEST).split(/[.!?;\n]/);
  return sentences.map((sentence) => sentence.trim()).find(isAbout) ?? null;
}

/** The sentence by which the seller states that it is not registered for VAT (BT-20, BT-22, BT-33, BT-120). */
function statementOf(root: XmlElement): string | null {
  const texts = [
    ...childrenOf(root, 'cbc:Note').map(textOf),
    ...childrenOf(root, 'cac:PaymentTerms').map((terms) => textAt(terms, 'cbc:Note') ?? ''),
    textAt(root, `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`) ?? '',
    ...rowsOf(root).map((row) => textAt(row, 'cac:TaxCategory/cbc:TaxExemptionReason') ?? ''),
  ];
  for (const text of texts) {
    const sentence = sentenceIn(text);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** Whether no tax is charged under categories of a payer, and no exemption is stated. */
function isUntaxed(root: XmlElement): boolean {
  const rows = rowsOf(root);
  return (
    rows.length > 0 &&
    rows.every(
      (row) =>
        parseDecimal(textAt(row, 'cbc:TaxAmount') ?? '')?.isZero() === true &&
        textAt(row, 'cac:TaxCategory/cbc:TaxExemptionReasonCode') === null &&
        textAt(row, 'cac:TaxCategory/cbc:TaxExemptionReason') === null,
    )
  );
}

/**
 * Detects a Slovak seller that is not registered for VAT, but uses a VAT category other than O: its texts state this, or
 * it states neither a VAT identifier nor any tax.
 */
export function detectNonPayer(found: Case): Mistake[] {
  const { root } = found;
  const seller = root === null ? null : elementAt(root, SELLER);
  if (root === null || seller === null || !isSlovak(seller)) return [];
  if (!rowsOf(root).every((row) => MISTAKEN.includes(textAt(row, 'cac:TaxCategory/cbc:ID') ?? ''))) return [];
  const scheme = childrenOf(seller, 'cac:PartyTaxScheme').find(isOfVat) ?? null;
  // A complete VAT identifier of the seller contradicts its words.
  if (scheme !== null && /^[A-Z]{2}/i.test(textAt(scheme, 'cbc:CompanyID') ?? '')) return [];
  const ofNumber = found.openOf('BR-CO-09').filter((index) => found.elementOf(index) === scheme);
  const own = scheme === null ? found.openOf(...rulesOf('02', '03', '04'), 'SK-R-040') : ofNumber;
  if (own.length === 0) return [];
  const words = statementOf(root);
  if (words === null && (scheme !== null || !isUntaxed(root))) return [];
  return [
    {
      id: 'seller-not-registered',
      issues: found.claim([...own, ...found.openOf(...ECHOES)]),
      location: locationOf(scheme ?? seller),
      confidence: words === null ? 0.85 : 0.9,
      values: {
        words: words ?? '',
        category: words === null ? (textAt(rowsOf(root)[0]!, 'cac:TaxCategory/cbc:ID') ?? '') : '',
      },
      isOrdered: words !== null,
      corrections: [() => leaveVat(found), ...(scheme === null ? [] : [() => putPrefix(found, scheme)])],
    },
  ];
}

const isSlovak = (party: XmlElement): boolean =>
  textAt(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') === 'SK';

/**
 * States the invoice of a seller that is not registered for VAT: category O without rate and tax, and no VAT
 * identifiers (BR-O-02 to BR-O-14). The DIČ of the seller stays (BT-32). Null with several VAT totals or with a tax
 * representative, which only a payer has.
 */
export function leaveVat(found: Case): Correction | null {
  const root = found.root!;
  const [total, ...others] = childrenOf(root, 'cac:TaxTotal');
  const [row, ...rows] = rowsOf(root);
  const isOfPayer = others.length > 0 || childrenOf(root, 'cac:TaxRepresentativeParty').length > 0;
  const places = [
    ...childrenOf(root, 'line').map((line) => elementAt(line, 'cac:Item/cac:ClassifiedTaxCategory')),
    ...childrenOf(root, 'cac:AllowanceCharge').map((allowance) => elementAt(allowance, 'cac:TaxCategory')),
  ];
  if (isOfPayer || total === undefined || row === undefined || places.length > MAX_PLACES) return null;
  const sums = withoutTax(found, total, row);
  const category = elementAt(row, 'cac:TaxCategory');
  if (sums === null || category === null) return null;
  const correction = toCorrection(
    [
      ...[...places, category].flatMap((place) => toOutside(found, place)),
      ...reasonsOf(found, category),
      ...rows.map((it) => found.editor().remove(it)),
      ...sums,
      ...withoutNumbers(found),
    ].filter((edit) => edit !== undefined),
  );
  return correction === null ? null : { ...correction, note: ONLY_NON_PAYER };
}

const ONLY_NON_PAYER: Text = {
  sk: 'Použite ju iba vtedy, keď predávajúci naozaj nie je platiteľom DPH: faktúra potom DPH neobsahuje. Ak platiteľom je, doplňte jeho IČ DPH.',
  en: 'Take it only when the seller really is not registered for VAT: the invoice then has no VAT. If the seller is registered, add its VAT identifier.',
};

/** Category O, which has no rate; `[null]`: not possible. */
function toOutside(found: Case, category: XmlElement | null): (Edit | null)[] {
  const id = category === null ? null : elementAt(category, 'cbc:ID');
  if (category === null || id === null) return [null];
  return [
    found.editor().replaceText(id, 'O'),
    ...childrenOf(category, 'cbc:Percent').map((percent) => found.editor().remove(percent)),
  ];
}

/** The code of category O, and the reason in words unless the invoice has it. */
function reasonsOf(found: Case, category: XmlElement): (Edit | null | undefined)[] {
  const put = (name: string, content: string, isRight: (text: string) => boolean): Edit | null | undefined => {
    const stated = elementAt(category, name);
    if (stated === null) return found.editor().insert(category, { name, content });
    return isRight(textOf(stated)) ? undefined : found.editor().replaceText(stated, content);
  };
  return [
    put('cbc:TaxExemptionReasonCode', 'VATEX-EU-O', (code) => code === 'VATEX-EU-O'),
    put('cbc:TaxExemptionReason', 'Predávajúci nie je platiteľom DPH', (text) => sentenceIn(text) !== null),
  ];
}

/** All amounts without tax; null when one is missing. */
function withoutTax(found: Case, total: XmlElement, row: XmlElement): (Edit | null | undefined)[] | null {
  const totals = elementAt(found.root!, 'cac:LegalMonetaryTotal');
  const { exclusive, paid, rounding } = found.books();
  if (totals === null || exclusive === null) return null;
  const due = exclusive.subtract(paid ?? ZERO).add(rounding ?? ZERO);
  const cells = [
    [row, 'cbc:TaxableAmount', exclusive],
    [row, 'cbc:TaxAmount', ZERO],
    [total, 'cbc:TaxAmount', ZERO],
    [totals, 'cbc:TaxInclusiveAmount', exclusive],
    [totals, 'cbc:PayableAmount', due],
  ] as const;
  return cells.map(([parent, name, value]) => {
    const element = elementAt(parent, name);
    if (element === null) return null;
    const isRight = parseDecimal(textOf(element))?.compare(value) === 0;
    return isRight ? undefined : found.editor().replaceText(element, money(value));
  });
}

/** Without the VAT identifiers of both parties; a DIČ of the seller moves to its own place (BT-32). */
function withoutNumbers(found: Case): (Edit | null)[] {
  const [seller = [], buyer = []] = [SELLER, BUYER].map((path) => {
    const party = elementAt(found.root!, path);
    return party === null ? [] : childrenOf(party, 'cac:PartyTaxScheme');
  });
  const hasOther = seller.some((scheme) => !isOfVat(scheme));
  return [
    ...seller.filter(isOfVat).map((scheme) => {
      const id = elementAt(scheme, 'cac:TaxScheme/cbc:ID')!;
      return hasOther ? found.editor().remove(scheme) : found.editor().replaceText(id, 'TAX');
    }),
    ...buyer.filter(isOfVat).map((scheme) => found.editor().remove(scheme)),
  ];
}
