import type { Text } from '../index.ts';
import { NOT_CONVERTED } from './faults.data.ts';
import { shownName } from './formats/write-report.ts';
import type { Input } from './input.ts';
import { readInputs } from './read-inputs.ts';

/** A file that cannot be converted or compared; `text` names the file and the reason. */
export class FileRefused extends Error {
  readonly text: Text;

  constructor(name: string, reason: Text) {
    const file = shownName(name);
    super(`${file}: ${reason.en}`);
    this.text = { sk: `${file}: ${reason.sk}`, en: `${file}: ${reason.en}` };
  }
}

/**
 * Reads the only file at a path: the file itself, or the only file of an archive or a folder.
 *
 * @throws FileRefused
 */
export async function readInvoiceFile(
  place: string,
  stdin: AsyncIterable<Uint8Array>,
): Promise<Extract<Input, { readonly bytes: Uint8Array }>> {
  let found: Input | null = null;
  for await (const input of readInputs([place], stdin)) {
    if ('skipped' in input) continue;
    if (found !== null) throw new FileRefused(place, NOT_CONVERTED.several);
    found = input;
  }
  if (found === null) throw new FileRefused(place, NOT_CONVERTED.none);
  if ('bytes' in found) return found;
  throw new FileRefused(found.name, found.fault);
}
