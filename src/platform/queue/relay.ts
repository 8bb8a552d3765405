import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { processGroup } from '../../lib/group-outcomes.ts';
import { type Database, listen, system, type Trx } from '../db/index.ts';
import type { Log, Metrics } from '../index.ts';
import { claimDue, type Due } from './claim-due.ts';
import { makeClocks } from './clocks.ts';
import { putTogether } from './coalesce-jobs.ts';
import { isJobName, MAX_OF_LINE } from './jobs.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';
import type { OutgoingJob, Queue } from './queue.ts';
import { tracePublishing } from './trace-jobs.ts';

/** Running relay. */
export type Relay = { readonly stop: () => Promise<void> };

type RelayParts = {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Log;
  readonly metrics: Metrics;
  /** How long a published job is trusted to be in the queue, in milliseconds; default: 5 minutes. */
  readonly lease?: number;
  /** Polling interval without notifications, in milliseconds; default: 1 second. */
  readonly poll?: number;
  /** Maximum number of queued jobs per workspace and kind. */
  readonly mostOfLine?: number;
  /** Priority above which the base is moved. */
  readonly mostPriority?: number;
};

const BATCH = 500;
/**
 * Batching window after a publication, in milliseconds: publishing twenty jobs costs the database about as much as
 * publishing one. A single job after a pause is published immediately.
 */
const LINGER = 20;
/**
 * Longer window under load, when more jobs are likely to follow: each publication costs the database milliseconds.
 */
const LINGER_OF_MANY = 80;
/** Number of documents and events in one publication that counts as load. */
const MANY = 4;
/** Delay before a full line is checked again, in milliseconds; doubles while no line becomes shorter. */
const HELD = 50;
const HELD_LONG = 250;
/** Delay before a job that the queue rejected is published again, in milliseconds. */
const REFUSED = 5_000;
/** Interval at which an empty queue is compared with the outbox, in milliseconds. */
const AUDIT = 5_000;

/**
 * Starts to publish jobs from the outbox to the queue, at least once. A published row stays in the outbox with a
 * lease: the worker deletes it on success, and a row with an expired lease is published again. The queue ignores
 * known ids.
 */
export function startRelay(parts: RelayParts): Relay {
  const { db, queue, log, metrics, lease = 300_000, poll = 1_000, mostOfLine = MAX_OF_LINE } = parts;
  const clocks = makeClocks(db, queue, parts.mostPriority);
  const published = metrics.counter({ name: 'outbox_published_total', help: 'Jobs handed to the queue.' });
  let stopped = false;
  let audited = performance.now();

  const publishDue = (): Promise<Due> =>
    system(db)
      .transaction()
      .execute(async (trx) => {
        const claimed = await claimDue(BATCH, lease, mostOfLine).execute(trx);
        const due = claimed.rows[0]!;
        const known = due.rows.flatMap(({ id, job, payload, turn, traces }): OutgoingJob[] => {
          if (isJobName(job)) return [{ id, job, payload, turn, ...(traces !== null && { traces }) }];
          log.error({ job, job_id: id }, 'unknown job in the outbox, skipping it');
          return [];
        });
        const refused = await processGroup(putTogether(known), (some) => tracePublishing(some, queue.publish));
        for (const { member, error } of refused)
          log.error({ err: error, job: member.job, job_id: member.id }, 'queue rejected a job, retrying');
        const late = refused.flatMap(({ member }) => member.rows ?? [member.id]);
        if (late.length > 0) await delay(trx, late);
        published.inc(known.length - late.length);
        return due;
      });

  /** Postpones rejected jobs, so that they do not delay the others. */
  const delay = async (trx: Trx, ids: readonly string[]): Promise<void> => {
    await sql`
      update outbox set run_at = now() + ${REFUSED} * interval '1 millisecond' where id = any (${ids})`.execute(trx);
  };

  /**
   * Releases the leases when the queue is empty although rows are leased: it lost its jobs, or was replaced by
   * another.
   */
  const releaseLost = async (): Promise<void> => {
    const counts = Object.values(await queue.counts());
    if (counts.some(({ waiting, active, delayed }) => waiting + active + delayed > 0)) return;
    // Rows published in the last seconds may not have arrived in the queue yet.
    const lost = await sql`
      update outbox set run_at = now()
      where run_at > now() and published_at < now() - ${AUDIT} * interval '1 millisecond'`.execute(system(db));
    const { numAffectedRows = 0n } = lost;
    if (numAffectedRows > 0n)
      log.warn({ jobs: Number(numAffectedRows) }, 'jobs missing from the queue, publishing again');
  };

  let wake: () => void = () => undefined;
  let woken = false;
  const wakeUp = (): void => {
    woken = true;
    wake();
  };
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((done) => {
      if (woken || stopped) return done();
      const timer = setTimeout(done, milliseconds);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  const run = async (): Promise<void> => {
    let held = HELD;
    while (!stopped) {
      woken = false;
      let rest = poll;
      let linger = LINGER;
      try {
        await clocks.prepared();
        const { rows, held: isHeld } = await publishDue();
        await clocks.rebase(rows);
        if (rows.length === BATCH) continue;
        held = rows.length > 0 ? HELD : Math.min(HELD_LONG, held * 2);
        rest = isHeld ? Math.min(poll, held) : poll;
        if (rows.reduce((sum, { size }) => sum + size, 0) >= MANY) linger = LINGER_OF_MANY;
        if (performance.now() - audited > AUDIT) {
          await releaseLost();
          audited = performance.now();
        }
      } catch (error) {
        log.warn({ err: error }, 'publishing the outbox failed, retrying');
        woken = false;
      }
      const ended = performance.now();
      await sleep(rest);
      const company = linger - (performance.now() - ended);
      if (woken && !stopped && company > 0) await pause(company);
    }
  };

  const listening = listen(db, OUTBOX_CHANNEL, wakeUp, wakeUp);
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      wakeUp();
      await (await listening).stop();
      await running;
    },
  };
}
