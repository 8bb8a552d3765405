import { writeFileSync } from 'node:fs';
import type { Text } from '../index.ts';
import { FAULTS, messageText, notWritten, WRITING } from './faults.data.ts';

/** The output could not be written after the work was done. */
export class NotWritten extends Error {
  readonly text: Text;

  constructor(place: string | null, cause: NodeJS.ErrnoException) {
    const text = notWritten(place, REASONS.get(cause.code ?? '') ?? messageText(cause.message));
    super(text.en, { cause });
    this.text = text;
  }
}

const REASONS: ReadonlyMap<string, Text> = new Map([
  ['ENOENT', WRITING.absent],
  ['ENOTDIR', WRITING.absent],
  ['EISDIR', WRITING.folder],
  ['EACCES', WRITING.closed],
  ['EPERM', WRITING.closed],
  ['EROFS', WRITING.closed],
  ['ENOSPC', FAULTS.full],
]);

/**
 * Writes to standard output. A closed pipe (`| head`) is not an error.
 *
 * @throws NotWritten
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener Node exits with a stack trace and exit code 1, which means invalid files.
    process.stdout.on('error', () => undefined);
    process.stdout.write(text, (error) => {
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(new NotWritten(null, error));
    });
  });
}

/** Writes a report or an invoice to a file. @throws NotWritten */
export function writeOutput(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new NotWritten(path, error as Error);
  }
}
