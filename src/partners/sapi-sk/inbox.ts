import { cleanText } from '../../lib/clean-text.ts';
import { type HttpAnswer, HttpFault, type HttpRequest } from '../../runtime/index.ts';
import type { InboundDocument } from '../adapter.ts';
import type { Connection } from '../partner.ts';
import { readLongJson } from '../read-json.ts';
import { toConnection, toSubmitted } from '../submitted.ts';
import { readSubmitted } from './submit.ts';

/** An exchange with a token: an answer, or why there is none. */
type Exchange = (
  request: HttpRequest,
  signal: AbortSignal,
) => Promise<{ readonly ok: true; readonly answer: HttpAnswer } | Extract<Connection, { ok: false }>>;

/** The payload limit of 10 MB, escaped as JSON. */
const LARGEST = 24 * 1024 * 1024;
const TIME_LIMIT = 60_000;
/** In one run; what is left comes with the next. */
const PAGE = 50;
/** Answers that are about the caller or the hour, not about a document. */
const STOPPING: ReadonlySet<number> = new Set([401, 402, 403, 423, 429, 503]);
/** Of documents of which none could be taken. */
const MOST_PAGES = 20;
/** Longer, and with characters that are none, no partner calls a document. */
const LONGEST_ID = 500;

type Parts = { readonly baseUrl: string; readonly exchange: Exchange; readonly now: () => number };

/**
 * Takes what waits for a participant, oldest first: each document is read, handed on, and acknowledged once that has
 * resolved, so that what was not kept comes again (SAPI-SK 1.0, `/document/receive`).
 */
export async function pullInbox(
  { baseUrl, exchange, now }: Parts,
  participant: string,
  take: (document: InboundDocument) => Promise<void>,
  signal: AbortSignal,
): Promise<Connection> {
  const ask = async (path: string, method = 'GET') => {
    const headers = { 'X-Peppol-Participant-Id': participant };
    const request = { url: `${baseUrl}/document/receive${path}`, method, headers, timeLimit: TIME_LIMIT };
    const told = await exchange({ ...request, maxBytes: LARGEST }, signal);
    if (!told.ok) return { body: null, connection: told, stops: true };
    const { status, body } = told.answer;
    // Without content: an empty list has been answered like that.
    if (status === 204) return { body: {} };
    if (status >= 200 && status < 300) return { body: fieldsOf(await readLongJson(body)) };
    return { body: null, connection: toConnection(readSubmitted(told.answer, now())), stops: STOPPING.has(status) };
  };

  /** One document, whose own fault keeps no other from coming. */
  const pull = async (id: string): Promise<{ readonly connection: Connection; readonly stops?: boolean }> => {
    const path = `/${encodeURIComponent(id)}`;
    const detail = await ask(path).catch(unreadable);
    if (detail.connection !== undefined) return detail;
    const document = documentOf(id, detail.body);
    if (document === null) return { connection: UNEXPECTED };
    await take(document);
    const { connection = FINE, stops = false } = await ask(`${path}/acknowledge`, 'POST');
    return { connection, stops };
  };

  let told: Connection = FINE;
  let next = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const list = await ask(`?limit=${PAGE}&status=RECEIVED${next}`);
    if (list.connection !== undefined) return list.connection;
    // What is no list says nothing of what waits, so it must not look like an empty one.
    if (list.body === null) return UNEXPECTED;
    let taken = 0;
    for (const id of idsOf(list.body)) {
      const { connection, stops = false } = await pull(id);
      if (connection.ok) taken += 1;
      else told = connection;
      if (stops) return told;
    }
    const token = list.body?.nextPageToken ?? fieldsOf(list.body?.payload)?.nextPageToken;
    // What was taken leaves the list; only what stays in it hides what comes after.
    if (taken > 0 || typeof token !== 'string' || token === '') break;
    next = `&pageToken=${encodeURIComponent(token.toWellFormed())}`;
  }
  return told;
}

const FINE: Connection = { ok: true };

/** An answer that cannot be taken, such as one that is too large, says nothing of the next. */
function unreadable(error: unknown): { body: null; connection: Connection; stops: boolean } {
  const isOwn = error instanceof HttpFault && (error.kind === 'too_large' || error.kind === 'protocol');
  if (!isOwn) throw error;
  return { body: null, connection: toConnection(toSubmitted(error)), stops: false };
}

const UNEXPECTED: Connection = { ok: false, fault: { code: 'unexpected_answer', detail: null, isFinal: false } };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** An early draft put everything into `payload`; it is still met. */
function idsOf(body: Fields | null): string[] {
  const listed = body?.documents ?? fieldsOf(body?.payload)?.documents;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, PAGE).flatMap((item) => {
    const fields = fieldsOf(item);
    const id = fields?.documentId ?? fields?.id ?? fieldsOf(fields?.metadata)?.documentId;
    return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && cleanText(id) === id ? [id] : [];
  });
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
