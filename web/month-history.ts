import { session } from './session.ts';

/** What an entry of the browser's history holds while a file of a month is shown. */
type Entry = { readonly month: number; readonly file: number };

/** The month that is shown, another number after each reload too: entries of an earlier one lead to no file. */
let months = performance.timeOrigin;

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
    const { month, current } = session;
    if (month === null) return;
    const entry = stateOf(state);
    if (entry === null && current !== null && location.hash !== '') {
      // The address of one of its mistakes is an entry of the same file.
      history.replaceState({ month: months, file: month.indexOf(current) } satisfies Entry, '');
      return;
    }
    // What is shown already keeps its editor.
    if ((entry === null ? null : month[entry.file]) !== current) shown(entry?.file ?? null);
  });
}
