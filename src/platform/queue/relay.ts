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

/** The running relay. */
export type Relay = { readonly stop: () => Promise<void> };

type RelayParts = {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Log;
  readonly metrics: Metrics;
  /** How long a published job is trusted to be in the queue, in milliseconds; 5 minutes. */
  readonly lease?: number;
  /** How often it looks without being woken, in milliseconds; 1 second. */
  readonly poll?: number;
  /** How many jobs of one workspace and kind the queue may have at once. */
  readonly mostOfLine?: number;
  /** Beyond this priority they are counted from a new base. */
  readonly mostPriority?: number;
};

const BATCH = 500;
/**
 * What comes so soon after a publication waits for company, in milliseconds: publishing twenty jobs costs the database
 * hardly more than publishing one. What comes alone does not wait.
 */
const LINGER = 20;
/** Where many came at once more are on their way, and wait longer: a publication costs the database milliseconds, whatever it holds. */
const LINGER_OF_MANY = 80;
/** So many documents and events of one publication are many. */
const MANY = 4;
/** How soon a line that was too long is looked at again, in milliseconds; later and later while none gets shorter. */
const HELD = 50;
const HELD_LONG = 250;
/** When a job that the queue refused is published again, in milliseconds. */
const REFUSED = 5_000;
/** How often an empty queue is compared with the outbox, in milliseconds. */
const AUDIT = 5_000;

/**
 * Starts to move work from the outbox to the queue, at least once. A published row stays, with a lease: the worker's
 * success deletes it, and a row whose lease ran out is published again. The queue ignores an id it already has.
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
          log.error({ job, job_id: id }, 'the outbox has a job that this release does not know: it waits');
          return [];
        });
        const refused = await processGroup(putTogether(known), (some) => tracePublishing(some, queue.publish));
        for (const { member, error } of refused)
          log.error({ err: error, job: member.job, job_id: member.id }, 'the queue refused a job, retrying');
        const late = refused.flatMap(({ member }) => member.rows ?? [member.id]);
        if (late.length > 0) await delay(trx, late);
        published.inc(known.length - late.length);
        return due;
      });

  /** A refused job does not delay the others, and is published again soon. */
  const delay = async (trx: Trx, ids: readonly string[]): Promise<void> => {
    await sql`
      update outbox set run_at = now() + ${REFUSED} * interval '1 millisecond' where id = any (${ids})`.execute(trx);
  };

  /** A queue that has nothing although rows are leased has lost its jobs, or is another one than before. */
  const releaseLost = async (): Promise<void> => {
    const counts = Object.values(await queue.counts());
    if (counts.some(({ waiting, active, delayed }) => waiting + active + delayed > 0)) return;
    // A row of the last seconds may be on its way between the two.
    const lost = await sql`
      update outbox set run_at = now()
      where run_at > now() and published_at < now() - ${AUDIT} * interval '1 millisecond'`.execute(system(db));
    const { numAffectedRows = 0n } = lost;
    if (numAffectedRows > 0n)
      log.warn({ jobs: Number(numAffectedRows) }, 'the queue lost jobs: they are published again');
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
        log.warn({ err: error }, 'the outbox could not be published yet');
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
