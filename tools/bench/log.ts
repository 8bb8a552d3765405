/**
 * `npm run bench -- log`: the transparency log on its own PostgreSQL with durable commits: entries stored and published
 * per second, duration of a proof, and of a start with a million entries.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { makeTransparency } from '../../src/modules/evidence/transparency/index.ts';
import { lengthen } from '../../src/modules/evidence/transparency/writer.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { findRoot, makeHttpClient, makeLog, makeMetrics, startPostgres } from '../../src/platform/index.ts';

const ROOT = findRoot();
const LEAVES = 1_000_000;
const SECONDS = 10;
/** Twice the required rate. */
const PER_SECOND = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'bench-log-'));
const log = makeLog({ level: 'warn', role: 'bench' });
const postgres = await startPostgres({ dataDir: folder, log });
const db = openDatabase({ url: postgres.url, maxConnections: 10, applicationName: 'bench', log });
const http = makeHttpClient();
const begin = () =>
  makeTransparency({
    db,
    seal: () => makeSeal('a secret of the bench alone, 32 or more'),
    origin: 'bench.example/log',
    witnesses: [],
    validatedBy: () => [],
    http,
    now: Date.now,
    random: randomBytes,
    log,
    metrics: makeMetrics('bench'),
  });
const never = new AbortController().signal;
const print = (text: string): void => console.log(text);

/** Appends at a steady rate and waits for each proof; reports processor time per entry and the slowest proofs. */
async function steady(): Promise<void> {
  const transparency = begin();
  const writer = transparency.startWriting();
  const waits: Promise<number>[] = [];
  const stored: number[] = [];
  const used = process.cpuUsage();
  const began = performance.now();
  for (let tick = 0; tick < SECONDS * 50; tick += 1) {
    for (let count = 0; count < PER_SECOND / 50; count += 1) {
      const digest = randomBytes(32);
      const at = performance.now();
      waits.push(
        transparency.appendAlone(digest).then(async () => {
          stored.push(performance.now() - at);
          // One in a hundred entries requests its proof, as a reader would.
          if (stored.length % 100 !== 0) return 0;
          const found = await transparency.waitForProof(digest, 60_000, never);
          if (typeof found !== 'object') throw new Error(found);
          return performance.now() - at;
        }),
      );
    }
    await pause(Math.max(0, began + (tick + 1) * 20 - performance.now()));
  }
  const all = Promise.all(waits);
  while (stored.length < waits.length) await pause(5);
  const seconds = (performance.now() - began) / 1_000;
  const proofs = (await all).filter((wait) => wait > 0).sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(used);
  stored.sort((a, b) => a - b);
  const at = (values: readonly number[], share: number): string =>
    values[Math.floor((values.length - 1) * share)]!.toFixed(0);
  print(
    `${waits.length} entries in ${seconds.toFixed(1)} s (${(waits.length / seconds).toFixed(0)}/s, target ${PER_SECOND})`,
  );
  print(
    `processor of this process: ${((user + system) / 1_000 / waits.length).toFixed(2)} ms an entry, proofs included`,
  );
  print(`stored after ${at(stored, 0.5)} ms (half), ${at(stored, 0.99)} ms (99 of 100)`);
  print(`proof after ${at(proofs, 0.5)} ms (half), ${at(proofs, 1)} ms (slowest of ${proofs.length})`);
  await writer.stop();
}

/** Appends at the maximum rate. */
async function burst(count: number): Promise<void> {
  const transparency = begin();
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, () => transparency.appendAlone(randomBytes(32))));
  const storedAt = performance.now();
  while ((await lengthen({ db })) !== 0);
  print(
    `${count} at once: stored ${perSecond(count, storedAt - began)}, sequenced ${perSecond(count, performance.now() - storedAt)}`,
  );
}

const perSecond = (count: number, milliseconds: number): string => `${Math.round((count * 1_000) / milliseconds)}/s`;

/** Fills the log and restarts: measures the time until a new entry has its proof. */
async function restart(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    `insert into log_entries (entry, created_at) select '\\x01'::bytea || sha256(n::text::bytea), now() from generate_series(1, $1::int) n`,
    [LEAVES],
  );
  await client.end();
  const began = performance.now();
  let positions = 0;
  for (let count: number | null = -1; count !== 0; positions += count ?? 0) count = await lengthen({ db });
  print(`${positions} entries sequenced in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const again = performance.now();
  const transparency = begin();
  const writer = transparency.startWriting();
  const digest = randomBytes(32);
  await transparency.appendAlone(digest);
  const found = await transparency.waitForProof(digest, 60_000, never);
  if (typeof found !== 'object') throw new Error(found);
  print(
    `a start on ${found.treeSize} entries: ${(performance.now() - again).toFixed(0)} ms until a new entry has its proof`,
  );
  await writer.stop();
}

try {
  await migrate(db, join(ROOT, 'migrations'));
  await steady();
  await burst(10_000);
  await restart();
} finally {
  await http.close();
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
