import { digestTerms } from '@e-invoice/validator/invoice';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice as makeLongInvoice } from '../../tools/bench/invoices.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { pause, type Service, waitUntil, whileWorkersStand } from '../support/service.ts';
import { type Client, makeClient } from './client.ts';
import { describeQueues } from './queues.ts';

const MEBIBYTE = 1024 * 1024;
const SMALL = makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));
const LARGE = Buffer.from(makeLongInvoice(1_400));

const XML = { 'Content-Type': 'application/xml', 'X-Filename': 'invoice.xml' };
const MANY = Array.from({ length: 30 }, (_, index) => makeLongInvoice(40 + index));

/** Many files, one of them invalid. */
function makeMany(): FormData {
  const form = new FormData();
  for (const [index, bytes] of MANY.entries()) form.append('files', new Blob([bytes as BlobPart]), `${index}.xml`);
  form.append('files', new Blob([SMALL]), 'wrong.xml');
  return form;
}

type Result = Record<string, unknown>;
type Results = { total: number; valid: number; invalid: number; results: Result[] };

const untimed = ({ duration_ms, ...result }: Result): Result => {
  expect(duration_ms).toEqual(expect.any(Number));
  return result;
};

describeQueues('a large request', (flow) => {
  let service: Service;
  /** Without an API key. */
  let validate: (path: string, body: BodyInit, headers?: Record<string, string>) => Promise<Response>;
  let client: Client;
  let validator: Validator;

  beforeAll(async () => {
    service = await flow.start();
    client = makeClient(() => service.url);
    validate = (path, body, headers = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { ...(typeof body === 'string' || body instanceof Uint8Array ? XML : {}), ...headers },
        body,
      });
    const root = findRoot();
    validator = makeValidator({
      packs: await loadRulePacks(root),
      structure: loadUblStructure(root),
      digestTerms,
    });
    // The worker threads for large files start with the first one; on a busy machine that may take the 20 seconds
    // after which a request is answered with a link.
    const isAnswered = async (path: string, options: RequestInit): Promise<boolean> =>
      (await client.fetch(path, { method: 'POST', ...options })).status === 200;
    await waitUntil(() => isAnswered('/api/validate-file', { headers: XML, body: LARGE }));
    await waitUntil(() => isAnswered('/api/validate', { body: makeMany() }));
  });
  afterAll(flow.end);

  const validateFile = (bytes: Uint8Array, filename: string): Result =>
    untimed({
      ...validator.validate(bytes, {
        filename,
        today: new Date().toISOString().slice(0, 10),
        clock: () => performance.now(),
      }),
    });

  it('above 1 MB is validated by a worker and answered like a small one', async () => {
    expect(LARGE.length).toBeGreaterThan(MEBIBYTE);
    const response = await whileWorkersStand(service, async (go) => {
      let answered = false;
      const pending = validate('/api/validate-file', LARGE).finally(() => {
        answered = true;
      });
      await pause(1_500);
      expect(answered).toBe(false);
      go();
      return pending;
    });
    expect(response.status).toBe(200);
    expect(untimed((await response.json()) as Result)).toEqual(validateFile(LARGE, 'invoice.xml'));
  });

  it('of many small files is validated by a worker', async () => {
    expect(MANY.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(MEBIBYTE);
    const response = await validate('/api/validate', makeMany());
    expect(response.status).toBe(200);
    const { results, ...counts } = (await response.json()) as Results;
    const expected = [
      ...MANY.map((bytes, index) => validateFile(bytes, `${index}.xml`)),
      validateFile(Buffer.from(SMALL), 'wrong.xml'),
    ];
    expect(results.map(untimed)).toEqual(expected);
    const valid = expected.filter((result) => result.valid).length;
    expect(counts).toEqual({ total: 31, valid, invalid: 31 - valid });
  });

  it('below the limit is answered without a worker', async () => {
    await whileWorkersStand(service, async () => {
      const one = await validate('/api/validate-file', SMALL);
      expect(one.status).toBe(200);
      expect(untimed((await one.json()) as Result)).toEqual(validateFile(Buffer.from(SMALL), 'invoice.xml'));
    });
  });

  it('is answered immediately with a link on `Prefer: respond-async`, with the same results', async () => {
    const inline = await validate('/api/validate', SMALL);
    const { results: expected } = (await inline.json()) as Results;
    const location = await whileWorkersStand(service, async () => {
      const response = await validate('/api/validate', SMALL, { Prefer: 'respond-async' });
      expect(response.status).toBe(202);
      expect(response.headers.get('Preference-Applied')).toBe('respond-async');
      const accepted = (await response.json()) as { id: string; status: string; total: number };
      expect(accepted).toEqual({ id: expect.stringMatching(/^bat_/), status: 'queued', total: 1 });
      expect(response.headers.get('Location')).toBe(`/api/batches/${accepted.id}`);
      return response.headers.get('Location')!;
    });
    const read = async <T>(path: string): Promise<T> => (await fetch(`${service.url}${path}`)).json() as Promise<T>;
    await waitUntil(async () => (await read<{ status: string }>(location)).status === 'completed');
    expect(await read(location)).toMatchObject({ total: 1, done: 1, valid: 0, invalid: 1, failed: 0 });
    const page = await read<{ results: Result[]; failures: unknown[]; next_cursor: string | null }>(
      `${location}/results`,
    );
    expect(page.results.map(untimed)).toEqual(expected.map((result, position) => ({ ...untimed(result), position })));
    expect([page.failures, page.next_cursor]).toEqual([[], null]);
    expect((await client.fetch(location)).status).toBe(404);
  });

  it('is answered with a link when it takes longer than 20 seconds', async () => {
    const location = await whileWorkersStand(service, async () => {
      const response = await validate('/api/validate-file', LARGE);
      expect(response.status).toBe(202);
      expect(response.headers.get('Preference-Applied')).toBeNull();
      return response.headers.get('Location')!;
    });
    await waitUntil(async () => {
      const batch = (await (await fetch(`${service.url}${location}`)).json()) as { status: string };
      return batch.status === 'completed';
    });
    const { results } = (await (await fetch(`${service.url}${location}/results`)).json()) as Results;
    expect(results.map(untimed)).toEqual([{ ...validateFile(LARGE, 'invoice.xml'), position: 0 }]);
  });

  it('is rejected before it is queued when the rule set is unknown or a file is too large', async () => {
    const unknown = await validate('/api/validate-file?ruleset=never', LARGE);
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ code: 'ruleset_unknown' });
    const huge = await validate('/api/validate-file', Buffer.alloc(11 * MEBIBYTE, ' '));
    expect(huge.status).toBe(413);
    expect(await huge.json()).toMatchObject({ code: expect.stringMatching(/too_large$/) });
  });
});
