import { cutText } from '@e-invoice/schematron/xml';
import type { PatchEdit } from '../../../issues/index.ts';

/** One replacement in the text of the file. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** A change for review, with the text replacements that implement it. */
export type Edit = PatchEdit & {
  /** The path of the changed item as in the table of terms. */
  readonly path: string;
  /** The conventional new name of a renamed element, e.g. `cbc:ID`. */
  readonly renamedTo?: string;
  readonly splices: readonly Splice[];
};

/** Maximum number of characters of a removed element shown in a patch. */
const SHOWN = 500;

export const shorten = (xml: string): string => (xml.length > SHOWN ? `${cutText(xml, SHOWN - 1)}…` : xml);

/** Applies edits to the text; null when two of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string | null {
  const splices = edits.flatMap((edit) => edit.splices).sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = 0;
  for (const splice of splices) {
    if (splice.start < at) return null;
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

export const escapeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeValue = (value: string): string =>
  escapeText(value).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
