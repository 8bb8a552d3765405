/**
 * `npm run bench -- period`: monthly export for an auditor, with a hundred thousand reports, half of them erased, among
 * twice as many, on its own PostgreSQL. Measures duration and memory.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '../../src/lib/ids.ts';
import { drawReport, makeEvidence, makeSeal, readMonth } from '../../src/modules/evidence/index.ts';
import { makeTransparency } from '../../src/modules/evidence/transparency/index.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { findRoot, makeHttpClient, makeLog, makeMetrics, startPostgres } from '../../src/platform/index.ts';
import { makeBenchValidator, validateOnce } from './all-layers.ts';
import { makeInvoice } from './invoices.ts';

const ROOT = findRoot();
const REPORTS = 100_000;
const SECRET = 'a secret of the bench alone, 32 or more';
const SCOPE = { workspaceId: 'wsp_bench', actor: 'bench' };
const AT = Date.UTC(2026, 9, 15);

const folder = mkdtempSync(join(tmpdir(), 'bench-period-'));
const log = makeLog({ level: 'warn', role: 'bench' });
const postgres = await startPostgres({ dataDir: folder, log });
const db = openDatabase({ url: postgres.url, maxConnections: 10, applicationName: 'bench', log });
const client = new pg.Client({ connectionString: postgres.url });
const http = makeHttpClient();
const evidence = makeEvidence({
  db,
  secret: () => SECRET,
  engine: { version: '0', digest: '0'.repeat(64) },
  packOf: (id, version) => ({ id, version, digest: '0'.repeat(64) }),
  now: () => AT,
  newId: (prefix) => newId(prefix, AT, randomBytes),
  transparency: makeTransparency({
    db,
    seal: () => makeSeal(SECRET),
    origin: 'bench.example/log',
    witnesses: [],
    validatedBy: () => [],
    http,
    now: () => AT,
    random: randomBytes,
    log,
    metrics: makeMetrics('bench'),
  }),
  printReport: drawReport,
  site: null,
});

/** Stores a report of a real invoice, and copies it in the database. */
async function keepMany(): Promise<void> {
  const invoice = makeInvoice(4);
  const result = validateOnce(await makeBenchValidator(ROOT), invoice);
  const origin = evidence.describe(result, AT);
  const written = await evidence.make({ result, sizeBytes: invoice.length, origin, language: 'sk' });
  await client.query(
    `insert into workspaces (id, name, environment, plan, created_at) values ('wsp_bench', 'Bench', 'production', 'pay-as-you-go', now())`,
  );
  await evidence.keep(SCOPE, written);
  await client.query(
    `insert into evidence_reports (workspace_id, id, report, entry, texts, created_by, created_at, position)
     select workspace_id, 'rep_' || n, report, (entry::jsonb || jsonb_build_object('id', 'rep_' || n))::json, texts, created_by,
       created_at, 2 * n + 1
     from evidence_reports, generate_series(1, $1::int - 1) n`,
    [REPORTS],
  );
  await client.query(
    `insert into evidence_erasures (workspace_id, position, created_at, erased_at)
     select 'wsp_bench', 2 * n, $2, now() from generate_series(1, $1::int) n`,
    [REPORTS, new Date(AT)],
  );
  await client.query(`update evidence_sequences set last = 2 * $1::int`, [REPORTS]);
  await client.query('analyze');
}

try {
  await client.connect();
  await migrate(db, join(ROOT, 'migrations'));
  await keepMany();
  const request = { month: readMonth('2026-10'), language: 'sk', sample: 5, seed: 'bench' } as const;
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const used = process.cpuUsage();
  const began = performance.now();
  let bytes = 0;
  for await (const chunk of await evidence.exportPeriod(SCOPE.workspaceId, request, {
    readEach: async () => new Map(),
  }))
    bytes += (chunk as Buffer).length;
  const { user, system } = process.cpuUsage(used);
  clearInterval(watch);
  const megabytes = (count: number): string => `${(count / 1_048_576).toFixed(0)} MB`;
  console.log(
    `${REPORTS} reports: ${((performance.now() - began) / 1_000).toFixed(1)} s, ` +
      `${((user + system) / 1_000_000).toFixed(1)} s of processor time here, ${megabytes(bytes)}, ` +
      `memory ${megabytes(before)} before and ${megabytes(peak)} at most`,
  );
} finally {
  await client.end();
  await http.close();
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
