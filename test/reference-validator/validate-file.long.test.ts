import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeInvoice, remove, text } from '../support/invoice-builder.ts';
import { makeBothValidators, type ValidateWithBoth } from '../support/reference.ts';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const filesOf = (folder: string): string[] =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .map((name) => `${folder}/${name}`);

let both: ValidateWithBoth;
beforeAll(async () => {
  both = await makeBothValidators();
});

const validateBoth = (xml: string | Uint8Array) => both(typeof xml === 'string' ? Buffer.from(xml) : xml);
const rules = (xml: string | Uint8Array): string[] => validateBoth(xml).reference.issues.map(({ rule_id }) => rule_id);

const withAttachment = (content: string): string =>
  makeInvoice().replace(
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
  );

/** Wraps an invoice in an envelope that declares its namespaces. */
const enveloped = (invoice: string): string => {
  const [, declarations = ''] = /<Invoice xmlns="[^"]*"([^>]*)>/.exec(invoice)!;
  return `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"${declarations}>
<StandardBusinessDocumentHeader/>${invoice.replace(declarations, '').trim()}</StandardBusinessDocument>`;
};

describe('agreement of main and reference validator', () => {
  it.each([...filesOf('schematron/canaries'), ...filesOf('test/golden')])('agree on %s', (file) => {
    const { comparison, local, reference } = validateBoth(readFileSync(at(file)));
    expect(comparison).toEqual({ agreement: 'full', differences: [] });
    expect(reference.valid).toBe(local.valid);
    const places = reference.issues.filter(({ layer }) => layer !== 'UBL' && layer !== 'XML');
    const key = (it: { rule_id: string; level: string; layer: string; location: string; line: number | null }) =>
      `${it.rule_id} ${it.level} ${it.layer} ${it.location} ${it.line}`;
    const ours = local.issues.filter(({ layer }) => !['UBL', 'XML', 'SBDH'].includes(layer));
    expect(places.map(key).sort()).toEqual(ours.map(key).sort());
  });

  it('agree on an invoice that violates restrictions of the syntax and the structure', () => {
    const broken = makeInvoice(text('cbc:IssueDate', 'soon'), remove('cac:AccountingCustomerParty')).replace(
      '<cbc:DocumentCurrencyCode>',
      '<cbc:UnknownThing/><cbc:DocumentCurrencyCode listID="x">',
    );
    const { comparison, reference } = validateBoth(broken);
    expect(comparison.differences).toEqual([]);
    expect(reference.issues.map(({ rule_id }) => rule_id)).toEqual(
      expect.arrayContaining(['UBL-STRUCTURE-VALUE-INVALID', 'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED', 'BR-07']),
    );
    const date = reference.issues.find(({ rule_id }) => rule_id === 'UBL-STRUCTURE-VALUE-INVALID')!;
    expect(date).toMatchObject({ location: '/Invoice/cbc:IssueDate', line: expect.any(Number), level: 'fatal' });
    expect(broken.split('\n')[date.line! - 1]).toContain('soon');
  });

  it('explain a date with surrounding white space, which only libxml2 rejects', () => {
    const { comparison } = validateBoth(makeInvoice(text('cbc:IssueDate', '2026-05-04 ')));
    expect(comparison.differences).toMatchObject([{ layer: 'UBL', explanation: { reason: 'white_space_of_dates' } }]);
  });

  it('XML Schema 1.0 part 1, 3.4.4: white space between elements is also allowed in a CDATA section, other text is not', () => {
    const padded = (section: string) => validateBoth(makeInvoice().replace('<cbc:ID>', `${section}<cbc:ID>`));
    expect(padded('<![CDATA[ ]]>').comparison.differences).toEqual([]);
    expect(padded('<![CDATA[ ]]>').reference.valid).toBe(true);
    expect(padded('<![CDATA[x]]>').comparison.differences).toEqual([]);
    expect(padded('<![CDATA[x]]>').reference.issues.map(({ rule_id }) => rule_id)).toEqual([
      'UBL-STRUCTURE-TEXT-UNEXPECTED',
    ]);
  });

  it.each([
    ['45.00', false],
    ['2024-02-29', false],
    ['AA==', true],
    [' AAAA\n AAAA ', true],
    ['A A A A', true],
    ['AAA', false],
    ['AAB=', false],
    ['AAAA====', false],
    ['', true],
  ])('XML Schema 1.0 part 2, 3.2.16: attachment "%s" is valid: %s', (content, valid) => {
    const { comparison, reference } = validateBoth(withAttachment(content));
    expect(comparison.differences).toEqual([]);
    expect(reference.issues.every(({ layer }) => layer !== 'UBL')).toBe(valid);
  });

  it('validate an attachment of 3 MB', () => {
    const { comparison, reference } = validateBoth(withAttachment('QUJD'.repeat(750_000)));
    expect(comparison.differences).toEqual([]);
    expect(reference.valid).toBe(true);
  });

  it('agree on an invoice in an envelope, with locations through the envelope', () => {
    const invoice = makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));
    const { comparison, reference } = validateBoth(enveloped(invoice));
    expect(comparison.differences).toEqual([]);
    const found = reference.issues.find(({ rule_id }) => rule_id === 'BR-CO-16')!;
    expect(found.location).toBe('/StandardBusinessDocument/Invoice/cac:LegalMonetaryTotal');
  });

  it.each([
    ['an invoice', makeInvoice()],
    [
      'an invoice of another syntax',
      '<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
    ],
  ])('agree that %s in a web page is no invoice', (_, inner) => {
    const page = `<html><body>${inner.replace(/^<\?xml.*\?>/, '')}</body></html>`;
    const { comparison, local, reference } = validateBoth(page);
    expect(comparison.differences).toEqual([]);
    for (const { valid, issues } of [local, reference]) {
      expect(valid).toBe(false);
      expect(issues.find(({ rule_id }) => rule_id === 'UBL-UNKNOWN-ROOT')).toMatchObject({
        level: 'fatal',
        location: '/html',
      });
    }
  });

  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${makeInvoice(remove('cbc:ID'))}`, 'utf16le')],
    ['a byte order mark', Buffer.from(`\uFEFF${makeInvoice(remove('cbc:ID'))}`)],
    ['ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?><Invoice/>`, 'latin1')],
    ['ISO-8859-16', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-16"?><Invoice>\xde</Invoice>`, 'latin1')],
    ['another kind of document', Buffer.from('<CrossIndustryInvoice/>')],
    ['an empty envelope', Buffer.from('<StandardBusinessDocument/>')],
  ])('agree on %s', (_, bytes) => {
    expect(validateBoth(bytes).comparison.differences).toEqual([]);
  });
});

