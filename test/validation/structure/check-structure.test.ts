import { makeInnerDocument, NamePool, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { checkStructure, structureWith } from '../../../packages/validator/src/validation/layers/structure/index.ts';
import { check, invoice, parse, parts, structure, verdict, wrap } from './tables.ts';

describe('document with a valid structure', () => {
  it.each([
    ['the smallest invoice', invoice()],
    [
      'a credit note',
      wrap(
        Object.values({
          ...parts,
          line: parts.line.replaceAll('InvoiceLine', 'CreditNoteLine').replaceAll('InvoicedQ', 'CreditedQ'),
        }).join(''),
        'CreditNote',
      ),
    ],
    [
      'white space, comments and instructions between elements',
      invoice({ id: ' \n<!--x--><?p?><cbc:ID>1<!--y-->2</cbc:ID>\t<![CDATA[ ]]>' }),
    ],
    [
      'repeated elements that may repeat',
      invoice({ issued: `${parts.issued}<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>`, line: parts.line.repeat(3) }),
    ],
    [
      'an extension with any content',
      invoice({
        id: `<ext:UBLExtensions><ext:UBLExtension><cbc:Name>n</cbc:Name><ext:ExtensionContent><own xmlns="urn:own" a="1">text<cbc:Nonsense/></own></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>${parts.id}`,
      }),
    ],
    [
      'attributes of XML itself',
      invoice({ issued: `<cbc:IssueDate xml:lang="sk">2026-01-15</cbc:IssueDate>` }).replace(
        '<Invoice ',
        '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xsi:noNamespaceSchemaLocation="c" ',
      ),
    ],
    ['empty text where it is allowed', invoice({ id: '<cbc:ID/>' })],
    [
      'all attributes of an identifier',
      invoice({
        id: '<cbc:ID schemeID="a" schemeName="b" schemeAgencyID="c" schemeAgencyName="d" schemeVersionID="e" schemeDataURI="f" schemeURI="g">1</cbc:ID>',
      }),
    ],
  ])('%s has no finding', (_, text) => {
    expect(verdict(text)).toEqual([]);
  });
});

describe('one mistake gives one finding', () => {
  const note = '<cbc:Note>n</cbc:Note>';
  const due = '<cbc:DueDate>2026-01-29</cbc:DueDate>';

  it.each([
    [
      'an element moved to the front',
      invoice({ id: `<cbc:BuyerReference>x</cbc:BuyerReference>${parts.id}`, issued: parts.issued + due + note }),
      ['ELEMENT-MISPLACED /Invoice/cbc:BuyerReference'],
    ],
    [
      'an element moved to the end',
      invoice({ id: '', line: parts.line + parts.id }),
      ['ELEMENT-MISPLACED /Invoice/cbc:ID'],
    ],
    [
      'a total after many lines',
      invoice({ total: '', line: parts.line.repeat(20) + parts.total }),
      ['ELEMENT-MISPLACED /Invoice/cac:LegalMonetaryTotal'],
    ],
    [
      'two adjacent elements swapped',
      invoice({ id: parts.issued, issued: parts.id }),
      ['ELEMENT-MISPLACED /Invoice/cbc:ID'],
    ],
    [
      'a split group',
      invoice({ issued: `${parts.issued + note}<cbc:TaxPointDate>2026-01-15</cbc:TaxPointDate>${note}` }),
      ['ELEMENT-MISPLACED /Invoice/cbc:Note[2]'],
    ],
    [
      'a misplaced group',
      invoice({ issued: `${parts.issued}`, line: parts.line + note + note }),
      ['ELEMENT-MISPLACED /Invoice/cbc:Note[1]'],
    ],
    ['a missing element', invoice({ issued: '' }), ['ELEMENT-MISSING /Invoice']],
    ['a missing last element', invoice({ line: '' }), ['ELEMENT-MISSING /Invoice']],
    ['a repeated element', invoice({ id: parts.id.repeat(3) }), ['ELEMENT-REPEATED /Invoice/cbc:ID[2]']],
    [
      'a repeated element at another position',
      invoice({ line: parts.line + parts.id }),
      ['ELEMENT-REPEATED /Invoice/cbc:ID[2]'],
    ],
    [
      'an unknown element',
      invoice({ issued: `${parts.issued}<cbc:Poznamka/>` }),
      ['ELEMENT-UNKNOWN /Invoice/cbc:Poznamka'],
    ],
    [
      'an unknown element with unknown content',
      invoice({ issued: `${parts.issued}<a xmlns=""><b c="1"/>x</a>` }),
      ['ELEMENT-UNKNOWN /Invoice/a'],
    ],
    [
      'the same unknown element many times',
      invoice({ issued: parts.issued + '<cbc:Poznamka/>'.repeat(5) }),
      ['ELEMENT-UNKNOWN /Invoice/cbc:Poznamka[1]'],
    ],
    ['a misspelt required element', invoice({ id: '<cbc:Id>1</cbc:Id>' }), ['ELEMENT-UNKNOWN /Invoice/cbc:Id']],
    [
      'a required element with a wrong prefix',
      invoice({ id: '<cac:ID>1</cac:ID>' }),
      ['ELEMENT-UNKNOWN /Invoice/cac:ID'],
    ],
    [
      'an element of another parent',
      invoice({ issued: `${parts.issued}<cbc:PriceAmount currencyID="EUR">1</cbc:PriceAmount>` }),
      ['ELEMENT-NOT-ALLOWED /Invoice/cbc:PriceAmount'],
    ],
    [
      'lines of a credit note in an invoice',
      invoice({ line: parts.line + parts.line.replaceAll('InvoiceLine', 'CreditNoteLine') }),
      ['ELEMENT-NOT-ALLOWED /Invoice/cac:CreditNoteLine'],
    ],
    [
      'an element inside a value',
      invoice({ id: '<cbc:ID>1<cbc:ID>2</cbc:ID></cbc:ID>' }),
      ['ELEMENT-NOT-ALLOWED /Invoice/cbc:ID/cbc:ID'],
    ],
    [
      'a document inside a document',
      invoice({ line: parts.line + invoice() }),
      ['ELEMENT-NOT-ALLOWED /Invoice/Invoice'],
    ],
    ['text between elements', invoice({ id: `x${parts.id}y` }), ['TEXT-UNEXPECTED /Invoice']],
    ['text in CDATA between elements', invoice({ id: `${parts.id}<![CDATA[x]]>` }), ['TEXT-UNEXPECTED /Invoice']],
    ['a no-break space between elements', invoice({ id: `${parts.id}\u00a0` }), ['TEXT-UNEXPECTED /Invoice']],
    [
      'an unknown attribute of a value',
      invoice({ id: '<cbc:ID id="1">1</cbc:ID>' }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cbc:ID/@id'],
    ],
    [
      'an attribute of a date',
      invoice({ issued: '<cbc:IssueDate format="x">2026-01-15</cbc:IssueDate>' }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cbc:IssueDate/@format'],
    ],
    [
      'an attribute of a container',
      invoice({ supplier: '<cac:AccountingSupplierParty id="1"/>' }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cac:AccountingSupplierParty/@id'],
    ],
    [
      'a known attribute in a namespace',
      invoice({ id: '<cbc:ID cbc:schemeID="1">1</cbc:ID>' }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cbc:ID/@cbc:schemeID'],
    ],
    [
      'xsi:nil',
      invoice({ id: '<cbc:ID xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>' }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cbc:ID/@xsi:nil'],
    ],
    [
      'a missing attribute',
      invoice({ total: parts.total.replace(' currencyID="EUR"', '') }),
      ['ATTRIBUTE-MISSING /Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount'],
    ],
    [
      'a misspelt required attribute',
      invoice({ total: parts.total.replace('currencyID', 'currencyId') }),
      ['ATTRIBUTE-UNKNOWN /Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount/@currencyId'],
    ],
    [
      'a wrong number',
      invoice({ total: parts.total.replace('1.00', '1,00') }),
      ['VALUE-INVALID /Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount'],
    ],
    [
      'a wrong number with a comment in it',
      invoice({ total: parts.total.replace('1.00', '1<!---->,00') }),
      ['VALUE-INVALID /Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount'],
    ],
    ['an empty date', invoice({ issued: '<cbc:IssueDate/>' }), ['VALUE-INVALID /Invoice/cbc:IssueDate']],
    [
      'a wrong language',
      invoice({ issued: `${parts.issued}<cbc:Note languageID="slovensky jazyk">n</cbc:Note>` }),
      ['VALUE-INVALID /Invoice/cbc:Note/@languageID'],
    ],
    [
      'an empty extension',
      invoice({ id: `<ext:UBLExtensions/>${parts.id}` }),
      ['ELEMENT-MISSING /Invoice/ext:UBLExtensions'],
    ],
    [
      'an extension without content',
      invoice({ id: `<ext:UBLExtensions><ext:UBLExtension/></ext:UBLExtensions>${parts.id}` }),
      ['ELEMENT-MISSING /Invoice/ext:UBLExtensions/ext:UBLExtension'],
    ],
    [
      'another document element',
      '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>',
      ['UBL-UNKNOWN-ROOT /Order'],
    ],
    ['an invoice without its namespace', '<Invoice/>', ['UBL-UNKNOWN-ROOT /Invoice']],
  ])('%s', (_, text, expected) => {
    expect(verdict(text)).toEqual(expected);
  });

  it('several mistakes give several findings in document order, including mistakes inside misplaced elements', () => {
    const supplier =
      '<cac:AccountingSupplierParty><cac:Party><cac:PartyName/><cbc:EndpointID/></cac:Party></cac:AccountingSupplierParty>';
    expect(
      verdict(
        invoice({
          id: `${parts.id}<cbc:X/>`,
          issued: '<cbc:IssueDate>x</cbc:IssueDate>',
          supplier: '',
          line: `${parts.line}${supplier}`,
        }),
      ),
    ).toEqual([
      'ELEMENT-UNKNOWN /Invoice/cbc:X',
      'VALUE-INVALID /Invoice/cbc:IssueDate',
      'ELEMENT-MISPLACED /Invoice/cac:AccountingSupplierParty',
      'ELEMENT-MISSING /Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyName',
      'ELEMENT-MISPLACED /Invoice/cac:AccountingSupplierParty/cac:Party/cbc:EndpointID',
    ]);
  });
});

describe('content of a finding', () => {
  it('gives the neighbours between which a misplaced element belongs', () => {
    const [finding] = check(invoice({ line: `${parts.line}<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>` }));
    expect(finding).toMatchObject({
      found: 'cbc:Note',
      parent: 'Invoice',
      after: 'cbc:IssueDate',
      before: 'cac:AccountingSupplierParty',
      count: 2,
    });
  });

  it('gives the missing element and its parent', () => {
    const [finding] = check(invoice({ customer: '' }));
    expect(finding).toMatchObject({
      found: null,
      expected: ['cac:AccountingCustomerParty'],
      after: 'cac:AccountingSupplierParty',
      before: 'cac:LegalMonetaryTotal',
    });
  });

  it('gives the elements allowed instead of an unknown one', () => {
    const [finding] = check(
      invoice({
        total: `<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">1</cbc:TaxInclusiveAmount><cbc:Suma/>${parts.total.slice(24)}`,
      }),
    );
    expect(finding).toMatchObject({
      found: 'cbc:Suma',
      parent: 'cac:LegalMonetaryTotal',
      expected: [
        'cbc:AllowanceTotalAmount',
        'cbc:ChargeTotalAmount',
        'cbc:PrepaidAmount',
        'cbc:PayableRoundingAmount',
        'cbc:PayableAmount',
      ],
    });
  });

  it('gives the element that was probably meant', () => {
    expect(check(invoice({ id: '<cbc:Id>1</cbc:Id>' }))[0]!.expected).toEqual(['cbc:ID']);
    expect(check(invoice({ id: '<x:ID xmlns:x="urn:x">1</x:ID>' }))[0]).toMatchObject({
      found: '{urn:x}ID',
      expected: ['cbc:ID'],
    });
  });

  it('gives the number of repetitions of a single element', () => {
    expect(check(invoice({ id: parts.id.repeat(4) }))[0]!.count).toBe(4);
  });
});

describe('checkStructure', () => {
  it('checks an inner document', () => {
    const document = parse(`<envelope>${invoice({ issued: '' })}</envelope>`);
    const element = document.root.children.find((child): child is XmlElement => child.kind === NodeKind.ELEMENT)!;
    const inner = makeInnerDocument(document, element);
    expect(checkStructure(structure, inner).map(({ ruleId }) => ruleId)).toEqual(['UBL-STRUCTURE-ELEMENT-MISSING']);
  });

  it('rejects a tree with another name pool', () => {
    const other = structureWith(structure, new NamePool());
    expect(() => checkStructure(other, parse(invoice()))).toThrow(/other names than the structure/);
  });

  it('is linear when everything is wrong', () => {
    const wrong = Array.from(
      { length: 40_000 },
      (_, index) => `<cbc:X${index}/><cbc:Note>n</cbc:Note>${parts.line}`,
    ).join('');
    // A non-linear check would exceed the test timeout.
    expect(checkStructure(structure, parse(wrap(wrong))).length).toBeGreaterThan(40_000);
  });
});
