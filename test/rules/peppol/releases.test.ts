import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../../support/cross-checked-validator.ts';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  remove,
  text,
} from '../../support/invoice-builder.ts';
import type { PackValidator } from '../../support/pack-validator.ts';
import { BUYER, billing, home, SELLER } from './peppol-invoice.ts';

/**
 * Changes between releases of Peppol BIS Billing, line by line of the published changes: the findings of one document
 * under each release, by both processors.
 */
const RELEASES = ['2025.5', '2025.11', '2026.5'] as const;
type Fired = readonly [in2025_5: string[], in2025_11: string[], in2026_5: string[]];

const validators = new Map<string, PackValidator>();
beforeAll(async () => {
  for (const release of RELEASES) validators.set(release, await makeCrossCheckedValidator(`peppol-bis-3/${release}`));
});

const underEach = (xml: string, about = /./): string[][] =>
  RELEASES.map((release) => [
    ...new Set(
      validators
        .get(release)!
        .validate(xml)
        .filter((id) => about.test(id)),
    ),
  ]);
const invoice = (...changes: readonly Mutation[]): string => makeInvoice(...billing, known, ...changes);

/** The addresses of the sample use a scheme that the second release added. */
function known(document: Part): void {
  for (const party of [SELLER, BUYER]) attribute(`${party}/cbc:EndpointID`, 'schemeID', '9910')(document);
}

const NONE: Fired = [[], [], []];
const MEANS = 'cac:PaymentMeans/cbc:PaymentMeansCode';
const process = (id: string): Mutation => text('cbc:ProfileID', id);
const type = (code: string): Mutation => text('cbc:InvoiceTypeCode', code);
const endpoint = (scheme: string, id: string): Mutation[] => [
  attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', scheme),
  text(`${BUYER}/cbc:EndpointID`, id),
];

it('has exactly the rules of each release', () => {
  const counts = RELEASES.map((release) => new Set(validators.get(release)!.pack.rules.map(({ id }) => id)).size);
  expect(counts).toEqual([156, 159, 165]);
  expect(underEach(invoice())).toEqual(NONE);
});

describe('identifiers', () => {
  const since2025_11 = (id: string): Fired => [[], [id], [id]];
  const since2026_5 = (id: string): Fired => [[], [], [id]];
  it.each<[string, string, Fired]>([
    ['0096', '123456789', since2025_11('PEPPOL-COMMON-R052')],
    ['0096', '1234567890', NONE],
    ['0198', '12345678', since2025_11('PEPPOL-COMMON-R053')],
    ['0198', 'DK12345678', NONE],
    ['0106', '1234567', since2026_5('PEPPOL-COMMON-R054')],
    ['0190', '123', since2026_5('PEPPOL-COMMON-R055')],
    ['9944', 'NL1', since2026_5('PEPPOL-COMMON-R056-1')],
    ['0184', '12345678', NONE],
  ])('%s of %s', (scheme, id, expected) => {
    expect(underEach(invoice(...endpoint(scheme, id)))).toEqual(expected);
  });

  it('PEPPOL-COMMON-R057: a scheme that was removed from the list of addresses', () => {
    const expected = [[], [], ['PEPPOL-COMMON-R057', 'PEPPOL-EN16931-CL008']];
    expect(underEach(invoice(...endpoint('0217', '1')))).toEqual(expected);
  });

  it('PEPPOL-COMMON-R056-2: a Dutch VAT number, checked only by the first scheme that matches', () => {
    const number = text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'NL1');
    expect(underEach(invoice(number))).toEqual([[], [], ['PEPPOL-COMMON-R056-2']]);
    const scheme = (id: string): Mutation => attribute(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'schemeID', id);
    expect(underEach(invoice(number, scheme('0217')))).toEqual([[], [], ['PEPPOL-COMMON-R056-2']]);
    expect(underEach(invoice(number, scheme('0106')))).toEqual([[], [], ['PEPPOL-COMMON-R054']]);
  });

  it('introduces some of them as warnings', () => {
    const flags = (id: string): (string | null)[] =>
      RELEASES.flatMap((release) => {
        const found = validators.get(release)!.pack.rules.find((rule) => rule.id === id);
        return found === undefined ? [] : [found.flag];
      });
    expect(flags('PEPPOL-COMMON-R052')).toEqual(['warning', 'fatal']);
    expect(flags('PEPPOL-COMMON-R053')).toEqual(['warning', 'fatal']);
    expect(flags('DK-R-017')).toEqual(['warning', 'fatal']);
    expect(flags('DK-R-003')).toEqual(['warning', 'warning', 'fatal']);
  });
});

