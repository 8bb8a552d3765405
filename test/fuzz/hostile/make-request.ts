import { gzipSync } from 'node:zlib';
import { makeInvoice } from '../../support/invoice-builder.ts';
import { makeZip } from '../../support/make-zip.ts';
import type { Random } from '../random.ts';

/** Parts of an OpenAPI document that requests are built from. */
export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  /** Media type → example; null without an example. */
  readonly bodies: ReadonlyMap<string, unknown>;
};

export type HostileRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
};

const LONG = 3_000;

/** Reserved words, format boundaries, and characters that stores and parsers reject. */
const WORDS = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  'null',
  'undefined',
  'NaN',
  'true',
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e309',
  '9'.repeat(LONG),
  `0.${'0'.repeat(LONG)}1`,
  'a'.repeat(LONG),
  '\u0000',
  'a\u0000b',
  'a\r\nb',
  'a\nb',
  'a\u0085b\u2028c\u2029d',
  '\udc00\ud800',
  "UTF-8''fakt%C3%BAra.xml",
  "ISO-8859-1''fakt%FAra.xml",
  'fakt\u00fara.xml',
  'application/json;charset=utf-8;q=0.5, */*;q=0',
  '\u0007',
  '\ud800',
  '\u202e\u2066',
  '😀'.repeat(200),
  '%',
  '%00',
  '%ff%fe',
  '%zz',
  '../../etc/passwd',
  '/',
  '\\',
  "'; drop table documents; --",
  '<script>alert(1)</script>',
  '&amp;',
  ']]>',
  '{{7*7}}',
  '$' + '{7*7}',
  '=1+1',
  'SK2020317068',
  '0088:7300010000001',
  'doc_019aa5b0-0000-7000-8000-000000000000',
  '2026-02-30',
  '2026-11-22',
  'peppol-bis-3',
  'EN16931',
  'XML,SK',
  'sk',
  '1970-01-01T00:00:00Z',
];

/** Accept headers with parameters, weights, quotes and errors. */
const MEDIA_RANGES = [
  'application/json; charset=utf-8',
  'application/json;q=0.5;odata="a,b;q=0", text/html;q=.9',
  'APPLICATION/JSON ; Charset="UTF-8"',
  'application/*;q=0, */*;q=0.1',
  'application/json;q=0',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'text/html;q=high, /json, ;;,,',
  'application/json;a="',
  'a/a,'.repeat(1_000),
  '"'.repeat(1_001),
];

const MEDIA_TYPES = [
  'application/json',
  'application/xml',
  'text/xml',
  'application/x-ndjson',
  'application/zip',
  'application/pdf',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  'application/json; charset=utf-16',
  '*/*',
  'constructor',
];

const INVOICE = makeInvoice();

/** Builds the request of a seed: an operation of the document with hostile values. */
export function makeRequest(operations: readonly Operation[], random: Random): HostileRequest {
  const { pick, chance } = random;
  const operation = pick(operations);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, () => encode(pick(WORDS) || 'x'));
  const query = operation.parameters
    // Long polling would delay the run.
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'wait' && chance(0.5))
    .map(({ name }) => `${name}=${encode(pick(WORDS))}`);
  if (chance(0.1)) query.push(`${encode(pick(WORDS))}=${encode(pick(WORDS))}`);
  const headers: Record<string, string> = {};
  if (chance(0.8)) headers['X-API-Key'] = chance(0.9) ? 'hostile' : latin(pick(WORDS));
  for (const { name, in: place } of operation.parameters)
    if (place === 'header' && chance(0.6)) headers[name] = latin(pick(WORDS));
  for (const name of [
    'Accept',
    'Accept-Language',
    'X-Request-Id',
    'If-None-Match',
    'Range',
    'Origin',
    'X-Forwarded-For',
  ])
    if (chance(0.1)) headers[name] = latin(pick(WORDS));
  if (chance(0.15)) headers.Accept = pick(MEDIA_RANGES);
  if (headers.Accept?.includes('event-stream')) delete headers.Accept;
  if (operation.bodies.size === 0 && !chance(0.05)) {
    return { method: operation.method, path: withQuery(path, query), headers, body: null };
  }
  const types = [...operation.bodies.keys()];
  const type = chance(0.85) && types.length > 0 ? pick(types) : pick(MEDIA_TYPES);
  headers['Content-Type'] =
    type.startsWith('multipart') && !type.includes('boundary') && chance(0.9) ? `${type}; boundary=b` : type;
  let body = bodyOf(type, operation.bodies.get(type), random);
  if (chance(0.1)) {
    headers['Content-Encoding'] = chance(0.7) ? 'gzip' : latin(pick(WORDS));
    if (headers['Content-Encoding'] === 'gzip' && chance(0.9)) body = gzipSync(body);
  }
  return { method: operation.method, path: withQuery(path, query), headers, body };
}

