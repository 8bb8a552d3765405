import { makeGroupWriter } from '../../../lib/batch-writer.ts';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Scope } from '../../../lib/scope.ts';
import type { Counter, HttpClient, SecretCipher } from '../../../platform/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { logDisabled } from '../disable.ts';
import { nextTry } from '../schedule.ts';
import type { DisabledReason } from '../webhook.ts';
import { type Answered, attempt } from './attempt.ts';
import { deliverDue, type Sent } from './deliver-due.ts';
import {
  type AttemptRow,
  beginRun,
  type Database,
  type Due,
  inWorkspace,
  isDeadSince,
  lockRun,
  lockWebhook,
  recordAttempts,
  replaceRun,
  setRuns,
  type Trx,
  takeDue,
} from './dispatch-store.ts';

export type RunParts = {
  readonly db: Database;
  readonly http: Pick<HttpClient, 'request'>;
  readonly cipher: SecretCipher;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly attempts: Pick<Counter<'outcome'>, 'inc'>;
};

/**
 * Delivery runs. A webhook has one active run over all processes; code that adds a delivery enqueues a run if
 * necessary.
 */
export type Runs = {
  /**
   * Sends the due deliveries of a webhook until the run's time is over; then enqueues the next run if
   * needed. Continues after a crash; an obsolete run does nothing.
   *
   * @returns why it disabled the webhook, or null
   */
  readonly deliver: (
    scope: Scope,
    webhookId: string,
    runId: string,
    signal: AbortSignal,
  ) => Promise<DisabledReason | null>;
  /** Replaces a run whose job finally failed by another, one minute later. */
  readonly giveUpRun: (scope: Scope, webhookId: string, runId: string) => Promise<void>;
};

/**
 * How long a run accepts new deliveries, in milliseconds; then the next run continues, so that other webhooks get a
 * turn.
 */
const RUN_FOR = 20_000;

/** Number of deliveries per query. */
const PAGE = 32;

const GIVEN_UP_FOR = 60_000;

