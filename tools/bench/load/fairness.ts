import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { makeInvoice } from '../invoices.ts';
import { sendAtRate } from './open-loop.ts';

const LINES = 4;
const OTHERS = 10;
/** Concurrent requests of the heavy workspace. */
const AT_ONCE = 16;

/** Latency of one heavy and ten light workspaces under concurrent load. */
type FairnessResult = {
  readonly documents: number;
  /** Seconds from the first submission to the last result of the heavy workspace. */
  readonly seconds: number;
  /**
   * Milliseconds from acceptance to result, for documents of the light workspaces while the heavy one had a backlog.
   */
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  readonly others: number;
  /** Of all workspaces. */
  readonly unvalidated: number;
};

/**
 * One workspace submits documents at the maximum rate; ten others submit a few until those are validated.
 *
 * @param each submissions per second of each light workspace; more than an eleventh of the machine's capacity would
 *   exceed its fair share
 */
export async function measureFairness(
  url: string,
  databaseUrl: string,
  documents: number,
  each: number,
): Promise<FairnessResult> {
  const pool = new Pool(url, { connections: 48, pipelining: 1 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const body = makeInvoice(LINES);
  const run = randomUUID();
  const submit = async (workspace: string, index: number): Promise<number> => {
    const { statusCode, body: answer } = await pool.request({
      path: '/api/documents',
      method: 'POST',
      headers: {
        'Content-Type': 'application/xml',
        'X-API-Key': `bench-${workspace}-${run}`,
        'Idempotency-Key': `${run}-${workspace}-${index}`,
      },
      body,
    });
    await answer.dump();
    return statusCode;
  };
  const open = async (): Promise<{ all: number; open: number }> => {
    const { rows } = await client.query(
      `select count(*)::int as all, (count(*) filter (where status not in ('validated', 'invalid')))::int as open
       from documents where idempotency_key like $1`,
      [`${run}-one-%`],
    );
    return rows[0];
  };
  try {
    const began = performance.now();
    let sent = 0;
    let isOver = false;
    const line = async (): Promise<void> => {
      while (sent < documents) {
        const index = sent++;
        // Retries requests rejected under load, as a caller would.
        while ((await submit('one', index)) >= 300) await wait(100);
      }
    };
    const much = Promise.all(Array.from({ length: AT_ONCE }, line)).then(async () => {
      while ((await open()).open > 0) await wait(100);
      isOver = true;
    });
    let second = 0;
    const little = async (): Promise<void> => {
      while (!isOver) {
        const turn = second++;
        await sendAtRate(OTHERS * each, 1 / each, (index) => submit(`other${index}`, turn));
      }
    };
    await Promise.all([much, little()]);
    const seconds = (performance.now() - began) / 1000;
    let left = 1;
    while (left > 0) {
      const { rows } = await client.query(
        `select count(*)::int as left from documents
         where idempotency_key like $1 and status not in ('validated', 'invalid')`,
        [`${run}-%`],
      );
      left = rows[0].left;
      if (left > 0) await wait(100);
    }
    const { rows } = await client.query(
      `select count(*)::int as others, percentile_disc(0.5) within group (order by took) as p50,
         percentile_disc(0.95) within group (order by took) as p95, max(took) as worst
       from (
         select extract(epoch from updated_at - created_at)::float8 * 1000 as took
         from documents where idempotency_key like $1
       ) as times`,
      [`${run}-other%`],
    );
    return { documents, seconds, ...rows[0], unvalidated: left };
  } finally {
    await client.end();
    await pool.close();
  }
}
