import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { makeInvoice } from '../invoices.ts';
import { sendAtRate } from './open-loop.ts';

const LINES = 4;
const OTHERS = 10;
/** How many requests of the one that submits much are on their way at once. */
const AT_ONCE = 16;

/** How a workspace that submits much and ten that submit little fare beside each other. */
export type FairnessResult = {
  readonly documents: number;
  /** From the first submission to the last verdict of the one, in seconds. */
  readonly seconds: number;
  /** From its acceptance to its verdict, of the documents of the others while those of the one were waiting, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  readonly others: number;
  /** Of all. */
  readonly unvalidated: number;
};

/**
 * One workspace submits so many documents as fast as they are taken; ten others submit a few until those are judged.
 *
 * @param each how many each of the ten submits a second; more than an eleventh of what the machine carries would be more
 *   than its share
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
        // What is turned away under pressure is sent again, as a caller would.
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
         percentile_disc(0.95) within group (order by took) as p95, max(took) as most
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
