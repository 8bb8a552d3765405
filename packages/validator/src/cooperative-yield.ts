/** Long-running work that yields between steps. */
export type Steps<T> = Generator<void, T, void>;

/** Iterates over items and yields after every `many` items. */
export function* each<T>(items: readonly T[], many: number, round: (item: T, position: number) => void): Steps<void> {
  for (let position = 0; position < items.length; position += 1) {
    if (position > 0 && position % many === 0) yield;
    round(items[position]!, position);
  }
}

/** Runs all steps without yielding. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs the steps and lets other work run in between.
 *
 * @param nextTurn resolves after other work has run, such as a turn of the event loop
 */
export async function inTurns<T>(steps: Steps<T>, nextTurn: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
