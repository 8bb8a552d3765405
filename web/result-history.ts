import { isLink } from './link-fragment.ts';
import { session } from './session.ts';

/** History state of a result; `file` is null for a single file and for the list of a batch. */
type Entry = { readonly result: number; readonly file: number | null };

/** Id of the current result. It differs after a reload, so that history entries of an earlier result are ignored. */
let results = performance.timeOrigin;

const stateOf = (state: unknown): Entry | null => {
  const { result, file = null } = (state ?? {}) as Partial<Entry>;
  return result === results ? { result, file } : null;
};

const currentEntry = (): Entry => {
  const { month, current } = session;
  return { result: results, file: month === null || current === null ? null : month.files.indexOf(current) };
};

/** Records a new result: Back leads to the start page. A previous result is replaced. */
export function enterResult(): void {
  const isReplaced = stateOf(history.state) !== null || location.hash !== '';
  results += 1;
  const entry: Entry = { result: results, file: null };
  if (isReplaced) history.replaceState(entry, '', location.pathname);
  else history.pushState(entry, '', location.pathname);
}

/** Discards the result, so that no history entry leads to it. */
export function discardResult(): void {
  results += 1;
  history.replaceState(null, '', location.pathname);
}

/** Records that a file of the batch is shown: Back leads to the list. */
export function enterFile(file: number): void {
  history.pushState({ result: results, file } satisfies Entry, '', location.pathname);
}

/** Records that the list is shown again: Back leads to the previous file. */
export function leaveFile(): void {
  history.pushState({ result: results, file: null } satisfies Entry, '', location.pathname);
}

type Followers = {
  /** Shows a file of the batch by index; null shows the list or the single file. */
  readonly show: (file: number | null) => void;
  /** Shows the start page; the result stays in memory. */
  readonly hide: () => void;
  readonly isHidden: () => boolean;
};

/** Handles Back and Forward while there is a result. */
export function followHistory({ show, hide, isHidden }: Followers): void {
  window.addEventListener('popstate', ({ state }) => {
    const { month, current } = session;
    if ((month === null && current === null) || isLink(location.hash)) return;
    const entry = stateOf(state);
    if (entry === null) {
      // The browser creates an entry for the fragment of a cause; it belongs to the same file.
      if (!isHidden() && current !== null && location.hash !== '') history.replaceState(currentEntry(), '');
      else if (!isHidden()) hide();
      return;
    }
    // Content that is already visible is not rendered again, which preserves its editor.
    if (isHidden() || currentEntry().file !== entry.file) show(entry.file);
  });
}
