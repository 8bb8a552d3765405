import { firstCharacters } from '../../../lib/first-characters.ts';
import { type DocumentType, type Endpoint, type Looked, type Lookup, readParticipant } from '../../peppol/index.ts';
import {
  endpointInactive,
  notRegistered,
  processNotSupported,
  receiverMalformed,
  type SendFailure,
  typeNotSupported,
} from './failures.data.ts';

/** Receiver of a document, and its identifiers in the network. */
type Route = {
  /** `scheme:id`, as written. */
  readonly receiver: string;
  /** `id` excludes the scheme. The document type itself, or a wildcard that the receiver registered. */
  readonly documentType: { readonly id: string; readonly scheme: string };
};

export type Resolved =
  | {
      readonly outcome: 'found';
      readonly route: Route;
      /**
       * Latest end of its receiving endpoints, by certificate or registration; null when no endpoint has an end. ISO
       * 8601, UTC.
       */
      readonly endsAt: string | null;
    }
  | { readonly outcome: 'refused'; readonly failure: SendFailure }
  /** The lookup failed. */
  | { readonly outcome: 'unknown'; readonly reason: string | null };

const EXACT = 'busdox-docid-qns';
/**
 * Characters of a document type identifier (Peppol Policy for use of Identifiers); no longer one can be registered.
 */
const LONGEST_TYPE = 500;
/** Longer than in a preflight, because no user waits for a background job. */
const TIME_LIMIT_MS = 20_000;

/**
 * Looks up whether a receiver currently supports a document type and process. A stale cached result is returned as
 * `unknown`, because it is not sufficient to send.
 *
 * @param receiver as written in the document or the request
 * @param documentType without its scheme
 */
export async function resolveReceiver(
  lookup: Lookup,
  receiver: string,
  documentType: string,
  process: string,
): Promise<Resolved> {
  const read = readParticipant(receiver);
  if (!read.ok) return { outcome: 'refused', failure: receiverMalformed(firstCharacters(receiver, 60)) };
  const { scheme, id, value } = read.participant;
  if (documentType.length > LONGEST_TYPE) return { outcome: 'refused', failure: typeNotSupported(`${scheme}:${id}`) };
  const found = await lookup(value, { documentType: `${EXACT}::${documentType}`, timeLimit: TIME_LIMIT_MS });
  return toResolved(found, `${scheme}:${id}`, process);
}

function toResolved(found: Looked, receiver: string, process: string): Resolved {
  const refused = (failure: SendFailure): Resolved => ({ outcome: 'refused', failure });
  if (found.outcome === 'unknown' || found.stale) {
    return { outcome: 'unknown', reason: found.stale_reason ?? found.reason };
  }
  if (found.outcome === 'not_registered') return refused(notRegistered(receiver));
  const type = found.document_types.find(({ metadata }) => metadata === 'read');
  if (found.outcome === 'document_type_not_supported' || type === undefined) return refused(typeNotSupported(receiver));
  const offered = type.processes.find(({ id }) => withoutScheme(id) === process);
  if (offered === undefined) return refused(processNotSupported(receiver));
  const active = offered.endpoints.filter(({ state }) => state === 'active');
  if (active.length === 0) return refused(endpointInactive(receiver));
  return { outcome: 'found', route: { receiver, documentType: splitType(type) }, endsAt: lastEnd(active) };
}

function lastEnd(endpoints: readonly Endpoint[]): string | null {
  const ends = endpoints.map(({ certificate, service_expiration }) => {
    const times = [certificate?.not_after, service_expiration].filter((time) => typeof time === 'string');
    return times.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...times.map((time) => Date.parse(time)));
  });
  const last = Math.max(...ends);
  return Number.isFinite(last) ? new Date(last).toISOString() : null;
}

const withoutScheme = (process: string): string => process.replace(/^cenbii-procid-ubl::/, '');

function splitType({ id }: DocumentType): Route['documentType'] {
  const at = id.indexOf('::');
  return { scheme: id.slice(0, at), id: id.slice(at + 2) };
}
