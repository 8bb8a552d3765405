import { countSlips } from '../../../edit-distance.ts';

/** Shorter names are near to too many others. */
const SHORTEST = 4;
/** A shorter name with two slips is another one. */
const LONG = 8;

/** Whether a local name is the name of an element with a letter or two added, left out, changed or turned: `DueDaet`. */
export function isMisspelt(element: string, local: string): boolean {
  const length = element.length - element.indexOf(':') - 1;
  const most = length < LONG ? 1 : 2;
  if (length < SHORTEST || local.length < SHORTEST || Math.abs(length - local.length) > most) return false;
  return countSlips(local.toLowerCase(), element.slice(-length).toLowerCase(), most) <= most;
}