describe('specification and process', () => {
  const specification = (end: string): Mutation =>
    text('cbc:CustomizationID', `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0${end}`);
  const R007 = 'PEPPOL-EN16931-R007';
  const until2026_5 = (...ids: string[]): Fired => [ids, ids, []];
  const only2026_5 = (...ids: string[]): Fired => [[], [], ids];

  it.each<[string, Mutation[], Fired]>([
    ['PEPPOL-EN16931-R004', [specification('::2.1')], only2026_5('PEPPOL-EN16931-R004')],
    ['another process number', [process('urn:fdc:peppol.eu:2017:poacc:billing:03:1.0')], only2026_5(R007)],
    ['text around the process', [process('x urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.1')], only2026_5(R007)],
    [
      'a process number of one digit',
      [process('urn:fdc:peppol.eu:2017:poacc:billing:1:1.0')],
      [[R007], [R007], [R007]],
    ],
    ['billing with a response', [process('urn:peppol:bis:billing_with_response')], until2026_5(R007)],
    ['the regulated process of France', [process('urn:peppol:france:billing:regulated')], until2026_5(R007)],
    ['the second regulated process of France', [process('urn:peppol:france:billing:non-regulated')], until2026_5(R007)],
    [
      'P0100 with a response',
      [process('urn:peppol:bis:billing_with_response'), type('389')],
      [[R007], [R007], ['PEPPOL-EN16931-P0100']],
    ],
    ['P0100 in process 02', [process('urn:fdc:peppol.eu:2017:poacc:billing:02:1.0'), type('389')], only2026_5(R007)],
    [
      'P0100 in process 01',
      [type('389')],
      [['PEPPOL-EN16931-P0100'], ['PEPPOL-EN16931-P0100'], ['PEPPOL-EN16931-P0100']],
    ],
  ])('%s', (_, changes, expected) => {
    expect(underEach(invoice(...changes))).toEqual(expected);
  });

  it('P0101 in process 02', () => {
    const changes = [process('urn:fdc:peppol.eu:2017:poacc:billing:02:1.0'), text('cbc:CreditNoteTypeCode', '261')];
    expect(underEach(makeCreditNote(...billing, known, ...changes))).toEqual(only2026_5(R007));
  });
});

