import { createHash } from 'node:crypto';
import type { FileResult } from '@e-invoice/validator/issues';
import type { ValidationRequest } from '@e-invoice/validator/validation';
import { afterEach, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { AppParts } from '../../src/http/app-parts.ts';
import { isPdf } from '../../src/lib/is-pdf.ts';
import type { Batch } from '../../src/modules/batches/index.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { PROBLEMS, toFailure } from '../../src/platform/errors/index.ts';
import { readHtml } from '../pages/read-html.ts';
import { makePdf } from '../support/make-pdf.ts';
import { asForm } from '../support/upload.ts';
import { fakeParts } from './fake-parts.ts';
import { fakeValidate, ISSUE } from './fake-validate.ts';

/** Batches that complete at once, or never. */
function makeBatches(complete: boolean, created: unknown[]): AppParts['batches'] {
  const record: Batch = {
    id: 'bat_1',
    status: complete ? 'completed' : 'queued',
    total: 2,
    done: 0,
    valid: 0,
    invalid: 0,
    failed: 0,
    skipped: 0,
    created_at: '2026-11-21T12:00:00.000Z',
    completed_at: null,
    sequence: 1,
  };
  let files: { filename: string; bytes: Uint8Array }[] = [];
  const batches: Partial<AppParts['batches']> = {
    receive: async (_, { options }, input) => {
      files = [...(input as typeof files)];
      created.push({ options, files });
      return { batch: { ...record, status: 'queued' }, replayed: false };
    },
    get: async () => record,
    wait: async (_, __, milliseconds) => (milliseconds === 0 ? { ...record, status: 'queued' } : record),
    results: async (_, __, { cursor }) => {
      const index = Number(cursor ?? 0);
      const { filename, bytes } = files[index]!;
      if (isPdf(bytes)) {
        const failures = [{ position: index, filename, error: toFailure('pdf_without_invoice'), retryable: false }];
        const next = index + 1 < files.length ? String(index + 1) : null;
        return { items: [], positions: [], originals: [], failures, skipped: [], next };
      }
      if (Buffer.from(bytes.subarray(0, 100)).includes('<loop/>')) {
        const error = { code: 'validation_limit_reached', detail: { sk: '', en: '' } };
        return {
          items: [],
          positions: [],
          originals: [],
          failures: [{ position: index, filename, error, retryable: false }],
          skipped: [],
          next: null,
        };
      }
      if ((created.at(-1) as { options: { layers?: string[] } }).options.layers?.includes('SK')) {
        const error = { code: 'layer_not_in_ruleset', detail: { sk: 'nemá vrstvu SK', en: 'no layer SK' } };
        return {
          items: [],
          positions: [],
          originals: [],
          failures: [{ position: index, filename, error, retryable: false }],
          skipped: [],
          next: null,
        };
      }
      const items = [fakeValidate(bytes, { filename, today: '', clock: () => 0 })];
      return {
        items,
        positions: [index],
        originals: [null],
        failures: [],
        skipped: [],
        next: index + 1 < files.length ? String(index + 1) : null,
      };
    },
  };
  return batches as AppParts['batches'];
}

let api: Awaited<ReturnType<typeof startApi>>;
const requests: ValidationRequest[] = [];
const created: unknown[] = [];
afterEach(() => api.close());

async function open(complete = true): Promise<void> {
  requests.length = 0;
  created.length = 0;
  const validate = (bytes: Uint8Array, request: ValidationRequest): FileResult => {
    requests.push(request);
    return fakeValidate(bytes, request);
  };
  const { config } = fakeParts();
  const parts = fakeParts({
    config: { ...config, maxXmlBytes: 10 * 1024 * 1024 },
    validator: { validate, packs: [] },
    batches: makeBatches(complete, created),
    pdfReader: makePdfReader({ maxXmlBytes: 10_000 }),
  });
  api = await startApi(parts, { checkAnswers: 'throw' });
}

const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(api.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/xml', ...headers } });

const files = (...contents: string[]): string =>
  JSON.stringify({ files: contents.map((content, index) => ({ filename: `${index}.xml`, content })) });

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('POST /api/validate-file', () => {
  it('returns the result itself; an invalid invoice is a success', async () => {
    await open();
    const response = await send('/api/validate-file', '<broken/>');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ filename: 'invoice.xml', valid: false, issues: [ISSUE] });
    expect(created).toEqual([]);
  });

  it('returns an HTML page on request: without scripts, uncached, in the language of the visitor', async () => {
    await open();
    for (const [query, headers] of [
      ['?format=html&lang=en', {}],
      ['', { Accept: 'text/html', 'Accept-Language': 'en' }],
    ] as const) {
      const response = await send(`/api/validate-file${query}`, '<broken/>', headers);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('content-security-policy')).not.toContain('script-src');
      const page = readHtml(await response.text());
      expect([page.language, page.elements.get('script')]).toEqual(['en', undefined]);
      expect(page.ids).toContain('verdict');
    }
  });

  it('returns English on request, and keeps message_en', async () => {
    await open();
    const response = await send('/api/validate-file', '<broken/>', { 'Accept-Language': 'en-GB,en;q=0.9' });
    const { message_en } = ISSUE;
    expect(await response.json()).toMatchObject({ issues: [{ message: message_en, message_en, fix: ISSUE.fix }] });
  });

  it('passes on the options and the date of the call', async () => {
    await open();
    const query = 'ruleset=peppol-bis-3%402026.5&as_of=2026-02-28&layers=EN16931,%20PEPPOL';
    await send(`/api/validate-file?${query}`, '<valid/>', { 'X-Filename': 'my.xml' });
    await send('/api/validate-file', '<valid/>');
    expect(requests).toMatchObject([
      {
        ruleset: 'peppol-bis-3@2026.5',
        asOf: '2026-02-28',
        layers: ['EN16931', 'PEPPOL'],
        today: '2026-11-21',
        filename: 'my.xml',
      },
      { today: '2026-11-21', filename: 'invoice.xml' },
    ]);
    expect(requests[1]?.ruleset).toBe(undefined);
    for (const plus of ['+', '%2B']) await send(`/api/validate-file?ruleset=peppol-bis-3${plus}sk`, '<valid/>');
    expect(requests.slice(2).map(({ ruleset }) => ruleset)).toEqual(['peppol-bis-3+sk', 'peppol-bis-3+sk']);
  });

  it('passes on the rule sets to compare with', async () => {
    await open();
    await send('/api/validate?compare=2026-03-31', '<valid/>');
    await send('/api/validate-file?compare=peppol-bis-3+sk%402026.5', '<valid/>');
    expect(requests.map(({ compare }) => compare)).toEqual(['2026-03-31', 'peppol-bis-3+sk@2026.5']);
    for (const path of ['/api/validation-evidence', '/api/batches', '/api/documents']) {
      const response = await send(`${path}?compare=2026-03-31`, '<valid/>');
      expect([400, 401], path).toContain(response.status);
    }
  });

  it.each([
    ['compare=2026-02-30', '/compare', 'invalid'],
    ['as_of=2026-02-29', '/as_of', 'bad_format'],
    ['as_of=today', '/as_of', 'bad_format'],
    ['layers=EN16931,NONSENSE', '/layers/1', 'not_allowed'],
    ['layers=', '/layers/0', 'not_allowed'],
    ['ruleset=a&ruleset=b', '/ruleset', 'wrong_type'],
  ])('rejects ?%s', async (query, pointer, code) => {
    await open();
    const response = await send(`/api/validate-file?${query}`, '<valid/>');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ in: 'query', pointer, code }] });
  });

  it('rejects a rule set that is not installed, inline and before it queues', async () => {
    await open();
    for (const headers of [{ Prefer: '' }, { Prefer: 'respond-async' }]) {
      const response = await send('/api/validate-file?ruleset=nonsense', '<valid/>', headers);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'ruleset_unknown',
        detail: expect.stringMatching(/nonsense.*en16931@1\.3\.16/),
      });
    }
    expect(created).toEqual([]);
  });
});

