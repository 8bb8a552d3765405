import { fill } from '../src/modules/result-view/index.ts';
import { holdPage } from './before-unload.ts';
import { isWriting } from './debounced-edit.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** What of changed files is in the person's downloads. */
const saved = new WeakSet<Uint8Array>();

/** Files that were edited or corrected here, and are nowhere else. */
const unsaved = (): ValidationOutcome[] => {
  const { current, month } = session;
  const files = new Set([...(month?.files ?? []), ...(current === null ? [] : [current])]);
  return [...files].filter(
    (file) => (file.bytes !== file.original && !saved.has(file.bytes)) || (file === current && isWriting()),
  );
};

/** To be called whenever a file has changed, or another one is shown. */
export const holdUnsaved = (): void => holdPage(unsaved().length > 0);

/** The file is in the downloads as it is now. */
export function rememberSaved({ bytes }: ValidationOutcome): void {
  saved.add(bytes);
  holdUnsaved();
}

/** Whether what was changed may be given up: the person is asked, once there is something. */
export function mayBeLost(): boolean {
  const [first] = unsaved();
  return first === undefined || window.confirm(fill(PAGE_WORDS[session.language].lose, { name: first.name }));
}
