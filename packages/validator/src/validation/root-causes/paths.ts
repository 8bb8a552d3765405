import { makeNodeFinder, type XmlAttribute, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import { termLocationOf } from '../terms/index.ts';

/** A path without positions among siblings: equal for all lines. */
export const withoutPositions = (location: string): string => location.replace(/\[\d+\]/g, '');

/**
 * A path from the document element with `line` for a line, as in the table of terms. A charge is recognised only in a
 * marked location; use `termPathOf` for a node.
 */
export const termPath = (location: string): string =>
  withoutPositions(location)
    .replace(/^.*?\/(Invoice|CreditNote)(\/|$)/, '')
    .replace(/cac:(Invoice|CreditNote)Line/, 'line')
    .replace('[cbc:ChargeIndicator="false"]', '');

/** The path of a node as in the table of terms. */
export const termPathOf = (node: XmlElement | XmlAttribute): string => termPath(termLocationOf(node));

/** Finds the path as in the table of terms of a location in a document; null: the location has no document. */
export function makePathFinder(document: XmlDocument | null): (location: string) => string {
  let find: ReturnType<typeof makeNodeFinder> | null = null;
  return (location) => {
    if (document === null || !location.includes('cac:AllowanceCharge')) return termPath(location);
    find ??= makeNodeFinder(document);
    const node = find(location);
    return node === null ? termPath(location) : termPathOf(node);
  };
}

/** The path of the line that a path goes through; null when it is outside the lines. */
export const lineOf = (location: string): string | null =>
  /^.*?\/cac:(?:Invoice|CreditNote)Line(\[\d+\])?/.exec(location)?.[0] ?? null;
