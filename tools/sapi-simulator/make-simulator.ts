import { type Exchange, makeExchange } from './exchange.ts';
import { CALLS, type Call, FAULT_NAMES, FAULTS, type Fault, makeFaults, type Order } from './faults.ts';
import { listInbox, readKept, toAcknowledged, toDetail } from './inbox.ts';
import type { Client, Clock, Participant } from './model.ts';
import { expectParticipant, readSend } from './read-send.ts';
import { invalid, SapiError } from './sapi-error.ts';
import { makeTokens } from './tokens.ts';

export type SimulatorParts = {
  readonly clients: readonly Client[];
  readonly participants: readonly Participant[];
  /** Delivery time in milliseconds. */
  readonly deliverAfter: number;
  readonly now: Clock;
  /** 0 (inclusive) to 1 (exclusive): selects the calls that fail when a fault has a share. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Unguessable. */
  readonly newToken: () => string;
  /** Path prefix of the SAPI-SK calls, such as `/sapi/v1`. */
  readonly basePath: string;
};

type Request = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; null without a body. */
  readonly body: unknown;
};

/** A response, no response (`silent`), or a closed connection (`cut`). */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'silent'
  | 'cut';

export type Simulator = {
  readonly answer: (request: Request) => Reply;
  /** Injects a fault into the next calls. Throws SapiError 400 for an unknown fault or call. */
  readonly order: (order: { call: string; fault: string; times?: number | null; share?: number }) => void;
  readonly clearFaults: () => void;
  /** All accepted documents. */
  readonly accepted: Exchange['accepted'];
};

type Handler = (request: Request, id: string) => Reply;
type Row = { readonly method: string; readonly path: RegExp; readonly call: Call | null; readonly handle: Handler };

/** Creates an access point that stores everything in memory. */
export function makeSimulator(parts: SimulatorParts): Simulator {
  const { now, newId } = parts;
  const tokens = makeTokens(parts.clients, now, parts.newToken);
  const exchange = makeExchange(parts.participants, parts.deliverAfter, now, newId);
  const faults = makeFaults(parts.random);

  const order: Simulator['order'] = ({ call, fault, times = 1, share = 1 }) => {
    if (!CALLS.some((known) => known === call)) throw invalid('call', `is one of ${CALLS.join(', ')}`);
    if (!FAULTS.has(fault)) throw invalid('fault', `is one of ${FAULT_NAMES.join(', ')}`);
    if (times !== null && !(Number.isInteger(times) && times > 0))
      throw invalid('times', 'is a number from 1, or null');
    if (!(typeof share === 'number' && share > 0 && share <= 1)) throw invalid('share', 'is above 0 and at most 1');
    faults.order({ call: call as Call, fault, times, share } satisfies Order);
  };

  const inbox = ({ headers }: Request) => {
    const client = tokens.authenticate(headers.authorization);
    return exchange.inboxOf(expectParticipant(client, headers));
  };

  const base = parts.basePath.replaceAll('/', '\\/');
  const sapi = (method: string, path: string, call: Call, handle: Handler): Row => ({
    method,
    path: new RegExp(`^${base}${path}$`),
    call,
    handle,
  });
  const own = (method: string, path: RegExp, handle: Handler): Row => ({ method, path, call: null, handle });
  const rows: readonly Row[] = [
    sapi('POST', '/auth/token', 'token', ({ body }) => ({ status: 200, body: tokens.issue(objectOf(body)) })),
    sapi('POST', '/auth/renew', 'renew', ({ body }) => ({ status: 200, body: tokens.renew(objectOf(body)) })),
    sapi('GET', '/auth/token/status', 'token-status', ({ headers }) => ({
      status: 200,
      body: tokens.describe(headers.authorization),
    })),
    sapi('POST', '/auth/revoke', 'revoke', ({ body }) => ({ status: 200, body: tokens.revoke(objectOf(body)) })),
    sapi('POST', '/document/send', 'send', ({ headers, body }) => {
      const client = tokens.authenticate(headers.authorization);
      const accepted = exchange.accept(readSend(client, headers, objectOf(body)));
      const timestamp = new Date(now()).toISOString();
      const { id, receivedAt } = accepted;
      return { status: 202, body: { providerDocumentId: id, status: 'ACCEPTED', receivedAt, timestamp } };
    }),
    sapi('GET', '/document/receive', 'list', (request) => ({
      status: 200,
      body: listInbox(inbox(request), request.query),
    })),
    sapi('GET', '/document/receive/([^/]+)', 'read', (request, id) => ({
      status: 200,
      body: toDetail(readKept(inbox(request), id)),
    })),
    sapi('POST', '/document/receive/([^/]+)/acknowledge', 'acknowledge', (request, id) => ({
      status: 200,
      body: toAcknowledged(readKept(inbox(request), id), now),
    })),
    // Not part of SAPI-SK, which has no delivery status: some access points offer this extension.
    own('GET', /^\/documents\/([^/]+)\/status$/, ({ headers }, id) => {
      const { participants } = tokens.authenticate(headers.authorization);
      const document = exchange
        .accepted()
        .find((one) => one.id === id && participants.includes(one.metadata.senderParticipantId));
      if (document === undefined) throw new SapiError(404, 'VALIDATION', 'SAPI-VAL-003', 'There is no such document');
      return { status: 200, body: { documentId: id, status: document.status } };
    }),
    own('GET', /^\/health$/, () => ({ status: 200, body: { status: 'ok' } })),
    own('GET', /^\/simulator\/documents$/, () => ({ status: 200, body: { documents: exchange.accepted() } })),
    own('POST', /^\/simulator\/faults$/, ({ body }) => {
      order(objectOf(body) as Parameters<typeof order>[0]);
      return { status: 201, body: { ordered: true } };
    }),
    own('DELETE', /^\/simulator\/faults$/, () => {
      faults.clear();
      return { status: 200, body: { ordered: false } };
    }),
  ];

  const respond = (request: Request): Reply => {
    const row = rows.find(({ method, path }) => method === request.method && path.test(request.path));
    if (row === undefined) throw new SapiError(404, 'VALIDATION', 'SAPI-VAL-003', 'There is no such call');
    const id = decodeURIComponent(row.path.exec(request.path)?.[1] ?? '');
    const fault = row.call === null ? null : faults.take(row.call);
    if (fault === null) return row.handle(request, id);
    if (fault.done) row.handle(request, id);
    return toReply(fault, newId());
  };

  return {
    answer: (request) => {
      try {
        return respond(request);
      } catch (error) {
        if (!(error instanceof SapiError)) throw error;
        return { status: error.status, body: error.toBody(newId()) };
      }
    },
    order,
    clearFaults: faults.clear,
    accepted: exchange.accepted,
  };
}

function toReply({ answer }: Fault, correlationId: string): Reply {
  if (typeof answer === 'string') return answer;
  const { status, category, code, retryable, retryAfter } = answer;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  const message = 'A fault that was ordered';
  if (category === null) return { status, body: { statusCode: status, error: 'Bad Gateway', message }, headers };
  return { status, body: new SapiError(status, category, code, message, { retryable }).toBody(correlationId), headers };
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body', 'is no JSON object');
  return body as Readonly<Record<string, unknown>>;
}
