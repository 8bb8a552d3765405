import type { Both, Example, Explanation } from '../explanation.ts';
import { vatCategories } from '../vat-categories.data.ts';
import type { VatRuleId } from '../vat-categories.ts';
import { VAT_CAUSES, vatCategoryWords } from './vat-categories.data.ts';
import {
  breakdownExample,
  identifierExample,
  rateExample,
  reasonExample,
  STANDARD,
  taxableExample,
  taxExample,
  type VatPlace,
  type VatSample,
} from './vat-examples.ts';

type Category = (typeof vatCategories)[number];

const PLACES: readonly { readonly place: VatPlace; readonly sk: string; readonly en: string }[] = [
  { place: 'line', sk: 'riadok', en: 'line' },
  { place: 'allowance', sk: 'zľava na úrovni dokladu', en: 'document level allowance' },
  { place: 'charge', sk: 'prirážka na úrovni dokladu', en: 'document level charge' },
];

function sampleOf({ code, rate, example }: Category): VatSample {
  if (code === 'S') return STANDARD;
  const reason = example?.code ?? null;
  if (rate === 'any') return { code, rate: '7', wrongRate: '-7', tax: '7.00', wrongTax: '0.00', reason };
  if (rate === 'absent') return { code, rate: null, wrongRate: '0', tax: '0.00', wrongTax: '23.00', reason };
  return { code, rate: '0', wrongRate: '23', tax: '0.00', wrongTax: '23.00', reason };
}

function explainFamily(category: Category): [VatRuleId, Explanation][] {
  const { family, code, reason } = category;
  const sample = sampleOf(category);
  const id = (number: number) => `BR-${family}-${String(number).padStart(2, '0')}` as VatRuleId;
  const explain = (title: Both, why: Both, cause: Both, example: Example): Explanation => ({
    title,
    why: withMeaning(category, why),
    cause,
    example,
  });
  const without = reason === 'required';
  return [
    [id(1), explain([`Kategória ${code} a rekapitulácia DPH sa nezhodujú`, `Category ${code} and the VAT breakdown disagree`], WHY.breakdown, vatCategoryWords[family].mistake, breakdownExample(sample))],
    ...PLACES.map(({ sk, en }, index): [VatRuleId, Explanation] => [
      id(2 + index),
      explain(identifierTitle(category, sk, en), WHY[category.identifiers], VAT_CAUSES[category.identifiers], identifierExample(partyOf(category), category.identifiers !== 'none')),
    ]),
    ...PLACES.map(({ place, sk, en }, index): [VatRuleId, Explanation] => [
      id(5 + index),
      explain([`Nesprávna sadzba pri kategórii ${code}: ${sk}`, `Wrong rate for category ${code}: ${en}`], RATES[category.rate], VAT_CAUSES[category.rate], rateExample(place, sample)),
    ]),
    [id(8), explain([`Nesedí základ dane kategórie ${code}`, `Taxable amount of category ${code} is wrong`], WHY[code === 'O' ? 'untaxable' : 'taxable'], VAT_CAUSES.taxable, taxableExample(sample))],
    [id(9), explain([`Nesedí suma dane kategórie ${code}`, `Tax amount of category ${code} is wrong`], WHY[isTaxed(category) ? 'tax' : 'noTax'], VAT_CAUSES[isTaxed(category) ? 'tax' : 'noTax'], taxExample(sample))],
    [id(10), explain(
      without ? [`Chýba dôvod oslobodenia pri kategórii ${code}`, `Exemption reason missing for category ${code}`] : [`Nepatričný dôvod oslobodenia pri kategórii ${code}`, `Exemption reason not allowed with category ${code}`],
      WHY[without ? 'reason' : 'noReason'],
      VAT_CAUSES[without ? 'reason' : 'noReason'],
      reasonExample(sample),
    )],
  ];
}

const isTaxed = ({ rate }: Category): boolean => rate === 'positive' || rate === 'any';

/** The party whose identifier the example omits: the buyer if the category requires the buyer's identifier. */
const partyOf = ({ identifiers }: Category): 'seller' | 'buyer' =>
  identifiers === 'seller-vat-and-buyer-vat' ? 'buyer' : 'seller';

const identifierTitle = ({ code, identifiers }: Category, sk: string, en: string): Both =>
  identifiers === 'none'
    ? [`Nepatričné IČ DPH pri kategórii ${code}: ${sk}`, `VAT identifier not allowed with category ${code}: ${en}`]
    : [`Chýba daňový identifikátor pri kategórii ${code}: ${sk}`, `Tax identifier missing for category ${code}: ${en}`];

