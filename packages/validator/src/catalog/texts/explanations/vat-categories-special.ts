import type { Explanations } from '../explanation.ts';
import { categoryExample, mixedExample, writeCategory } from './vat-examples.ts';

const OUTSIDE = writeCategory('O', null);
const STANDARD_RATED = writeCategory('S', '23');
const SPLIT = writeCategory('B', '22');

const WHY_ALONE = [
  'Kategória O znamená, že plnenie nie je predmetom dane. Norma ju nedovoľuje miešať s inou kategóriou, lebo takýto doklad nemá IČ DPH a druhá časť by ho potrebovala.',
  'Category O means that the supply is not subject to VAT. The norm does not allow it together with another one, because such a document has no VAT identifiers and the other part would need them.',
] as const;
const CAUSE_ALONE = [
  'Na jednom doklade je zdaniteľné plnenie aj plnenie mimo predmetu dane, napríklad vratná záloha alebo správny poplatok. Vystavte dva doklady. Kategória E namiesto O by zmenila koeficient (§ 50 zákona o DPH), preto sa na nej dohodnite s účtovníkom.',
  'One document has a taxable supply and one outside the scope of VAT, a deposit or an official fee for example. Issue two documents. Category E in place of O would change the deductible share (§ 50 of the VAT act), so agree on it with your accountant.',
] as const;

/** Rules specific to one VAT category. */
export const specialVatExplanations = {
  'BR-IC-11': {
    title: ['Chýba deň alebo obdobie dodania do iného členského štátu', 'Delivery date or period of an intra-Community supply missing'],
    why: [
      'Od dňa dodania závisí, kedy sa dodanie do iného členského štátu vykáže v daňovom priznaní a v súhrnnom výkaze.',
      'The day of delivery decides when an intra-Community supply is reported in the VAT return and the recapitulative statement.',
    ],
    cause: [
      'Dátum dodania je iba na dodacom liste a do faktúry sa neprenáša.',
      'The delivery date is on the despatch advice only and does not reach the invoice.',
    ],
    example: {
      at: 'cac:Delivery',
      wrong:
        '<cac:DeliveryLocation>\n  <cac:Address>\n    <cac:Country>\n      <cbc:IdentificationCode>CZ</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:Address>\n</cac:DeliveryLocation>',
      right:
        '<cbc:ActualDeliveryDate>2026-04-28</cbc:ActualDeliveryDate>\n<cac:DeliveryLocation>\n  <cac:Address>\n    <cac:Country>\n      <cbc:IdentificationCode>CZ</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:Address>\n</cac:DeliveryLocation>',
    },
  },
  'BR-IC-12': {
    title: ['Chýba krajina dodania do iného členského štátu', 'Deliver-to country of an intra-Community supply missing'],
    why: [
      'Oslobodenie platí iba vtedy, keď tovar naozaj odíde do iného členského štátu; krajina dodania to na doklade ukazuje.',
      'The exemption holds only when the goods really go to another member state; the deliver-to country shows it on the document.',
    ],
    cause: [
      'Miesto dodania je rovnaké ako sídlo kupujúceho a program ho preto neuvádza.',
      'The place of delivery is the buyer’s seat, so the software does not state it.',
    ],
    example: {
      at: 'cac:Delivery',
      wrong: '<cbc:ActualDeliveryDate>2026-04-28</cbc:ActualDeliveryDate>',
      right:
        '<cbc:ActualDeliveryDate>2026-04-28</cbc:ActualDeliveryDate>\n<cac:DeliveryLocation>\n  <cac:Address>\n    <cac:Country>\n      <cbc:IdentificationCode>CZ</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:Address>\n</cac:DeliveryLocation>',
    },
  },
  'BR-O-11': {
    title: ['Rekapitulácia mieša kategóriu O s inou', 'VAT breakdown mixes category O with another'],
    why: WHY_ALONE,
    cause: CAUSE_ALONE,
    example: mixedExample({ code: 'O', rate: null, wrongRate: '0', tax: '0.00', wrongTax: '23.00', reason: 'VATEX-EU-O' }),
  },
  'BR-O-12': {
    title: ['Riadok s inou kategóriou na doklade s kategóriou O', 'Line of another category on a document with category O'],
    why: WHY_ALONE,
    cause: CAUSE_ALONE,
    example: categoryExample('line', STANDARD_RATED, OUTSIDE),
  },
  'BR-O-13': {
    title: ['Zľava s inou kategóriou na doklade s kategóriou O', 'Allowance of another category on a document with category O'],
    why: WHY_ALONE,
    cause: CAUSE_ALONE,
    example: categoryExample('allowance', STANDARD_RATED, OUTSIDE),
  },
  'BR-O-14': {
    title: ['Prirážka s inou kategóriou na doklade s kategóriou O', 'Charge of another category on a document with category O'],
    why: WHY_ALONE,
    cause: CAUSE_ALONE,
    example: categoryExample('charge', STANDARD_RATED, OUTSIDE),
  },
  'BR-B-01': {
    title: ['Rozdelená platba mimo Talianska', 'Split payment outside Italy'],
    why: [
      'Rozdelenú platbu DPH (kategória B) pozná iba taliansky zákon, a to medzi talianskymi stranami.',
      'Split payment (category B) exists in Italian law only, between Italian parties.',
    ],
    cause: ['Kategória B bola zvolená omylom zo zoznamu kódov.', 'Category B was picked from the code list by mistake.'],
    example: categoryExample('line', SPLIT, STANDARD_RATED),
  },
  'BR-B-02': {
    title: ['Rozdelená platba spolu so štandardnou sadzbou', 'Split payment together with the standard rate'],
    why: [
      'Pri rozdelenej platbe odvádza daň úrad namiesto predávajúceho; spôsob platenia dane musí byť na celom doklade rovnaký.',
      'In split payment the authority pays the tax instead of the seller; the way of paying must be one for the whole document.',
    ],
    cause: [
      'Iba niektoré riadky faktúry pre taliansky úrad dostali kategóriu B.',
      'Only some lines of an invoice to an Italian authority were given category B.',
    ],
    example: categoryExample('line', SPLIT, STANDARD_RATED),
  },
} as const satisfies Explanations;