const withQuery = (path: string, query: readonly string[]): string =>
  query.length === 0 ? path : `${path}?${query.join('&')}`;

/** Lone surrogates have no URL encoding. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A header contains no control characters, and one byte per character. */
const latin = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').trim();

function bodyOf(type: string, example: unknown, random: Random): Buffer {
  const word = (): string => random.pick(WORDS);
  if (type.includes('ndjson') || type.includes('jsonl')) {
    return Buffer.from(
      Array.from({ length: 4 }, () => changedJson({ filename: 'a.xml', content: INVOICE }, random)).join('\n'),
    );
  }
  if (type.includes('json')) return Buffer.from(changedJson(example ?? { filename: word(), content: INVOICE }, random));
  if (type.includes('multipart')) {
    const name = random.chance(0.2) ? `filename*=UTF-8''${encode(word())}` : `filename="${latin(word())}"`;
    const part = `--b\r\nContent-Disposition: form-data; name="${latin(word())}"; ${name}\r\n\r\n`;
    const end = `\r\n--b${random.chance(0.8) ? '--' : ''}\r\n`;
    const file = random.chance(0.7) ? changedXml(random) : random.chance(0.5) ? updatedPdf(random) : nestedZip(random);
    return Buffer.concat([Buffer.from(part, random.chance(0.5) ? 'latin1' : 'utf8'), file, Buffer.from(end)]);
  }
  if (type.includes('xml')) return changedXml(random);
  if (type.includes('zip') && random.chance(0.7)) return nestedZip(random);
  if (type.includes('pdf') && random.chance(0.7)) return updatedPdf(random);
  return random.chance(0.5) ? changedXml(random) : Buffer.from(`PK\u0003\u0004%PDF-1.7\n${word()}`, 'latin1');
}

/** Archive of invoices, nested archives and folders, some with wrong sizes and checksums. */
function nestedZip(random: Random, depth = 0): Buffer {
  const entries = Array.from({ length: 1 + random.below(3) }, () => ({
    name: `${random.pick(['', 'a/', '../', '__MACOSX/'])}${random.pick(WORDS).slice(0, 60)}${random.pick(['.xml', '.zip', '.pdf', '/'])}`,
    content: depth < 3 && random.chance(0.4) ? nestedZip(random, depth + 1) : changedXml(random),
    isEncrypted: random.chance(0.05),
    ...(random.chance(0.05) && { statedSize: random.below(1_000_000) }),
    ...(random.chance(0.05) && { statedChecksum: random.below(1_000_000) }),
  }));
  const zip = makeZip(entries);
  return random.chance(0.1) ? zip.subarray(0, random.below(zip.length)) : zip;
}

