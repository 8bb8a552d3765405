import { readFileSync } from 'node:fs';
import { DEFAULT_XML_LIMITS, parseXml, type XmlDocument } from '@e-invoice/schematron/xml';
import {
  compareInvoices,
  convertInvoice,
  findInvoice,
  type Invoice,
  type ReadInvoice,
  readInvoice,
  semanticDigest,
  writeCii,
  writeUbl,
} from '@e-invoice/validator/invoice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { casesOf } from '../support/cases.ts';
import { arbitraryInvoice } from './arbitrary-invoice.ts';

const CII = readFileSync(`${findRoot()}/test/invoice/cii-invoice.xml`, 'utf8');

function read(xml: string): ReadInvoice {
  const parsed = parseXml(Buffer.from(xml));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return readInvoice(findInvoice(parsed.document)!)!;
}

/** A UBL invoice with some terms of the CII example replaced. */
const ublOf = (change: (invoice: Invoice) => Partial<Invoice>): ReadInvoice => {
  const { invoice } = read(convertInvoice(read(CII), 'ubl').xml);
  return read(writeUbl({ ...invoice, ...change(invoice) }));
};

/** CII has one payment reference and one mandate, and no scheme of another tax. */
const forBoth = (invoice: Invoice): Invoice => ({
  ...invoice,
  payments: invoice.payments.map((payment) => ({
    ...payment,
    code: '30',
    remittance: 'VS 42',
    card: null,
    mandate: payment.mandate && { ...payment.mandate, id: 'M1' },
  })),
});

describe('conversion', () => {
  it('carries every term of a CII invoice to UBL and back', () => {
    const source = read(CII);
    const ubl = convertInvoice(source, 'ubl');
    expect(ubl.lost).toEqual([]);
    const back = convertInvoice(read(ubl.xml), 'cii');
    expect(back.lost).toEqual([]);
    expect(compareInvoices(source, read(back.xml))).toEqual([]);
    expect(semanticDigest(read(ubl.xml))).toBe(semanticDigest(source));
  });

  it('loses no term of any invoice that both syntaxes can hold', () => {
    fc.assert(
      fc.property(arbitraryInvoice, (made) => {
        const source = read(writeUbl(forBoth(made)));
        const { xml, lost } = convertInvoice(source, 'cii');
        expect(lost).toEqual([]);
        expect(compareInvoices(source, read(xml))).toEqual([]);
        expect(semanticDigest(read(xml))).toBe(semanticDigest(source));
      }),
      { seed: 2139, numRuns: casesOf(100) },
    );
  });

  it('names every value that the other syntax cannot hold', () => {
    const [payment] = read(CII).invoice.payments;
    const source = ublOf(() => ({
      payments: [
        { ...payment!, remittance: 'first' },
        { ...payment!, remittance: 'second' },
      ],
    }));
    expect(convertInvoice(source, 'cii').lost).toEqual([
      { businessTerm: 'BT-83', path: '/Invoice/cac:PaymentMeans[2]/cbc:PaymentID', value: 'second' },
    ]);
  });

  it('converts an invoice that becomes larger than the limit for reading', () => {
    const name = 'a'.repeat(40_000);
    const [line] = read(CII).invoice.lines;
    const lines = Array.from({ length: 250 }, (_, at) => ({
      ...line!,
      id: String(at),
      item: { ...line!.item!, name },
    }));
    const ubl = writeUbl({ ...read(CII).invoice, lines });
    const parsed = parseXml(Buffer.from(ubl), { limits: { bytes: ubl.length * 2 } });
    const { xml, lost } = convertInvoice(readInvoice((parsed as { document: XmlDocument }).document.root)!, 'cii');
    expect(xml.length).toBeGreaterThan(DEFAULT_XML_LIMITS.bytes);
    expect(lost).toEqual([]);
  });

  it('names content beyond EN 16931 but not attributes that name a code list', () => {
    const ubl = convertInvoice(read(CII), 'ubl').xml;
    const extended = ubl
      .replace('<cbc:ID>', '<cbc:UUID>u-1</cbc:UUID><cbc:ID>')
      .replace('<cbc:DocumentCurrencyCode>', '<cbc:DocumentCurrencyCode listID="ISO4217">');
    expect(convertInvoice(read(extended), 'cii').lost).toEqual([
      { businessTerm: null, path: '/Invoice/cbc:UUID', value: 'u-1' },
    ]);
  });

  it('adds in UBL only what UBL requires and what the digest ignores', () => {
    const cii = CII.replace(
      /<ram:SpecifiedTradeSettlementPaymentMeans>[\s\S]*<\/ram:SpecifiedTradeSettlementPaymentMeans>/,
      '',
    );
    const { xml, lost } = convertInvoice(read(cii), 'ubl');
    expect(lost.map(({ businessTerm }) => businessTerm)).not.toContain('BT-83');
    expect(xml).toContain('<cbc:PaymentMeansCode>1</cbc:PaymentMeansCode>');
    expect(semanticDigest(read(xml))).toBe(semanticDigest(read(cii)));
  });

  it('writes dates, tax point codes and schemes in the form of CII', () => {
    const source = ublOf(() => ({ taxPointCode: '35', object: { value: 'O-1', scheme: 'AWV' } }));
    const xml = convertInvoice(source, 'cii').xml;
    expect(xml).toContain('<udt:DateTimeString format="102">20270115</udt:DateTimeString>');
    expect(xml).toContain('<ram:DueDateTypeCode>29</ram:DueDateTypeCode>');
    expect(xml).toContain('<ram:ReferenceTypeCode>AWV</ram:ReferenceTypeCode>');
    expect(read(xml).invoice).toMatchObject({ taxPointCode: '35', object: { value: 'O-1', scheme: 'AWV' } });
  });
});

