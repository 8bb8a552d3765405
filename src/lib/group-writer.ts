/** Writes what comes one by one in groups: while one group is written, the next gathers. */
type GroupWriter<T> = {
  /** Resolves when the item is written; rejects, with its whole group, when it is not. */
  readonly write: (item: T) => Promise<void>;
  /** Resolves when everything given until now is settled. */
  readonly settled: () => Promise<void>;
};

type Waiting<T> = { readonly item: T; readonly done: () => void; readonly fail: (error: unknown) => void };

/**
 * Makes a group writer. A caller waits for at most two writes: the one that runs when it comes, and its own.
 *
 * @param most how many items one group has at most
 */
export function makeGroupWriter<T>(writeAll: (items: readonly T[]) => Promise<void>, most: number): GroupWriter<T> {
  const waiting: Waiting<T>[] = [];
  let pumping: Promise<void> | null = null;

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        await writeAll(group.map(({ item }) => item));
        for (const { done } of group) done();
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
