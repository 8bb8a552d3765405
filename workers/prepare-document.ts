import type { Scope } from '../src/lib/scope.ts';
import { isFullyValidated, type Prepared, type Preparing } from '../src/modules/documents/index.ts';
import { capabilitiesOf, type Partners } from '../src/modules/exchange/partners/index.ts';
import {
  nextAttempt,
  PARTLY_VALIDATED,
  PARTNER_GONE,
  type SendFailure,
  toConnectionFailure,
  toDryRunFailure,
} from '../src/modules/exchange/sending/index.ts';
import { isRefusal } from '../src/platform/errors/index.ts';
import { ACTOR, type WorkerApp } from './worker.ts';

type Checked = Awaited<ReturnType<Partners['checkLately']>>;

/** Creates a cached connection check: each partner is checked once per job. Null: the partner was deleted. */
export function makeCheck({ partners }: Pick<WorkerApp, 'partners'>, workspaceId: string, signal: AbortSignal) {
  const pending = new Map<string, Promise<Checked | null>>();
  const readChecked = async (partner: string): Promise<Checked | null> => {
    try {
      return await partners.checkLately({ workspaceId, actor: ACTOR }, partner, signal);
    } catch (error) {
      if (isRefusal(error, 'partner_not_found')) return null;
      throw error;
    }
  };
  return (partner: string): Promise<Checked | null> => {
    const known = pending.get(partner) ?? readChecked(partner);
    pending.set(partner, known);
    return known;
  };
}

/**
 * Creates the envelope for a partner, or returns why the document cannot be sent. Stores nothing, and submits nothing
 * except to a partner that offers a dry run.
 *
 * @throws PartnerNotReady, ReceiverUnknown, or any transient error
 */
export async function prepareDocument(
  { document, preparation, invoice }: Preparing,
  check: ReturnType<typeof makeCheck>,
  workspaceId: string,
  { partners, sending }: Pick<WorkerApp, 'partners' | 'sending'>,
  signal: AbortSignal,
): Promise<{ readonly prepared: Prepared } | { readonly failure: SendFailure }> {
  // A step requested with the document starts regardless of the scope of its validation.
  if (!isFullyValidated(document)) return { failure: PARTLY_VALIDATED };
  const checked = await check(preparation.partner);
  if (checked === null) return { failure: PARTNER_GONE };
  const { partner, connection } = checked;
  if (!connection.ok) {
    const failure = toConnectionFailure(connection.fault.code, connection.fault.detail);
    // Transient faults are retried; the last attempt records the failure.
    if (!connection.fault.isFinal) throw new PartnerNotReady(failure, connection.retryAfter ?? null);
    return { failure };
  }
  const country = document.options.answers?.country ?? null;
  const request = { invoice, receiver: preparation.receiver, messageStatus: partner.settings.mls, country };
  const made = await sending.prepare(request, { owner: workspaceId, signal });
  if (!made.ok) return { failure: made.failure };
  if (capabilitiesOf(partner).dry_run) {
    // The dry run uses a separate idempotency key, so that the later submit is not taken for a repeat.
    const parcel = { content: made.package.content, key: `dry-run ${preparation.id}` };
    const dry = await partners.dryRun({ workspaceId, actor: ACTOR }, preparation.partner, parcel, signal);
    if (dry?.outcome === 'refused' && dry.why === 'content') return { failure: toDryRunFailure(dry.partnerMessage) };
  }
  return { prepared: made.package };
}

/**
 * Postpones a preparation if the partner requested it (`Retry-After`), which does not count as an attempt. After the
 * maximum time the preparation fails.
 *
 * @param since time of the first postponement, or null
 * @returns false if the error does not request a postponement
 */
export async function postpone(
  { document: { id }, preparation }: Pick<Preparing, 'document' | 'preparation'>,
  error: unknown,
  since: Date | null,
  scope: Scope,
  { documents, now }: Pick<WorkerApp, 'documents' | 'now'>,
): Promise<boolean> {
  if (!(error instanceof PartnerNotReady) || error.retryAfter === null) return false;
  const first = since ?? new Date(now());
  const timing = { id: preparation.id, startedAt: first.getTime(), now: now(), retryAfter: error.retryAfter };
  const again = nextAttempt(timing, false);
  if (again === null) await documents.failPreparation(scope, id, error.failure);
  else {
    const put = { why: error.failure, again: new Date(again), since: first };
    await documents.postponePreparation(scope, id, preparation, put);
  }
  return true;
}

/** The partner is temporarily unavailable. */
export class PartnerNotReady extends Error {
  readonly failure: SendFailure;
  /** Requested delay in milliseconds, or null. */
  readonly retryAfter: number | null;
  constructor(failure: SendFailure, retryAfter: number | null) {
    super(failure.code);
    this.name = 'PartnerNotReady';
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}
