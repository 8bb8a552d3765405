import { parseXml } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import {
  describeViolation,
  findViolations,
  makeRestrictionTable,
  readRestrictions,
} from '../../../packages/validator/src/validation/layers/restrictions/index.ts';

import { crossIndustryInvoice } from '../../rules/en16931-cii/invoice.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The texts for the only restriction, broken by a document with this content. */
function textsFor(row: string, content: string, root = 'Invoice') {
  const table = makeRestrictionTable(readRestrictions(`rule_id\tlevel\toccurs\twithin\tpath\nR\tfatal\t${row}\n`));
  const xml = `<${root} xmlns="${UBL}:${root}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2"
    xmlns:cbc="${UBL}:CommonBasicComponents-2">${content}</${root}>`;
  const parsed = parseXml(new TextEncoder().encode(xml), { names: table.names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  const violations = findViolations(table, parsed.document);
  expect(violations).toHaveLength(1);
  return describeViolation(violations[0]!);
}

describe('messages of restrictions', () => {
  it.each([
    [1, 'najviac 1 výskyt)', '1 occurrence of'],
    [2, 'najviac 2 výskyty)', '2 occurrences of'],
    [5, 'najviac 5 výskytov)', '5 occurrences of'],
  ])('use the plural form for %i', (limit, slovak, english) => {
    const { message, fix } = textsFor(`0..${limit}\t/\tcbc:Note`, '<cbc:Note/>'.repeat(limit + 1));
    expect(message.sk).toBe(`Prvok cbc:Note sa vyskytuje viackrát, ako norma EN 16931 dovoľuje (${slovak}.`);
    expect(fix.sk).toBe(`Ponechajte ${slovak.replace(')', '')} prvku cbc:Note.`);
    expect(fix.en).toBe(`Keep at most ${english} the element cbc:Note.`);
  });

  it('name an attribute with its element', () => {
    const { message, fix } = textsFor('0\t/\tcbc:ID/@schemeID', '<cbc:ID schemeID="x"/>');
    expect(message.sk).toBe('Atribút schemeID prvku cbc:ID norma EN 16931 nepoužíva.');
    expect(fix.en).toBe('Remove the attribute schemeID of cbc:ID.');
  });

  it('name only the attribute when no element may have it', () => {
    const { message, fix } = textsFor('0\t/\t//@format', '<cbc:ID format="x"/>');
    expect(message.en).toBe('EN 16931 does not use the attribute format.');
    expect(fix.sk).toBe('Odstráňte atribút format.');
  });

  it('name the line element of the document', () => {
    const line = (kind: string) => `<cac:${kind}><cbc:UUID/></cac:${kind}>`;
    expect(textsFor('0\t/\tline/cbc:UUID', line('InvoiceLine')).fix.sk).toContain('cac:InvoiceLine/cbc:UUID');
    expect(textsFor('0\t/\tline/cbc:UUID', line('CreditNoteLine'), 'CreditNote').fix.sk).toContain(
      'cac:CreditNoteLine/cbc:UUID',
    );
  });

  it('report a missing element', () => {
    const { message, fix } = textsFor(
      '1..*\tcac:BillingReference\tcac:InvoiceDocumentReference',
      '<cac:BillingReference/>',
    );
    expect(message.sk).toBe('Chýba prvok cac:InvoiceDocumentReference, ktorý norma EN 16931 na tomto mieste vyžaduje.');
    expect(fix.en).toBe('Add the element cac:InvoiceDocumentReference.');
  });

  it('name the scope in CII, where one name has many places', () => {
    const rows = ['0\tram:*Amount\t@currencyID', '0\t/rsm:ExchangedDocument\tram:Name', '1\tram:Item\tram:Value'];
    const table = makeRestrictionTable(
      readRestrictions(
        `rule_id\tlevel\toccurs\twithin\tpath\n${rows.map((row, at) => `R${at}\tfatal\t${row}\n`).join('')}`,
      ),
    );
    const content =
      '<rsm:ExchangedDocument><ram:Name/><ram:Item><ram:TaxAmount currencyID="EUR"/></ram:Item></rsm:ExchangedDocument>';
    const parsed = parseXml(new TextEncoder().encode(crossIndustryInvoice(content)), { names: table.names });
    if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
    expect(findViolations(table, parsed.document).map((violation) => describeViolation(violation).message.en)).toEqual([
      'EN 16931 does not use the element rsm:ExchangedDocument/ram:Name; the receiver may not be able to read it.',
      'The element ram:Item/ram:Value is missing; EN 16931 requires it here.',
      'EN 16931 does not use the attribute currencyID of ram:TaxAmount.',
    ]);
  });

  it('name no element of UBL in a remedy for CII', () => {
    const row = '0\tram:PostalTradeAddress\tram:BuildingNumber';
    const table = makeRestrictionTable(readRestrictions(`rule_id\tlevel\toccurs\twithin\tpath\nR\tfatal\t${row}\n`));
    const content = '<ram:PostalTradeAddress><ram:BuildingNumber/></ram:PostalTradeAddress>';
    const parsed = parseXml(new TextEncoder().encode(crossIndustryInvoice(content)), { names: table.names });
    if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
    const { fix } = describeViolation(findViolations(table, parsed.document)[0]!);
    expect(fix.en).not.toMatch(/cbc:|cac:/);
    expect(fix.en).toMatch(/^Remove the element ram:PostalTradeAddress\/ram:BuildingNumber/);
  });
});
