import { isLink } from './link-fragment.ts';
import { session } from './session.ts';

/** The state of a history entry that shows a result; `file` is null for a single file and for the list of a month. */
type Entry = { readonly result: number; readonly file: number | null };

/** The number of the current result. It differs after each reload, too: entries of an earlier result lead nowhere. */
let results = performance.timeOrigin;

const stateOf = (state: unknown): Entry | null => {
  const { result, file = null } = (state ?? {}) as Partial<Entry>;
  return result === results ? { result, file } : null;
};

const currentEntry = (): Entry => {
  const { month, current } = session;
  return { result: results, file: month === null || current === null ? null : month.files.indexOf(current) };
};

/** A new result is shown: Back leads to the start page, unless an earlier result is replaced. */
export function enterResult(): void {
  const isReplaced = stateOf(history.state) !== null || location.hash !== '';
  results += 1;
  const entry: Entry = { result: results, file: null };
  if (isReplaced) history.replaceState(entry, '', location.pathname);
  else history.pushState(entry, '', location.pathname);
}

/** The result is discarded: no entry leads to it. */
export function discardResult(): void {
  results += 1;
  history.replaceState(null, '', location.pathname);
}

/** A file of the month is shown: Back leads to the list. */
export function enterFile(file: number): void {
  history.pushState({ result: results, file } satisfies Entry, '', location.pathname);
}

/** The list is shown again: Back leads to the file that was shown. */
export function leaveFile(): void {
  history.pushState({ result: results, file: null } satisfies Entry, '', location.pathname);
}

type Followers = {
  /** Shows the result: a file of the month by its index; null: the list, or the single file. */
  readonly show: (file: number | null) => void;
  /** Shows the start page; the result stays in memory. */
  readonly hide: () => void;
  readonly isHidden: () => boolean;
};

/** Follows Back and Forward while there is a result. */
export function followHistory({ show, hide, isHidden }: Followers): void {
  window.addEventListener('popstate', ({ state }) => {
    const { month, current } = session;
    if ((month === null && current === null) || isLink(location.hash)) return;
    const entry = stateOf(state);
    if (entry === null) {
      // The address of one of its causes is an entry of the same file.
      if (!isHidden() && current !== null && location.hash !== '') history.replaceState(currentEntry(), '');
      else if (!isHidden()) hide();
      return;
    }
    // What is shown already keeps its editor.
    if (isHidden() || currentEntry().file !== entry.file) show(entry.file);
  });
}
