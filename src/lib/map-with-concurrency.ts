/**
 * Works on items a few at a time, begun in their order.
 *
 * @param lanes how many at once
 * @param work answers true when the rest is not to be begun any more; what it throws is thrown, and ends the rest too
 */
export async function inLanes<T>(
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
