import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { maskCards } from '../../packages/validator/src/validation/mask-cards.ts';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';

const CARD = '5555555555554444';

describe('payment card number in a text', () => {
  it.each([
    ['5555555555554444', '555555******4444'],
    ['5555 5555 5555 4444', '5555 55** **** 4444'],
    ['5555-5555-5555-4444', '5555-55**-****-4444'],
    ['Karta 378282246310005, platnosť 12/27', 'Karta 378282*****0005, platnosť 12/27'],
    ['2026-01-15 4012 8888 8888 1881.', '2026-01-15 4012 88** **** 1881.'],
    ['dve: 4012888888881881 a 6011000990139424', 'dve: 401288******1881 a 601100******9424'],
    ['30569309025904', '305693****5904'],
    ['4012\t8888\n8888  1881', '4012\t88**\n****  1881'],
    ['4012\u202f8888\u20098888\u00a01881', '4012\u202f88**\u2009****\u00a01881'],
    ['4012\u20138888\u20118888\u22121881', '4012\u201388**\u2011****\u22121881'],
    ['4012\u200b8888\u00ad8888\u20601881', '4012\u200b88**\u00ad****\u20601881'],
    ['4012_8888/8888:1881', '4012_88**/****:1881'],
    ['PAN4012888888881881', 'PAN401288******1881'],
    ['Karta4012888888881881x', 'Karta401288******1881x'],
    ['č4012888888881881', 'č401288******1881'],
  ])('%s', (written, redacted) => {
    expect(maskCards(written)).toBe(redacted);
  });

  it.each([
    'SK31 1200 0000 1987 4263 7541',
    'DE89370400440532013000',
    'DK5000400440116243',
    'IBAN: SK4012888888881881',
    'GB29NWBK4012888888881881',
    '0245:2020317068',
    '8584000000015',
    '5555555555554445',
    '2026-01-15T10:00:00',
    '1234567890123456',
  ])('leaves %s unmasked', (other) => {
    expect(maskCards(other)).toBe(other);
  });
});

describe('result for an invoice with a card number', () => {
  let validator: Validator;
  beforeAll(async () => {
    const root = findRoot();
    const packs = await loadRulePacks(root);
    validator = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
  });
  const validate = (xml: string) =>
    validator.validate(new TextEncoder().encode(xml), {
      filename: null,
      today: '2026-11-21',
      clock: () => 0,
      compare: 'en16931',
    });
  const paidByCard = (number: string): string =>
    makeInvoice(...billing).replace(
      /<cbc:PaymentMeansCode[^>]*>[^<]*<\/cbc:PaymentMeansCode>/,
      `<cbc:PaymentMeansCode>48</cbc:PaymentMeansCode><cac:CardAccount><cbc:PrimaryAccountNumberID>${number}</cbc:PrimaryAccountNumberID><cbc:NetworkID>VISA</cbc:NetworkID></cac:CardAccount>`,
    );

  it.each([
    [CARD, '555555******4444'],
    ['5555 5555 5555 4444', '5555 55** **** 4444'],
    // Mistyped: its check digit is wrong.
    ['5555555555554445', '555555******4445'],
    ['&#53;555555555554444', '555555******4444'],
  ])('repeats the card number %s only masked', (number, redacted) => {
    const result = validate(paidByCard(number));
    expect(result.issues.find(({ rule_id }) => rule_id === 'BR-51')).toMatchObject({ value: redacted });
    expect(JSON.stringify(result).replace(/[ -]/g, '')).not.toMatch(/555555\d{6}444/);
  });

  it('masks card numbers in the values of other rules', () => {
    const xml = makeInvoice(...billing, text('cbc:IssueDate', CARD), text('cbc:DocumentCurrencyCode', CARD));
    const result = validate(xml);
    expect(result.issues.length).toBeGreaterThan(1);
    expect(JSON.stringify(result)).toContain('555555******4444');
    expect(JSON.stringify(result)).not.toContain(CARD);
  });
});
