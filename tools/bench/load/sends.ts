/**
 * Prepares documents for sending in the built service, for the offline access point, which runs in this process: `npm
 * run load -- sends`, after `npm run build`. The simulated network of the sandbox responds immediately, so only the
 * service's own time is measured.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { BUYER, openSimulator } from '../../../test/support/sapi-simulator.ts';
import { makeInvoice } from '../invoices.ts';
import { medianOf } from '../measure.ts';
import { type Budget, renderBudgets, renderTable } from '../table.ts';
import { LOAD_HEAD, type LoadResult, loadRow, sendAtRate } from './open-loop.ts';
import { type Measured, machineSeconds, type Part, startMeasured } from './service.ts';

/** Required and offered throughput: the offered rate is higher, so that the capacity is measured. */
const TARGET_A_SECOND = 100;
const A_SECOND = 120;
const LINES = 4;
const WARM_SECONDS = 5;
const SUBMITTED_A_SECOND = 150;
/** Rate at which requests do not queue. */
const ALONE_A_SECOND = 5;
/** Limit for the service's own time per preparation, in milliseconds, without the lookup. */
const OWN_MS = 15;
const PARTS: readonly Part[] = ['api', 'workers', 'postgres', 'generator'];

type Prepared = {
  readonly submitted: LoadResult;
  /** Number that ended as prepared, and otherwise. */
  readonly prepared: number;
  readonly failed: number;
  /** From the first request until the last preparation ended. */
  readonly seconds: number;
  /** Milliseconds between the two events of a preparation, including queue, partner and database. */
  readonly times: readonly number[];
  /** Average milliseconds of the job per document, without the queue. The sandbox's network responds immediately. */
  readonly own: number;
  /** Processor milliseconds per preparation, by process; for other programs a share of one processor. */
  readonly processor: string;
};

/** Measures and prints; true when every budget is met. */
export async function runSendLoad(root: string, seconds: number): Promise<boolean> {
  const simulator = await openSimulator({ now: Date.now });
  const service = await startMeasured(root, 'PostgreSQL');
  const pool = new Pool(service.url, { connections: 64, pipelining: 1 });
  try {
    const partner = await connect(pool, simulator.baseUrl);
    await prepare(service, pool, partner, A_SECOND, Math.min(WARM_SECONDS, seconds));
    const alone = await prepare(service, pool, partner, ALONE_A_SECOND, seconds);
    const loaded = await prepare(service, pool, partner, A_SECOND, seconds);
    console.log(
      renderTable([
        LOAD_HEAD,
        loadRow(`preparations requested, ${ALONE_A_SECOND}/s`, alone.submitted),
        loadRow(`preparations requested, ${A_SECOND}/s`, loaded.submitted),
      ]),
    );
    for (const [rate, { times, own, processor }] of [
      [ALONE_A_SECOND, alone],
      [A_SECOND, loaded],
    ] as const) {
      const sorted = [...times].sort((a, b) => a - b);
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
      console.log(
        `at ${rate}/s from request to prepared: median ${medianOf(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ` +
          `of that the job ${own.toFixed(1)} ms; processor time of each: ${processor}`,
      );
    }
    const budgets = budgetsOf(loaded, alone);
    console.log(`\n${renderBudgets(budgets)}`);
    return budgets.every(({ ok }) => ok);
  } finally {
    await pool.close();
    await service.stop();
    await simulator.close();
  }
}

function budgetsOf(loaded: Prepared, alone: Prepared): Budget[] {
  const rate = loaded.prepared / loaded.seconds;
  const failed = loaded.failed + alone.failed;
  return [
    // Until the last has ended.
    {
      name: 'preparations a second, sustained',
      target: `${TARGET_A_SECOND}`,
      got: rate.toFixed(0),
      ok: rate >= TARGET_A_SECOND,
    },
    {
      name: 'average processing time of one, without the lookup',
      target: `${OWN_MS} ms`,
      got: `${alone.own.toFixed(1)} ms`,
      ok: alone.own < OWN_MS,
    },
    { name: 'preparations that failed', target: '0', got: String(failed), ok: failed === 0 },
  ];
}

