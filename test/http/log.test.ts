import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidenceEntry } from '../../src/modules/evidence/transparency/entries.ts';
import { readZip } from '../../src/modules/rules/loader/read-zip.ts';
import { isProven, isSignedBy, leafHash } from '../transparency/second-log.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
let writer: { stop: () => Promise<void> };
beforeAll(async () => {
  api = await openApi({ maxXmlBytes: 100_000 });
});
afterAll(async () => {
  await writer?.stop();
  await api.close();
});

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(api.url + path, init);
const make = async (key: boolean): Promise<Record<string, unknown>> => {
  const headers = { 'Content-Type': 'application/json', ...(key && { 'X-API-Key': 'mine' }) };
  const body = JSON.stringify({ filename: 'a.xml', content: '<broken/>' });
  return (await get('/api/validation-evidence', { method: 'POST', headers, body })).json();
};
const digestOf = (report: object): Buffer =>
  createHash('sha256')
    .update(toCanonicalJson(report as never))
    .digest();
/** True when pages of other sites may read the response. */
const isForAnyPage = ({ headers }: Response): boolean =>
  headers.get('Access-Control-Allow-Origin') === '*' && headers.get('Cross-Origin-Resource-Policy') === 'cross-origin';
const proofOf = (report: object, query = ''): Promise<Response> =>
  get(`/api/evidence-log/proofs/${digestOf(report).toString('hex')}${query}`);

it('an inclusion proof is available within two seconds, with or without a key, but only for existing evidence', async () => {
  expect((await get('/log/checkpoint')).status).toBe(404);
  const reports = [await make(false), await make(true)];
  const early = await proofOf(reports[0]!);
  expect(early.status).toBe(404);
  expect(early.headers.get('Retry-After')).toBe('1');
  expect(isForAnyPage(early)).toBe(true);
  expect(await early.json()).toMatchObject({ code: 'log_proof_not_ready' });
  writer = api.app.transparency.startWriting();
  const vkey = (await (await get('/log/vkey')).text()).trim();
  for (const report of reports) {
    const response = await proofOf(report, '?wait=5');
    expect(response.status).toBe(200);
    expect(isForAnyPage(response)).toBe(true);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(isProven(await response.text(), (salt) => evidenceEntry(digestOf(report), salt), vkey)).toBe(true);
  }
  const stranger = await proofOf({ ...reports[0], signature: 'another' });
  expect(stranger.status).toBe(404);
  expect([stranger, await get('/.well-known/jwks.json')].map(isForAnyPage)).toEqual([true, true]);
  expect(stranger.headers.get('Retry-After')).toBeNull();
  expect(await stranger.json()).toMatchObject({ code: 'log_proof_not_found' });
  expect((await get('/api/evidence-log/proofs/abc')).status).toBe(400);
});

it('the archive of a stored report has its proof once it is logged', async () => {
  const report = await make(true);
  await proofOf(report, '?wait=5');
  const zip = await get(`/api/validation-evidence/${report.id}?format=zip`, { headers: { 'X-API-Key': 'mine' } });
  const files = await readZip(Buffer.from(await zip.arrayBuffer()));
  const { vkey } = await api.app.transparency.identity();
  const proof = Buffer.from(files.get('evidence.tlog-proof')!).toString();
  expect(isProven(proof, (salt) => evidenceEntry(digestOf(report), salt), vkey)).toBe(true);
});

it('an archive requested with wait has its proof at once, also without a key', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ filename: 'a.xml', content: '<broken/>' });
  const zip = await get('/api/validation-evidence?format=zip&wait=5', { method: 'POST', headers, body });
  const files = await readZip(Buffer.from(await zip.arrayBuffer()));
  const report = JSON.parse(Buffer.from(files.get('evidence.json')!).toString()) as object;
  const proof = Buffer.from(files.get('evidence.tlog-proof')!).toString();
  const { vkey } = await api.app.transparency.identity();
  expect(isProven(proof, (salt) => evidenceEntry(digestOf(report), salt), vkey)).toBe(true);
  expect((await get('/api/validation-evidence?wait=6', { method: 'POST', headers, body })).status).toBe(400);
});

it('the log is served as static files to any page, and exposes nothing else', async () => {
  const checkpoint = await get('/log/checkpoint', { headers: { Origin: 'https://elsewhere.example' } });
  const note = await checkpoint.text();
  expect(isSignedBy(note, (await api.app.transparency.identity()).vkey)).toBe(true);
  expect(checkpoint.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(checkpoint.headers.get('Cache-Control')).toBe('public, max-age=2');
  expect(checkpoint.headers.get('Content-Type')).toMatch(/^text\/plain/);
  const size = Number(note.split('\n')[1]);
  const tile = await get(`/log/tile/0/000.p/${size}`);
  expect(tile.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(tile.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const hashes = Buffer.from(await tile.arrayBuffer());
  const bundle = Buffer.from(await (await get(`/log/tile/entries/000.p/${size}`)).arrayBuffer());
  expect(hashes.length).toBe(size * 32);
  expect(bundle.readUInt16BE(0)).toBe(33);
  expect(hashes.subarray(0, 32)).toEqual(leafHash(bundle.subarray(2, 35)));
  expect((await get('/log/checkpoint', { method: 'HEAD' })).status).toBe(200);
  for (const path of [
    `tile/0/000.p/${size + 1}`,
    'tile/0/000',
    'tile/1/000.p/1',
    'tile/0/000.p/0',
    'tile/x/000',
    'nothing',
    '',
  ])
    expect((await get(`/log/${path}`)).status, path).toBe(404);
  expect((await get('/log/checkpoint', { method: 'POST' })).status).toBe(405);
});
