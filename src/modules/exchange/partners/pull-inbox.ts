import { cleanText } from '../../../lib/clean-text.ts';
import { HttpFault } from '../../../platform/index.ts';
import type { InboundDocument } from './adapter.ts';
import type { Connection } from './partner.ts';
import { toConnection, toSubmitted } from './submitted.ts';

/** The payload limit of SAPI-SK, 10 MB, escaped as JSON. */
export const LARGEST_INBOUND = 24 * 1024 * 1024;

/** In one run; what is left comes with the next. */
export const PAGE = 50;
/** Of documents of which none could be taken. */
const MAX_PAGES = 20;
/** Longer, and with characters that are none, no partner calls a document. */
const LONGEST_ID = 500;
/** Answers that are about the caller or the hour, not about a document. */
export const STOPPING: ReadonlySet<number> = new Set([401, 402, 403, 423, 429, 503]);

/** What an inbox said; or why it did not, and whether that `stops` whatever else would be asked of it now. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly connection: Connection; readonly stops: boolean };

/** Where documents wait for us. Its verbs throw HttpFault where there is no answer. */
type Inbox = {
  /** The oldest first; `next` leads to the page behind, null: there is none. */
  readonly list: (
    next: string | null,
  ) => Promise<Asked<{ readonly ids: readonly string[]; readonly next: string | null }>>;
  readonly read: (id: string) => Promise<Asked<InboundDocument>>;
  readonly acknowledge: (id: string) => Promise<Asked<unknown>>;
};

export const FINE: Connection = { ok: true };

/** An answer that is not what was asked for. */
export const UNEXPECTED = {
  ok: false,
  connection: { ok: false, fault: { code: 'unexpected_answer', detail: null, isFinal: false } },
  stops: false,
} as const satisfies Asked<never>;

/**
 * Takes what waits, oldest first: each document is read, handed on, and acknowledged once that has resolved, so that what
 * was not kept comes again. A document whose own fault it is keeps no other from coming.
 *
 * @returns how it went: the last fault, if there was one
 * @throws what `take` throws; HttpFault
 */
export async function takeWaiting(
  inbox: Inbox,
  take: (document: InboundDocument) => Promise<void>,
): Promise<Connection> {
  const takeOne = async (id: string): Promise<Asked<unknown>> => {
    const found = await inbox.read(id).catch(unreadable);
    if (!found.ok) return found;
    await take(found.value);
    return inbox.acknowledge(id);
  };

  let told = FINE;
  let next: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await inbox.list(next);
    if (!listed.ok) return listed.connection;
    let taken = 0;
    for (const id of listed.value.ids.slice(0, PAGE)) {
      const one = await takeOne(id);
      if (one.ok) taken += 1;
      else told = one.connection;
      if (!one.ok && one.stops) return told;
    }
    next = listed.value.next;
    // What was taken leaves the list; only what stays in it hides what comes after.
    if (taken > 0 || next === null) break;
  }
  return told;
}

/** An answer that cannot be taken, such as one that is too large, says nothing of the next. */
function unreadable(error: unknown): Asked<never> {
  const isOwn = error instanceof HttpFault && (error.kind === 'too_large' || error.kind === 'protocol');
  if (!isOwn) throw error;
  return { ok: false, connection: toConnection(toSubmitted(error)), stops: false };
}

/** The identifiers of a list, without those that no partner gives. */
export const idsIn = (listed: readonly unknown[]): string[] =>
  listed.flatMap((given) => {
    const id = typeof given === 'number' ? String(given) : given;
    return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && cleanText(id) === id ? [id] : [];
  });
