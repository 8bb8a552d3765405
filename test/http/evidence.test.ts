import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedReport } from '../../src/modules/evidence/index.ts';
import { readKeys } from '../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../src/modules/rules/loader/read-zip.ts';
import { ValidationLimitExceeded, type ValidationPool } from '../../src/modules/validation/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { verifyOne } from '../verifier/verify-one.ts';
import { fakeValidate, ISSUE } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ publicDailyLimit: 3, maxXmlBytes: 100_000 });
});
afterAll(() => api.close());

const KEY = { 'X-API-Key': 'mine' };

type Sent = { readonly query?: string; readonly headers?: Record<string, string>; readonly body?: unknown };

const send = ({ query = '', headers = KEY, body = {} }: Sent = {}): Promise<Response> =>
  fetch(`${api.url}/api/validation-evidence${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ filename: 'faktúra.xml', content: '<broken/>', ...(body as object) }),
  });

const read = (path: string, headers: Record<string, string> = KEY): Promise<Response> =>
  fetch(api.url + path, { headers });

/** Verifies with the public keys of the service. */
const verify = async (bytes: Uint8Array) => {
  const trusted = await readKeys(await (await read('/.well-known/jwks.json', {})).text());
  const { verdict, findings } = await verifyOne(bytes, null, { trusted });
  return { verdict, findings };
};
const GENUINE = { verdict: 'genuine', findings: [] };

describe('POST /api/validation-evidence', () => {
  it('returns Retry-After while the signing service does not respond', async () => {
    const make = vi
      .spyOn(api.app.evidence, 'make')
      .mockRejectedValueOnce(refusal('sealer_unavailable', { seconds: 7 }));
    const answer = await send();
    make.mockRestore();
    expect([answer.status, answer.headers.get('Retry-After'), await answer.json()]).toMatchObject([
      503,
      '7',
      { code: 'sealer_unavailable' },
    ]);
  });

  it('returns a signed report with the fields of the contract, and the same report when read with a key', async () => {
    const response = await send({ headers: { ...KEY, 'Accept-Language': 'en' } });
    const report = (await response.json()) as SignedReport;
    expect(response.status).toBe(200);
    expect(Object.keys(report)).toEqual([
      ...[
        'id',
        'filename',
        'language',
        'sha256',
        'size_bytes',
        'created_at',
        'valid',
        'document_type',
        'sbdh',
        'ruleset',
        'engine',
      ],
      ...['summary', 'counts', 'issues', 'root_causes', 'report_markdown', 'developer_summary', 'files', 'signature'],
    ]);
    expect(report).toMatchObject({
      filename: 'faktúra.xml',
      size_bytes: 9,
      valid: false,
      counts: { fatal: 1, warning: 0, info: 0 },
      issues: [ISSUE],
    });
    const location = response.headers.get('location')!;
    expect(location).toBe(`/api/validation-evidence/${report.id}`);
    const again = await read(location, { ...KEY, 'Accept-Language': 'en' });
    expect(await again.json()).toEqual(report);
    expect(await verify(Buffer.from(JSON.stringify(report)))).toEqual(GENUINE);
  });

  it('accepts raw XML and validates its exact bytes', async () => {
    const response = await fetch(`${api.url}/api/validation-evidence`, {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/xml', 'X-Filename': 'fakt%C3%BAra.xml' },
      body: '<valid/>',
    });
    expect(await response.json()).toMatchObject({ filename: 'faktúra.xml', valid: true, size_bytes: 8 });
  });

  it.each([{ query: '?format=zip' }, { headers: { ...KEY, Accept: 'application/zip' } }])(
    'returns a ZIP archive for %j, without the XML',
    async (sent) => {
      const response = await send(sent);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="rep_[0-9a-f-]{36}\.zip"$/);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([...(await readZip(bytes)).keys()]).toEqual([
        'evidence.json',
        'report.html',
        'report.pdf',
        'report.md',
        'developer-summary.md',
        'issues.csv',
        'keys.json',
        'OVERENIE.txt',
        'packed.json',
        'SHA256SUMS',
        'SHA256SUMS.jws',
      ]);
      expect(await verify(bytes)).toEqual(GENUINE);
    },
  );

  it.each([{ query: '?format=pdf' }, { headers: { ...KEY, Accept: 'application/pdf' } }])(
    'returns the report as PDF for %j, and again when read',
    async (sent) => {
      const response = await send(sent);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="rep_[0-9a-f-]{36}\.pdf"$/);
      const pdf = Buffer.from(await response.arrayBuffer());
      expect(pdf.toString('latin1')).toMatch(/^%PDF-1\.7/);
      const again = await read(`${response.headers.get('location')}?format=pdf`);
      expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true);
    },
  );

  it('states the evidence grade of a stored report in a header, in every format', async () => {
    const { transparency } = api.app;
    const location = (await send()).headers.get('location')!;
    const gradesOf = () =>
      Promise.all(
        ['json', 'zip', 'pdf'].map(async (format) => {
          const response = await read(`${location}?format=${format}`);
          await response.arrayBuffer();
          return response.headers.get('evidence-grade');
        }),
      );
    expect(await gradesOf()).toEqual(['signed', 'signed', 'signed']);
    const writing = transparency.startWriting();
    // The later log entry: once it is proven, so is the earlier one.
    const after = await send({ query: '?format=zip&wait=5' });
    expect([...(await readZip(new Uint8Array(await after.arrayBuffer()))).keys()]).toContain('evidence.tlog-proof');
    await writing.stop();
    expect(await gradesOf()).toEqual(['signed_and_logged', 'signed_and_logged', 'signed_and_logged']);
  });

  it('writes the texts in the requested language, Slovak by default', async () => {
    const reportFor = async (query: string) => (await (await send({ query })).json()) as SignedReport;
    expect(await reportFor('?lang=en')).toMatchObject({
      language: 'en',
      report_markdown: expect.stringMatching(/^# E-invoice validation report\n/),
    });
    expect(await reportFor('')).toMatchObject({
      language: 'sk',
      report_markdown: expect.stringContaining('# Protokol'),
    });
  });

  it('includes the XML in the archive only on request', async () => {
    const response = await send({ query: '?format=zip', body: { include_xml: true } });
    const files = await readZip(new Uint8Array(await response.arrayBuffer()));
    expect(Buffer.from(files.get('invoice.xml')!).toString()).toBe('<broken/>');
    const again = await read(`${response.headers.get('location')}?format=zip`);
    const archive = new Uint8Array(await again.arrayBuffer());
    expect([...(await readZip(archive)).keys()]).not.toContain('invoice.xml');
    expect(await verify(archive)).toEqual(GENUINE);
  });

  it('needs no key; without one it counts against the public limit and stores nothing', async () => {
    const response = await send({ headers: {} });
    const { id } = (await response.json()) as SignedReport;
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('ratelimit')).toMatch(/^"public-daily";r=2;/);
    const rows = await api.db.kysely.selectFrom('evidence_reports').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
    expect((await read(`/api/validation-evidence/${id}`, {})).status).toBe(401);
  });

  it('returns the same 404 for a report of another workspace as for an unknown id', async () => {
    const { id } = (await (await send()).json()) as SignedReport;
    for (const [path, key] of [
      [id, 'theirs'],
      ['rep_019aa5b0-0000-7000-8000-000000000000', 'mine'],
      ['nonsense', 'mine'],
    ] as const) {
      const response = await read(`/api/validation-evidence/${path}`, { 'X-API-Key': key });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'evidence_not_found' }]);
    }
  });

  it('validates in a thread, whatever the size, and reports an exceeded limit', async () => {
    const calls: string[] = [];
    const large = await openApi();
    const validationPool: ValidationPool = {
      validate: async (bytes, { filename, today }) => {
        calls.push(`${filename}, ${bytes.length} bytes`);
        if (Buffer.from(bytes).includes('loop')) throw new ValidationLimitExceeded('time', '1 ms');
        return fakeValidate(bytes, { filename, today, clock: () => 0 });
      },
      validateTogether: async (files) => files.map(() => null),
      preview: () => Promise.reject(new Error('not expected')),
      warmUp: () => undefined,
      warmUpForLarge: () => undefined,
      readAddressing: () => Promise.reject(new Error('not expected')),
      readForSending: () => Promise.reject(new Error('not expected')),
      taxData: () => Promise.reject(new Error('not expected')),
      particulars: () => Promise.reject(new Error('not expected')),
      validateStatusMessage: () => Promise.reject(new Error('not expected')),
      validateEnvelope: async () => ({ fatal: [], warnings: [] }),
      convert: () => Promise.reject(new Error('not expected')),
      compare: () => Promise.reject(new Error('not expected')),
      waiting: () => 0,
      close: async () => {},
    };
    Object.assign(large.app, { validationPool });
    const post = (body: string) =>
      fetch(`${large.url}/api/validation-evidence`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml' },
        body,
      });
    try {
      expect(await (await post(`<valid>${' '.repeat(1024 * 1024)}</valid>`)).json()).toMatchObject({ valid: true });
      expect(await (await post('<valid/>')).json()).toMatchObject({ valid: true });
      const stopped = await post(`<loop>${' '.repeat(1024 * 1024)}</loop>`);
      expect([stopped.status, await stopped.json()]).toMatchObject([
        422,
        { code: 'validation_limit_reached', filename: 'invoice.xml' },
      ]);
      expect(calls).toEqual(['invoice.xml, 1048591 bytes', 'invoice.xml, 8 bytes', 'invoice.xml, 1048589 bytes']);
    } finally {
      await large.close();
    }
  });

  it('describes an invalid request', async () => {
    expect(await (await send({ query: '?ruleset=nonsense' })).json()).toMatchObject({ code: 'ruleset_unknown' });
    expect(await (await send({ query: '?format=docx' })).json()).toMatchObject({ code: 'invalid_request' });
    expect(await (await send({ body: { content: 7, include_xml: 'yes' } })).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/content' }, { pointer: '/include_xml' }],
    });
    expect((await send({ headers: { ...KEY, Accept: 'text/html' } })).status).toBe(406);
    expect((await send({ body: { content: ' '.repeat(100_001) } })).status).toBe(413);
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('returns only public keys, also before the first signature', async () => {
    const response = await read('/.well-known/jwks.json', {});
    const { keys, log } = (await response.json()) as { keys: Record<string, string>[]; log: object };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!)).toEqual(['kty', 'crv', 'x', 'kid', 'use', 'alg', 'created_at']);
    expect(log).toEqual(await api.app.transparency.identity());
    const again = await read('/.well-known/jwks.json', { 'If-None-Match': response.headers.get('etag')! });
    expect(again.status).toBe(304);
  });
});
