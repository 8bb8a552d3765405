import type { Text } from '@e-invoice/validator/issues';
import { shorten } from '../../../lib/plain-text.ts';
import type { NewFile } from '../../../modules/batches/index.ts';
import { Filename } from '../uploads.ts';
import { REFUSALS, REMEDIES, type RefusalCode } from './refusals.data.ts';

/**
 * A file that is not judged: it counts as failed in its place, and the others go on.
 *
 * @param detail replaces the sentence of the code
 */
export function refuseFile(
  filename: string,
  code: RefusalCode,
  value: number | string = 0,
  { sk, en }: Text = REFUSALS[code],
): NewFile {
  const fill = (text: string): string => text.replace(/\{(limit|names)\}/, () => String(value));
  return {
    filename: toShownName(filename),
    failure: { code, detail: { sk: fill(sk), en: fill(en) }, remedy: REMEDIES[code] },
  };
}

/** The name under which a file without one of its own is told. */
export const defaultName = (index: number): string => `invoice-${index + 1}.xml`;

/** True for a name that is kept as submitted. */
export const isFilename = (name: string): boolean => Filename.safeParse(name).success;

const LONGEST = 255;

/** A name that can be told of a file whose own cannot be kept. */
export function toShownName(name: string): string {
  const visible = name.replaceAll(/\p{Cc}/gu, '\uFFFD');
  const shown = shorten(visible, LONGEST);
  return shown === '' ? '?' : shown;
}
