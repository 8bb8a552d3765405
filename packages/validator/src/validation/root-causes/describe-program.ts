import type { Text } from '../../issues/index.ts';
import { terms, withoutMark } from '../terms/index.ts';

/** Technical terms; a sentence that contains one is useless to users of accounting software. */
const TECHNICAL =
  /\b(?:cbc|cac|ext):|@\w|\b(?:schemeID|currencyID|unitCode|listID|mimeCode|prvok|prvk\w*|atribút\w*|element|attribute)\b/;

const PATH = /(?<![\p{L}\w])(?:(v|vo|do|z|zo|pri|s|so) )?((?:cac|cbc):\w+(?:\/(?:cac|cbc):\w+)*)(?!\/?@)/gu;

/** The Slovak word „údaj“ in the case that each preposition requires. */
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
 * Adapts a fix for users of accounting software: replaces element names with the names of their business terms.
 *
 * @returns null when an element has no unique term, or the text contains other technical terms
 */
export function withoutElements({ sk, en }: Text): Text | null {
  const replaced = {
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
  return TECHNICAL.test(replaced.sk) || TECHNICAL.test(replaced.en) ? null : replaced;
}

/** The unique name of the business terms at the end of a path; null when names differ or there is no term. */
function nameOf(path: string): Text | null {
  const found = terms.filter((term) => `/${withoutMark(term.path)}`.endsWith(`/${path}`));
  const [first] = found;
  return first === undefined || found.some(({ name }) => name.sk !== first.name.sk) ? null : first.name;
}
