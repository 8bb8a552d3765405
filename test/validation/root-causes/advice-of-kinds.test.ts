/** What must not be advised: to turn one kind of document into another, and to move goods to another state. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../../src/platform/index.ts';
import { makeFileJudge, type ValidateFile } from './judge.ts';

const INVOICE = readFileSync(join(findRoot(), 'test/flows/sendable-invoice.xml'), 'utf8');

let judge: ValidateFile;
beforeAll(async () => {
  judge = await makeFileJudge();
});

/** The first cause of the invoice with a change that the text really has. */
function causeOf(from: string | RegExp, to: string): RootCause {
  const xml = INVOICE.replace(from, to);
  expect(xml).not.toBe(INVOICE);
  return judge(xml).root_causes[0]!;
}

const statedBy = ({ title, explanation, fix }: RootCause): string =>
  [title, explanation, fix, fix.program, fix.xml].flatMap(({ sk, en }) => [sk, en]).join(' ');

describe('a kind of document that Peppol does not take', () => {
  it.each([
    ['325', 'document-type-proforma'],
    ['389', 'document-type-self-billing'],
    ['261', 'document-type-self-billing'],
    ['384', 'document-type-code'],
  ])('%s is told what it is, and never made an ordinary invoice (PEPPOL-EN16931-P0100)', (type, id) => {
    const cause = causeOf('>380<', `>${type}<`);
    expect(cause.id).toBe(id);
    expect(cause.corrections).toEqual([]);
    expect(statedBy(cause)).not.toContain('380');
  });

  it('a pro forma is sent outside Peppol, and followed by an invoice for the payment (SK-R-084, § 69)', () => {
    expect(causeOf('>380<', '>325<').fix.program.sk).toMatch(/mimo siete Peppol.*386/s);
  });
});

it('a delivery address at home without its country lacks just that, and no other member state is spoken of (BR-57)', () => {
  const cause = causeOf(
    /<cac:Delivery>[\s\S]*?<\/cac:Delivery>/,
    '<cac:Delivery><cac:DeliveryLocation><cac:Address><cbc:CityName>Košice</cbc:CityName></cac:Address></cac:DeliveryLocation></cac:Delivery>',
  );
  expect(cause.title.sk).toBe('Adrese dodania chýba krajina');
  expect(statedBy(cause)).not.toMatch(/členského štátu|member state/);
});

it('a transfer without an account lacks its IBAN, not a group of terms (BR-61)', () => {
  const cause = causeOf(/<cac:PayeeFinancialAccount>[\s\S]*?<\/cac:PayeeFinancialAccount>/, '');
  expect(cause.title.sk).toBe('Chýba číslo účtu (IBAN)');
});

it('a document of another specification is not rewritten to Peppol (BT-24)', () => {
  const cause = causeOf(
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  );
  expect(cause.id).toBe('rules-not-installed');
  expect(cause.title.sk).toContain('XRechnung 3.0');
  expect(cause.corrections).toEqual([]);
});
