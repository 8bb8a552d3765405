import { processGroup } from '../../../lib/group-outcomes.ts';
import { forEachConcurrently } from '../../../lib/map-with-concurrency.ts';
import type { Scope } from '../../../lib/scope.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { ParticipantFinding } from '../../peppol/index.ts';
import { findHead, isNotCanceled, noteAttempts, toCounted } from '../record/batch-record-store.ts';
import type { RecordChanges } from '../record/make-record.ts';
import { compareStates, mergeStates, toState } from './compare.ts';
import type { Radar, SliceId } from './radar.ts';
import * as store from './radar-store.ts';

/** Looks up a participant; with a document type, only that type. */
type LookUpParticipant = (participant: string, documentType: string | null) => Promise<ParticipantFinding>;

/** A conclusive lookup, reported before it is recorded; may be reported twice for the same participant and check. */
type ParticipantReceipt = { readonly position: number; readonly check: number };

/** Jobs of slices. A slice may be processed twice, even concurrently: every participant is counted once per check. */
export type SliceWork = {
  /**
   * Looks up the participants of a slice that have no result in this check. A participant with the result `unknown`
   * is retried later; after `MAX_ATTEMPTS` the check records `unknown`. A lookup that fails with an error is retried
   * in the same way, and then recorded as unknown (`not_finished`); the others are recorded. A result that the
   * database rejects does not affect the others.
   *
   * @param onLooked called for each conclusive lookup before it is recorded
   * @throws the error of `look` when it throws for every participant, with nothing of the slice recorded; the error
   *   of a rejected result; the signal's reason
   */
  readonly checkSlice: (
    scope: Scope,
    slice: SliceId,
    look: LookUpParticipant,
    onLookedUp: (receipt: ParticipantReceipt) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** After the last attempt: records the remaining participants of the slice as unknown. */
  readonly giveUpSlice: (scope: Scope, slice: SliceId) => Promise<void>;
  /**
   * Repeats the lookups of a slice recorded by `giveUpSlice`, in the same check, which runs again. No effect when
   * there are no such participants, another check has started, or the radar was stopped or deleted.
   */
  readonly retrySlice: (scope: Scope, slice: SliceId) => Promise<void>;
};

/** Participants per job. */
export const SLICE = 20;
const AT_ONCE = 4;
const NOT_FINISHED = 'not_finished';
const MAX_ATTEMPTS = 3;
const PAUSES_MS = [60_000, 600_000];

type LookUp = {
  readonly pending: store.Pending;
  /** Null when the lookup failed with an error. */
  readonly finding: ParticipantFinding | null;
};

type StartedSlice = { readonly documentType: string | null; readonly pending: readonly store.Pending[] };

type Parts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly changes: RecordChanges<store.RadarRow, Radar>;
};

const noCounts = () => ({
  registered: 0,
  not_registered: 0,
  document_type_not_supported: 0,
  unknown: 0,
  changed: 0,
});

