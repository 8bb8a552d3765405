import { writeFileSync } from 'node:fs';
import type { Text } from '../index.ts';
import { FAULTS, notWritten, said, WRITING } from './faults.data.ts';

/** What was asked for is done, but nobody has it: where it should go, nothing can be written. */
export class NotWritten extends Error {
  readonly text: Text;

  constructor(place: string | null, cause: NodeJS.ErrnoException) {
    const text = notWritten(place, REASONS.get(cause.code ?? '') ?? said(cause.message));
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
 * Writes to standard output. A reader that has left (`| head`) has what it wanted: that is no fault.
 *
 * @throws NotWritten
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener Node ends the process itself, with a trace and the exit code of a verdict.
    process.stdout.on('error', () => undefined);
    process.stdout.write(text, (error) => {
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(new NotWritten(null, error));
    });
  });
}

/** Writes a report into a file. @throws NotWritten */
export function writeReport(path: string, report: string): void {
  try {
    writeFileSync(path, report);
  } catch (error) {
    throw new NotWritten(path, error as Error);
  }
}
