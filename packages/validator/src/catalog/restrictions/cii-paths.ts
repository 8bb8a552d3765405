import { type RestrictionFacts, readWithin } from './restriction.ts';

/** The path of a restriction of CII as messages name it: from the element within which occurrences are counted. */
export function namedCiiPath({ path, within }: Pick<RestrictionFacts, 'path' | 'within'>): string {
  const owners = [...new Set(readWithin(within).places.map((place) => place.at(-1)!))];
  return [...(owners.length === 0 ? [] : [owners.join(', ')]), path.replace(/^\/+/, '')].join('/');
}

/** XPath of the element that a restriction of CII is about, starting at the document. */
export function ciiXPathOfRestriction({ path, within }: Pick<RestrictionFacts, 'path' | 'within'>): string {
  const { places, isFromRoot, except } = readWithin(within);
  if (places.length === 0) return path.startsWith('//') ? path : `${ROOT}/${path}`;
  // Exceptions that are longer than a name have no short XPath.
  const not = except === null || except.includes('/') ? '' : `[not(self::${except})]`;
  return places
    .map((place) => `${isFromRoot ? `${ROOT}/` : '//'}${place.map(toStep).join('/')}${not}/${path}`)
    .join(' | ');
}

const ROOT = '/rsm:CrossIndustryInvoice';

/** A step, with the end of its name instead of a pattern of names. */
const toStep = (name: string): string =>
  name.replace(/^([\w*]+):\*(\w+)$/, (_, prefix: string, end: string) => {
    const test = prefix === '*' ? '*' : `${prefix}:*`;
    return `${test}[ends-with(local-name(), '${end}')]`;
  });
