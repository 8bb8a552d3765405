import type { RuleText } from '../../rule-text.ts';
import { findTerm } from '../../terms/index.ts';
import type { Both, Explanation } from '../explanation.ts';

/** An explanation made from a rule's sentences and from what its business terms are called, where nothing more is written. */
export function explainFromText({ message, business_terms }: RuleText): Explanation {
  const terms = business_terms.map(findTerm).filter((term) => term !== undefined);
  const list = (language: 'sk' | 'en'): string =>
    terms
      .slice(0, MOST_NAMED)
      .map(({ id, name }) => `${name[language]} (${id})`)
      .join(', ');
  return {
    title: [titleOf(message.sk), titleOf(message.en)],
    why:
      terms.length === 0
        ? WITHOUT_TERMS
        : [
            `Pravidlo sa týka týchto údajov: ${list('sk')}. ${AUTOMATIC[0]}`,
            `The rule is about the following: ${list('en')}. ${AUTOMATIC[1]}`,
          ],
    cause: CAUSE,
  };
}

/** More terms than these make no sentence. */
const MOST_NAMED = 6;

const AUTOMATIC: Both = [
  'Program príjemcu ich spracúva bez zásahu človeka, preto musia byť úplné a v predpísanom tvare.',
  'The receiver\u2019s software processes them without a human hand, so they must be complete and in the prescribed form.',
];

const WITHOUT_TERMS: Both = [
  'Program príjemcu spracúva faktúru bez zásahu človeka, preto musí byť doklad úplný a v predpísanom tvare.',
  'The receiver\u2019s software processes the invoice without a human hand, so the document must be complete and in the prescribed form.',
];

const CAUSE: Both = [
  'Údaj v účtovnom programe chýba, alebo ho prevodník do XML zapísal inak, ako pravidlo očakáva.',
  'The value is missing in the accounting software, or the converter to XML wrote it in another way than the rule expects.',
];

/** The sentence as a heading: without the terms in brackets and without the full stop. */
const titleOf = (sentence: string): string =>
  sentence
    .replace(/\s*\((?:B[TG]-\d+[^)]*)\)/g, '')
    .replace(/\s*;.*$/, '')
    .replace(/\.$/, '');
