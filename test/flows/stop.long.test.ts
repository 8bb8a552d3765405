import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice as makeLongInvoice } from '../../tools/bench/invoices.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { removeData, type Service, startService, whileWorkersStand } from '../support/service.ts';

const SMALL = Buffer.from(makeInvoice());
/** Validated and rendered in threads, and small enough for a busy machine to finish within the shutdown timeout. */
const MEDIUM = Buffer.from(makeLongInvoice(100));
/** Validated by the workers. */
const LARGE = Buffer.from(makeLongInvoice(1_400));

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await makeTestDatabase();
  service = await startService({ environment: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await service.stop();
  removeData(service);
  await database.drop();
});

type Answered = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string };
type Call = { readonly path: string; readonly body?: Buffer; readonly headers?: Readonly<Record<string, string>> };

const KEY = { 'X-API-Key': randomUUID() };

/** Starts a request; half of its body may be held back until `goOn`. */
function begin({ path, body, headers = {} }: Call, agent?: Agent) {
  const sending = request(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    agent: agent ?? false,
    headers: {
      ...KEY,
      ...(body && { 'Content-Type': 'application/xml', 'Content-Length': body.length }),
      ...headers,
    },
  });
  // Rejects on a cut connection and on a response that breaks off.
  const answered = (async (): Promise<Answered> => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, headers: response.headers, body: await readText(response) };
  })();
  return { sending, answered };
}

function call(what: Call, agent?: Agent): Promise<Answered> {
  const { sending, answered } = begin(what, agent);
  sending.end(what.body);
  return answered;
}

function callSlowly(what: Call & { readonly body: Buffer }): { answered: Promise<Answered>; goOn: () => void } {
  const { sending, answered } = begin(what);
  const half = what.body.length >> 1;
  sending.write(what.body.subarray(0, half));
  return { answered, goOn: () => void sending.end(what.body.subarray(half)) };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Number of requests that the API has started to process. */
async function countCalls(): Promise<number> {
  const { body } = await call({ path: '/metrics' });
  let count = 0;
  for (const [, number] of body.matchAll(
    /^(?:http_request_duration_seconds_count|http_requests_open)(?:\{[^}]*role="api"[^}]*\})? (\d+)$/gm,
  ))
    count += Number(number);
  return count;
}

/** Repeats a request until it is rejected. */
async function callOn(what: Call): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answered[] = [];
  do answers.push(await call(what, agent));
  while (answers.at(-1)!.status === 200);
  agent.destroy();
  return answers;
}

it('answers every accepted request during a stop under load, and rejects later ones with 503', async () => {
  const documents = await Promise.all(
    times(2, async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const { body } = await call({ path: '/api/documents', body: SMALL, headers });
      const { id, links } = JSON.parse(body) as { id: string; links: { events: string } };
      let last: { readonly id: string; readonly type: string } | undefined;
      while (last?.type !== 'validation.completed') {
        const after: string = last === undefined ? '' : `&after=${last.id}`;
        const { body } = await call({ path: `${links.events}?wait=10${after}` });
        // An empty response after ten seconds is valid too.
        last = (JSON.parse(body) as { events: (typeof last)[] }).events.at(-1) ?? last;
      }
      return { id, events: links.events, last: last.id };
    }),
  );
  // The browser, the reference validator and the threads start with their first call, which takes long on a busy
  // machine.
  const pdf: Call = { path: '/api/invoice-render?format=pdf', body: SMALL };
  const official: Call = { path: '/api/validate/official', body: SMALL };
  const page: Call = { path: '/api/invoice-render?format=html', body: MEDIUM };
  const medium: Call = { path: '/api/validate-file', body: MEDIUM };
  const evidence: Call = { path: '/api/validation-evidence?format=zip', body: MEDIUM };
  for (const first of [pdf, official, page, medium, evidence]) expect((await call(first)).status).toBe(200);
  await whileWorkersStand(service, async (letWorkersGo) => {
    const before = await countCalls();
    const stream = { Accept: 'text/event-stream' };
    const uploads = times(2, () => callSlowly({ path: '/api/validate-file', body: SMALL }));
    const calls = {
      queued: times(2, () => call({ path: '/api/validate-file', body: LARGE })),
      polls: documents.map(({ events, last }) => call({ path: `${events}?wait=30&after=${last}` })),
      streams: documents.map(({ events }) => call({ path: events, headers: stream })),
      pdfs: times(2, () => call(pdf)),
      pages: times(2, () => call(page)),
      medium: times(3, () => call(medium)),
      evidence: times(2, () => call(evidence)),
      official: [call(official)],
    };
    const all = Object.values(calls).flat();
    // Each poll is itself a request that is counted.
    let looks = 0;
    await expect
      .poll(async () => {
        looks += 1;
        return (await countCalls()) - before - looks;
      })
      .toBe(all.length + uploads.length);
    const loops = times(4, () => callOn({ path: '/api/validate-file', body: SMALL }));

    service.signal('supervisor', 'SIGTERM');
    await expect
      .poll(async () => JSON.parse((await call({ path: '/readyz' })).body) as object)
      .toMatchObject({ status: 'not_ready', stopping: true });
    const late = await call({ path: '/api/validate-file', body: LARGE });
    expect(late).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '5' } });
    expect(JSON.parse(late.body)).toMatchObject({ code: 'stopping' });
    for (const answers of await Promise.all(loops)) {
      expect(answers.at(-1)).toMatchObject({ status: 503, headers: { connection: 'close' } });
      expect(JSON.parse(answers.at(-1)!.body)).toMatchObject({ code: 'stopping' });
    }
    for (const poll of await Promise.all(calls.polls)) {
      expect([poll.status, JSON.parse(poll.body)]).toEqual([200, { events: [] }]);
    }
    for (const { status, body } of await Promise.all(calls.streams)) {
      expect([status, body]).toEqual([200, expect.stringContaining('validation.completed')]);
    }
    for (const { status, headers } of await Promise.all(calls.queued)) {
      expect([status, headers.location]).toEqual([202, expect.stringMatching(/^\/api\/batches\/bat_/)]);
      const id = headers.location!.split('/').at(-1)!;
      const { kysely } = database.db;
      expect(await kysely.selectFrom('batches').select('status').where('id', '=', id).execute()).toEqual([
        { status: 'queued' },
      ]);
    }
    for (const { goOn } of uploads) goOn();
    const answered = [...uploads.map((upload) => upload.answered), ...all];
    const refused = (await Promise.all(answered)).filter(({ status }) => status !== 200 && status !== 202);
    expect(refused.map(({ status, body }) => `${status} ${body}`)).toEqual([]);
    for (const pdf of calls.pdfs) expect((await pdf).body).toMatch(/^%PDF-/);
    letWorkersGo();
  });
  expect(await service.ended).toBe(0);
  expect(
    service
      .output()
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line)),
  ).toEqual([]);
});