/** Creates the delivery runs. */
export function makeRuns(parts: RunParts): Runs {
  const { db, cipher, now, newId, random, attempts } = parts;

  const decide = (due: Due, { error, retryAfter }: Answered): AttemptRow['next'] => {
    const at = now();
    if (error === null) return { ended: 'delivered', endedAt: new Date(at) };
    const tried = { tries: due.tries + 1, requestedAt: due.asked_at.getTime(), now: at, random: random(), retryAfter };
    const next = error === 'gone' ? null : nextTry(tried);
    return next === null ? { ended: 'failed', endedAt: new Date(at) } : { dueAt: new Date(next) };
  };

  /** Whether this result must disable the webhook. */
  const findEnd = async (
    trx: Trx,
    workspaceId: string,
    webhookId: string,
    { asked_at }: Due,
    { error }: Answered,
  ): Promise<DisabledReason | null> => {
    if (error === 'gone') return 'gone';
    return (await isDeadSince(trx, workspaceId, webhookId, asked_at)) ? 'failing' : null;
  };

  /** The current secret, and previous ones that are still valid. */
  const secretsOf = (webhookId: string, due: Due, at: number): string[] => {
    const previous = { secret: due.previous_secret, until: due.previous_secret_until?.toISOString() ?? '' };
    const signing = [previous, ...due.earlier_secrets].filter(({ until }) => Date.parse(until) > at);
    return [due.secret, ...signing.map(({ secret }) => secret!)].map((text) => cipher.decrypt(text, webhookId));
  };

  const enqueueRun = (trx: Trx, { workspaceId }: Scope, webhookId: string, runId: string, runAt?: Date) =>
    enqueue(
      trx,
      'webhook.deliver',
      { workspace_id: workspaceId, webhook_id: webhookId, run_id: runId },
      runAt === undefined ? {} : { runAt },
    );

  const endRun = (scope: Scope, webhookId: string, runId: string): Promise<void> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const { workspaceId } = scope;
      const lastRun = await lockRun(trx, workspaceId, webhookId, runId);
      if (lastRun === undefined) return;
      const { dueAt, wakeAt } = lastRun;
      const nextId = newId('job');
      if (dueAt === null) return setRuns(trx, workspaceId, webhookId, { run_id: null });
      if (dueAt.getTime() <= now()) {
        await setRuns(trx, workspaceId, webhookId, { run_id: nextId });
        await enqueueRun(trx, scope, webhookId, nextId);
      } else if (wakeAt !== null && wakeAt <= dueAt) {
        await setRuns(trx, workspaceId, webhookId, { run_id: null });
      } else {
        await setRuns(trx, workspaceId, webhookId, { run_id: null, wake: { wake_id: nextId, wake_at: dueAt } });
        await enqueueRun(trx, scope, webhookId, nextId, dueAt);
      }
    });

  return {
    deliver: async (scope, webhookId, runId, signal) => {
      const { workspaceId } = scope;
      const started = await inWorkspace(db, workspaceId, (trx) => beginRun(trx, workspaceId, webhookId, runId));
      if (!started) return null;
      const until = now() + RUN_FOR;
      let disabled: DisabledReason | null = null;

      const record = (rows: readonly AttemptRow[]) =>
        inWorkspace(db, workspaceId, (trx) => recordAttempts(trx, workspaceId, rows));
      // Results that arrive together are written together. Disabling or deleting the webhook locks its deliveries in
      // another order: after a deadlock the writer repeats the rows one by one.
      const writer = makeGroupWriter<AttemptRow>(async (rows) => void (await record(rows)), PAGE);

      const send = async (due: Due, stopped: AbortSignal): Promise<Sent> => {
        const { url, event_id: eventId, body } = due;
        const secrets = secretsOf(webhookId, due, now());
        const answered = await attempt(parts, { url, eventId, body, secrets }, stopped);
        attempts.inc({ outcome: answered.error ?? 'delivered' });
        return { arrived: answered.error === null, stored: store(due, answered) };
      };

      const store = async (due: Due, answered: Answered): Promise<boolean> => {
        const next = decide(due, answered);
        const row: AttemptRow = {
          deliveryId: due.id,
          eventId: due.event_id,
          number: due.attempts + 1,
          requestedAt: due.asked_at,
          at: new Date(answered.at),
          latencyMs: answered.latencyMs,
          responseStatus: answered.status,
          responseBody: answered.body,
          error: answered.error,
          next,
        };
        if (!('ended' in next) || next.ended === 'delivered') {
          await writer.write(row);
          return disabled === null;
        }
        await inWorkspace(db, workspaceId, async (trx) => {
          await lockWebhook(trx, workspaceId, webhookId);
          if ((await recordAttempts(trx, workspaceId, [row]))[0] !== 'failed') return;
          const end = await findEnd(trx, workspaceId, webhookId, due, answered);
          if (end === null || !(await logDisabled({ now }, trx, scope, webhookId, end))) return;
          scope.audit?.(trx, webhookId, end);
          disabled = end;
        });
        return disabled === null;
      };

      let late: ReadonlySet<string> | null = null;
      const isOver = (onTheirWay: readonly string[]): boolean => {
        if (now() <= until) return false;
        // The next run does not wait for the slow deliveries of this one.
        const slow = late ?? new Set(onTheirWay);
        late = slow;
        return !onTheirWay.some((id) => slow.has(id));
      };

      const take = (onTheirWay: readonly string[], refused: readonly string[]) =>
        isOver(onTheirWay)
          ? Promise.resolve(null)
          : inWorkspace(db, workspaceId, (trx) =>
              takeDue(trx, { workspaceId, webhookId, runId }, new Date(now()), [...onTheirWay, ...refused], PAGE),
            );

      await deliverDue({ take, send, signal });
      await endRun(scope, webhookId, runId);
      return disabled;
    },

    giveUpRun: (scope, webhookId, runId) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const nextId = newId('job');
        if (!(await replaceRun(trx, scope.workspaceId, webhookId, runId, nextId))) return;
        await enqueueRun(trx, scope, webhookId, nextId, new Date(now() + GIVEN_UP_FOR));
      }),
  };
}
