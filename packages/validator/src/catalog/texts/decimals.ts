import type { Fix } from '../../issues/index.ts';
import type { RuleText } from './entry.ts';

/** Amounts with at most two decimals. */
export const AMOUNTS = [
  ['BR-DEC-01', 'BT-92', 'suma zľavy na úrovni dokladu', 'amount of the document level allowance'],
  ['BR-DEC-02', 'BT-93', 'základ zľavy na úrovni dokladu', 'base amount of the document level allowance'],
  ['BR-DEC-05', 'BT-99', 'suma prirážky na úrovni dokladu', 'amount of the document level charge'],
  ['BR-DEC-06', 'BT-100', 'základ prirážky na úrovni dokladu', 'base amount of the document level charge'],
  ['BR-DEC-09', 'BT-106', 'súčet netto súm riadkov', 'sum of line net amounts'],
  ['BR-DEC-10', 'BT-107', 'súčet zliav na úrovni dokladu', 'sum of document level allowances'],
  ['BR-DEC-11', 'BT-108', 'súčet prirážok na úrovni dokladu', 'sum of document level charges'],
  ['BR-DEC-12', 'BT-109', 'celková suma bez DPH', 'total without VAT'],
  ['BR-DEC-13', 'BT-110', 'celková DPH', 'VAT total'],
  ['BR-DEC-14', 'BT-112', 'celková suma s DPH', 'total with VAT'],
  ['BR-DEC-15', 'BT-111', 'celková DPH v mene účtovania', 'VAT total in the accounting currency'],
  ['BR-DEC-16', 'BT-113', 'uhradená suma', 'paid amount'],
  ['BR-DEC-17', 'BT-114', 'suma zaokrúhlenia', 'rounding amount'],
  ['BR-DEC-18', 'BT-115', 'suma na úhradu', 'amount due for payment'],
  ['BR-DEC-19', 'BT-116', 'základ dane v rekapitulácii DPH', 'taxable amount of the VAT breakdown'],
  ['BR-DEC-20', 'BT-117', 'suma dane v rekapitulácii DPH', 'tax amount of the VAT breakdown'],
  ['BR-DEC-23', 'BT-131', 'netto suma riadka', 'line net amount'],
  ['BR-DEC-24', 'BT-136', 'suma zľavy na riadku', 'amount of the line allowance'],
  ['BR-DEC-25', 'BT-137', 'základ zľavy na riadku', 'base amount of the line allowance'],
  ['BR-DEC-27', 'BT-141', 'suma prirážky na riadku', 'amount of the line charge'],
  ['BR-DEC-28', 'BT-142', 'základ prirážky na riadku', 'base amount of the line charge'],
] as const;

export type DecimalRuleId = (typeof AMOUNTS)[number][0];

const ROUND = {
  sk: 'Zaokrúhlite sumu na dve desatinné miesta a skontrolujte, či s ňou sedia nadväzujúce súčty.',
  en: 'Round the amount to two decimals and check that the totals built on it still agree.',
};
const FIX: Fix = { ...ROUND, program: ROUND, xml: ROUND };

/** EN 16931: amounts with too many decimals (BR-DEC). */
export const decimalTexts: ReadonlyMap<DecimalRuleId, RuleText> = new Map(
  AMOUNTS.map(([ruleId, term, sk, en]) => [
    ruleId,
    {
      message: {
        sk: `Príliš veľa desatinných miest: ${sk} (${term}) ich môže mať najviac dve.`,
        en: `Too many decimals: the ${en} (${term}) may have two at most.`,
      },
      fix: FIX,
      business_terms: [term],
    },
  ]),
);
