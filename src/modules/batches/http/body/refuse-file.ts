import type { Text } from '@e-invoice/validator/issues';
import { fillText, text } from '../../../../../locales/index.ts';
import { Filename } from '../../../../http/body/index.ts';
import { shorten } from '../../../../lib/plain-text.ts';
import type { NewFile } from '../../index.ts';
import type { RefusalCode } from './refusals.data.ts';

/**
 * Creates the entry of a file that is not validated: it counts as failed at its position in the batch.
 *
 * @param detail replaces the text of the code
 */
export function refuseFile(
  filename: string,
  code: RefusalCode,
  value: number | string = 0,
  detail: Text = fillText(`batch-refusal.detail.${code}`, { limit: value, names: value }),
): NewFile {
  return {
    filename: toShownName(filename),
    failure: { code, detail, remedy: text(`batch-refusal.remedy.${code}`) },
  };
}

/** Default name of a file without a name. */
export const defaultName = (index: number): string => `invoice-${index + 1}.xml`;

/** True for a name that is stored as submitted. */
export const isFilename = (name: string): boolean => Filename.safeParse(name).success;

const LONGEST = 255;

/** Name to display for a file whose submitted name cannot be stored. */
export function toShownName(name: string): string {
  const visible = name.replaceAll(/\p{Cc}/gu, '\uFFFD');
  const shown = shorten(visible, LONGEST);
  return shown === '' ? '?' : shown;
}
