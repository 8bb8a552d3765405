import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { makeRoutes } from '../../src/composition/routes.ts';
import { readDroppedDraft } from '../../src/modules/drafts/http/dropped-draft.ts';
import { isRefusal } from '../../src/platform/errors/index.ts';
import { fakeParts } from './fake-parts.ts';

/** Operations with a required query parameter. */
const REQUIRED_QUERIES: ReadonlyMap<string, string> = new Map([['convertInvoice', '?to=ubl']]);

/** Every operation whose JSON body is validated against a schema, with an example. */
const OPERATIONS = makeRoutes(new AbortController().signal).flatMap(({ id, method, path, body }) => {
  const json = body?.kinds.find(({ mediaTypes }) => mediaTypes.includes('application/json'));
  // MCP reports errors in JSON-RPC; a batch is read file by file into the database.
  if (json === undefined || path === '/api/mcp' || path === '/api/batches') return [];
  const query = REQUIRED_QUERIES.get(id) ?? '';
  const address = path.replaceAll(/\{\w+\}/g, 'x') + query;
  return [[id, { method: method.toUpperCase(), path: address, example: json.example }] as const];
});

type Change = { readonly pointer: string; readonly value: unknown };

const PER_ENTRY = /^\/(participants|vats)\/\d+$/;

/** Variants of the value with a character in each of its texts and names. */
function* withCharacter(value: unknown, character: string, pointer = ''): Generator<Change> {
  if (typeof value === 'string') yield { pointer, value: `${value}${character}` };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, held] of Object.entries(value)) {
    const step = `${pointer}/${name}`;
    const put = (put: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), put) : { ...value, [name]: put };
    for (const change of withCharacter(held, character, step)) yield { ...change, value: put(change.value) };
  }
  if (!Array.isArray(value)) {
    yield { pointer: `${pointer}/a${character}`, value: { ...value, [`a${character}`]: 1 } };
    yield { pointer: `${pointer}/unknown/0/b`, value: { ...value, unknown: [{ b: character }] } };
  }
}

describe('every operation with a JSON body', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi(fakeParts());
  });
  afterAll(() => api.close());

  const send = async (method: string, path: string, body: unknown) => {
    const headers = {
      'X-API-Key': 'admin',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'a',
      'Accept-Language': 'en',
    };
    const response = await fetch(api.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as { errors?: { pointer: string }[] } };
  };

  it.each(OPERATIONS)(
    '%s rejects U+0000 in any text or name, with its JSON pointer',
    async (_, { method, path, example }) => {
      for (const { pointer, value } of withCharacter(example ?? {}, '\u0000')) {
        if (PER_ENTRY.test(pointer) || /^(\/files\/\d)?\/content$/.test(pointer)) continue;
        expect(await send(method, path, value)).toMatchObject({
          status: 400,
          body: {
            code: 'invalid_request',
            errors: [{ in: 'body', pointer, code: 'bad_format', detail: expect.stringContaining('U+0000') }],
          },
        });
      }
    },
  );

  it.each(OPERATIONS)('%s rejects an unpaired surrogate in any text or name', async (_, { method, path, example }) => {
    for (const { pointer, value } of withCharacter(example ?? {}, '\ud800')) {
      expect(await send(method, path, value)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'body', pointer, code: 'bad_format' }] },
      });
    }
  });

  it('reports all invalid texts, at most a hundred', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, '\u0000']));
    const { status, body } = await send('POST', '/api/documents', { content: '<a/>', metadata });
    expect([status, body.errors?.length, body.errors?.[99]?.pointer]).toEqual([400, 100, '/metadata/k99']);
  });
});

it('rejects a draft file because of U+0000', () => {
  const draft = Buffer.from('{"invoice":{"note":"a\\u0000"}}');
  const read = (): unknown => readDroppedDraft(draft);
  expect(read).toThrow();
  try {
    read();
  } catch (error) {
    expect(isRefusal(error, 'invalid_request')).toBe(true);
    expect(error).toMatchObject({ errors: [{ pointer: '/invoice/note', code: 'bad_format' }] });
  }
});