export function makeSliceWork({ db, now, changes }: Parts): SliceWork {
  const begin = (scope: Scope, slice: SliceId): Promise<StartedSlice | undefined> =>
    store.inWorkspace(db, scope.workspaceId, async (trx) => {
      const radar = await changes.begin(trx, scope, slice.radarId, store.isCheck(slice.check));
      if (radar === undefined) return undefined;
      return { documentType: radar.document_type, pending: await store.listPending(trx, slice, SLICE) };
    });

  const recordTogether = async (
    scope: Scope,
    slice: SliceId,
    checked: readonly store.CheckedParticipant[],
    later: store.Pending[],
  ): Promise<void> => {
    const { workspaceId } = scope;
    await store.inWorkspace(db, workspaceId, async (trx) => {
      // Locks the radar row first: two jobs with the same participants in different order could otherwise deadlock.
      if ((await findHead(trx, store.heads, { workspaceId, id: slice.radarId }, { lock: true })) === undefined) return;
      const counts = noCounts();
      for (const one of checked) {
        if (!(await store.endParticipant(trx, workspaceId, slice, one))) continue;
        counts[one.outcome] += 1;
        if (one.changes.length > 0) counts.changed += 1;
      }
      // A job that runs twice records nothing the second time, and must not enqueue the next one twice.
      const noted = await noteAttempts(trx, store.participants(slice.check), slice.radarId, later);
      const ended = counts.registered + counts.not_registered + counts.document_type_not_supported + counts.unknown;
      if (noted.length + ended === 0) return;
      const at = new Date(now());
      const { document_type_not_supported: not_supported, ...others } = counts;
      const counted = toCounted({ ...others, not_supported }, ended, at);
      const next_check_at = store.nextCheckAt(counted.isLast, at);
      const isOpen = store.isOpenCheck(slice.check);
      const radar = await changes.change(trx, scope, slice.radarId, { ...counted.changes, next_check_at }, isOpen);
      if (radar === undefined) return;
      if (noted.length > 0) {
        const pause = Math.max(...noted.map(({ attempts }) => PAUSES_MS[attempts]!));
        await enqueue(trx, 'radar.check-slice', toPayload(scope, slice), { runAt: new Date(now() + pause) });
      }
    });
  };

  /**
   * Records the results of a slice. If the database rejects one of them, records the others.
   *
   * @throws the error of a rejected result, so that the job is retried
   */
  const record = async (...[scope, slice, checked, later]: Parameters<typeof recordTogether>): Promise<void> => {
    const members = [...checked.map((one) => ({ checked: [one], later: [] })), { checked: [], later }];
    const [failed] = await processGroup<(typeof members)[number]>(members, (some) => {
      const results = some.flatMap((member) => member.checked);
      return recordTogether(
        scope,
        slice,
        results,
        some.flatMap((member) => member.later),
      );
    });
    if (failed !== undefined) throw failed.error;
  };

  const toUnfinished = ({ position, participant, state }: store.Pending): store.CheckedParticipant => ({
    position,
    participant,
    outcome: 'unknown',
    reason: NOT_FINISHED,
    state,
    changes: [],
    at: new Date(now()),
  });

  const toChecked = ({ pending, finding }: LookUp): store.CheckedParticipant => {
    if (finding === null) return toUnfinished(pending);
    const state = toState(finding);
    return {
      position: pending.position,
      participant: pending.participant,
      outcome: finding.outcome,
      reason: finding.reason,
      state: state === null ? pending.state : mergeStates(pending.state, state),
      changes: state === null || pending.state === null ? [] : compareStates(pending.state, state),
      at: new Date(finding.checked_at),
    };
  };

  return {
    checkSlice: async (scope, slice, look, onLookedUp, signal) => {
      const started = await begin(scope, slice);
      if (started === undefined || started.pending.length === 0) return;
      const lookUps = await lookUpAll(started, look, signal);
      const isLater = ({ finding, pending }: LookUp): boolean =>
        (finding?.outcome ?? 'unknown') === 'unknown' && pending.attempts + 1 < MAX_ATTEMPTS;
      for (const { finding, pending } of lookUps) {
        if (finding !== null && finding.outcome !== 'unknown')
          await onLookedUp({ position: pending.position, check: slice.check });
      }
      const checked = lookUps.filter((lookUp) => !isLater(lookUp)).map(toChecked);
      await record(
        scope,
        slice,
        checked,
        lookUps.filter(isLater).map(({ pending }) => pending),
      );
    },

    giveUpSlice: async (scope, slice) => {
      const started = await begin(scope, slice);
      if (started === undefined || started.pending.length === 0) return;
      await record(scope, slice, started.pending.map(toUnfinished), []);
    },

    retrySlice: (scope, slice) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const key = { workspaceId: scope.workspaceId, id: slice.radarId };
        const where = store.isCheck(slice.check);
        // Same lock order as the recording of results: the radar row first.
        const radar = await findHead(trx, store.heads, key, { lock: true, where });
        if (radar === undefined || radar.status === 'canceled') return;
        const reopened = await store.reopenSlice(trx, slice, { size: SLICE, reason: NOT_FINISHED });
        if (reopened === 0) return;
        const unknown = radar.unknown - reopened;
        const again = { status: 'running', unknown, completed_at: null, next_check_at: null };
        await changes.change(trx, scope, slice.radarId, again, isNotCanceled);
        await enqueue(trx, 'radar.check-slice', toPayload(scope, slice));
        scope.audit?.(trx, slice.radarId);
      }),
  };
}

const toPayload = ({ workspaceId }: Scope, { radarId, check, position }: SliceId) => ({
  workspace_id: workspaceId,
  radar_id: radarId,
  check,
  position,
});

/**
 * Looks up participants with limited concurrency, in order. An error of one participant does not affect the others.
 *
 * @throws the signal's reason; the first error when every lookup fails
 */
async function lookUpAll(
  { documentType, pending }: StartedSlice,
  look: LookUpParticipant,
  signal: AbortSignal,
): Promise<LookUp[]> {
  const found: LookUp[] = [];
  const failed: { readonly pending: store.Pending; readonly error: unknown }[] = [];
  await forEachConcurrently(pending, AT_ONCE, async (one) => {
    signal.throwIfAborted();
    try {
      found.push({ pending: one, finding: await look(one.participant, documentType) });
      return false;
    } catch (error) {
      signal.throwIfAborted();
      failed.push({ pending: one, error });
      // In an outage every lookup fails, so the job is retried as a whole.
      return found.length === 0 && failed.length > AT_ONCE;
    }
  });
  if (found.length === 0 && failed.length > 0) throw failed[0]!.error;
  return [...found, ...failed.map((one) => ({ pending: one.pending, finding: null }))];
}
