type Numbered = { readonly position: number };

/** Merges two lists that are sorted by number. */
export async function* mergeNumbered<One extends Numbered>(
  ...lists: readonly [AsyncIterable<One>, AsyncIterable<One>]
): AsyncGenerator<One> {
  const [left, right] = lists.map((list) => list[Symbol.asyncIterator]()) as [AsyncIterator<One>, AsyncIterator<One>];
  let [first, second] = [await left.next(), await right.next()];
  while (first.done !== true || second.done !== true) {
    const isFirst = second.done === true || (first.done !== true && first.value.position < second.value.position);
    yield isFirst ? first.value : second.value;
    if (isFirst) first = await left.next();
    else second = await right.next();
  }
}
