import { countSlips } from '../../../count-slips.ts';

/** Shorter names are near to too many others. */
const SHORTEST = 4;
/** A shorter name with two slips is another one. */
const LONG = 8;

/** Whether a local name is the name of an element with a letter or two added, left out, changed or turned: `DueDaet`. */
export function isMisspelt(element: string, local: string): boolean {
  const name = element.slice(element.indexOf(':') + 1).toLowerCase();
  if (local.length < SHORTEST || name.length < SHORTEST) return false;
  const most = name.length < LONG ? 1 : 2;
  return countSlips(local.toLowerCase(), name, most) <= most;
}
