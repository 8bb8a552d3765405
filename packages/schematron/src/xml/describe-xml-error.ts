import type { XmlFault } from './fault.ts';

/**
 * Describes an XML error for schema authors: `cannot be read as XML: end tag mismatched, found "</b>", expected
 * "</a>"`.
 */
export const describeXmlError = ({
  reason,
  found,
  expected,
}: Pick<XmlFault, 'reason' | 'found' | 'expected'>): string =>
  `cannot be read as XML: ${reason.replaceAll('-', ' ')}${detail('found', found)}${detail('expected', expected)}`;

const detail = (what: string, value: string | null): string => (value === null ? '' : `, ${what} "${value}"`);
