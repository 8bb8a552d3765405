import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Validate } from '../../src/modules/batches/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { validateBatch } from '../support/records.ts';
import { fakeValidate, ISSUE } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const KEY = { 'X-API-Key': 'try download' };

/** Names and parties of a malicious sender. */
const EVIL = ['=cmd|calc', '+1+1', '-2+3', '@SUM(A1)', '\tx', '＝1', 'plain "quoted", text', 'a;b', "ä\r\n=x'"];

async function createBatch(): Promise<string> {
  const lines = EVIL.map((_, index) => `${JSON.stringify({ filename: `${index}.xml`, content: '<valid/>' })}\n`);
  const response = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    body: `${lines.join('')}not JSON\n`,
    headers: { 'Content-Type': 'application/x-ndjson', ...KEY },
  });
  const { id } = (await response.json()) as { id: string };
  const { workspace_id } = await api.db.kysely
    .selectFrom('batches')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const validateOne: Validate = ({ filename, bytes, position }) => {
    const result = fakeValidate(bytes, { filename, today: '', clock: () => 0 });
    const summary = { ...result.summary, seller_name: EVIL[position]!, payable_amount: '-12.30' };
    return {
      ...result,
      summary,
      valid: position > 0,
      fatal_count: 1,
      issues: [{ ...ISSUE, level: 'warning' }, ISSUE, ISSUE],
    };
  };
  await validateBatch(api.db, api.app.batches, { workspaceId: workspace_id, actor: 'worker' }, id, validateOne);
  return id;
}

/** Parses RFC 4180 strictly by its grammar. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

it.each([
  ['?format=csv', {}],
  ['', { Accept: 'text/csv' }],
])('CSV has one line per file and no formulas (%s %o)', async (query, headers) => {
  const id = await createBatch();
  const response = await fetch(`${api.url}/api/batches/${id}/results${query}`, { headers: { ...KEY, ...headers } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}-results.csv"`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const [head, ...rows] = parseCsv(bytes.toString('utf8').slice(1));
  const cell = (row: string[], name: string): string => row[head!.indexOf(name)]!;
  expect(rows).toHaveLength(EVIL.length + 1);
  expect(rows.slice(0, -1).map((row) => cell(row, 'seller_name'))).toEqual([
    "'=cmd|calc",
    "'+1+1",
    "'-2+3",
    "'@SUM(A1)",
    "'\tx",
    "'＝1",
    'plain "quoted", text',
    'a;b',
    "ä\r\n=x'",
  ]);
  expect(cell(rows[0]!, 'payable_amount')).toBe('-12.30');
  expect(rows[0]!.slice(0, 6)).toEqual(['0', '0.xml', 'invalid', '1', '0', '0']);
  expect([cell(rows[1]!, 'status'), cell(rows[1]!, 'rule_ids'), cell(rows[1]!, 'message')]).toEqual([
    'valid',
    'BR-02',
    'Chýba číslo faktúry.',
  ]);
  const last = rows.at(-1)!;
  expect([cell(last, 'filename'), cell(last, 'status'), cell(last, 'rule_ids')]).toEqual([
    `line-${EVIL.length + 1}`,
    'failed',
    'line_malformed',
  ]);
  for (const row of rows) expect(row).toHaveLength(head!.length);
});

it.each(['sk', 'en'])('NDJSON has one line per file in the requested language (%s)', async (language) => {
  const id = await createBatch();
  const get = (path: string, headers: Record<string, string>) =>
    fetch(`${api.url}/api/batches/${id}/results${path}`, {
      headers: { ...KEY, 'Accept-Language': language, ...headers },
    });
  const response = await get('', { Accept: 'application/x-ndjson' });
  const lines = (await response.text()).trim().split('\n');
  const { results, failures } = (await (await get('?limit=100', {})).json()) as Record<string, object[]>;
  expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual(
    results!.map((result, position) => ({ position, ...result })),
  );
  const { retryable, ...failure } = failures![0] as { retryable: boolean };
  expect([JSON.parse(lines.at(-1)!), retryable]).toEqual([failure, false]);
});

it('names the first file of the same invoice in every format', async () => {
  const lines = [0, 1, 2].map((index) => `${JSON.stringify({ filename: `=${index}`, content: '<valid/>' })}\n`);
  const response = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    body: lines.join(''),
    headers: { 'Content-Type': 'application/x-ndjson', ...KEY },
  });
  const { id } = (await response.json()) as { id: string };
  const { workspace_id } = await api.db.kysely
    .selectFrom('batches')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const validateOne: Validate = ({ filename, bytes, position }) => {
    const result = fakeValidate(bytes, { filename, today: '', clock: () => 0 });
    return { ...result, summary: { ...result.summary, invoice_id: position === 1 ? 'B' : 'A', seller_name: 'S' } };
  };
  await validateBatch(api.db, api.app.batches, { workspaceId: workspace_id, actor: 'worker' }, id, validateOne);
  const get = async (query: string, language = 'sk') =>
    (
      await fetch(`${api.url}/api/batches/${id}/results${query}`, { headers: { ...KEY, 'Accept-Language': language } })
    ).text();
  const original = { position: 0, filename: '=0' };
  type Placed = { readonly duplicate_of?: unknown };
  const { results } = JSON.parse(await get('')) as { results: Placed[] };
  expect(results.map(({ duplicate_of }) => duplicate_of)).toEqual([undefined, undefined, original]);
  for (const language of ['sk', 'en']) {
    const parsed = (await get('?format=ndjson', language))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Placed);
    expect(parsed.map(({ duplicate_of }) => duplicate_of)).toEqual([undefined, undefined, original]);
  }
  const rows = parseCsv(await get('?format=csv')).map((row) => row.slice(-2));
  expect(rows).toEqual([
    ['duplicate_of_position', 'duplicate_of_filename'],
    ['', ''],
    ['', ''],
    ['0', "'=0"],
  ]);
});

it.each([
  ['csv', ',photo.jpg,skipped,'],
  ['ndjson', '{"filename":"photo.jpg","skipped":{"code":"not_an_invoice","detail":{"sk":'],
])('lists the skipped files of an archive (%s)', async (format, line) => {
  const archive = makeZip([
    { name: 'a.xml', content: '<valid/>' },
    { name: 'photo.jpg', content: 'x' },
  ]);
  const response = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    body: new Uint8Array(archive),
    headers: { 'Content-Type': 'application/zip', ...KEY },
  });
  const { id } = (await response.json()) as { id: string };
  const download = await fetch(`${api.url}/api/batches/${id}/results?format=${format}`, { headers: KEY });
  const last = (await download.text()).trim().split('\n').at(-1)!;
  expect(last.slice(0, line.length)).toBe(line);
});

it('returns a problem for an unknown batch', async () => {
  for (const format of ['csv', 'ndjson', 'json']) {
    const response = await fetch(`${api.url}/api/batches/bat_x/results?format=${format}`, { headers: KEY });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  }
});
