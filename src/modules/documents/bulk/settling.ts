import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Document } from '../document.ts';
import { type Database, inWorkspace, watchEvents } from '../document-store.ts';
import { IN_WORK, type Status } from '../status.ts';
import { findSettled } from './bulk-store.ts';

/** Nothing that was asked for with the document will happen any more. */
const ENDED: readonly Status[] = ['failed', 'canceled'];

/** How long one wait for news lasts before it looks for itself, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * News wait so long for company, in milliseconds: documents of a group are written together, and one that begins to be
 * validated has mostly its verdict soon.
 */
const LINGER_MS = 20;

/** Those that are waited for, and those of them that something happened to since they were looked at. */
type Waiting = { readonly open: ReadonlySet<string>; readonly news: Set<string>; wake: () => void };

export type Settling = {
  /**
   * Gives documents once everything that was asked for with them has come to an end, well or not: those that are there
   * together, each once.
   *
   * @throws Refusal `document_not_found` when one of them is gone with its workspace; the signal's reason
   */
  readonly settling: (
    scope: Pick<Scope, 'workspaceId'>,
    ids: readonly string[],
    signal: AbortSignal,
  ) => AsyncGenerator<readonly Document[], void, void>;
};

/** Makes the waiting; it listens from its first use until the database is closed. */
export function makeSettling({ db }: { readonly db: Database }): Settling {
  const all = new Set<Waiting>();
  let watching: Promise<unknown> | null = null;
  const notify = (waiting: Waiting, ids: Iterable<string>): void => {
    for (const id of ids) waiting.news.add(id);
    waiting.wake();
  };
  const watched = (): Promise<unknown> => {
    watching ??= watchEvents(
      db,
      (id) => {
        for (const waiting of all) if (waiting.open.has(id)) notify(waiting, [id]);
      },
      () => {
        for (const waiting of all) notify(waiting, waiting.open);
      },
    );
    return watching;
  };

  const waitForNews = (waiting: Waiting, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        waiting.wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(() => {
        for (const id of waiting.open) waiting.news.add(id);
        end();
      }, PATIENCE_MS);
      if (waiting.news.size > 0 || signal.aborted) return end();
      waiting.wake = end;
      signal.addEventListener('abort', end);
    });

  async function* settling(
    { workspaceId }: Pick<Scope, 'workspaceId'>,
    ids: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly Document[], void, void> {
    const open = new Set(ids);
    // Before the first look: what happens between looking and waiting is news, and so is all that happened before.
    const waiting: Waiting = { open, news: new Set(ids), wake: () => undefined };
    all.add(waiting);
    try {
      await watched();
      while (open.size > 0) {
        await waitForNews(waiting, signal);
        signal.throwIfAborted();
        await pause(LINGER_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
        const news = [...waiting.news].filter((id) => open.has(id));
        waiting.news.clear();
        if (news.length === 0) continue;
        const { there, settled } = await inWorkspace(db, workspaceId, (trx) =>
          findSettled(trx, workspaceId, news, { ended: ENDED, inWork: IN_WORK }),
        );
        if (there < news.length) throw refusal('document_not_found', { id: news[0]! });
        for (const { id } of settled) open.delete(id);
        if (settled.length > 0) yield settled;
      }
    } finally {
      all.delete(waiting);
    }
  }

  return { settling };
}
