import { type HttpClient, HttpFault, type HttpRequest } from '../../../platform/index.ts';
import type { Adapter, DeliveryStatus, Package } from './adapter.ts';
import type { Connection, PhossSettings } from './partner.ts';
import { readRefusal, readText, readWords } from './read-answer.ts';
import { type Submitted, toConnection, toSubmitted } from './submitted.ts';

type PhossParts = {
  readonly http: HttpClient;
  readonly settings: PhossSettings;
  readonly secrets: { readonly token: string };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Timeout in milliseconds; phoss-ap sends over AS4 before it responds. */
const SEND_LIMIT = 90_000;
const READ_LIMIT = 20_000;

/** Status of a document and of its MLS as phoss-ap returns them; null where it returns no value. */
type TransmissionState = {
  readonly status: string | null;
  readonly mls: string | null;
  readonly partnerMessage: string | null;
};

/**
 * Adapter for phoss-ap, an open-source access point, over its REST interface. phoss-ap identifies a document by the
 * instance identifier of its envelope, so the adapter reads the status before each submit and never submits a known
 * document twice.
 */
export function makePhossAp({ http, settings, secrets, now }: PhossParts): Adapter {
  const base = `${settings.base_url}/api/outbound`;
  const call = (request: HttpRequest, signal: AbortSignal) =>
    http.request({
      timeLimit: READ_LIMIT,
      ...request,
      headers: { ...request.headers, 'X-Token': secrets.token },
      signal,
    });

  /** Null: phoss-ap does not have the document. Submitted: the status could not be read. */
  const find = async (
    instanceIdentifier: string,
    signal: AbortSignal,
  ): Promise<TransmissionState | Submitted | null> => {
    const answer = await call({ url: `${base}/status/${encodeURIComponent(instanceIdentifier)}` }, signal);
    if (answer.status === 404) return null;
    if (answer.status !== 200) return readRefusal(answer, now(), true);
    const read = (path: string): string | null => readText(answer.body, path);
    return { status: read('status'), mls: read('mlsStatus'), partnerMessage: read('errorDetails') };
  };

  const transmit = async ({ content, envelope }: Package, signal: AbortSignal): Promise<Submitted> => {
    const { instanceIdentifier } = envelope;
    const before = await find(instanceIdentifier, signal);
    // No document was sent, so an error of the status call cannot mean that the document was accepted.
    if (before !== null && 'outcome' in before) return notTaken(before);
    if (before !== null) return fromTransmissionState(before, instanceIdentifier);
    const headers = { 'Content-Type': 'application/xml', Accept: 'application/json' };
    const request = { url: `${base}/submit-sbd`, method: 'POST', headers, body: content, timeLimit: SEND_LIMIT };
    const answer = await call(request, signal);
    if (answer.status === 200) return { outcome: 'accepted', reference: instanceIdentifier };
    if (answer.status !== 400 && answer.status !== 422) return readRefusal(answer, now(), true);
    // phoss-ap reports a failed first AS4 attempt like a rejection, although it stores the document and retries.
    const after = await find(instanceIdentifier, signal);
    if (after !== null && 'outcome' in after) {
      return {
        outcome: 'unknown',
        code: 'no_answer',
        partnerMessage: readWords(answer),
        repeats: true,
        retryAfter: null,
      };
    }
    return after === null ? readRefusal(answer, now(), true) : fromTransmissionState(after, instanceIdentifier);
  };

  return {
    checkConnection: async (signal) => {
      try {
        const answer = await call({ url: `${base}/in-transmission`, larger: 'cut' }, signal);
        return answer.status === 200 ? { ok: true } : toConnection(notTaken(readRefusal(answer, now(), true)));
      } catch (error) {
        return failed(error);
      }
    },

    knowsSender: null,

    dryRun: null,

    submit: async (parcel, signal) => {
      try {
        return await transmit(parcel, signal);
      } catch (error) {
        if (error instanceof HttpFault) return toSubmitted(error);
        throw error;
      }
    },

    readStatus: async (reference, signal) => {
      try {
        const known = await find(reference, signal);
        return known === null || 'outcome' in known ? OPEN : toStatus(known);
      } catch (error) {
        if (error instanceof HttpFault) return OPEN;
        throw error;
      }
    },

    // phoss-ap only pushes received documents (HTTP, S3, SFTP); `/api/inbound` returns states, not documents.
    pullInbox: null,
  };
}

const OPEN: DeliveryStatus = { status: 'open' };

function failed(error: unknown): Connection {
  if (error instanceof HttpFault) return toConnection(toSubmitted(error));
  throw error;
}

/** Converts the response of a read call, which submitted no document. */
function notTaken(submitted: Submitted): Submitted {
  if (submitted.outcome !== 'unknown') return submitted;
  const { partnerMessage, retryAfter } = submitted;
  return { outcome: 'refused', why: 'pressure', code: 'temporarily_unavailable', partnerMessage, retryAfter };
}

/** `rejected`: phoss-ap rejected the content in its own validation and sent nothing. */
function fromTransmissionState({ status, partnerMessage }: TransmissionState, instanceIdentifier: string): Submitted {
  return status === 'rejected'
    ? { outcome: 'refused', why: 'content', code: 'content_refused', partnerMessage }
    : { outcome: 'accepted', reference: instanceIdentifier };
}

/** `sent` only means the receipt of the next access point; an MLS confirms delivery. */
function toStatus({ status, mls, partnerMessage }: TransmissionState): DeliveryStatus {
  if (mls === 'received_ap') return { status: 'delivered' };
  const hasFailed = mls === 'received_re' || status === 'permanently_failed' || status === 'rejected';
  return hasFailed ? { status: 'failed', partnerMessage } : OPEN;
}
