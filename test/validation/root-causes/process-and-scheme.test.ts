/** Identifiers of the process and of electronic addresses that contradict the other data of the document. */
import type { FileResult } from '@e-invoice/validator/issues';
import { VAT_SCHEMES } from '@e-invoice/validator/member-states';
import { beforeAll, expect, it } from 'vitest';
import { loadCodeLists } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { remove, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { BUYER, creditNote, SELLER } from './invoices.ts';
import { damaged } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

function causeOf(xml: string, id: string): FileResult['root_causes'][number] {
  const result = validate(xml);
  expect(faultsOfCauses(result)).toEqual([]);
  const cause = result.root_causes.find((it) => it.id === id);
  expect(cause, JSON.stringify(result.root_causes.map((it) => it.id))).toBeDefined();
  return cause!;
}

it('a specification and a process in each other’s element are swapped (BT-23, BT-24)', () => {
  const { corrections } = causeOf(
    peppolInvoice(text('cbc:CustomizationID', PROCESS), text('cbc:ProfileID', SPECIFICATION)),
    'specification-swapped',
  );
  expect(corrections).toMatchObject([
    { id: 'swap', makes_valid: true, patch: [{ after: SPECIFICATION }, { after: PROCESS }] },
  ]);
});

it.each([
  ['an invoice', peppolInvoice, '380', '389'],
  ['a credit note', creditNote, '381', '261'],
] as const)(
  '%s of the self-billing process gets the type of self-billing, or the billing process',
  (_, make, from, to) => {
    const selfBilling = [
      text('cbc:CustomizationID', SPECIFICATION.replace('billing:3.0', 'selfbilling:3.0')),
      text('cbc:ProfileID', PROCESS.replace('billing:01', 'selfbilling:01')),
    ];
    const { title, corrections } = causeOf(make(...selfBilling), 'document-type-of-self-billing');
    expect(title.sk).toBe(`Doklad v procese samofakturácie má typ ${to}, nie ${from}`);
    expect(corrections).toMatchObject([
      { makes_valid: true, patch: [{ before: from, after: to }] },
      { makes_valid: true, patch: [{ after: SPECIFICATION }, { after: PROCESS }] },
    ]);
  },
);

it('a foreign party with the scheme of a Slovak DIČ has a wrong scheme, not a wrong DIČ (SK-R-001)', () => {
  const country = text(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'CZ');
  const cause = causeOf(
    peppolInvoice(country, text(`${BUYER}/cbc:EndpointID`, '25123891')),
    'address-scheme-of-country',
  );
  expect(cause.title.sk).toBe('Firma z krajiny CZ má schému slovenského DIČ (0245)');
  expect(cause.fix.program.sk).toContain('9929');
});

it('the schemes of VAT identifiers are in the list of schemes', () => {
  const lists = [...loadCodeLists(findRoot())].filter(([name]) => /eas/i.test(name));
  expect(lists.length).toBeGreaterThan(0);
  for (const scheme of VAT_SCHEMES) for (const [, codes] of lists) expect(codes).toContain(scheme);
});

it('a VAT identifier of the buyer under another tax moves to VAT, also in a valid file (SK-R-104)', () => {
  const tax = text(`${BUYER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'TAX');
  const cause = causeOf(peppolInvoice(tax), 'vat-number-under-other-tax');
  expect(cause.title.sk).toBe('IČ DPH je uvedené pri inej dani ako DPH');
  expect(cause).toMatchObject({
    proven: false,
    corrections: [{ makes_valid: true, changes: ['party'], patch: [{ before: 'TAX', after: 'VAT' }] }],
  });
});

it('an attachment keeps its content without the prefix of a data URL (BT-125)', () => {
  const xml = peppolInvoice();
  const [, content] = /<cbc:EmbeddedDocumentBinaryObject[^>]*>([^<]+)/.exec(xml)!;
  const cause = causeOf(xml.replace(`>${content}<`, `>data:application/pdf;base64,${content}<`), 'value-format');
  expect(cause).toMatchObject({ proven: true, corrections: [{ makes_valid: true, patch: [{ after: content }] }] });
});

it('a trading name does not replace the registered name of the seller (BT-27, BT-28)', () => {
  const named = peppolInvoice(remove(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`)).replace(
    /(<cac:AccountingSupplierParty>.*?)(\s*<cac:PostalAddress>)/s,
    (all, before: string, after: string) =>
      before.includes('cac:PartyName')
        ? all
        : `${before}<cac:PartyName><cbc:Name>Kvety</cbc:Name></cac:PartyName>${after}`,
  );
  const { fix } = causeOf(named, 'value-missing');
  expect(fix.program.sk).toMatch(/Názov „.+“ je na faktúre iba ako obchodné označenie\.$/);
  expect(fix.xml.sk).toContain('cbc:RegistrationName; cac:PartyName je iba obchodné označenie');
});

it('a charge that turns into an allowance loses the code of the charges (BT-145, PEPPOL-EN16931-R120)', () => {
  const charge =
    '<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>AEO</cbc:AllowanceChargeReasonCode>' +
    '<cbc:AllowanceChargeReason>Recyklácia</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">1.00</cbc:Amount></cac:AllowanceCharge>';
  const price = [/>255(?:\.0+)?(<\/cbc:PriceAmount>)/, '>256.00$1'] as const;
  const xml = damaged(price, ['<cac:Item>', `${charge}<cac:Item>`]);
  const { fix, corrections } = causeOf(xml, 'allowance-direction');
  expect(fix.program.sk).toContain('Kód dôvodu AEO patrí k doterajšiemu označeniu');
  expect(corrections[0]!.patch.map(({ op, after }) => [op, after])).toEqual([
    ['replace', 'false'],
    ['remove', null],
  ]);
});
