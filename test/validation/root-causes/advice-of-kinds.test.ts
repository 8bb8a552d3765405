/** Harmful advice that must not be given: to change the kind of a document, or the country of delivery. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../../src/platform/index.ts';
import { makeFileValidator, type ValidateFile } from './file-validator.ts';

const INVOICE = readFileSync(join(findRoot(), 'test/flows/sendable-invoice.xml'), 'utf8');

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** The first cause of the invoice after a replacement that changes it. */
function causeOf(from: string | RegExp, to: string): RootCause {
  const xml = INVOICE.replace(from, to);
  expect(xml).not.toBe(INVOICE);
  return validate(xml).root_causes[0]!;
}

const textContentOf = ({ title, explanation, fix }: RootCause): string =>
  [title, explanation, fix, fix.program, fix.xml].flatMap(({ sk, en }) => [sk, en]).join(' ');

describe('document types that Peppol does not accept', () => {
  it.each([
    ['325', 'document-type-proforma'],
    ['389', 'document-type-self-billing'],
    ['261', 'document-type-self-billing'],
    ['384', 'document-type-code'],
  ])('%s is explained and never changed to an ordinary invoice (PEPPOL-EN16931-P0100)', (type, id) => {
    const cause = causeOf('>380<', `>${type}<`);
    expect(cause.id).toBe(id);
    expect(cause.corrections).toEqual([]);
    expect(textContentOf(cause)).not.toContain('380');
  });

  it('a pro forma is sent outside Peppol and followed by an invoice for the payment (SK-R-084, § 69)', () => {
    expect(causeOf('>380<', '>325<').fix.program.sk).toMatch(/mimo siete Peppol.*386/s);
  });
});

it('a domestic delivery address without country lacks only the country; other member states are not mentioned (BR-57)', () => {
  const cause = causeOf(
    /<cac:Delivery>[\s\S]*?<\/cac:Delivery>/,
    '<cac:Delivery><cac:DeliveryLocation><cac:Address><cbc:CityName>Košice</cbc:CityName></cac:Address></cac:DeliveryLocation></cac:Delivery>',
  );
  expect(cause.title.sk).toBe('Adrese dodania chýba krajina');
  expect(textContentOf(cause)).not.toMatch(/členského štátu|member state/);
});

it('a credit transfer without account lacks its IBAN, not a group of terms (BR-61)', () => {
  const cause = causeOf(/<cac:PayeeFinancialAccount>[\s\S]*?<\/cac:PayeeFinancialAccount>/, '');
  expect(cause.title.sk).toBe('Chýba číslo účtu (IBAN)');
});

it('the specification of a document that follows another one is not changed to Peppol (BT-24)', () => {
  const cause = causeOf(
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  );
  expect(cause.id).toBe('rules-not-installed');
  expect(cause.title.sk).toContain('XRechnung 3.0');
  expect(cause.corrections).toEqual([]);
});
