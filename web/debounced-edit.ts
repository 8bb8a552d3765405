/** Edits are validated after a pause of this length. */
const PAUSE_MS = 250;

type Written = { readonly timer: ReturnType<typeof setTimeout>; readonly validate: () => Promise<void> };

/** The edit that has not been validated yet. */
let written: Written | null = null;

export const isWriting = (): boolean => written !== null;

/**
 * Schedules the validation of an edit after the pause.
 *
 * @param changed called when an edit becomes pending and when no edit is pending
 */
export function beginWriting(validateNow: () => Promise<void>, changed: () => void): void {
  dropWritten();
  let running: Promise<void> | null = null;
  const validateOnce = (): Promise<void> => {
    running ??= validateNow().finally(() => {
      if (written !== mine) return;
      written = null;
      changed();
    });
    return running;
  };
  const mine: Written = { timer: setTimeout(() => void validateOnce(), PAUSE_MS), validate: validateOnce };
  written = mine;
  changed();
}

/** Discards the pending edit because another file is opened. */
export function dropWritten(): void {
  if (written !== null) clearTimeout(written.timer);
  written = null;
}

/**
 * Runs an action on the fully validated text: validates a pending edit first. Without a pending edit it runs
 * synchronously, because browsers open windows only within a user gesture.
 */
export async function withWritten(act: () => void): Promise<void> {
  while (written !== null) {
    clearTimeout(written.timer);
    await written.validate();
  }
  act();
}
