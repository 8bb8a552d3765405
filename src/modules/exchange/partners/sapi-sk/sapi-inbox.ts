import { cleanText } from '../../../../lib/clean-text.ts';
import type { HttpAnswer, HttpRequest } from '../../../../platform/index.ts';
import { readLongJson } from '../../../../platform/json/index.ts';
import type { InboundDocument, TakeInbound } from '../adapter.ts';
import type { Connection } from '../partner.ts';
import { type InboxResult, idsIn, LARGEST_INBOUND, PAGE, STOPPING, takeWaiting, UNEXPECTED } from '../pull-inbox.ts';
import { fieldsOf } from '../read-answer.ts';
import { toConnection } from '../submitted.ts';
import { readSubmitted } from './submit.ts';

/** Sends a request with a token; returns the response or the connection error. */
type Exchange = (
  request: HttpRequest,
  signal: AbortSignal,
) => Promise<{ readonly ok: true; readonly answer: HttpAnswer } | Extract<Connection, { ok: false }>>;

type Parts = { readonly baseUrl: string; readonly exchange: Exchange; readonly now: () => number };

type Fields = Readonly<Record<string, unknown>>;

const TIME_LIMIT = 60_000;

/**
 * Takes the received documents of a participant (SAPI-SK 1.0, `/document/receive`); see `takeWaiting`.
 *
 * @throws what `take` throws; HttpFault
 */
export function pullInbox(
  { baseUrl, exchange, now }: Parts,
  participant: string,
  take: TakeInbound,
  signal: AbortSignal,
): Promise<Connection> {
  /** The fields of a response; null when it is not a JSON object. */
  const call = async (path: string, method = 'GET'): Promise<InboxResult<Fields | null>> => {
    const headers = { 'X-Peppol-Participant-Id': participant };
    const request = { url: `${baseUrl}/document/receive${path}`, method, headers, timeLimit: TIME_LIMIT };
    const response = await exchange({ ...request, maxBytes: LARGEST_INBOUND }, signal);
    if (!response.ok) return { ok: false, connection: response, stops: true };
    const { status, body } = response.answer;
    // Some servers answer an empty list with 204.
    if (status === 204) return { ok: true, value: {} };
    if (status >= 200 && status < 300) return { ok: true, value: fieldsOf(await readLongJson(body)) };
    const connection = toConnection(readSubmitted(response.answer, now()));
    return { ok: false, connection, stops: STOPPING.has(status) };
  };

  return takeWaiting(
    {
      list: async (next) => {
        const page = next === null ? '' : `&pageToken=${encodeURIComponent(next.toWellFormed())}`;
        const list = await call(`?limit=${PAGE}&status=RECEIVED${page}`);
        if (!list.ok) return list;
        // A response that is not a list must not be treated as an empty inbox.
        return list.value === null ? UNEXPECTED : { ok: true, value: listOf(list.value) };
      },
      read: async (id) => {
        const detail = await call(`/${encodeURIComponent(id)}`);
        if (!detail.ok) return detail;
        const document = documentOf(id, detail.value);
        return document === null ? UNEXPECTED : { ok: true, value: document };
      },
      acknowledge: (id) => call(`/${encodeURIComponent(id)}/acknowledge`, 'POST'),
    },
    take,
  );
}

/** Servers of an early SAPI-SK draft, still in use, wrap the response in `payload`. */
function listOf(body: Fields): { ids: string[]; next: string | null } {
  const payload = fieldsOf(body.payload);
  const listed = body.documents ?? payload?.documents;
  const next = body.nextPageToken ?? payload?.nextPageToken;
  const ids = (Array.isArray(listed) ? listed : []).slice(0, PAGE).map((item) => {
    const fields = fieldsOf(item);
    return fields?.documentId ?? fields?.id ?? fieldsOf(fields?.metadata)?.documentId;
  });
  return { ids: idsIn(ids), next: typeof next === 'string' && next !== '' ? next : null };
}

const withoutScheme = (participant: unknown): string | null =>
  typeof participant === 'string' ? cleanText(participant.replace(/^iso6523-actorid-upis::/, '')) : null;

function documentOf(id: string, body: Fields | null): InboundDocument | null {
  const metadata = fieldsOf(body?.metadata);
  const { payload } = body ?? {};
  if (typeof payload !== 'string' || payload === '') return null;
  return {
    id,
    sender: withoutScheme(metadata?.senderParticipantId),
    receiver: withoutScheme(metadata?.receiverParticipantId),
    content: Buffer.from(payload, 'utf8'),
  };
}
