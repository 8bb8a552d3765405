import type { Text } from '../../issues/index.ts';
import type { RuleText } from './entry.ts';
import { toFix } from './programs/index.ts';
import { type VatCategory, vatCategories } from './vat-categories.data.ts';

type TwoDigits = `0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` | '10';

/** The ten rules of every category, and additional rules of some. */
export type VatRuleId =
  | `BR-${(typeof vatCategories)[number]['family']}-${TwoDigits}`
  | `BR-IC-${11 | 12}`
  | `BR-O-${11 | 12 | 13 | 14}`
  | `BR-B-0${1 | 2}`;

type Statement = { readonly message: Text; readonly fix: Text; readonly terms: string };
type Place = { readonly sk: string; readonly skOf: string; readonly en: string; readonly category: string; readonly rate: string; readonly path: string };

const LINE: Place = { sk: 'Riadok faktúry', skOf: 'riadka', en: 'An invoice line', category: 'BT-151', rate: 'BT-152', path: 'cac:Item/cac:ClassifiedTaxCategory' };
const ALLOWANCE: Place = { sk: 'Zľava na úrovni dokladu', skOf: 'zľavy', en: 'A document level allowance', category: 'BT-95', rate: 'BT-96', path: 'cac:AllowanceCharge/cac:TaxCategory' };
const CHARGE: Place = { sk: 'Prirážka na úrovni dokladu', skOf: 'prirážky', en: 'A document level charge', category: 'BT-102', rate: 'BT-103', path: 'cac:AllowanceCharge/cac:TaxCategory' };
const PLACES = [LINE, ALLOWANCE, CHARGE] as const;

function familyOf(category: (typeof vatCategories)[number]): [VatRuleId, Statement][] {
  const id = (number: number) => `BR-${category.family}-${String(number).padStart(2, '0')}` as VatRuleId;
  return [
    [id(1), breakdown(category)],
    ...PLACES.map((place, index): [VatRuleId, Statement] => [id(2 + index), identifiers(category, place)]),
    ...PLACES.map((place, index): [VatRuleId, Statement] => [id(5 + index), rate(category, place)]),
    [id(8), taxableAmount(category)],
    [id(9), taxAmount(category)],
    [id(10), exemptionReason(category)],
  ];
}

function breakdown({ code, sk, en, rate }: VatCategory): Statement {
  const several = rate === 'positive' || rate === 'any';
  return {
    terms: 'BG-23 BT-118 BT-151 BT-95 BT-102',
    message: {
      sk: several
        ? `Kategória DPH ${sk} je použitá na faktúre, ale v rekapitulácii DPH (BG-23) chýba, alebo je naopak iba v rekapitulácii.`
        : `Kategória DPH ${sk} musí byť v rekapitulácii DPH (BG-23) práve raz, ak je na faktúre použitá, a nesmie tam byť, ak použitá nie je.`,
      en: several
        ? `VAT category ${en} is used on the invoice but not in the VAT breakdown (BG-23), or in the breakdown alone.`
        : `VAT category ${en} must be in the VAT breakdown (BG-23) exactly once when the invoice uses it, and not at all when it does not.`,
    },
    fix: {
      sk: `Zosúlaďte kategórie DPH riadkov, zliav a prirážok s prvkami cac:TaxTotal/cac:TaxSubtotal kategórie ${code}.`,
      en: `Make the categories of lines, allowances and charges agree with cac:TaxTotal/cac:TaxSubtotal for category ${code}.`,
    },
  };
}