describe('between German parties', () => {
  const german = [
    home(SELLER, 'DE'),
    home(BUYER, 'DE'),
    remove('cac:PaymentMeans/cac:CardAccount'),
    add(
      SELLER,
      `<cac:Contact><cbc:Name>Eva</cbc:Name><cbc:Telephone>+49 30 1</cbc:Telephone>
       <cbc:ElectronicMail>eva@example.de</cbc:ElectronicMail></cac:Contact>`,
    ),
    add('cac:Delivery/cac:DeliveryLocation/cac:Address', '<cbc:PostalZone>10115</cbc:PostalZone>'),
  ];
  const mail = (address: string): Mutation => text(`${SELLER}/cac:Contact/cbc:ElectronicMail`, address);
  const terms = (note: string): Mutation =>
    add('', `<cac:PaymentTerms><cbc:Note>${note}</cbc:Note></cac:PaymentTerms>`);
  const located = add(
    'cac:AdditionalDocumentReference/cac:Attachment',
    '<cac:ExternalReference><cbc:URI>here</cbc:URI></cac:ExternalReference>',
  );
  const noAccount = remove('cac:PaymentMeans/cac:PayeeFinancialAccount');

  it.each<[string, Mutation[], Fired]>([
    ['nothing', [], NONE],
    ['DE-R-T02', [located], [[], [], ['DE-R-T02']]],
    ['DE-R-017, a space in the type', [type(' 380 ')], [['DE-R-017'], ['DE-R-017'], []]],
    [
      'DE-R-026, the type as a number',
      [type('384.0'), remove('cac:BillingReference')],
      [['DE-R-017', 'DE-R-026'], ['DE-R-017', 'DE-R-026'], ['DE-R-017']],
    ],
    ['DE-R-023-1, the means as a number', [text(MEANS, '30.0'), noAccount], [['DE-R-023-1'], ['DE-R-023-1'], []]],
    [
      'DE-R-019, the means as a number',
      [text(MEANS, '58.0'), text('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'DE1')],
      [['DE-R-019'], ['DE-R-019'], []],
    ],
    ['DE-R-024-1 and -2', [text(MEANS, '48.0')], [['DE-R-024-1', 'DE-R-024-2'], ['DE-R-024-1', 'DE-R-024-2'], []]],
    [
      'DE-R-020, -025-1 and -2',
      [text(MEANS, '59.0')],
      [['DE-R-020', 'DE-R-025-1', 'DE-R-025-2'], ['DE-R-020', 'DE-R-025-1', 'DE-R-025-2'], []],
    ],
    ['DE-R-018, other text before', [terms('#A#SKONTO#TAGE=7#PROZENT=2.00#\n')], [[], [], ['DE-R-018']]],
    ['DE-R-028, letters of other scripts', [mail('ján@example.de')], [['DE-R-028'], ['DE-R-028'], []]],
    ['DE-R-028, a host in another script', [mail('jan@príklad.de')], [['DE-R-028'], ['DE-R-028'], []]],
    ['DE-R-028, an underscore in the host', [mail('jan@a_b.de')], [['DE-R-028'], ['DE-R-028'], []]],
    ['DE-R-028, no dot', [mail('jan@host')], [['DE-R-028'], ['DE-R-028'], ['DE-R-028']]],
  ])('%s', (_, changes, expected) => {
    expect(underEach(invoice(...german, ...changes), /^DE-R/)).toEqual(expected);
  });
});

describe('between Danish parties', () => {
  it('DK-R-017 was added in the second release', () => {
    const found = underEach(invoice(home(SELLER, 'DK'), home(BUYER, 'DK')), /^DK-R-017/);
    expect(found).toEqual([[], ['DK-R-017'], ['DK-R-017']]);
  });
});

describe('code lists', () => {
  const GONE = ['0037', '0147', '0154', '0158', '0170', '0177', '0193', '0194', '0202', '0203', '0205', '0212', '0213'];
  it.each<[string, boolean[]]>([
    ...[...GONE, '0215'].map((scheme): [string, boolean[]] => [scheme, [true, true, false]]),
    ['0244', [false, true, true]],
    ['0245', [false, true, true]],
    ['0242', [false, false, true]],
    ['0246', [false, false, true]],
    ['0248', [false, false, true]],
    ['9910', [true, true, true]],
    ['9906', [false, false, false]],
  ])('PEPPOL-EN16931-CL008: scheme %s', (scheme, known) => {
    const rule = known.map((is) => (is ? [] : ['PEPPOL-EN16931-CL008']));
    expect(underEach(invoice(...endpoint(scheme, '1')), /CL008/)).toEqual(rule);
  });

  it.each<[string, boolean[]]>([
    ['ANG', [true, true, false]],
    ['BGN', [true, true, false]],
    ['XCG', [false, false, true]],
    ['STD', [false, true, false]],
    ['STN', [true, false, true]],
    ['CNH', [false, true, true]],
    ['MRU', [true, true, true]],
    ['UYW', [true, true, true]],
    ['CUC', [false, false, false]],
    ['MRO', [false, false, false]],
  ])('PEPPOL-EN16931-CL007: currency %s', (currency, known) => {
    const rule = known.map((is) => (is ? [] : ['PEPPOL-EN16931-CL007']));
    const priced = attribute('cac:InvoiceLine/cac:Price/cbc:PriceAmount', 'currencyID', currency);
    expect(underEach(invoice(priced), /CL007/)).toEqual(rule);
  });
});
