import { cleanText } from '../../../lib/clean-text.ts';
import { HttpFault } from '../../../platform/index.ts';
import type { InboundDocument, TakeInbound } from './adapter.ts';
import type { Connection } from './partner.ts';
import { toConnection, toSubmitted } from './submitted.ts';

/** Bytes: the SAPI-SK payload limit of 10 MB, escaped as JSON. */
export const LARGEST_INBOUND = 24 * 1024 * 1024;

/** Documents per run; the rest is taken by the next run. */
export const PAGE = 50;
/** Maximum number of pages when no document of a page could be taken. */
const MAX_PAGES = 20;
/** Identifiers that are longer or contain control characters are ignored. */
const LONGEST_ID = 500;
/** Statuses about the client or the load, not about a document. */
export const STOPPING: ReadonlySet<number> = new Set([401, 402, 403, 423, 429, 503]);

/** A value of the inbox, or the connection error. `stops`: the error also affects further calls of this run. */
export type InboxResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly connection: Connection; readonly stops: boolean };

/** An inbox. Its methods throw HttpFault when there is no response. */
type Inbox = {
  /** Oldest first. `next`: cursor of the next page, null on the last page. */
  readonly list: (
    next: string | null,
  ) => Promise<InboxResult<{ readonly ids: readonly string[]; readonly next: string | null }>>;
  readonly read: (id: string) => Promise<InboxResult<InboundDocument>>;
  readonly acknowledge: (id: string) => Promise<InboxResult<unknown>>;
};

export const FINE: Connection = { ok: true };

/** Result for a response that does not have the expected form. */
export const UNEXPECTED = {
  ok: false,
  connection: { ok: false, fault: { code: 'unexpected_answer', detail: null, isFinal: false } },
  stops: false,
} as const satisfies InboxResult<never>;

/**
 * Takes received documents, oldest first: reads each, passes it to `take`, and acknowledges it when `take` resolves to
 * true, so that a document that was not stored is listed again. A faulty document does not block the others.
 *
 * @returns the last error, or success
 * @throws what `take` throws; HttpFault
 */
export async function takeWaiting(inbox: Inbox, take: TakeInbound): Promise<Connection> {
  /** Null when the document was read but not stored. */
  const takeOne = async (id: string): Promise<InboxResult<unknown> | null> => {
    const found = await inbox.read(id).catch(unreadable);
    if (!found.ok) return found;
    return (await take(found.value)) ? inbox.acknowledge(id) : null;
  };

  let result = FINE;
  let next: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await inbox.list(next);
    if (!listed.ok) return listed.connection;
    let taken = 0;
    for (const id of listed.value.ids.slice(0, PAGE)) {
      const one = await takeOne(id);
      if (one === null) continue;
      if (one.ok) taken += 1;
      else result = one.connection;
      if (!one.ok && one.stops) return result;
    }
    next = listed.value.next;
    // Taken documents leave the list, so the next page is read only when the whole page could not be taken.
    if (taken > 0 || next === null) break;
  }
  return result;
}

/** A response that cannot be read, for example because of its size, affects only its own document. */
function unreadable(error: unknown): InboxResult<never> {
  const isOwn = error instanceof HttpFault && (error.kind === 'too_large' || error.kind === 'protocol');
  if (!isOwn) throw error;
  return { ok: false, connection: toConnection(toSubmitted(error)), stops: false };
}

/** The valid identifiers of a list. */
export const idsIn = (listed: readonly unknown[]): string[] =>
  listed.flatMap((listedId) => {
    const id = typeof listedId === 'number' ? String(listedId) : listedId;
    return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && cleanText(id) === id ? [id] : [];
  });
