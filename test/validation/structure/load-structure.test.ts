import { describe, expect, it } from 'vitest';
import { loadStructure, shortenStructure } from '../../../packages/validator/src/validation/layers/structure/index.ts';
import { readStructureRows } from '../../../packages/validator/src/validation/layers/structure/read-structure.ts';
import { structure, tables } from './tables.ts';

const datatypes = 'datatype\tvalue\tattribute\tuse\tattribute_value\nIdentifierType\tnormalizedString\t\t\t\n';
const heading = 'type\telement\toccurs\tcontent\n';
const roots = 'Invoice\tcbc:ID\t1\tIdentifierType\nCreditNote\tcbc:ID\t1\tIdentifierType\n';

describe('structure table', () => {
  it('contains both documents, with every type that they need', () => {
    expect([...structure.documents.values()].map(({ type, slots }) => [type, slots.length])).toEqual([
      ['Invoice', 54],
      ['CreditNote', 51],
    ]);
  });

  it('reads the same rows from the shortened form, which has less than two thirds of the characters', () => {
    const short = shortenStructure(tables.structure);
    expect(readStructureRows(short)).toEqual(readStructureRows(tables.structure));
    expect(shortenStructure(short)).toBe(short);
    expect(short.length).toBeLessThan((tables.structure.length * 2) / 3);
  });

  it('requires a number, a date, two parties, a total and a line in an invoice', () => {
    const [document] = structure.documents.values();
    expect(document!.slots.filter(({ isRequired }) => isRequired).map(({ element }) => element)).toEqual([
      'cbc:ID',
      'cbc:IssueDate',
      'cac:AccountingSupplierParty',
      'cac:AccountingCustomerParty',
      'cac:LegalMonetaryTotal',
      'cac:InvoiceLine',
    ]);
  });

  it.each([
    ['a malformed row', `${heading}${roots}PartyType\tcbc:ID\n`, 'Line 4'],
    ['a first row without a type', `${heading}\tcbc:ID\t1\tIdentifierType\n`, 'Line 2'],
    ['an unknown prefix', `${heading}${roots}PartyType\tx:ID\t1\tIdentifierType\n`, 'Line 4'],
    ['an unknown cardinality', `${heading}${roots}PartyType\tcbc:ID\t2\tIdentifierType\n`, 'Line 4'],
    ['an unknown type', `${heading}${roots}PartyType\tcbc:Name\t1\tNoType\n`, 'NoType'],
    ['a duplicate element', `${heading}${roots}Invoice\tcbc:ID\t1\tIdentifierType\n`, 'twice'],
    ['elements in a datatype', `${heading}${roots}IdentifierType\tcbc:ID\t1\tIdentifierType\n`, 'datatype'],
    ['no document element', `${heading}Invoice\tcbc:ID\t1\tIdentifierType\n`, 'CreditNote'],
  ])('rejects %s', (_, text, message) => {
    expect(() => loadStructure({ structure: text, datatypes })).toThrow(message);
  });

  it('rejects a datatype of an unknown kind or with two required attributes', () => {
    const load = (rows: string) => () => loadStructure({ structure: heading + roots, datatypes: datatypes + rows });
    expect(load('XType\tinteger\t\t\t\n')).toThrow('Line 3');
    expect(load('XType\tstring\ta\trequired\tstring\nXType\tstring\tb\trequired\tstring\n')).toThrow('two required');
  });

  it('accepts any line ends', () => {
    const crlf = {
      structure: tables.structure.replaceAll('\n', '\r\n'),
      datatypes: tables.datatypes.replaceAll('\n', '\r\n'),
    };
    expect(loadStructure(crlf).documents.size).toBe(2);
  });
});