const withMeaning = ({ code, family }: Category, [sk, en]: Both): Both => {
  const { meaning } = vatCategoryWords[family];
  return [`Kategória ${code} ${meaning[0]}. ${sk}`, `Category ${code} ${meaning[1]}. ${en}`];
};

const RATES: Readonly<Record<Category['rate'], Both>> = {
  positive: ['Preto má sadzbu vyššiu ako 0; nulová sadzba patrí k inej kategórii.', 'So its rate is above 0; a rate of zero belongs to another category.'],
  zero: ['Sadzba je pri nej preto vždy 0.', 'So its rate is always 0.'],
  any: ['Sadzba preto nesmie byť záporná.', 'So its rate must not be negative.'],
  absent: ['Sadzba sa pri nej neuvádza vôbec, ani nulová: kde sa daň neuplatňuje, nie je ani sadzba.', 'No rate is stated with it, not even zero: where there is no tax, there is no rate.'],
};

const WHY: Readonly<Record<Category['identifiers'] | 'breakdown' | 'taxable' | 'untaxable' | 'tax' | 'noTax' | 'reason' | 'noReason', Both>> = {
  breakdown: [
    'Každá kategória použitá na riadku, v zľave alebo v prirážke musí mať miesto v rekapitulácii DPH a naopak, inak sa daň z dokladu nedá zistiť.',
    'Every category used by a line, an allowance or a charge must be in the VAT breakdown and the other way round, otherwise the tax cannot be worked out.',
  ],
  seller: ['Faktúra pri nej uvádza daňový identifikátor predávajúceho, aby si kupujúci aj správca dane vedeli overiť jeho registráciu.', 'With it the invoice states a tax identifier of the seller, so that the buyer and the tax office can check the registration.'],
  'seller-and-buyer': ['Na doklade preto musia byť identifikátory oboch strán: toho, kto plnenie dodal, aj toho, kto daň odvedie.', 'So both sides must be identified on the document: who supplied and who accounts for the tax.'],
  'seller-vat-and-buyer-vat': ['Oslobodenie je viazané na to, že obe strany majú IČ DPH, každá v inom členskom štáte; bez nich sa dodanie nedá uviesť v súhrnnom výkaze.', 'The exemption depends on both sides having VAT identifiers of different member states; without them the supply cannot be reported.'],
  'seller-vat': ['Oslobodenie môže uplatniť iba platiteľ dane, preto faktúra uvádza IČ DPH predávajúceho alebo jeho daňového zástupcu.', 'Only a registered seller can apply the exemption, so the invoice states the VAT identifier of the seller or its tax representative.'],
  none: ['IČ DPH by naznačovalo, že sa plnenie zdaňuje, preto pri nej byť nesmie.', 'A VAT identifier would suggest that the supply is taxed, so there must be none.'],
  taxable: ['Základ dane v rekapitulácii je súčet riadkov tejto kategórie plus prirážky mínus zľavy; ide do daňového priznania, preto musí sedieť s riadkami.', 'The taxable amount in the breakdown is the lines of the category plus charges minus allowances; it goes into the VAT return, so it must agree with the lines.'],
  untaxable: ['Základ v rekapitulácii je súčet riadkov tejto kategórie plus prirážky mínus zľavy; kupujúci z neho vidí, čo sa nezdaňuje, preto musí sedieť s riadkami.', 'The base in the breakdown is the lines of the category plus charges minus allowances; it shows the buyer the untaxed amount, so it must agree with the lines.'],
  tax: ['Daň v rekapitulácii je základ dane krát sadzba; ide do daňového priznania a kupujúci si ju odpočíta.', 'The tax in the breakdown is the taxable amount times the rate; it goes into the VAT return, and the buyer deducts it.'],
  noTax: ['Predávajúci pri nej daň neúčtuje, preto je suma dane 0; uvedenú daň by musel odviesť.', 'The seller charges no tax with it, so the amount is 0; a tax that is stated would have to be paid.'],
  reason: ['Kupujúci aj správca dane musia z faktúry vidieť, prečo sa daň neúčtuje: slovami, kódom VATEX alebo oboma.', 'The buyer and the tax office must see why no tax is charged: in words, by a VATEX code or both.'],
  noReason: ['Plnenie sa zdaňuje, preto dôvod oslobodenia neobsahuje; uvedený by si s daňou odporoval.', 'The supply is taxed, so there is no exemption reason; one would contradict the tax.'],
};

/** EN 16931: the ten rules of every VAT category. */
export const vatExplanations = Object.fromEntries(vatCategories.flatMap(explainFamily)) as Readonly<
  Record<Exclude<VatRuleId, `BR-IC-${11 | 12}` | `BR-O-${11 | 12 | 13 | 14}` | `BR-B-0${1 | 2}`>, Explanation>
>;
