import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { Peppol } from '../../src/modules/peppol/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSandboxPeppol } from '../support/peppol.ts';
import { fakeParts } from './fake-parts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let database: TestDatabase;
let peppol: Peppol;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await makeTestDatabase();
  peppol = makeSandboxPeppol(database.db, () => NOW);
  api = await startApi(fakeParts({ peppol, now: () => NOW }), { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await peppol.close();
  await database.drop();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/api/peppol/participants/${path}`, {
    headers: { 'X-API-Key': 'viewer', ...headers },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

describe('GET /api/peppol/participants/{scheme}:{id} in the sandbox', () => {
  it('returns the fields of contract section 8', async () => {
    const { status, body } = await get('0245:0000000001?document_type=invoice');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      participant_id: '0245:0000000001',
      registered: true,
      smp_url: 'https://smp.sandbox.example',
      checked_at: '2026-11-21T12:00:00.000Z',
      outcome: 'registered',
      hint: null,
      source: 'PEPPOL-SANDBOX',
      cached: false,
    });
    const [invoice, creditNote] = body.document_types as Record<string, unknown>[];
    expect(invoice).toMatchObject({
      metadata: 'read',
      processes: [{ endpoints: [{ transport_profile: 'peppol-transport-as4-v2_0', state: 'active' }] }],
    });
    expect(creditNote).toMatchObject({ metadata: 'not_read', processes: [] });
  });

  it.each([
    ['0245:2020317068', 'registered', true, null],
    ['0245%3A2020317068', 'registered', true, null],
    ['iso6523-actorid-upis::0245:2020317068', 'registered', true, null],
    [
      '0245:2020317069',
      'not_registered',
      false,
      expect.objectContaining({ en: expect.stringMatching(/check digits/) }),
    ],
    ['0245:0000000003', 'not_registered', false, null],
    ['0245:0000000002?document_type=creditnote', 'document_type_not_supported', true, null],
  ])('%s: %s', async (path, outcome, registered, hint) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome, registered, hint });
  });

  it('returns peppol_lookup_unavailable and never reports unknown as not registered', async () => {
    const { status, headers, body } = await get('0245:0000000004');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('30');
    expect(body).toMatchObject({
      code: 'peppol_lookup_unavailable',
      outcome: 'unknown',
      registered: null,
      reason: 'smp_timeout',
      reason_detail: { sk: 'SMP neodpovedal včas.' },
      trace: [{ step: 'sandbox', result: 'smp_timeout' }],
    });
  });

  it('reports an endpoint with an expired certificate', async () => {
    const { body } = await get('0245:0000000005?document_type=invoice');
    expect(body).toMatchObject({
      registered: true,
      document_types: [{ processes: [{ endpoints: [{ state: 'certificate_expired' }] }] }, {}],
    });
  });

  it.each(['2020317068', 'nobody', '0245:', '0245:a%20b', '0245:..%3F'])(
    'participant_malformed: %s, with the reason',
    async (text) => {
      const { status, body } = await get(text, { 'Accept-Language': 'en' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'participant_malformed', errors: [{ in: 'path', pointer: '/participant' }] });
    },
  );

  it('suggests the whole identifier for a DIČ without its scheme', async () => {
    const { body } = await get('SK2020317068', { 'Accept-Language': 'en' });
    expect((body.errors as { detail: string }[])[0]!.detail).toContain('0245:2020317068');
  });

  it('document_type_malformed', async () => {
    const { status, body } = await get('0245:2020317068?document_type=letter');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'document_type_malformed' });
  });

  it('accepts a complete document type with or without its scheme', async () => {
    const id =
      'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
    for (const text of [id, `busdox-docid-qns::${id}`]) {
      const { body } = await get(`0245:0000000001?document_type=${encodeURIComponent(text)}`);
      expect(body).toMatchObject({ outcome: 'registered' });
    }
  });

  it('requires a key', async () => {
    const response = await fetch(`${api.url}/api/peppol/participants/0245:2020317068`);
    expect(response.status).toBe(401);
  });
});

it('adds the Directory entry on request; the sandbox has no Directory', async () => {
  const { body } = await get('0245:0000000001?document_type=invoice&directory=true');
  expect(body).toMatchObject({ registered: true, directory: { outcome: 'not_asked', only_in_smp: [] } });
  expect((await get('0245:0000000001?document_type=invoice')).body).not.toHaveProperty('directory');
});
