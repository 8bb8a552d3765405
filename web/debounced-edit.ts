/** So long nobody types: then what was written is judged. */
const PAUSE_MS = 250;

type Written = { readonly timer: ReturnType<typeof setTimeout>; readonly validate: () => Promise<void> };

/** What was written and is not judged yet. */
let written: Written | null = null;

export const isWriting = (): boolean => written !== null;

/**
 * Something was written: it is judged at the pause.
 *
 * @param changed called when there is something that is not judged, and when there is nothing any more
 */
export function beginWriting(judge: () => Promise<void>, changed: () => void): void {
  dropWritten();
  let begun: Promise<void> | null = null;
  const validateOnce = (): Promise<void> => {
    begun ??= judge().finally(() => {
      if (written !== mine) return;
      written = null;
      changed();
    });
    return begun;
  };
  const mine: Written = { timer: setTimeout(() => void validateOnce(), PAUSE_MS), validate: validateOnce };
  written = mine;
  changed();
}

/** What was written last is not judged any more: another file is coming. */
export function dropWritten(): void {
  if (written !== null) clearTimeout(written.timer);
  written = null;
}

/**
 * Does something with the file as it was written, to the last letter: what is not judged yet is judged first. At once where
 * nothing is, since browsers open windows for whoever has just clicked.
 */
export async function withWritten(act: () => void): Promise<void> {
  while (written !== null) {
    clearTimeout(written.timer);
    await written.validate();
  }
  act();
}
