import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { makeInvoice } from '../invoices.ts';
import { type LoadResult, sendAtRate, sendInLine } from './open-loop.ts';
import { openRawConnections } from './raw-connections.ts';

const LINES = 4;

/** Documents over their whole life cycle. */
export type DocumentsResult = {
  readonly accepted: LoadResult;
  /** Validated documents per second while documents were submitted. */
  readonly validatedInLoad: number;
  /** Validated documents per second from the first submission until the last result. */
  readonly validatedOverall: number;
  /** Seconds from the last submission until the last result. */
  readonly lag: number;
  /** Accepted documents that are not in a final state, or whose timeline is not exactly 1, 2, 3. */
  readonly incomplete: number;
};

/** Submits at a fixed rate, with idempotency keys of a common prefix. */
export async function submitAtRate(url: string, key: string, rate: number, seconds: number): Promise<LoadResult> {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const body = makeInvoice(LINES);
  try {
    return await sendAtRate(rate, seconds, (index) => submit(pool, `${key}-${index}`, body));
  } finally {
    await pool.close();
  }
}

/** Counts the documents whose keys have the prefix, and the validated ones among them. */
export async function countDocuments(client: pg.Client, key: string): Promise<{ all: number; validated: number }> {
  const { rows } = await client.query(
    `select count(*)::int as all, (count(*) filter (where status in ('validated', 'invalid')))::int as validated
     from documents where idempotency_key like $1`,
    [`${key}-%`],
  );
  return rows[0];
}

/** Submits at a fixed rate and waits until everything is validated. */
export async function measureDocuments(
  url: string,
  databaseUrl: string,
  rate: number,
  seconds: number,
): Promise<DocumentsResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const key = randomUUID();
    const count = () => countDocuments(client, key);
    const began = performance.now();
    const accepted = await submitAtRate(url, key, rate, seconds);
    const submitted = performance.now();
    const inLoad = await count();
    for (let now = inLoad; now.validated < now.all; now = await count()) await wait(100);
    const ended = performance.now();
    const { rows } = await client.query(
      `select count(*)::int as incomplete from documents as document
       where idempotency_key like $1 and (
         status not in ('validated', 'invalid') or last_sequence <> 3
         or (select array_agg(type order by sequence) from document_events as event
             where event.workspace_id = document.workspace_id and event.document_id = document.id)
           is distinct from array['document.received', 'validation.started', 'validation.completed'])`,
      [`${key}-%`],
    );
    return {
      accepted,
      validatedInLoad: (inLoad.validated / (submitted - began)) * 1000,
      validatedOverall: (accepted.ok / (ended - began)) * 1000,
      lag: (ended - submitted) / 1000,
      incomplete: rows[0].incomplete + Math.max(0, accepted.ok - (await count()).all),
    };
  } finally {
    await client.end();
  }
}

async function submit(pool: Pool, idempotencyKey: string, body: Uint8Array): Promise<number> {
  const { statusCode, body: answer } = await pool.request({
    path: '/api/documents',
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', 'X-API-Key': 'bench', 'Idempotency-Key': idempotencyKey },
    body,
  });
  await answer.dump();
  return statusCode;
}

/** Synchronous validation of one typical invoice, at a fixed rate, or at the maximum rate when `rate` is null. */
export async function measureInline(url: string, rate: number | null, seconds: number): Promise<LoadResult> {
  const { send, close } = openRawConnections(url, {
    path: '/api/validate-file',
    contentType: 'application/xml',
    body: makeInvoice(LINES),
    mustSay: '"valid":true',
  });
  try {
    return await (rate === null ? sendInLine(8, seconds, send) : sendAtRate(rate, seconds, send));
  } finally {
    close();
  }
}
