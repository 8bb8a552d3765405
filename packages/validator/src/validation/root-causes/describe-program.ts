import type { Text } from '../../issues/index.ts';
import { terms } from '../terms/index.ts';

/** What only developers read: what is left of it in a sentence makes that useless to anybody else. */
const TECHNICAL =
  /\b(?:cbc|cac|ext):|@\w|\b(?:schemeID|currencyID|unitCode|listID|mimeCode|prvok|prvk\w*|atribút\w*|element|attribute)\b/;

const PATH = /(?<![\p{L}\w])(?:(v|vo|do|z|zo|pri|s|so) )?((?:cac|cbc):\w+(?:\/(?:cac|cbc):\w+)*)(?!\/?@)/gu;

/** The word „údaj“ in the case that a preposition asks for. */
const CASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    v: 'v údaji',
    vo: 'v údaji',
    do: 'do údaja',
    z: 'z údaja',
    zo: 'z údaja',
    pri: 'pri údaji',
    s: 's údajom',
    so: 's údajom',
  }),
);

/**
 * An advice for the person at the accounting software: names of elements become the names of the business terms that they
 * carry.
 *
 * @returns null where an element has no one name, or the sentence speaks of XML in another way
 */
export function withoutElements({ sk, en }: Text): Text | null {
  const told = {
    sk: sk.replaceAll(PATH, (whole, preposition: string | undefined, path: string) => {
      const name = nameOf(path)?.sk;
      if (name === undefined) return whole;
      return `${preposition === undefined ? 'údaj' : CASES.get(preposition)} „${name}“`;
    }),
    en: en.replaceAll(PATH, (whole, _, path: string) => {
      const name = nameOf(path)?.en;
      return name === undefined ? whole : `“${name}”`;
    }),
  };
  return TECHNICAL.test(told.sk) || TECHNICAL.test(told.en) ? null : told;
}

/** The one name of the business terms at the end of a path; null where several differ, or there is none. */
function nameOf(path: string): Text | null {
  const found = terms.filter((term) => term.path === path || term.path.endsWith(`/${path}`));
  const [first] = found;
  return first === undefined || found.some(({ name }) => name.sk !== first.name.sk) ? null : first.name;
}
