import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress';
const BUYER = 'cac:AccountingCustomerParty/cac:Party/cac:PostalAddress';
const WHY: Both = [
  'Peppol prijal pre faktúry medzi slovenskými firmami vlastné pravidlá o úplnej adrese. Kto údaj doplní vopred, nebude po ich zavedení nič meniť. Kedy začnú platiť, zatiaľ nie je známe.',
  'Peppol has taken up rules of its own on a complete address for invoices between Slovak parties. If you add it now, you need not change anything when the rules start to apply. That date is not known yet.',
];
const CAUSE: Both = ['Celá adresa je v programe v jednom riadku, alebo sa z karty partnera exportuje iba jej časť.', 'The software keeps the whole address in one line, or exports a part of the partner\'s record only.'];
const SELLER_ADDRESS = ['<cbc:StreetName>Hlavná 12</cbc:StreetName>', '<cbc:CityName>Poprad</cbc:CityName>', '<cbc:PostalZone>058 01</cbc:PostalZone>'] as const;
const BUYER_ADDRESS = ['<cbc:StreetName>Dunajská 5</cbc:StreetName>', '<cbc:CityName>Bratislava</cbc:CityName>', '<cbc:PostalZone>811 08</cbc:PostalZone>'] as const;

/** An address without one of its lines, and the complete address. */
const without = (lines: readonly string[], left: number): { readonly wrong: string; readonly right: string } => ({
  wrong: lines.filter((_, index) => index !== left).join('\n'),
  right: lines.join('\n'),
});

/** Slovak advisory layer: future rules (SK-R-091 to 097). */
export const slovakComingExplanations = {
  'SK-R-091': {
    title: ['Pripravované pravidlo: ulica predávajúceho', 'Rule to come: street of the seller'],
    why: WHY,
    cause: CAUSE,
    example: { at: SELLER, ...without(SELLER_ADDRESS, 0) },
  },
  'SK-R-092': {
    title: ['Pripravované pravidlo: obec predávajúceho', 'Rule to come: city of the seller'],
    why: WHY,
    cause: CAUSE,
    example: { at: SELLER, ...without(SELLER_ADDRESS, 1) },
  },
  'SK-R-093': {
    title: ['Pripravované pravidlo: PSČ predávajúceho', 'Rule to come: post code of the seller'],
    why: WHY,
    cause: CAUSE,
    example: { at: SELLER, ...without(SELLER_ADDRESS, 2) },
  },
  'SK-R-094': {
    title: ['Pripravované pravidlo: ulica kupujúceho', 'Rule to come: street of the buyer'],
    why: WHY,
    cause: CAUSE,
    example: { at: BUYER, ...without(BUYER_ADDRESS, 0) },
  },
  'SK-R-095': {
    title: ['Pripravované pravidlo: obec kupujúceho', 'Rule to come: city of the buyer'],
    why: WHY,
    cause: CAUSE,
    example: { at: BUYER, ...without(BUYER_ADDRESS, 1) },
  },
  'SK-R-096': {
    title: ['Pripravované pravidlo: PSČ kupujúceho', 'Rule to come: post code of the buyer'],
    why: WHY,
    cause: CAUSE,
    example: { at: BUYER, ...without(BUYER_ADDRESS, 2) },
  },
  'SK-R-097': {
    title: ['Pripravované pravidlo: typ 384 aj na Slovensku', 'Rule to come: type 384 in Slovakia too'],
    why: ['Dnes smie opravnú faktúru typu 384 v sieti Peppol poslať iba nemecká firma nemeckej; po zmene ju bude môcť poslať aj slovenská firma slovenskej. Kedy zmena začne platiť, zatiaľ nie je známe.', 'Today only German parties may send each other a corrected invoice of type 384 over Peppol; Slovak parties will be allowed to. When the change will apply is not known yet.'],
    cause: ['Program označuje opravu typom 384, ktorý sieť zatiaľ odmieta.', 'The software marks a correction as 384, which the network still refuses.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
} as const satisfies Explanations;