/** PDF with incremental updates: replaced objects and misleading cross-reference tables. */
function updatedPdf(random: Random): Buffer {
  const word = (): string =>
    latin(random.pick(WORDS))
      .replaceAll(/[()\\]/g, '')
      .slice(0, 200);
  let text = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  const add = (id: number, body: string): void => {
    offsets.set(id, random.chance(0.05) ? random.below(100_000) : text.length);
    text += `${id} 0 obj\n${body}\nendobj\n`;
  };
  const close = (previous: number | null): number => {
    const at = text.length;
    const rows = [...offsets].map(([id, offset]) => `${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    const before = previous === null ? '' : ` /Prev ${random.chance(0.1) ? at : previous}`;
    text += `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 9 /Root 1 0 R${before} >>\nstartxref\n${at}\n%%EOF\n`;
    offsets.clear();
    return at;
  };
  const file = (): string => {
    const xml = changedXml(random).toString('latin1');
    return `<< /Type /EmbeddedFile /Length ${random.chance(0.1) ? 7 : xml.length} >>\nstream\n${xml}\nendstream`;
  };
  add(
    1,
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(factur-x.xml) 4 0 R] >> >> /AF [4 0 R] >>',
  );
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>');
  add(
    4,
    `<< /Type /Filespec /F (${word()}) /UF (${random.chance(0.5) ? 'factur-x.xml' : word()}) /EF << /F 5 0 R >> >>`,
  );
  add(5, file());
  let previous = close(null);
  for (let update = random.below(4); update > 0; update -= 1) {
    add(1 + random.below(5), random.chance(0.6) ? file() : `<< /${word()} ${random.below(9)} 0 R >>`);
    previous = close(previous);
  }
  return Buffer.from(random.chance(0.1) ? text.slice(0, random.below(text.length)) : text, 'latin1');
}

/** JSON of the value with one mutation, or truncated. */
function changedJson(value: unknown, random: Random): string {
  const word = (): string => random.pick(WORDS);
  const odd = (): unknown => {
    const made: readonly unknown[] = [
      word(),
      null,
      -1,
      1e308,
      [],
      {},
      [[[[]]]],
      { [word()]: word() },
      Array(200).fill(word()),
    ];
    return random.pick(made);
  };
  const change = (at: unknown, depth: number): unknown => {
    if (depth > 6 || random.chance(0.15)) return odd();
    if (Array.isArray(at) && at.length > 0) {
      const index = random.below(at.length);
      return at.map((item, position) => (position === index ? change(item, depth + 1) : item));
    }
    if (typeof at === 'object' && at !== null && Object.keys(at).length > 0) {
      const entries = Object.entries(at);
      const index = random.below(entries.length);
      if (random.chance(0.2)) entries.push([word(), odd()]);
      return Object.fromEntries(
        entries.map(([name, item], position) => [name, position === index ? change(item, depth + 1) : item]),
      );
    }
    return odd();
  };
  const text = JSON.stringify(random.chance(0.15) ? value : change(value, 0)) ?? '';
  return random.chance(0.05) ? text.slice(0, random.below(text.length)) : text;
}

/** Invoice with some texts and attributes changed, or truncated. */
function changedXml(random: Random): Buffer {
  const word = (): string => random.pick(WORDS);
  const escaped = (text: string): string => (random.chance(0.9) ? text.replaceAll(/[<&"]/g, '') : text);
  let xml = INVOICE.replaceAll(/>([^<>]+)</g, (all) => (random.chance(0.04) ? `>${escaped(word())}<` : all));
  xml = xml.replaceAll(/(\w+)="([^"]*)"/g, (all, name) => (random.chance(0.02) ? `${name}="${escaped(word())}"` : all));
  if (random.chance(0.1)) xml = xml.replace(/<cac:InvoiceLine>/, `${'<cac:InvoiceLine/>'.repeat(20)}<cac:InvoiceLine>`);
  if (random.chance(0.1))
    xml = `<?xml version="1.0" encoding="${escaped(word())}"?>${xml.replace(/^<\?xml[^>]*>/, '')}`;
  if (random.chance(0.05)) xml = `<!DOCTYPE x [<!ENTITY a "${escaped(word())}">]>${xml}`;
  return Buffer.from(random.chance(0.05) ? xml.slice(0, random.below(xml.length)) : xml);
}
