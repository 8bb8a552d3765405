/** Names of allowances and charges: both have the same elements, and `cbc:ChargeIndicator` decides the terms. */
import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFileValidator, type ValidateFile } from './file-validator.ts';
import { line, xmlOf } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const BASE = xmlOf([line('Oprava čerpadla', '1', '100.00', '23')]);
const VAT =
  '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>';

/** An allowance or charge of 10.00 with a text or code as its reason. */
const group = (isCharge: boolean, reason: string, amount = '10.00'): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>${reason}<cbc:Amount currencyID="EUR">${amount}</cbc:Amount>`;
const code = (value: string): string => `<cbc:AllowanceChargeReasonCode>${value}</cbc:AllowanceChargeReasonCode>`;
const TEXT = '<cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>';

/** The sums of the invoice with an allowance or charge of 10.00. */
const withSums = (xml: string, isCharge: boolean): string => {
  const [net, tax, total] = isCharge ? ['110.00', '25.30', '135.30'] : ['90.00', '20.70', '110.70'];
  return xml
    .replace(/(<cbc:Tax(?:able|Exclusive)Amount[^>]*>)[^<]*/g, `$1${net}`)
    .replace(/(<cbc:TaxAmount[^>]*>)[^<]*/g, `$1${tax}`)
    .replace(/(<cbc:(?:TaxInclusive|Payable)Amount[^>]*>)[^<]*/g, `$1${total}`);
};
const isOfCharge = (inner: string): boolean => inner.includes('>true<');
const onDocument = (inner: string): string => {
  const name = `cbc:${isOfCharge(inner) ? 'Charge' : 'Allowance'}TotalAmount`;
  return withSums(BASE, isOfCharge(inner))
    .replace('<cac:TaxTotal>', `${inner}$&`)
    .replace('<cbc:PayableAmount', `<${name} currencyID="EUR">10.00</${name}>$&`);
};
const onLine = (inner: string): string =>
  withSums(BASE, isOfCharge(inner))
    .replace(/(<cbc:LineExtensionAmount[^>]*>)[^<]*/g, `$1${isOfCharge(inner) ? '110.00' : '90.00'}`)
    .replace('<cac:Item>', `${inner}</cac:AllowanceCharge>$&`);
const ofDocument = (isCharge: boolean, reason: string, amount?: string): string =>
  onDocument(`${group(isCharge, reason, amount)}${VAT}</cac:AllowanceCharge>`);

const causeOf = ({ root_causes }: FileResult, ruleId: string): RootCause =>
  root_causes.find(({ rule_ids }) => rule_ids.includes(ruleId))!;
const textsOf = ({ title, explanation, fix, corrections }: RootCause): string =>
  [title.sk, explanation.sk, fix.sk, fix.program.sk, fix.xml.sk, ...corrections.map((it) => it.title.sk)].join('\n');

describe('a mistake of an allowance or charge', () => {
  it.each([
    ['document allowance, unknown code', ofDocument(false, code('ZZZZ')), 'BR-CL-19', ['BT-98'], /prirážk/],
    ['document charge, unknown code', ofDocument(true, code('ZZZZ')), 'BR-CL-20', ['BT-105'], /zľav/],
    ['line allowance, unknown code', onLine(group(false, code('ZZZZ'))), 'BR-CL-19', ['BT-140'], /prirážk/],
    ['line charge, unknown code', onLine(group(true, code('ZZZZ'))), 'BR-CL-20', ['BT-145'], /zľav/],
    ['document charge without reason', ofDocument(true, ''), 'BR-38', ['BT-104', 'BT-105'], /zľav/i],
    ['line allowance without reason', onLine(group(false, '')), 'BR-42', ['BT-139', 'BT-140'], /prirážk/i],
    [
      'document charge without category',
      onDocument(`${group(true, TEXT)}</cac:AllowanceCharge>`),
      'BR-37',
      ['BT-102'],
      /zľav/i,
    ],
    [
      'document charge with a comma',
      ofDocument(true, TEXT, '10,00'),
      'UBL-STRUCTURE-VALUE-INVALID',
      ['BT-99'],
      /zľav/i,
    ],
    ['line charge with three decimals', onLine(group(true, TEXT, '10.005')), 'BR-DEC-27', ['BT-141'], /zľav/i],
  ] as const)('is named by its indicator: %s', (_, xml, ruleId, terms, otherKind) => {
    const result = validate(xml, { today: '2027-01-20' });
    const texts = textsOf(causeOf(result, ruleId));
    for (const term of terms) expect(texts).toContain(term);
    expect(texts).not.toMatch(otherKind);
  });

  it('has only the terms of its own group in `business_terms`', () => {
    const termsOf = (xml: string, ruleId: string) =>
      validate(xml, { today: '2027-01-20' }).issues.find(({ rule_id }) => rule_id === ruleId)!.business_terms;
    expect(termsOf(ofDocument(true, code('ZZZZ')), 'BR-CL-20')).toEqual(['BT-105']);
    expect(termsOf(onLine(group(true, code('ZZZZ'))), 'BR-CL-20')).toEqual(['BT-145']);
    expect(termsOf(onLine(group(false, code('ZZZZ'))), 'BR-CL-19')).toEqual(['BT-140']);
  });

  it('names the inserted charge in the title of a correction', () => {
    const xml = withSums(BASE, true);
    const { root_causes } = validate(xml, { today: '2027-01-20' });
    const titles = root_causes.flatMap(({ corrections }) => corrections.map(({ title }) => title.sk));
    expect(titles.join('\n')).toContain('prirážka na úrovni dokladu (BG-21)');
    expect(titles.join('\n')).not.toContain('BG-20');
  });

  it.each([
    ['charge', ofDocument(true, code('95')), 'BR-CL-20', 'Kód 95 nie je dôvod prirážky, ale zľavy', 'UNTDID 5189'],
    [
      'allowance',
      onLine(group(false, code('FC'))),
      'BR-CL-19',
      'Kód FC nie je dôvod zľavy, ale prirážky',
      'UNTDID 7161',
    ],
  ] as const)('names the list of a reason code of the other kind: %s', (_, xml, ruleId, title, list) => {
    const cause = causeOf(validate(xml, { today: '2027-01-20' }), ruleId);
    expect([cause.id, cause.title.sk]).toEqual(['reason-code-of-other-list', title]);
    expect(cause.explanation.sk).toContain(list);
  });

  it('calls the charge of a price a charge', () => {
    const xml = BASE.replace(
      /(<cac:Price>.*?)(<\/cac:Price>)/s,
      '$1<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">10.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">90.00</cbc:BaseAmount></cac:AllowanceCharge>$2',
    );
    const { corrections } = causeOf(validate(xml, { today: '2027-01-20' }), 'PEPPOL-EN16931-R044');
    expect(corrections[0]!.title.sk).toBe('vynechať: prirážka k jednotkovej cene');
  });
});
