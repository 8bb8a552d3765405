import { editDistance } from '../../../edit-distance.ts';

/** Shorter names resemble too many others. */
const SHORTEST = 4;
/** In a shorter name, two typos make another name. */
const LONG = 8;

/**
 * Whether a local name is an element name with one or two letters added, omitted, changed or transposed: `DueDaet`.
 */
export function isMisspelt(element: string, local: string): boolean {
  const length = element.length - element.indexOf(':') - 1;
  const most = length < LONG ? 1 : 2;
  if (length < SHORTEST || local.length < SHORTEST || Math.abs(length - local.length) > most) return false;
  return editDistance(local.toLowerCase(), element.slice(-length).toLowerCase(), most) <= most;
}
