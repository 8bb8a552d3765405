import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ maxXmlBytes: 200_000 });
});
afterAll(() => api.close());

const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
  (await fetch(api.url + path, { ...init, headers: { 'X-API-Key': 'one', ...init.headers } })).json() as Promise<
    Record<string, unknown>
  >;
const post = (type: string, body: string) =>
  call('/api/batches', { method: 'POST', body, headers: { 'Content-Type': type } });

it.each([
  ['{"files":[\n{"content":"<a/>"},\n]}', 'trailing_comma', 3, 1],
  ['{"files":[\n{"content":"<a b="c"/>"}]}', 'comma', 2, 19],
  ['{"files":[{"content":"<a/>"}] "x"', 'comma', 1, 31],
  ['{"files" [', 'colon', 1, 10],
  ["{'files':[", 'quotes', 1, 2],
  ['{"files":[{"content":"<a/>"}],}', 'trailing_comma', 1, 31],
  ['{"files":[{"content":"<a/>"}]}\n{}', 'extra', 2, 1],
  ['{"files":[{"content":"<a/>"}', 'incomplete', 1, 29],
  ['{"files":', 'incomplete', 1, 10],
  ['\ufeff{"files":[', 'incomplete', 1, 11],
  ['<Invoice/>', 'xml', 1, 1],
  ['', 'empty', 1, 1],
])('rejects the malformed JSON %j with line, column and kind', async (text, reason, line, column) => {
  expect(await post('application/json', text)).toMatchObject({ code: 'malformed_json', reason, line, column });
});

it('accepts JSON with a byte order mark', async () => {
  expect(await post('application/json', '\ufeff{"files":[{"content":"<a/>"}]}')).toMatchObject({ total: 1 });
});

it('reports line, column and kind for an NDJSON line that is not JSON', async () => {
  const lines = ['{"content":"<a/>"}', '', ' {"content":"<a/>",}', `{"content":"${'x'.repeat(70_000)}"`];
  const { id } = await post('application/x-ndjson', lines.join('\n'));
  const { failures } = (await call(`/api/batches/${id}/results`)) as {
    failures: { filename: string; error: { detail: { en: string } } }[];
  };
  expect(failures.map(({ filename, error }) => [filename, error.detail.en])).toEqual([
    ['line-3', 'Line 3, column 20: A trailing comma precedes this bracket. Remove the comma.'],
    ['line-4', expect.stringMatching(/^Line 4, column 70014: The JSON ends here/)],
  ]);
});
