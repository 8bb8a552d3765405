/**
 * UBL that EN 16931 does not allow: data of one reference in another, and codes in attributes with the wrong name.
 */
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const INVOICE = peppolInvoice();
const OBJECT = '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>';
const REFERENCE = '/Invoice/cac:AdditionalDocumentReference';

function causesOf(from: string | RegExp, to: string): FileResult['root_causes'] {
  const xml = INVOICE.replace(from, to);
  expect(xml).not.toBe(INVOICE);
  const result = validate(xml);
  expect(faultsOfCauses(result)).toEqual([]);
  return result.root_causes;
}

const causeOf = (from: string | RegExp, to: string, id: string): FileResult['root_causes'][number] => {
  const causes = causesOf(from, to).filter((cause) => cause.id === id);
  expect(causes).toHaveLength(1);
  return causes[0]!;
};

describe('invoiced object with more than its identifier', () => {
  const ID = '<cbc:ID>PROTOKOL-5</cbc:ID>';
  const object = (rest = '', id = ID) => causeOf(ID, `${id}${OBJECT}${rest}`, 'invoiced-object-extended');

  it('separates the attachment from the identifier (UBL-CR-666)', () => {
    const { location, title, fix, proven, corrections } = object();
    expect(location).toBe(REFERENCE);
    expect(title.en).toBe('The invoiced object identifier has an attachment');
    expect(fix.en).toContain('in its own cac:AdditionalDocumentReference without cbc:DocumentTypeCode');
    expect(proven).toBe(true);
    expect(corrections[0]!.patch).toMatchObject([
      { op: 'remove', xpath: `${REFERENCE}/cbc:DocumentTypeCode` },
      { op: 'insert', xpath: `${REFERENCE}[2]`, after: expect.stringMatching(/<cbc:ID>PROTOKOL-5<.*>130</s) },
    ]);
  });

  it('moves the scheme with the identifier', () => {
    const { corrections } = object('', '<cbc:ID schemeID="AAZ">PROTOKOL-5</cbc:ID>');
    expect(corrections[0]).toMatchObject({ makes_valid: true });
    expect(
      corrections[0]!.patch.map(({ op, xpath, after }) => [op, xpath.split('/').at(-1), after?.slice(32)]),
    ).toEqual([
      ['remove', 'cbc:DocumentTypeCode', undefined],
      ['remove', '@schemeID', undefined],
      ['insert', 'cac:AdditionalDocumentReference[2]', expect.stringContaining('<cbc:ID schemeID="AAZ">PROTOKOL-5<')],
    ]);
  });

  it('reports an attachment and a description as one mistake (UBL-CR-673)', () => {
    const { rule_ids, title, corrections } = object('<cbc:DocumentDescription>Elektromer</cbc:DocumentDescription>');
    expect(rule_ids).toEqual(['UBL-CR-666', 'UBL-CR-673']);
    expect(title.sk).toBe('Identifikátor fakturovaného objektu má prílohu a opis');
    expect(corrections).toMatchObject([{ makes_valid: true, changes: ['none'] }]);
  });

  it('does not decide where a description without an attachment belongs', () => {
    const attachment = /<cbc:ID>PROTOKOL-5<\/cbc:ID>\s*<cac:Attachment>.*<\/cac:Attachment>/s;
    const description = '<cbc:DocumentDescription>Elektromer</cbc:DocumentDescription>';
    const { proven, fix } = causeOf(attachment, `${ID}${OBJECT}${description}`, 'invoiced-object-extended');
    expect(proven).toBe(false);
    expect(fix.en).toMatch(/^Leave out cbc:DocumentDescription at type 130/);
    expect(fix.en).not.toContain('attachment');
  });

  it('does not repeat an identifier that another reference has', () => {
    const other = `<cac:AdditionalDocumentReference>${ID}${OBJECT}</cac:AdditionalDocumentReference>`;
    const result = validate(
      INVOICE.replace(ID, ID + OBJECT).replace(
        '<cac:AccountingSupplierParty>',
        `${other}<cac:AccountingSupplierParty>`,
      ),
    );
    const { corrections } = result.root_causes.find(({ id }) => id === 'invoiced-object-extended')!;
    expect(corrections[0]!.patch.map(({ op }) => op)).toEqual(['remove']);
  });
});

