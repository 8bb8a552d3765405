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

/** Who takes a document, and under which identifiers of the network. */
type Route = {
  /** `scheme:id`, as it was written. */
  readonly receiver: string;
  /** Without its scheme, and the scheme: the type itself, or a wildcard that the receiver listed. */
  readonly documentType: { readonly id: string; readonly scheme: string };
};

export type Resolved =
  | {
      readonly outcome: 'found';
      readonly route: Route;
      /** When the last of its receiving endpoints ends, by certificate or registration; null: none says. ISO 8601, UTC. */
      readonly endsAt: string | null;
    }
  | { readonly outcome: 'refused'; readonly failure: SendFailure }
  /** Nobody could say. */
  | { readonly outcome: 'unknown'; readonly reason: string | null };

const EXACT = 'busdox-docid-qns';
/** Of a document type identifier (Peppol policy for use of identifiers): nobody is registered for a longer one. */
const LONGEST_TYPE = 500;
/** Nobody waits in front of a screen. */
const TIME_LIMIT_MS = 20_000;

/**
 * Whether a receiver takes a type of document in a process, now. What was known yesterday is not enough to send on: a
 * stale answer is unknown.
 *
 * @param receiver as the document or the caller names it
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
  return judge(found, `${scheme}:${id}`, process);
}

function judge(found: Looked, receiver: string, process: string): Resolved {
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
