import { session } from './session.ts';

/** What an entry of the browser's history holds while a file of a month is shown. */
type Entry = { readonly month: number; readonly file: number };

/** Months that this tab has shown: entries of an earlier one lead to nothing. */
let months = 0;

const stateOf = (state: unknown): Entry | null => {
  const { month, file } = (state ?? {}) as Partial<Entry>;
  return month === months && file !== undefined ? { month, file } : null;
};

/** A month takes the place of what was shown before. */
export function beginMonth(): void {
  months += 1;
}

/** A file of the month is shown: the browser's Back leads to the table again. */
export function enterFile(file: number): void {
  history.pushState({ month: months, file } satisfies Entry, '', location.pathname);
}

/** The table is shown again: Back leads to the file that was shown. */
export function leaveFile(): void {
  history.pushState(null, '', location.pathname);
}

/**
 * Shows what Back and Forward lead to, while there is a month.
 *
 * @param shown called with the number of the file of the month to be shown; null: the table
 */
export function followHistory(shown: (file: number | null) => void): void {
  window.addEventListener('popstate', ({ state }) => {
    // Within a file the address names its mistake.
    if (session.month === null || (stateOf(state) === null && location.hash !== '')) return;
    shown(stateOf(state)?.file ?? null);
  });
}
