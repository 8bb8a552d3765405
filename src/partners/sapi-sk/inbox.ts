import type { HttpAnswer, HttpRequest } from '../../runtime/index.ts';
import type { InboundDocument } from '../adapter.ts';
import type { Connection } from '../partner.ts';
import { toConnection } from '../submitted.ts';
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
    if (!told.ok) return { body: null, connection: told };
    const { status, body } = told.answer;
    const isFine = status >= 200 && status < 300;
    return isFine ? { body: parse(body) } : { body: null, connection: toConnection(readSubmitted(told.answer, now())) };
  };

  const list = await ask(`?limit=${PAGE}&status=RECEIVED`);
  if (list.connection !== undefined) return list.connection;
  for (const id of idsOf(list.body)) {
    const path = `/${encodeURIComponent(id)}`;
    const detail = await ask(path);
    if (detail.connection !== undefined) return detail.connection;
    const document = documentOf(id, detail.body);
    if (document === null) return UNEXPECTED;
    await take(document);
    const acknowledged = await ask(`${path}/acknowledge`, 'POST');
    if (acknowledged.connection !== undefined) return acknowledged.connection;
  }
  return { ok: true };
}

const UNEXPECTED: Connection = { ok: false, fault: { code: 'unexpected_answer', detail: null, isFinal: false } };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null;

function parse(body: Buffer): Fields | null {
  try {
    return fieldsOf(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/** An early draft put everything into `payload`; it is still met. */
function idsOf(body: Fields | null): string[] {
  const listed = body?.documents ?? fieldsOf(body?.payload)?.documents;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((item) => {
    const fields = fieldsOf(item);
    const id = fields?.documentId ?? fields?.id ?? fieldsOf(fields?.metadata)?.documentId;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

const withoutScheme = (participant: unknown): string | null =>
  typeof participant === 'string' ? participant.replace(/^iso6523-actorid-upis::/, '').slice(0, 200) : null;

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
