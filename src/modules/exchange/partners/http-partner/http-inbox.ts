import { type HttpAnswer, HttpFault, type HttpRequest } from '../../../../platform/index.ts';
import { readLongJson } from '../../../../platform/json/index.ts';
import type { TakeInbound } from '../adapter.ts';
import type { Connection, ConnectionFault, HttpSettings } from '../partner.ts';
import { type InboxResult, idsIn, LARGEST_INBOUND, PAGE, STOPPING, takeWaiting, UNEXPECTED } from '../pull-inbox.ts';
import { readRefusal, valueAt } from '../read-answer.ts';
import { toConnection, toSubmitted } from '../submitted.ts';

type Parts = {
  readonly base: string;
  readonly inbound: NonNullable<HttpSettings['inbound']>;
  /** Sends a request with the partner's credentials; returns the response or the connection error. */
  readonly exchange: (
    request: HttpRequest,
    signal: AbortSignal,
  ) => Promise<
    { readonly ok: true; readonly answer: HttpAnswer } | { readonly ok: false; readonly fault: ConnectionFault }
  >;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const TIME_LIMIT = 60_000;

/** Takes received documents over the configured HTTP calls; see `takeWaiting`. Throws what `take` throws. */
export async function pullInbox(
  { base, inbound, exchange, now }: Parts,
  take: TakeInbound,
  signal: AbortSignal,
): Promise<Connection> {
  const { list_path: listPath, documents_field: listAt, id_field: idAt, path, content, acknowledge } = inbound;
  const ask = async (at: string, method = 'GET'): Promise<InboxResult<HttpAnswer>> => {
    const response = await exchange(
      { url: base + at, method, timeLimit: TIME_LIMIT, maxBytes: LARGEST_INBOUND },
      signal,
    );
    if (!response.ok) return { ok: false, connection: response, stops: true };
    const { status } = response.answer;
    if (status >= 200 && status <= 299) return { ok: true, value: response.answer };
    const connection = toConnection(readRefusal(response.answer, now(), true));
    return { ok: false, connection, stops: STOPPING.has(status) };
  };
  const withId = (text: string, id: string): string => text.replaceAll('{id}', () => encodeURIComponent(id));

  const inbox = {
    list: async () => {
      const response = await ask(listPath);
      if (!response.ok) return response;
      if (response.value.status === 204) return { ok: true, value: { ids: [], next: null } } as const;
      const answer = await readLongJson(response.value.body);
      const listed = listAt === null ? answer : valueAt(answer, listAt);
      // A response that is not a list must not be treated as an empty inbox.
      if (!Array.isArray(listed)) return UNEXPECTED;
      const ids = idsIn(listed.slice(0, PAGE).map((item) => (idAt === null ? item : valueAt(item, idAt))));
      return { ok: true, value: { ids, next: null } } as const;
    },
    read: async (id: string) => {
      const response = await ask(withId(path, id));
      if (!response.ok) return response;
      const found = await contentOf(response.value.body, content);
      return found === null
        ? UNEXPECTED
        : ({ ok: true, value: { id, sender: null, receiver: null, content: found } } as const);
    },
    acknowledge: (id: string) => ask(withId(acknowledge.path, id), acknowledge.method),
  };
  try {
    return await takeWaiting(inbox, take);
  } catch (error) {
    if (error instanceof HttpFault) return toConnection(toSubmitted(error));
    throw error;
  }
}

/** The document in a response body; null when the body contains no document. */
async function contentOf(body: Buffer, { type, field }: Parts['inbound']['content']): Promise<Buffer | null> {
  if (type === 'xml') return body.length === 0 ? null : body;
  const text = valueAt(await readLongJson(body), field);
  if (typeof text !== 'string') return null;
  const found = Buffer.from(text, type === 'json_base64' ? 'base64' : 'utf8');
  return found.length === 0 ? null : found;
}
