import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../src/modules/rules/loader/read-zip.ts';
import { system } from '../../src/platform/db/index.ts';
import { isSigned } from '../verifier/verify-one.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const MONTH = '2027-01';

/** Creates a report with a given time. */
async function createReport(key: string, at: string, content = '<broken/>', filename = 'faktúra.xml'): Promise<string> {
  const response = await fetch(`${api.url}/api/validation-evidence`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ filename, content }),
  });
  const { id } = (await response.json()) as { id: string };
  await sql`update evidence_reports set created_at = ${at}::timestamptz,
    entry = (entry::jsonb || jsonb_build_object('created_at', ${at}::text))::json where id = ${id}`.execute(
    system(api.db),
  );
  return id;
}

/** Sets the summary of a stored report. */
const state = (id: string, summary: object): Promise<unknown> =>
  sql`update evidence_reports set entry = (entry::jsonb || jsonb_build_object('summary',
    (entry->'summary')::jsonb || ${JSON.stringify(summary)}::jsonb))::json where id = ${id}`.execute(system(api.db));

const requestExport = (key: string, query = ''): Promise<Response> =>
  fetch(`${api.url}/api/validation-evidence/export?month=${MONTH}${query}`, { headers: { 'X-API-Key': key } });

async function read(key: string, query = '') {
  const response = await requestExport(key, query);
  expect(response.status).toBe(200);
  const files = await readZip(new Uint8Array(await response.arrayBuffer()));
  const textOf = (name: string): string => Buffer.from(files.get(name)!).toString();
  return { files, textOf, summary: JSON.parse(textOf('summary.json')), list: JSON.parse(textOf('evidence.json')) };
}

describe('GET /api/validation-evidence/export', () => {
  it('lists only the reports of the month by number, with totals, and is signed', async () => {
    await createReport('listed', '2026-12-31T23:59:59.999Z');
    const first = await createReport('listed', '2027-01-01T00:00:00.000Z', '<valid/>');
    const second = await createReport('listed', '2027-01-31T23:59:59.999Z');
    await createReport('listed', '2027-02-01T00:00:00.000Z');
    await state(first, {
      payable_amount: '1234.50',
      currency: 'EUR',
      seller_name: '=cmd()',
      buyer_name: 'Žltý kôň; a. s.',
    });
    await state(second, { payable_amount: '0.10', currency: 'EUR' });
    const { files, textOf, summary, list } = await read('listed', '&sample=1&seed=audit-7');
    expect(list.map(({ position, id }: { position: number; id: string }) => [position, id])).toEqual([
      [2, first],
      [3, second],
    ]);
    expect(summary).toMatchObject({
      month: MONTH,
      totals: { reports: 2, valid: 1, invalid: 1 },
      completeness: { positions: { from: 2, to: 3 }, complete: true, missing: [], erased: [] },
      sample: { seed: 'audit-7', size: 1 },
    });
    expect(summary.totals.sums).toEqual([
      { currency: 'EUR', document_type: 'ubl-invoice', reports: 2, payable_amount: '1234.6', without_amount: 0 },
    ]);
    const lines = textOf('evidence.csv').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFPoradové číslo;Záznam;/);
    expect(lines[1]).toContain(`2;${first};2027-01-01 00:00:00;faktúra.xml;`);
    expect(lines[1]).toContain(`;'=cmd();"Žltý kôň; a. s.";1234,50;EUR`);
    const expected = [first, second].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))[0];
    expect(summary.sample).toMatchObject({ chosen: [expected], enclosed: [expected] });
    const sample = await readZip(files.get(`samples/${expected}.zip`)!);
    expect([...sample.keys()]).toContain('report.pdf');
    expect(await isSigned(files, textOf('keys.json'))).toBe(true);
    const digests = [...files].filter(([name]) => !name.startsWith('SHA256SUMS'));
    expect(textOf('SHA256SUMS')).toBe(digests.map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join(''));
  });

  it('uses English texts and number formats on request', async () => {
    const { textOf } = await read('listed', '&lang=en&sample=0');
    expect(textOf('evidence.csv')).toMatch(/^\uFEFFNumber,Record,.*\r\n2,rep_.*,1234\.50,EUR,,\r\n3,/);
  });

  it('reports a gap in the numbers, and erased reports as erased', async () => {
    const ids: string[] = [];
    for (const day of ['02', '03', '04', '05', '06', '07'])
      ids.push(await createReport('gaps', `2027-01-${day}T10:00:00.000Z`));
    expect((await read('gaps')).summary.completeness).toMatchObject({ complete: true, positions: { from: 1, to: 6 } });
    await system(api.db).deleteFrom('evidence_reports').where('id', 'in', [ids[3]!, ids[5]!]).execute();
    // Retention of all workspaces: the reports of the other tests are later in the month, except one.
    await api.app.evidence.eraseExpired(new Date('2027-01-03T12:00:00Z'), 100);
    expect((await read('gaps')).summary).toMatchObject({
      totals: { reports: 2 },
      completeness: {
        complete: false,
        positions: { from: 1, to: 6 },
        missing: [
          { from: 4, to: 4 },
          { from: 6, to: 6 },
        ],
        erased: [{ from: 1, to: 2 }],
      },
    });
  });

  it('does not report a gap for a number in another month', async () => {
    await createReport('edges', '2027-02-01T00:00:00.000Z');
    const late = await createReport('edges', '2027-01-31T23:59:59.000Z');
    await createReport('edges', '2027-02-01T00:00:01.000Z');
    const { summary, list } = await read('edges');
    expect(list).toMatchObject([{ position: 2, id: late }]);
    expect(summary.completeness).toMatchObject({ complete: true, missing: [] });
  });

  it('numbers concurrent reports without gaps, separately per workspace', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => createReport(index % 3 === 0 ? 'one' : 'other', '2027-01-15T00:00:00Z')),
    );
    const numbersOf = async (key: string) =>
      (await read(key, '&sample=0')).list.map((each: { position: number }) => each.position);
    expect(await numbersOf('one')).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(await numbersOf('other')).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('returns an empty list for an empty month, and rejects an invalid month', async () => {
    const { summary, list } = await read('nobody');
    expect(list).toEqual([]);
    expect(summary).toMatchObject({
      totals: { reports: 0, sums: [] },
      completeness: { positions: null, complete: true },
    });
    for (const query of ['&lang=de', '&sample=21', '&seed=a%20b'])
      expect((await requestExport('nobody', query)).status).toBe(400);
    const wrong = `${api.url}/api/validation-evidence/export?month=2027-13`;
    expect((await fetch(wrong, { headers: { 'X-API-Key': 'nobody' } })).status).toBe(400);
    expect((await fetch(wrong)).status).toBe(401);
  });
});

const rankOf = (id: string): string => hash('sha256', `audit-7\n${id}`);