describe('an unknown parameter', () => {
  it.each([
    ['/api/validate-file?rulset=en16931', '/rulset', /ruleset/],
    ['/api/validate?as_off=2026-11-21&layers=UBL', '/as_off', /as_of/],
    ['/api/validation-evidence?Layers=UBL', '/Layers', /layers/],
    ['/api/batches?nothing-near=1', '/nothing-near', /^Unknown parameter\.$/],
  ])('is rejected with the nearest known name: %s', async (path, pointer, detail) => {
    await open();
    const response = await send(path, '<valid/>', { 'Accept-Language': 'en' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'parameter_unknown',
      errors: [{ in: 'query', pointer, code: 'parameter_unknown', detail: expect.stringMatching(detail) }],
    });
    expect(requests).toEqual([]);
  });

  it('is rejected by operations without parameters', async () => {
    await open();
    const response = await fetch(`${api.url}/api/rulesets?id=en16931`);
    expect(await response.json()).toMatchObject({ status: 400, code: 'parameter_unknown' });
  });
});

describe('layers that the rule set of the file lacks', () => {
  it('are rejected inline, and by a call that waited for the queue', async () => {
    await open();
    for (const padding of ['', ' '.repeat(1024 * 1024)]) {
      const response = await send('/api/validate-file?layers=SK', `<valid/>${padding}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'layer_not_in_ruleset',
        detail: expect.stringMatching(/SK/),
      });
    }
  });
});

describe('POST /api/validate', () => {
  it('returns the counts and one result per file, in order', async () => {
    await open();
    const response = await send('/api/validate', files('<valid/>', '<broken/>', '<valid/>'), JSON_TYPE);
    expect(await response.json()).toMatchObject({
      total: 3,
      valid: 2,
      invalid: 1,
      results: [{ filename: '0.xml', valid: true }, { filename: '1.xml', valid: false }, { filename: '2.xml' }],
    });
  });

  it('returns the same structure for one raw file', async () => {
    await open();
    const response = await send('/api/validate', '<valid/>');
    expect(await response.json()).toMatchObject({
      total: 1,
      valid: 1,
      invalid: 0,
      results: [{ filename: 'invoice.xml' }],
    });
  });
});

describe('PDFs in a form', () => {
  const XML = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><valid/></Invoice>';
  const sendForm = async (path: string, ...contents: (string | Uint8Array)[]): Promise<Response> => {
    const { type, body } = asForm(contents.map((content, index) => ({ filename: `${index}`, content })));
    return fetch(api.url + path, { method: 'POST', body: body as BodyInit, headers: { 'Content-Type': type } });
  };

  it('are validated by their embedded XML; one without an invoice is neither valid nor invalid', async () => {
    await open();
    const hybrid = await makePdf({ 'invoice.xml': XML });
    const response = await sendForm('/api/validate', hybrid, await makePdf({}), '<broken/>');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        total: 3,
        valid: 1,
        invalid: 1,
        results: [{ filename: '0', sha256: createHash('sha256').update(hybrid).digest('hex') }, { filename: '2' }],
        failures: [{ position: 1, filename: '1', error: { code: 'pdf_without_invoice' }, retryable: false }],
      },
    ]);
    expect(created).toEqual([]);
  });

  it('are validated in the background when there are more than three', async () => {
    await open();
    const pdf = await makePdf({});
    const response = await sendForm('/api/validate', pdf, pdf, pdf, pdf);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { total: 4, valid: 0, invalid: 0, failures: [0, 1, 2, 3].map((position) => ({ position })) },
    ]);
    expect(created).toHaveLength(1);
  });

  it('a single one returns the same as an XML file, and fails the request without an invoice', async () => {
    await open();
    const hybrid = await sendForm('/api/validate-file', await makePdf({ 'invoice.xml': XML }));
    expect([hybrid.status, await hybrid.json()]).toMatchObject([200, { valid: true }]);
    const refused = await sendForm('/api/validate-file', await makePdf({}));
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'pdf_without_invoice' }]);
    const large = Buffer.concat([await makePdf({}), Buffer.alloc(1024 * 1024, ' ')]);
    const queued = await sendForm('/api/validate-file', large);
    expect([queued.status, await queued.json()]).toMatchObject([422, { code: 'pdf_without_invoice', filename: '0' }]);
    expect(created).toHaveLength(1);
  });

  it('a file declared as XML is validated as XML', async () => {
    await open();
    const response = await send('/api/validate-file', '%PDF-1.7 but no PDF');
    expect([response.status, await response.json()]).toMatchObject([200, { valid: false }]);
  });
});

describe('large requests', () => {
  const large = files('<valid/>', `<broken>${'x'.repeat(1024 * 1024)}</broken>`);

  it('run in the background and return the same response if fast enough', async () => {
    await open();
    const response = await send('/api/validate?layers=UBL', large, JSON_TYPE);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      total: 2,
      valid: 1,
      invalid: 1,
      results: [{ filename: '0.xml' }, {}],
    });
    expect(created).toMatchObject([{ options: { layers: ['UBL'] } }]);
  });

  it('return 422 for a queued file that exceeded its limit, as for an inline one', async () => {
    await open();
    const response = await send('/api/validate-file', `<loop/>${' '.repeat(1024 * 1024)}`);
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'validation_limit_reached', filename: 'invoice.xml' },
    ]);
  });

  it('return the location of the result otherwise', async () => {
    await open(false);
    const response = await send('/api/validate', large, JSON_TYPE);
    expect([response.status, response.headers.get('location')]).toEqual([202, '/api/batches/bat_1']);
    expect(await response.json()).toEqual({ id: 'bat_1', status: 'queued', total: 2 });
  });

  it('return at once with Prefer: respond-async, even if small', async () => {
    await open();
    const response = await send('/api/validate-file', '<valid/>', { Prefer: 'wait=5, respond-async' });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
  });
});

describe('an error of a form', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const sendForm = (query: string, headers: Record<string, string>): Promise<Response> => {
    const body = new FormData();
    body.append('note', 'without a file');
    return fetch(`${api.url}/api/validate-file${query}`, { method: 'POST', body, headers });
  };

  it('is an HTML page for a browser without scripts, in the language of the form', async () => {
    await open();
    const answer = await sendForm('?format=html&lang=en', { Accept: BROWSER, 'Accept-Language': 'sk' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-language')]).toEqual([
      ...[400, 'text/html; charset=utf-8', 'en'],
    ]);
    const { no_file: kind } = PROBLEMS;
    const page = readHtml(await answer.text());
    expect(page.language).toBe('en');
    expect(page.text).toContain(kind.title.en);
    expect(page.text).toContain(kind.detail.en);
  });

  it('is a problem for programs', async () => {
    await open();
    for (const Accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const answer = await sendForm('?format=html', { Accept });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ code: 'no_file' });
    }
  });
});