const IDENTIFIERS: Readonly<Record<VatCategory['identifiers'], { terms: string; message: Text; fix: Text }>> = {
  seller: {
    terms: 'BT-31 BT-32 BT-63',
    message: { sk: 'chýba však IČ DPH alebo daňové číslo predávajúceho, prípadne IČ DPH jeho daňového zástupcu', en: 'but the seller has no VAT identifier or tax number, nor a tax representative with one' },
    fix: { sk: 'Doplňte IČ DPH predávajúceho (BT-31) alebo jeho daňové číslo (BT-32) do cac:PartyTaxScheme/cbc:CompanyID, prípadne IČ DPH daňového zástupcu (BT-63).', en: 'Add the seller\'s VAT identifier (BT-31) or tax number (BT-32) in cac:PartyTaxScheme/cbc:CompanyID, or the tax representative\'s VAT identifier (BT-63).' },
  },
  'seller-and-buyer': {
    terms: 'BT-31 BT-32 BT-63 BT-48 BT-47',
    message: { sk: 'chýba však identifikátor predávajúceho (IČ DPH alebo daňové číslo) alebo identifikátor kupujúceho (IČ DPH alebo IČO)', en: 'but the seller\'s identifier (VAT or tax number) or the buyer\'s (VAT or registration number) is missing' },
    fix: { sk: 'Doplňte IČ DPH predávajúceho (BT-31) a IČ DPH kupujúceho (BT-48); norma pripúšťa namiesto IČ DPH kupujúceho jeho IČO (BT-47), tuzemské prenesenie daňovej povinnosti však IČ DPH vyžaduje (§ 69 ods. 12 zákona o DPH).', en: 'Add the seller\'s VAT identifier (BT-31) and the buyer\'s (BT-48); EN 16931 accepts the buyer\'s registration number (BT-47) instead, but a domestic reverse charge in Slovakia requires the VAT identifier (§ 69 (12) of the VAT act).' },
  },
  'seller-vat-and-buyer-vat': {
    terms: 'BT-31 BT-63 BT-48',
    message: { sk: 'chýba však IČ DPH kupujúceho alebo IČ DPH predávajúceho, prípadne jeho daňového zástupcu', en: 'but the VAT identifier of the seller (or its tax representative) or of the buyer is missing' },
    fix: { sk: 'Doplňte IČ DPH predávajúceho (BT-31) alebo jeho daňového zástupcu (BT-63) a IČ DPH kupujúceho (BT-48).', en: 'Add the VAT identifier of the seller (BT-31) or its tax representative (BT-63), and of the buyer (BT-48).' },
  },
  'seller-vat': {
    terms: 'BT-31 BT-63',
    message: { sk: 'chýba však IČ DPH predávajúceho alebo jeho daňového zástupcu', en: 'but the VAT identifier of the seller or its tax representative is missing' },
    fix: { sk: 'Doplňte IČ DPH predávajúceho (BT-31) alebo jeho daňového zástupcu (BT-63).', en: 'Add the VAT identifier of the seller (BT-31) or its tax representative (BT-63).' },
  },
  none: {
    terms: 'BT-31 BT-63 BT-48',
    message: { sk: 'faktúra však uvádza IČ DPH predávajúceho, jeho daňového zástupcu alebo kupujúceho', en: 'but the invoice carries a VAT identifier of the seller, its tax representative or the buyer' },
    fix: { sk: 'Ak plnenie naozaj nie je predmetom dane, IČ DPH neuvádzajte; ak je zdaniteľné alebo oslobodené od dane, zmeňte kategóriu DPH.', en: 'If the supply really is not subject to VAT, leave the VAT identifiers out; if it is taxable or exempt, change the VAT category.' },
  },
};

function identifiers({ sk, en, identifiers: needed }: VatCategory, place: Place): Statement {
  const { terms, message, fix } = IDENTIFIERS[needed];
  return {
    terms: `${place.category} ${terms}`,
    message: { sk: `${place.sk} má kategóriu DPH ${sk}, ${message.sk}.`, en: `${place.en} has VAT category ${en}, ${message.en}.` },
    fix,
  };
}

function rate({ code, sk, en, rate: allowed }: VatCategory, place: Place): Statement {
  const must: Record<VatCategory['rate'], { sk: string; en: string; fixSk: string; fixEn: string }> = {
    positive: { sk: 'musí byť vyššia ako 0', en: 'must be greater than 0', fixSk: 'Uveďte sadzbu (od roku 2025 na Slovensku 23, 19 alebo 5) do', fixEn: 'State the rate (in Slovakia 23, 19 or 5 since 2025) in' },
    zero: { sk: 'musí byť 0', en: 'must be 0', fixSk: 'Uveďte sadzbu 0 do', fixEn: 'State the rate 0 in' },
    any: { sk: 'musí byť 0 alebo vyššia', en: 'must be 0 or greater', fixSk: 'Uveďte nezápornú sadzbu do', fixEn: 'State a rate that is not negative in' },
    absent: { sk: 'nesmie byť uvedená', en: 'must not be stated', fixSk: 'Odstráňte', fixEn: 'Remove' },
  };
  const { sk: mustSk, en: mustEn, fixSk, fixEn } = must[allowed];
  return {
    terms: `${place.rate} ${place.category}`,
    message: {
      sk: `Sadzba DPH ${place.skOf} (${place.rate}) pri kategórii ${sk} ${mustSk}.`,
      en: `${place.en} has VAT category ${en}, so its rate (${place.rate}) ${mustEn}.`,
    },
    fix: {
      sk: `${fixSk} ${place.path}/cbc:Percent, alebo opravte kategóriu ${code}.`,
      en: `${fixEn} ${place.path}/cbc:Percent, or correct the category ${code}.`,
    },
  };
}

