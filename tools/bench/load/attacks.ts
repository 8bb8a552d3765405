/** The most expensive known requests relative to their size; add newly found ones here. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { makeInvoice } from '../invoices.ts';

export type Attack = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const XML = { 'Content-Type': 'application/xml' };
const JSON_BODY = { 'Content-Type': 'application/json' };
const GZIP = { 'Content-Encoding': 'gzip' };
const KEY = { 'X-API-Key': 'attacker' };

const INVOICE = Buffer.from(makeInvoice(10)).toString('utf8');

const insert = (before: string, what: string): Buffer => Buffer.from(INVOICE.replace(before, `${what}${before}`));
const withText = (element: string, text: string): Buffer =>
  Buffer.from(INVOICE.replace(new RegExp(`(<${element}[^>]*>)[^<]*`), `$1${text}`));

const nested = (depth: number): Buffer =>
  insert('<cac:TaxTotal>', `${'<cac:Party>'.repeat(depth)}${'</cac:Party>'.repeat(depth)}`);

const draft = {
  invoice: {
    invoiceNumber: '1',
    issueDate: '2027-01-15',
    sellerName: 'A',
    sellerDic: '2020317068',
    buyerName: 'B',
    buyerDic: '2020270604',
    lines: Array.from({ length: 1000 }, (_, index) => ({
      description: `Tovar ${index}`.padEnd(400, ' x'),
      quantity: '1.5',
      unit: 'ks',
      unitPrice: '3.33',
      vatRate: '23',
    })),
  },
};

const emptyParts = (bytes: number): Buffer => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  return Buffer.from(`${part.repeat(Math.floor(bytes / part.length))}--b--\r\n`);
};

const validate = '/api/validate-file';

/** Created on demand, since some take time. */
export function makeAttacks(): readonly Attack[] {
  const xml = (name: string, body: Uint8Array, path = validate, headers = {}): Attack => ({
    name,
    path,
    headers: { ...XML, ...headers },
    body,
  });
  const json = (name: string, body: unknown, path: string, headers = {}): Attack => ({
    name,
    path,
    headers: { ...JSON_BODY, ...headers },
    body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
  });
  const decimals = withText('cbc:PayableAmount', `1.${'7'.repeat(61_000)}`);
  const gln = Buffer.from(
    INVOICE.replace(/<cbc:EndpointID[^>]*>[^<]*/, `<cbc:EndpointID schemeID="0088">${'7'.repeat(60_000)}`),
  );
  const emptyLines = insert('<cac:InvoiceLine>', '<cac:InvoiceLine/>'.repeat(3_400));
  const smallest = insert('<cac:InvoiceLine>', '<cac:InvoiceLine/>'.repeat(600));
  return [
    xml('an amount of 61,000 decimals', decimals),
    xml('zeros at the end of an amount', withText('cbc:PayableAmount', `1.${'0'.repeat(61_000)}`)),
    xml('a GLN of 60,000 digits', gln),
    xml('3,400 empty lines', emptyLines),
    xml('600 empty lines', smallest),
    xml('empty parties', insert('<cac:PartyTaxScheme>', '<cac:PartyTaxScheme/>'.repeat(2_500))),
    xml('unknown elements', insert('<cac:TaxTotal>', '<x/>'.repeat(14_000))),
    xml('deep nesting', nested(190)),
    xml('blanks', withText('cbc:Note', ' '.repeat(60_000))),
    xml('10 MB', makeInvoice(7_000)),
    xml('evidence of empty lines', emptyLines, '/api/validation-evidence'),
    xml('a second opinion on empty lines', emptyLines, '/api/validate/official'),
    xml('a page of 61,000 digits', decimals, '/api/invoice-render?format=html', KEY),
    xml('a PDF of 61,000 digits', decimals, '/api/pdf-bridge'),
    xml('a PDF of 400 lines', makeInvoice(400), '/api/pdf-bridge'),
    json('gzip of nested arrays', gzipSync(`[${'[],'.repeat(16_000_000)}[]]`), '/api/validate', GZIP),
    json(
      'millions of keys',
      Buffer.from(`{${Array.from({ length: 700_000 }, (_, index) => `"${index}":1`).join(',')}}`),
      '/api/validate',
    ),
    json('a thousand draft lines', draft, '/api/invoice-issue-preview', KEY),
    json('wrong VAT numbers', { vats: Array.from({ length: 10_000 }, () => ({})) }, '/v1/vat/verify/batch', KEY),
    json('a hundred files', { files: Array(100).fill({ content: smallest.toString() }) }, '/api/validate'),
    json(
      'an assistant with empty lines',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'validate_peppol_xml', arguments: { xml: emptyLines.toString() } },
      },
      '/api/mcp',
    ),
    {
      name: 'gzip of empty NDJSON lines',
      path: '/api/batches',
      headers: { 'Content-Type': 'application/x-ndjson', ...GZIP, ...KEY },
      body: gzipSync(Buffer.alloc(500 * 1024 * 1024, 0x0a)),
    },
    {
      name: 'brotli of spaces',
      path: validate,
      headers: { ...XML, 'Content-Encoding': 'br' },
      body: brotliCompressSync(Buffer.alloc(10 * 1024 * 1024, 0x20)),
    },
    {
      name: 'empty form parts',
      path: '/api/validate',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: emptyParts(10 * 1024 * 1024),
    },
  ];
}
