import { fill } from '../src/modules/result-view/index.ts';
import { ShownError } from './error-banner.ts';
import type { InputFile } from './file-input.ts';
import { ArchiveRefused, isArchive, readArchive, type Unread } from './read-archive.ts';
import type { Month, ValidationOutcome } from './session.ts';
import { Canceled } from './worker-client.ts';

/**
 * Validates files, and the entries of archives among them, one by one.
 *
 * @param validate reads and validates one file
 * @param isWanted false after cancellation
 * @param changed called after each file, and once before the first
 * @throws Canceled between entries that are not invoices; Told if a single archive is unreadable or contains no
 *   invoice
 */
export async function checkMonth(
  inputs: readonly InputFile[],
  month: Month,
  validate: (file: InputFile) => Promise<ValidationOutcome>,
  isWanted: () => boolean,
  changed: () => void,
): Promise<void> {
  for (const file of inputs) {
    if (!isArchive(file)) {
      month.total += 1;
      await add(file);
      continue;
    }
    const prefix = inputs.length === 1 ? '' : `${file.name} › `;
    const passed = {
      announce: (entries: number) => {
        month.total += entries;
        changed();
      },
      leaveOut: (beyond: number) => {
        month.leftOut += beyond;
      },
      cannotRead: ({ name, why }: Unread) => {
        if (!isWanted()) throw new Canceled('canceled');
        month.unread.push({ name: prefix + name, why });
        changed();
      },
    };
    try {
      for await (const { name, bytes } of readArchive(file.bytes as Uint8Array<ArrayBuffer>, passed)) {
        await add({ name: prefix + name, bytes });
        if (!isWanted()) return;
      }
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      if (inputs.length === 1) throw new ShownError(({ badArchive }) => `${file.name}: ${badArchive}`);
      month.total += 1;
      month.unread.push({ name: file.name, why: 'damaged' });
      changed();
    }
    if (!isWanted()) return;
  }
  const [first] = month.unread;
  if (month.files.length > 0 || !isWanted()) return;
  throw new ShownError(({ noneUnpacked, whyUnread, noFiles }) =>
    first === undefined ? noFiles : fill(noneUnpacked, { name: first.name, why: whyUnread[first.why] }),
  );

  async function add(file: InputFile): Promise<void> {
    if (!isWanted()) return;
    try {
      const outcome = await validate(file);
      if (!isWanted()) return;
      month.files.push(outcome);
      changed();
    } catch (error) {
      if (!(error instanceof Canceled)) throw error;
      // Another operation was canceled and ended the shared worker; the file is validated again.
      await add(file);
    }
  }
}