describe('hostile input is rejected by the prefilter or libxml2, and by both validators', () => {
  const ENTITIES = Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('');
  it.each([
    ['a document type', '<!DOCTYPE Invoice><Invoice/>', 'XML-DTD-FORBIDDEN'],
    [
      'a document type after a comment',
      '<?xml version="1.0"?><!-- <!DOCTYPE x> -->\n<!DOCTYPE Invoice><a/>',
      'XML-DTD-FORBIDDEN',
    ],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY a0 "x">${ENTITIES}]><a>&a20;</a>`, 'XML-DTD-FORBIDDEN'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'XML-DTD-FORBIDDEN'],
    ['an empty file', '', 'XML-EMPTY'],
    ['white space', ' \n ', 'XML-EMPTY'],
    ['an unknown entity', '<a>&b;</a>', 'XML-NOT-WELL-FORMED'],
    ['a duplicate attribute', '<a b="1" b="2"/>', 'XML-NOT-WELL-FORMED'],
    ['a control character', '<a>\u0001</a>', 'XML-NOT-WELL-FORMED'],
    ['an undeclared prefix', '<x:a/>', 'XML-NOT-WELL-FORMED'],
    ['201 nested elements', `${'<a>'.repeat(201)}${'</a>'.repeat(201)}`, 'XML-TOO-DEEP'],
    ['100,000 nested elements', '<a>'.repeat(100_000), 'XML-TOO-DEEP'],
  ])('%s', (_, xml, rule) => {
    expect(rules(xml)).toEqual([rule]);
    expect(validateBoth(xml).comparison.differences).toEqual([]);
  });

  it('bytes that are invalid in their encoding', () => {
    expect(rules(Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]))).toEqual(['XML-ENCODING']);
  });

  it('a document with schema locations: nothing is loaded, and the schema does not change', () => {
    const hint = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x file:///etc/passwd"';
    const before = rules(makeInvoice());
    rules(makeInvoice().replace('<Invoice ', `<Invoice ${hint} `));
    expect(rules(makeInvoice())).toEqual(before);
  });
});
