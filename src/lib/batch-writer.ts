import { processGroup } from './group-outcomes.ts';

/** Batches items that arrive one by one: while one batch is written, the next one is collected. */
type GroupWriter<T> = {
  /** Resolves when the item is written. If the data of an item is rejected, only the call for that item rejects. */
  readonly write: (item: T) => Promise<void>;
  /** Resolves when all items passed so far have been written or rejected. */
  readonly settled: () => Promise<void>;
};

type Waiting<T> = { readonly item: T; readonly done: () => void; readonly fail: (error: unknown) => void };

/**
 * Creates a batch writer. A call waits for at most two writes: the running one and its own.
 *
 * @param writeAll must write all items or no item
 * @param most maximum number of items per batch
 */
export function makeGroupWriter<T>(writeAll: (items: readonly T[]) => Promise<void>, most: number): GroupWriter<T> {
  const waiting: Waiting<T>[] = [];
  let pumping: Promise<void> | null = null;

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const failed = await processGroup(group, (members) => writeAll(members.map(({ item }) => item)));
        const errors = new Map(failed.map(({ member, error }) => [member, { error }]));
        for (const one of group) {
          const refused = errors.get(one);
          if (refused === undefined) one.done();
          else one.fail(refused.error);
        }
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    pumping = null;
  };

  return {
    write: (item) =>
      new Promise((done, fail) => {
        waiting.push({ item, done, fail });
        pumping ??= pump();
      }),
    settled: async () => {
      await pumping;
    },
  };
}
