import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { HANGS_MS } from '../support/service.ts';

/** An event as the API returns it. */
export type Event = {
  readonly id: string;
  readonly document_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: string;
  readonly actor: string;
};

export type Receipt = { readonly id: string; readonly status: string; readonly links: Record<string, string> };

/** Events of every validated document. */
export const WHOLE_STORY = ['1 document.received', '2 validation.started', '3 validation.completed'];

/** Sequence and type of each event. */
export const toStory = (events: readonly Pick<Event, 'sequence' | 'type'>[]): string[] =>
  events.map(({ sequence, type }) => `${sequence} ${type}`);

/** An API client with its own key, and therefore its own workspace. */
export type Client = {
  readonly url: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (path: string, options?: RequestInit) => Promise<Response>;
  readonly post: (xml: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Submits a document and expects 202. */
  readonly submit: (xml: string, headers?: Readonly<Record<string, string>>) => Promise<Receipt>;
  /** Reads JSON and expects 200. */
  readonly get: <T>(path: string) => Promise<T>;
  /** Long-polls until the document is validated; returns its timeline. */
  readonly waitForEnd: (id: string) => Promise<Event[]>;
  /** Number of documents in the paged list. */
  readonly count: (status: string | null) => Promise<number>;
};

/** Creates a client; `url` is called for every request, because the service may restart on another port. */
export function makeClient(url: () => string, key: string = randomUUID()): Client {
  const own = { 'X-API-Key': key };
  const call: Client['fetch'] = (path, { headers, ...options } = {}) =>
    fetch(`${url()}${path}`, { ...options, headers: { ...own, ...(headers as Record<string, string>) } });

  const get = async <T>(path: string): Promise<T> => {
    const response = await call(path);
    expect(response.status, path).toBe(200);
    return (await response.json()) as T;
  };

  const post: Client['post'] = (xml, headers = {}) =>
    call('/api/documents', {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'Idempotency-Key': randomUUID(), ...headers },
      body: xml,
    });

  return {
    url,
    headers: own,
    fetch: call,
    post,
    get,
    submit: async (xml, headers) => {
      const response = await post(xml, headers);
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(202);
      return answer as Receipt;
    },
    waitForEnd: async (id) => {
      const events: Event[] = [];
      const end = performance.now() + HANGS_MS;
      while (events.at(-1)?.type !== 'validation.completed') {
        const query = new URLSearchParams({ wait: '30', ...(events.length > 0 && { after: events.at(-1)!.id }) });
        const page = await get<{ events: Event[] }>(`/api/documents/${id}/events?${query}`);
        events.push(...page.events);
        if (performance.now() > end) throw new Error(`no final event after ${toStory(events)}`);
      }
      return events;
    },
    count: async (status) => {
      let count = 0;
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ limit: '100', ...(status && { status }), ...(cursor && { cursor }) });
        const page: { documents: unknown[]; next_cursor: string | null } = await get(`/api/documents?${query}`);
        count += page.documents.length;
        cursor = page.next_cursor;
      } while (cursor !== null);
      return count;
    },
  };
}

/** A message of a server-sent event stream (HTML, section 9.2). */
export type Message = { readonly id: string; readonly event: string; readonly data: Event };

/** An open stream. */
export type Following = {
  /** The next message; null at the end of the connection. */
  readonly next: () => Promise<Message | null>;
  readonly take: (count: number) => Promise<Message[]>;
  readonly close: () => void;
};

/** Opens the event stream of a document on a new connection, optionally after an event. */
export async function follow(client: Client, id: string, lastEventId?: string): Promise<Following> {
  const call = request(`${client.url()}/api/documents/${id}/events`, {
    agent: false,
    headers: {
      ...client.headers,
      Accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  });
  // The connection may break at any time; the reader receives the end of the stream.
  call.on('error', () => undefined).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/event-stream\b/);
  const messages = readMessages(response);
  const next = async (): Promise<Message | null> => {
    const { value, done } = await messages.next();
    return done ? null : value;
  };
  return {
    next,
    take: async (count) => {
      const taken: Message[] = [];
      while (taken.length < count) {
        const message = await next();
        if (message === null) throw new Error(`the stream ended after ${taken.length} of ${count} messages`);
        taken.push(message);
      }
      return taken;
    },
    close: () => call.destroy(),
  };
}

async function* readMessages(response: IncomingMessage): AsyncGenerator<Message, void, void> {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = readFields(block);
        // Comments and `retry` fields are not messages.
        if (!fields.has('data')) continue;
        yield { id: fields.get('id')!, event: fields.get('event')!, data: JSON.parse(fields.get('data')!) as Event };
      }
    }
  } catch (error) {
    // A reset connection counts as the end of the stream.
    if ((error as { code?: string }).code !== 'ECONNRESET') throw error;
  }
}

const readFields = (block: string): Map<string, string> =>
  new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
