/**
 * `npm run load -- evidence`: processor time of evidence in the built service, by part: validation only, the report, its
 * ZIP, its PDF, and a document with evidence from upload until the log's inclusion proof.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice } from './invoices.ts';
import { type Part, startMeasured } from './load/service.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
const AT_ONCE = 4;
const PARTS: readonly Part[] = ['api', 'workers', 'postgres'];

const service = await startMeasured(findRoot(), 'PostgreSQL');
const client = new pg.Client({ connectionString: service.databaseUrl });
const pool = new Pool(service.url, { connections: AT_ONCE, pipelining: 1 });
const invoice = makeInvoice(4);
const headers = { 'X-API-Key': 'bench', 'Content-Type': 'application/xml' };

type Sent = { readonly headers: Record<string, string>; readonly body: Uint8Array | string };

async function send(path: string, sent: Sent): Promise<void> {
  const { statusCode, body } = await pool.request({ path, method: 'POST', ...sent });
  await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  if (statusCode > 299) throw new Error(`${path}: ${statusCode}`);
}

const postTo = (path: string) => () => send(path, { headers, body: invoice });
const submit = (): Promise<void> =>
  send('/api/documents', {
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      filename: 'invoice.xml',
      content: Buffer.from(invoice).toString(),
      steps: ['validate', 'evidence'],
    }),
  });

/** Repeats work with some concurrency, and waits until no document lacks its proof. */
async function repeat(work: () => Promise<void>, count: number): Promise<void> {
  let left = count;
  const line = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  for (;;) {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from documents d where not exists (
         select from document_events e where e.document_id = d.id and e.type = 'evidence.logged')`,
    );
    if (rows[0]!.open === 0) return;
    await wait(50);
  }
}

const WORKS = {
  'validate-file': postTo('/api/validate-file'),
  'evidence, JSON': postTo('/api/validation-evidence?format=json'),
  'evidence, ZIP': postTo('/api/validation-evidence?format=zip'),
  'evidence, PDF': postTo('/api/validation-evidence?format=pdf'),
  'document, until logged': submit,
};

try {
  await client.connect();
  for (const [name, work] of Object.entries(WORKS)) {
    // Warm-up until frequently called code is compiled.
    await repeat(work, 300);
    const before = service.processorSeconds();
    const began = performance.now();
    await repeat(work, COUNT);
    const seconds = (performance.now() - began) / 1_000;
    const after = service.processorSeconds();
    const parts = PARTS.map((part) => `${part} ${(((after[part] - before[part]) * 1_000) / COUNT).toFixed(1)}`);
    console.log(`${name}: ${parts.join(', ')} ms of processor each; ${(COUNT / seconds).toFixed(0)}/s`);
  }
} finally {
  await client.end();
  await pool.close();
  await service.stop();
}
