import { readdirSync, readlinkSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { casesOf } from '../support/cases.ts';
import { asForm, asJson, asNdjson, asZip, type SentFile } from '../support/upload.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ maxXmlBytes: 2_000, maxQueuedFiles: 20, maxQueuedBytes: 20_000 });
});
afterAll(() => api.close());

const FORMS = { asJson, asNdjson, asForm, asZip };

async function post(type: string, body: Uint8Array): Promise<{ status: number; code: string }> {
  const response = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': type, 'X-API-Key': 'try properties' },
  });
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}

/** Every body gets a specific error or is accepted, and a rejected body leaves nothing behind. */
async function expectAnswer(type: string, body: Uint8Array): Promise<void> {
  const { status, code } = await post(type, body);
  expect([202, 400, 413, 422], `${status} ${code}`).toContain(status);
  const arriving = await api.db.kysely.selectFrom('batches').select('id').where('status', '=', 'receiving').execute();
  expect(arriving).toEqual([]);
}

const openUploads = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.includes('/uploads/') ? [path] : [];
    } catch {
      return [];
    }
  });

const files: fc.Arbitrary<SentFile[]> = fc.array(
  fc.record({
    filename: fc.stringMatching(/^[a-zá-ž0-9./\\-]{1,30}$/),
    content: fc.oneof(fc.string({ maxLength: 300 }), fc.constant('<valid/>'), fc.constant('x'.repeat(2_001))),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Mutation of a body: bytes overwritten, removed or inserted, or the end cut off. */
const bend = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  out: fc.integer({ min: 0, max: 40 }),
  put: fc.uint8Array({ maxLength: 12 }),
  end: fc.boolean(),
});

function bent(body: Uint8Array, { at, out, put, end }: { at: number; out: number; put: Uint8Array; end: boolean }) {
  const from = Math.floor(at * body.length);
  return Buffer.concat([body.subarray(0, from), put, end ? Buffer.alloc(0) : body.subarray(from + out)]);
}

it.each(Object.entries(FORMS))('%s: arbitrary bytes get a defined response', async (_, form) => {
  const { type } = form([{ filename: 'a', content: 'a' }]);
  const garbage = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 19_000, maxLength: 21_000 }));
  await fc.assert(
    fc.asyncProperty(garbage, (body) => expectAnswer(type, body)),
    { numRuns: casesOf(60, 25) },
  );
  expect(openUploads()).toEqual([]);
});

it.each(Object.entries(FORMS))('%s: a body mutated at any position gets a defined response', async (_, form) => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(bend, { minLength: 1, maxLength: 3 }), async (sent, bends) => {
      const { type, body } = form(sent);
      await expectAnswer(type, bends.reduce<Uint8Array>(bent, body));
    }),
    { numRuns: casesOf(150, 50) },
  );
  expect(openUploads()).toEqual([]);
});

it.each([
  ['NDJSON', asNdjson],
  ['JSON', asJson],
])('%s: every file of a valid body is accepted or rejected on its own, at its position', async (_, form) => {
  await fc.assert(
    fc.asyncProperty(files, async (sent) => {
      const { type, body } = form(sent);
      const response = await fetch(`${api.url}/api/batches`, {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'Content-Type': type, 'X-API-Key': 'try properties' },
      });
      const accepted = (await response.json()) as { id: string; total: number };
      const tooMany = sent.length > 20 || body.length > 20_000;
      expect(response.status).toBe(tooMany ? 413 : 202);
      if (tooMany) return;
      expect(accepted.total).toBe(sent.length);
      const large = sent.flatMap(({ content }, index) => (Buffer.byteLength(String(content)) > 2_000 ? [index] : []));
      const rows = await api.db.kysely
        .selectFrom('batch_results')
        .select(['position', 'filename'])
        .where('batch_id', '=', accepted.id)
        .orderBy('position')
        .execute();
      expect(rows).toEqual(large.map((position) => ({ position, filename: sent[position]!.filename })));
    }),
    { numRuns: casesOf(60, 25) },
  );
});
