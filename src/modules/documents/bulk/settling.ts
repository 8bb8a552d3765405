import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Document } from '../document.ts';
import { type Database, inWorkspace, watchEvents } from '../document-store.ts';
import { IN_WORK, type Status } from '../status.ts';
import { findSettled } from './bulk-store.ts';

/** Final statuses in which no requested work follows. */
const ENDED: readonly Status[] = ['failed', 'canceled'];

/** Poll interval in milliseconds when no notification arrives. */
const PATIENCE_MS = 30_000;

/**
 * Delay after a notification in milliseconds, to batch notifications: documents of a group are written together, and
 * a validation usually finishes soon after it has started.
 */
const LINGER_MS = 20;

/** `open`: awaited documents. `news`: those with an event since the last query. */
type Waiting = { readonly open: ReadonlySet<string>; readonly news: Set<string>; wake: () => void };

export type Settling = {
  /**
   * Yields documents when their requested work has finished, successfully or not; documents that finish together are
   * yielded together, each once.
   *
   * @throws Refusal `document_not_found` when a document was deleted with its workspace; the signal's reason
   */
  readonly settling: (
    scope: Pick<Scope, 'workspaceId'>,
    ids: readonly string[],
    signal: AbortSignal,
  ) => AsyncGenerator<readonly Document[], void, void>;
};

/** Creates the waiter; it listens from its first use until the database is closed. */
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
    // Registered before the first query, so that no event between query and wait is lost; all ids are initially due
    // for a query.
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