async function post<T>(
  pool: Pool,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly response: T }> {
  const { statusCode, body: answer } = await pool.request({
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': 'bench', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  });
  return { status: statusCode, response: (await answer.json()) as T };
}

async function connect(pool: Pool, baseUrl: string): Promise<string> {
  const { status, response } = await post<{ id: string }>(pool, '/api/partners', {
    ...{ kind: 'sapi-sk', name: 'Bench', base_url: baseUrl, client_id: 'erp', client_secret: 'secret' },
  });
  if (status !== 201) throw new Error(`the partner was not created: ${status} ${JSON.stringify(response)}`);
  return response.id;
}

/**
 * Submits the required number of valid documents, waits for their results, then requests preparations at the rate.
 */
async function prepare(
  service: Measured,
  pool: Pool,
  partner: string,
  rate: number,
  seconds: number,
): Promise<Prepared> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const count = Math.round(rate * seconds);
    const content = Buffer.from(makeInvoice(LINES)).toString('utf8');
    const ids: string[] = [];
    await sendAtRate(SUBMITTED_A_SECOND, count / SUBMITTED_A_SECOND, async () => {
      const { status, response } = await post<{ id: string }>(pool, '/api/documents', { filename: 'a.xml', content });
      ids.push(response.id);
      return status;
    });
    const countIn = async (...statuses: string[]): Promise<number> => {
      const { rows } = await client.query(
        'select count(*)::int as count from documents where id = any($1) and status = any($2)',
        [ids, statuses],
      );
      return rows[0].count;
    };
    const until = async (...statuses: string[]): Promise<void> => {
      // Counting also loads the database.
      while ((await countIn(...statuses)) > 0) await wait(250);
    };
    await until('received', 'validating');
    const jobs = await jobSeconds(pool);
    const used = service.processorSeconds();
    const machine = machineSeconds();
    const began = performance.now();
    const submitted = await sendAtRate(
      rate,
      seconds,
      async (index) =>
        (await post(pool, `/api/documents/${ids[index]}/send-preparations`, { partner, receiver: BUYER })).status,
    );
    await until('preparing_send');
    const took = (performance.now() - began) / 1000;
    const processor = toShares(used, service.processorSeconds(), machineSeconds() - machine, { count, took });
    const own = (((await jobSeconds(pool)) - jobs) / count) * 1000;
    const { rows } = await client.query(
      `select extract(epoch from max(at) - min(at)) * 1000 as milliseconds from document_events
       where document_id = any($1) and type in ('send_preparation.started', 'send.prepared')
       group by document_id having count(*) = 2`,
      [ids],
    );
    const prepared = await countIn('send_prepared');
    const times = rows.map(({ milliseconds }) => Number(milliseconds));
    return { submitted, prepared, failed: count - prepared, seconds: took, times, own, processor };
  } finally {
    await client.end();
  }
}

/** Processes publish metrics every ten seconds: a value unchanged for longer is final. */
const SETTLED_MS = 11_000;

/**
 * Total run time of the service's preparation jobs so far, in seconds, once all processes have published their
 * metrics.
 */
async function jobSeconds(pool: Pool): Promise<number> {
  let last = Number.NaN;
  for (let since = performance.now(); performance.now() - since < SETTLED_MS; await wait(500)) {
    const { body } = await pool.request({ path: '/metrics', method: 'GET' });
    const seconds = readJobSeconds(await body.text());
    if (seconds !== last) since = performance.now();
    last = seconds;
  }
  return last;
}

const readJobSeconds = (text: string): number =>
  [...text.matchAll(/^job_seconds_sum\{[^}]*job="document\.prepare-send(?:-group)?"[^}]*\} (\S+)$/gm)]
    .map(([, value]) => Number(value))
    .reduce((sum, each) => sum + each, 0);

function toShares(
  before: Readonly<Record<Part, number>>,
  after: Readonly<Record<Part, number>>,
  machine: number,
  { count, took }: { readonly count: number; readonly took: number },
): string {
  const own = PARTS.map((part) => after[part] - before[part]);
  const each = PARTS.map((part, index) => `${part} ${((own[index]! / count) * 1000).toFixed(1)}`);
  const sum = own.reduce((all, one) => all + one, 0);
  const others = Math.max(0, (machine - sum) / took) * 100;
  return `${((sum / count) * 1000).toFixed(1)} ms (${each.join(', ')}; other programs ${others.toFixed(0)} % of a processor)`;
}
