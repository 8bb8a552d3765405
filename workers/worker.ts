import type { Text } from '@e-invoice/validator/issues';
import { LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import { text } from '../locales/index.ts';
import type { Parts } from '../src/composition/parts.ts';
import type { Scope } from '../src/lib/scope.ts';
import { PdfRefused } from '../src/modules/rendering/index.ts';
import { ValidationLimitExceeded } from '../src/modules/validation/index.ts';
import { toFailure } from '../src/platform/errors/index.ts';
import type { JobName, JobPayload } from '../src/platform/queue/index.ts';

/** The parts of the application that workers use. */
export type WorkerApp = Pick<
  Parts,
  | 'documents'
  | 'batches'
  | 'vatBatches'
  | 'vat'
  | 'radars'
  | 'peppol'
  | 'partners'
  | 'sending'
  | 'webhooks'
  | 'evidence'
  | 'transparency'
  | 'stampCheckpoints'
  | 'months'
  | 'validationPool'
  | 'pdfReader'
  | 'printer'
  | 'queue'
  | 'now'
> & {
  readonly config: Pick<Parts['config'], 'pools' | 'retention'>;
  readonly accounts: Pick<Parts['accounts'], 'audit' | 'meter' | 'eraseExpired'>;
};

/**
 * Runs one job. Jobs are delivered at least once and possibly concurrently, so the work must be idempotent. It throws
 * to be retried and stops when the signal aborts.
 */
type Work<N extends JobName> = (payload: JobPayload<N>, app: WorkerApp, signal: AbortSignal) => Promise<void>;

/** The records that retry functions call. */
export type RetryRecords = Pick<Parts, 'documents' | 'batches' | 'vatBatches' | 'radars'>;

/**
 * How to retry a job after its last attempt failed:
 *
 * - a function requests that the record schedules the work again; it does nothing or throws the record's refusal if the work
 *   is not needed;
 * - `as it was`: the same job is queued again;
 * - `replaced`: the failure already scheduled another job, so there is nothing to retry.
 */
type Retry<N extends JobName> =
  | ((payload: JobPayload<N>, records: RetryRecords, scope: Scope) => Promise<unknown>)
  | 'as it was'
  | 'replaced';

/** The export of a file in this folder. */
export type Worker<N extends JobName> = {
  readonly work: Work<N>;
  /** Called with the error of the last attempt to update the record. May be called twice. */
  readonly exhausted: (payload: JobPayload<N>, app: WorkerApp, error: Error) => Promise<void>;
  readonly retry: Retry<N>;
};

/** Actor of timeline events caused by jobs. */
export const ACTOR = 'worker';

/** The outcome for errors of the input, which a retry cannot change; null for any other error. */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof ValidationLimitExceeded) return TOO_COSTLY;
  if (error instanceof PdfRefused) return toFailure(error.code);
  if (error instanceof RulesetUnknown) {
    const { code, requested, installed } = error;
    const list = installed.join(', ');
    return {
      code,
      detail: text('job.ruleset-unknown', { requested, list }),
    };
  }
  if (!(error instanceof LayerNotInRuleset)) return null;
  const { code, ruleset, requested, layers } = error;
  const [missing, has] = [requested.join(', '), layers.join(', ')];
  return {
    code,
    detail: text('job.layer-not-in-ruleset', { ruleset, missing, has }),
  };
}

export type Outcome = { readonly code: string; readonly detail: Text };

/** Outcome of a validation that was aborted at a limit. */
export const TOO_COSTLY = {
  code: 'validation_limit_reached',
  detail: text('job.validation-too-costly'),
};