function taxableAmount({ code, sk, en, rate }: VatCategory): Statement {
  const perRate = rate === 'positive' || rate === 'any';
  return {
    terms: 'BG-23 BT-116 BT-118 BT-131 BT-92 BT-99',
    message: {
      sk: `Základ dane v rekapitulácii (BT-116) pre kategóriu ${sk} sa nerovná súčtu riadkov tejto kategórie${perRate ? ' a sadzby' : ''} po odpočítaní zliav a pripočítaní prirážok na úrovni dokladu.`,
      en: `The taxable amount (BT-116) of VAT category ${en} is not the sum of its lines minus document level allowances plus document level charges${perRate ? ' at that rate' : ''}.`,
    },
    fix: {
      sk: `Prepočítajte cac:TaxSubtotal/cbc:TaxableAmount kategórie ${code} z riadkov, zliav a prirážok s rovnakou kategóriou${perRate ? ' a sadzbou' : ''}.`,
      en: `Compute cac:TaxSubtotal/cbc:TaxableAmount of category ${code} from the lines, allowances and charges of the same category${perRate ? ' and rate' : ''}.`,
    },
  };
}

function taxAmount({ code, sk, en, rate }: VatCategory): Statement {
  const computed = rate === 'positive' || rate === 'any';
  return {
    terms: computed ? 'BG-23 BT-116 BT-117 BT-118 BT-119' : 'BG-23 BT-117 BT-118',
    message: computed
      ? {
          sk: `Suma dane v rekapitulácii (BT-117) pre kategóriu ${sk} nezodpovedá súčinu základu dane a sadzby (BT-116 × BT-119).`,
          en: `The tax amount (BT-117) of VAT category ${en} does not fit taxable amount times rate (BT-116 × BT-119).`,
        }
      : {
          sk: `Suma dane v rekapitulácii (BT-117) pre kategóriu ${sk} musí byť 0.`,
          en: `The tax amount (BT-117) of VAT category ${en} must be 0.`,
        },
    fix: computed
      ? {
          sk: `Prepočítajte cac:TaxSubtotal/cbc:TaxAmount kategórie ${code}: základ dane × sadzba / 100.`,
          en: `Compute cac:TaxSubtotal/cbc:TaxAmount of category ${code}: taxable amount × rate / 100.`,
        }
      : {
          sk: `Uveďte 0 v cac:TaxSubtotal/cbc:TaxAmount kategórie ${code}, alebo opravte kategóriu.`,
          en: `State 0 in cac:TaxSubtotal/cbc:TaxAmount of category ${code}, or correct the category.`,
        },
  };
}

function exemptionReason({ code, sk, en, reason, example }: VatCategory): Statement {
  if (reason === 'forbidden' || example === null) {
    return {
      terms: 'BG-23 BT-120 BT-121 BT-118',
      message: {
        sk: `Rekapitulácia DPH kategórie ${sk} nesmie uvádzať dôvod oslobodenia (BT-120, BT-121).`,
        en: `The VAT breakdown of category ${en} must not state an exemption reason (BT-120, BT-121).`,
      },
      fix: {
        sk: `Odstráňte cbc:TaxExemptionReason a cbc:TaxExemptionReasonCode pri kategórii ${code}.`,
        en: `Remove cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode at category ${code}.`,
      },
    };
  }
  return {
    terms: 'BG-23 BT-120 BT-121 BT-118',
    message: {
      sk: `Rekapitulácia DPH kategórie ${sk} nemá dôvod, prečo sa daň neuplatňuje (BT-120 alebo BT-121).`,
      en: `The VAT breakdown of category ${en} states no reason why no VAT is charged (BT-120 or BT-121).`,
    },
    fix: {
      sk: `Doplňte cbc:TaxExemptionReason s textom „${example.sk}“ alebo cbc:TaxExemptionReasonCode, napríklad ${example.code}.`,
      en: `Add cbc:TaxExemptionReason, for example "${example.en}", or cbc:TaxExemptionReasonCode, for example ${example.code}.`,
    },
  };
}

