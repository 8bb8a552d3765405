/**
 * Processes items in order with limited concurrency.
 *
 * @param lanes maximum number of items processed at once
 * @param work resolves to true to skip the remaining items
 * @throws the error of `work`, which also skips the remaining items
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      try {
        if ((await work(items[next++]!)) === true) next = items.length;
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
