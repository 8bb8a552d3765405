/** Long work that gives way: between its steps others may have their turn. */
export type Steps<T> = Generator<void, T, void>;

/** Every so many rounds of a loop a step ends. */
export function* each<T>(items: readonly T[], many: number, round: (item: T, position: number) => void): Steps<void> {
  for (let position = 0; position < items.length; position += 1) {
    if (position > 0 && position % many === 0) yield;
    round(items[position]!, position);
  }
}

/** Does the work at once: for those who have nothing else to do meanwhile. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Does the work with a turn for others after each step.
 *
 * @param nextTurn resolves when the others have had theirs
 */
export async function inTurns<T>(steps: Steps<T>, nextTurn: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