describe('UBL extension', () => {
  const extended = (content: string): string =>
    '<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">' +
    `<ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension>` +
    '</ext:UBLExtensions><cbc:CustomizationID>';

  it.each([
    ['elements without text', '<own xmlns="urn:own"><part/></own>'],
    [
      'a signature',
      '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><SignatureMethod Algorithm="urn:x"/></SignedInfo><SignatureValue>QQ==</SignatureValue></Signature>',
    ],
  ])('with %s is not called empty, and its content is never removed', (_, content) => {
    const causes = causesOf('<cbc:CustomizationID>', extended(content));
    expect(causes).toMatchObject([
      { id: 'extension-not-accepted', rule_ids: ['UBL-CR-001', 'PEPPOL-EN16931-R008'], proven: false, corrections: [] },
    ]);
  });

  it('without content is empty and left out', () => {
    const causes = causesOf('<cbc:CustomizationID>', extended(''));
    expect(causes[0]).toMatchObject({ id: 'elements-empty', proven: true });
  });
});

describe('code in an attribute with the wrong name', () => {
  const CASES: readonly (readonly [
    name: string,
    from: string | RegExp,
    to: string,
    element: string,
    rules: string[],
  ])[] = [
    [
      'an identifier of the seller',
      'ID schemeID="0088">8584000000014',
      'ID schemeName="0088">8584000000014',
      'cac:PartyIdentification/cbc:ID/@schemeID',
      ['UBL-DT-08'],
    ],
    [
      'a registration number',
      'schemeID="0158"',
      "schemeAgencyID='0158'",
      'cac:PartyLegalEntity/cbc:CompanyID/@schemeID',
      ['UBL-DT-27'],
    ],
    [
      'an electronic address',
      'schemeID="0245">2020273893',
      'schemeName="0245">2020273893',
      'cbc:EndpointID/@schemeID',
      ['BR-63', 'UBL-DT-08'],
    ],
    [
      'a classification',
      'listID="STI"',
      'listName="STI"',
      'cbc:ItemClassificationCode/@listID',
      ['BR-65', 'UBL-DT-17'],
    ],
    [
      'an attribute among others',
      'schemeID="0158"',
      'schemeName="0158" schemeVersionID="1"',
      'cac:PartyLegalEntity/cbc:CompanyID/@schemeID',
      ['UBL-DT-08'],
    ],
  ];

  it.each(CASES)('%s: renames the attribute', (_, from, to, element, rules) => {
    const { rule_ids, corrections, proven } = causeOf(from, to, 'scheme-attribute-name');
    expect(rule_ids).toEqual(expect.arrayContaining(rules));
    expect(proven).toBe(true);
    const [removed, inserted] = corrections[0]!.patch;
    expect(removed).toMatchObject({ op: 'remove', before: inserted!.after });
    expect(inserted!.xpath.endsWith(element)).toBe(true);
    expect(corrections[0]!.title.en).toMatch(/: rename the attribute \w+ to (?:scheme|list)ID \(\w+\)$/);
  });

  it('advises to omit an attribute whose value is a name or whose meaning is stated', () => {
    const named = 'schemeName="Organizácia GS1">8584000000014';
    for (const to of [named, `schemeID="0088" ${named}`]) {
      const cause = causeOf('schemeID="0088">8584000000014', to, 'elements-not-in-norm');
      expect(cause.fix.en).toContain('leave these elements out');
    }
  });
});

describe('rule with the document element as its context', () => {
  it.each([
    [
      'UBL-CR-002',
      /<cbc:CustomizationID>/,
      '<cbc:UBLVersionID>2.3</cbc:UBLVersionID>$&',
      '/Invoice/cbc:UBLVersionID',
      'state 2.1 in it',
    ],
    [
      'UBL-CR-412',
      /<\/cbc:PaymentMeansCode>/,
      '$&<cbc:PaymentDueDate>2026-05-18</cbc:PaymentDueDate>',
      '/Invoice/cac:PaymentMeans/cbc:PaymentDueDate',
      'Move the due date',
    ],
    [
      'UBL-CR-665',
      /<cbc:ID>PROTOKOL-5/,
      '<cbc:ID schemeID="AAZ">PROTOKOL-5',
      `${REFERENCE}/cbc:ID/@schemeID`,
      'Remove the attribute schemeID',
    ],
    [
      'UBL-DT-18',
      /<cbc:InvoiceTypeCode/,
      '$& name="Faktúra"',
      '/Invoice/cbc:InvoiceTypeCode/@name',
      'Remove the attribute name',
    ],
  ])('%s names the element inside', (rule, from, to, location, advice) => {
    const cause = causeOf(from, to, 'elements-not-in-norm');
    expect(cause.rule_ids).toEqual([rule]);
    expect(cause.location).toBe(location);
    expect(cause.explanation.en).toContain(`(1: ${location.split('/').at(-1)})`);
    expect(cause.fix.en).toContain(advice);
  });
});