describe('semantic digest', () => {
  it('is equal for numbers and texts that mean the same', () => {
    const { invoice } = read(CII);
    const same = writeCii({ ...invoice, totals: { ...invoice.totals!, due: `${invoice.totals!.due}00` } });
    expect(semanticDigest(read(same))).toBe(semanticDigest(read(CII)));
  });

  it('differs when any term differs', () => {
    fc.assert(
      fc.property(arbitraryInvoice, arbitraryInvoice, (one, other) => {
        const [left, right] = [read(writeUbl(one)), read(writeUbl(other))];
        expect(semanticDigest(left) === semanticDigest(right)).toBe(compareInvoices(left, right).length === 0);
      }),
      { seed: 7, numRuns: casesOf(50) },
    );
  });
});

describe('comparison', () => {
  it('finds a changed term with both values, places and its effect', () => {
    const left = read(CII);
    const right = ublOf(({ totals }) => ({ totals: { ...totals!, due: '1.00' } }));
    expect(compareInvoices(left, right)).toEqual([
      {
        term: 'BT-115',
        part: 'totals',
        left: left.invoice.totals!.due,
        right: '1.00',
        leftLocation: expect.stringContaining('/ram:DuePayableAmount'),
        rightLocation: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
        effect: 'amount_due',
      },
    ]);
  });

  it('matches lines by content when their order differs', () => {
    const [line] = read(CII).invoice.lines;
    const named = (name: string) => ({ ...line!, id: name, item: { ...line!.item!, name } });
    const lines = ['a', 'b', 'c'].map(named);
    const left = ublOf(() => ({ lines }));
    // The order of lines is content, but not a difference of any line.
    expect(
      compareInvoices(
        left,
        ublOf(() => ({ lines: [lines[2]!, lines[0]!, lines[1]!] })),
      ),
    ).toEqual([]);
    const shorter = compareInvoices(
      left,
      ublOf(() => ({ lines: [lines[0]!, lines[2]!] })),
    );
    expect(shorter).toMatchObject([{ term: 'BG-25', part: 'lines', effect: 'line', right: null }]);
    expect(shorter[0]!.left).toContain('b');
  });
});
