import type { Text } from '@e-invoice/validator/issues';
import { LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import type { Parts } from '../src/composition/parts.ts';
import type { Scope } from '../src/lib/scope.ts';
import { PdfRefused } from '../src/modules/rendering/index.ts';
import { ValidationLimitExceeded } from '../src/modules/validation/index.ts';
import { toFailure } from '../src/platform/errors/index.ts';
import type { JobName, JobPayload } from '../src/platform/queue/index.ts';

/** The parts of the application that background work uses. */
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
 * Does one job: reads, calls one ability, records. It may be called twice for the same job, even at the same time, and
 * throws to be tried again. It stops when the signal aborts.
 */
type Work<N extends JobName> = (payload: JobPayload<N>, app: WorkerApp, signal: AbortSignal) => Promise<void>;

/** The records that a failed job's retry asks, or that would want it anew. */
export type RetryRecords = Pick<Parts, 'documents' | 'batches' | 'vatBatches' | 'radars'>;

/**
 * What "try it again" means for a job that failed for good. A function asks its record, which then wants the work anew,
 * and does nothing or throws the record's own refusal when it does not; `as it was`: the same job is asked for again; `replaced`: when it
 * failed, another one was asked for in its place, so that nothing is left to be done.
 */
type Retry<N extends JobName> =
  | ((payload: JobPayload<N>, records: RetryRecords, scope: Scope) => Promise<unknown>)
  | 'as it was'
  | 'replaced';

/** What a file of this folder exports. */
export type Worker<N extends JobName> = {
  readonly work: Work<N>;
  /** Called once the last attempt has failed, with its error: the record learns of it. May be called twice. */
  readonly exhausted: (payload: JobPayload<N>, app: WorkerApp, error: Error) => Promise<void>;
  readonly retry: Retry<N>;
};

/** Who acts, in the timelines, when a job does. */
export const ACTOR = 'worker';

/**
 * Why a file has no verdict though nothing of the service failed: whoever judged it again would end in the same way.
 * Null for any other error.
 */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof ValidationLimitExceeded) return TOO_COSTLY;
  if (error instanceof PdfRefused) return toFailure(error.code);
  if (error instanceof RulesetUnknown) {
    const { code, asked, installed } = error;
    const list = installed.join(', ');
    return {
      code,
      detail: {
        sk: `Sada pravidiel ${asked} nie je nainštalovaná alebo v daný deň neplatí. Dostupné: ${list}.`,
        en: `The rule set ${asked} is not installed, or not in force on that day. Available: ${list}.`,
      },
    };
  }
  if (!(error instanceof LayerNotInRuleset)) return null;
  const { code, ruleset, asked, layers } = error;
  const [missing, has] = [asked.join(', '), layers.join(', ')];
  return {
    code,
    detail: {
      sk: `Sada pravidiel ${ruleset}, ktorá sa na dokument použije, nemá vrstvu ${missing}. Má tieto: ${has}.`,
      en: `The rule set ${ruleset}, which is applied to the document, has no layer ${missing}. It has: ${has}.`,
    },
  };
}

export type Outcome = { readonly code: string; readonly detail: Text };

/** Why a file has no verdict whose validation was ended at a limit. */
export const TOO_COSTLY = {
  code: 'validation_limit_reached',
  detail: {
    sk: 'Validácia súboru prekročila povolený čas alebo pamäť a bola ukončená.',
    en: 'Validation of the file went beyond the time or memory that it may take, and was ended.',
  },
};
