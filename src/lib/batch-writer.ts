import { processGroup } from './group-outcomes.ts';

/** Writes items that arrive one by one in groups: while one group is written, the next one collects. */
type GroupWriter<T> = {
  /** Resolves when the item is written; rejects when it is not. An item whose data is refused rejects only its own call. */
  readonly write: (item: T) => Promise<void>;
  /** Resolves when everything given until now is settled. */
  readonly settled: () => Promise<void>;
};

type Waiting<T> = { readonly item: T; readonly done: () => void; readonly fail: (error: unknown) => void };

/**
 * Makes a group writer. A caller waits for at most two writes: the running one and its own.
 *
 * @param writeAll must write all items or none
 * @param most how many items one group has at most
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