function intraCommunity(): [VatRuleId, Statement][] {
  return [
    ['BR-IC-11', { terms: 'BG-23 BT-118 BT-72 BG-14', message: { sk: 'Pri dodaní do iného členského štátu (kategória K) chýba dátum dodania (BT-72) alebo fakturačné obdobie (BG-14).', en: 'An intra-Community supply (category K) needs a delivery date (BT-72) or an invoicing period (BG-14).' }, fix: { sk: 'Doplňte cac:Delivery/cbc:ActualDeliveryDate alebo cac:InvoicePeriod.', en: 'Add cac:Delivery/cbc:ActualDeliveryDate or cac:InvoicePeriod.' } }],
    ['BR-IC-12', { terms: 'BG-23 BT-118 BT-80', message: { sk: 'Pri dodaní do iného členského štátu (kategória K) chýba krajina dodania (BT-80).', en: 'An intra-Community supply (category K) needs the deliver-to country (BT-80).' }, fix: { sk: 'Doplňte kód krajiny do cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode.', en: 'Add the country code in cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode.' } }],
  ];
}

function outsideScope(): [VatRuleId, Statement][] {
  const fix: Text = {
    sk: 'Ak nič nie je predmetom dane, použite všade kategóriu O; inak fakturujte plnenie, ktoré nie je predmetom dane, na osobitnom doklade.',
    en: 'When nothing is subject to VAT, use category O everywhere; otherwise invoice the supply not subject to VAT on a document of its own.',
  };
  const mixed = (terms: string, sk: string, en: string): Statement => ({
    terms,
    message: { sk: `Rekapitulácia obsahuje kategóriu O (nie je predmetom dane), ale ${sk}.`, en: `The breakdown contains category O (not subject to VAT), but ${en}.` },
    fix,
  });
  return [
    ['BR-O-11', mixed('BG-23 BT-118', 'aj inú kategóriu DPH', 'another VAT category as well')],
    ['BR-O-12', mixed('BG-25 BT-151 BT-118', 'niektorý riadok má inú kategóriu DPH', 'a line has another VAT category')],
    ['BR-O-13', mixed('BG-20 BT-95 BT-118', 'niektorá zľava má inú kategóriu DPH', 'an allowance has another VAT category')],
    ['BR-O-14', mixed('BG-21 BT-102 BT-118', 'niektorá prirážka má inú kategóriu DPH', 'a charge has another VAT category')],
  ];
}

function splitPayment(): [VatRuleId, Statement][] {
  return [
    ['BR-B-01', { terms: 'BT-151 BT-95 BT-102', message: { sk: 'Kategória B (rozdelená platba DPH) je prípustná iba na domácej talianskej faktúre.', en: 'Category B (split payment) is allowed on a domestic Italian invoice only.' }, fix: { sk: 'Použite inú kategóriu DPH; inak by museli byť predávajúci aj kupujúci z Talianska.', en: 'Use another VAT category; otherwise both seller and buyer would have to be in Italy.' } }],
    ['BR-B-02', { terms: 'BG-25 BG-20 BG-21 BT-151 BT-95 BT-118 BT-102', message: { sk: 'Kategória B (rozdelená platba DPH) sa nesmie použiť spolu s kategóriou S.', en: 'Category B (split payment) must not be used together with category S.' }, fix: { sk: 'Použite na celej faktúre iba jednu z kategórií B a S.', en: 'Use only one of the categories B and S in the whole invoice.' } }],
  ];
}

/**
 * EN 16931: the rules that repeat for each VAT category (BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF, BR-AG,
 * BR-B).
 */
export const vatCategoryTexts: ReadonlyMap<VatRuleId, RuleText> = new Map(
  [...vatCategories.flatMap(familyOf), ...intraCommunity(), ...outsideScope(), ...splitPayment()].map(([id, text]) => [
    id,
    { message: text.message, fix: toFix(id, text.fix), business_terms: text.terms.split(' ') },
  ]),
);
