import { fill } from '../src/modules/result-view/index.ts';
import { holdPage } from './before-unload.ts';
import { isWriting } from './debounced-edit.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Contents of changed files that have been downloaded. */
const saved = new WeakSet<Uint8Array>();

/** Files with edits or corrections that have not been downloaded. */
const unsaved = (): ValidationOutcome[] => {
  const { current, month } = session;
  const files = new Set([...(month?.files ?? []), ...(current === null ? [] : [current])]);
  return [...files].filter(
    (file) => (file.bytes !== file.original && !saved.has(file.bytes)) || (file === current && isWriting()),
  );
};

/** Call this when a file has changed or another file is shown. */
export const holdUnsaved = (): void => holdPage(unsaved().length > 0);

/** Records that the current content of the file has been downloaded. */
export function rememberSaved({ bytes }: ValidationOutcome): void {
  saved.add(bytes);
  holdUnsaved();
}

/**
 * Requests confirmation before unsaved changes are discarded. @returns true if there are no changes or the user
 * confirms
 */
export function mayBeLost(): boolean {
  const [first] = unsaved();
  return first === undefined || window.confirm(fill(PAGE_WORDS[session.language].lose, { name: first.name }));
}
