import type { XmlFault } from './fault.ts';

/** A fault in words, for whoever wrote a schema: `cannot be read as XML: end tag mismatched, found "</b>", expected "</a>"`. */
export function tellFault({ reason, found, expected }: Pick<XmlFault, 'reason' | 'found' | 'expected'>): string {
  const told = [
    reason.replaceAll('-', ' '),
    ...(found === null ? [] : [`found "${found}"`]),
    ...(expected === null ? [] : [`expected "${expected}"`]),
  ];
  return `cannot be read as XML: ${told.join(', ')}`;
}
