import type { Text } from '../../issues/index.ts';
import { replacementTexts } from './replacements.data.ts';
import { type RestrictionFacts, readSubject } from './restriction.ts';

/** What people are told when a restriction is broken. */
export type RestrictionSentences = { readonly message: Text; readonly fix: Text };

/**
 * One sentence for the problem and one or two for the remedy, made from the restriction.
 *
 * @param line the name that lines have in the document, `cac:InvoiceLine` or `cac:CreditNoteLine`
 * @param isMissing the element is missing rather than one too many; null where that is not known
 */
export function sayRestriction(
  restriction: Pick<RestrictionFacts, 'path' | 'most'>,
  { line, isMissing }: { readonly line: string; readonly isMissing: boolean | null },
): RestrictionSentences {
  const { path, most } = restriction;
  const { name, kind } = readSubject({ path, within: null, least: 0, most });
  const element = path
    .replace(/\/?@.*$/, '')
    .replace(/^\/+/, '')
    .replace(/^line\b/, line);
  const subject = kind === 'attribute' ? nameAttribute(name.slice(1), element) : nameElement(element);
  if (most === 0) return kind === 'attribute' ? sayUnusedAttribute(subject) : sayUnusedElement(element, name);
  if (isMissing === null) return sayWrongCount(subject);
  return isMissing ? sayMissing(subject) : sayTooMany(subject, most);
}

/** What is spoken of: as the subject of a Slovak sentence, as its genitive, and in English. */
type Named = { readonly sk: string; readonly skOf: string; readonly en: string };

const nameElement = (element: string): Named => ({
  sk: `prvok ${element}`,
  skOf: `prvku ${element}`,
  en: `the element ${element}`,
});

/** An attribute without an element is meant wherever it stands. */
const nameAttribute = (attribute: string, element: string): Named => ({
  sk: `atribút ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  skOf: `atribútu ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  en: `the attribute ${attribute}${element === '' ? '' : ` of ${element}`}`,
});

function sayUnusedElement(path: string, name: string): RestrictionSentences {
  const instead = replacementTexts.get(name.replace(/^\w+:/, ''));
  return {
    message: {
      sk: `Prvok ${path} norma EN 16931 nepoužíva; príjemca ho nemusí vedieť spracovať.`,
      en: `EN 16931 does not use the element ${path}; the receiver may not be able to read it.`,
    },
    fix:
      instead === undefined
        ? {
            sk: `Odstráňte prvok ${path}; údaj, ktorý má príjemca dostať, uveďte v prvku, s ktorým norma počíta, alebo v poznámke.`,
            en: `Remove the element ${path}; put what the receiver needs in an element that the norm has, or in a note.`,
          }
        : { sk: `Odstráňte prvok ${path}. ${instead[0]}`, en: `Remove the element ${path}. ${instead[1]}` },
  };
}

const sayUnusedAttribute = ({ sk, en }: Named): RestrictionSentences => ({
  message: {
    sk: `${capital(sk)} norma EN 16931 nepoužíva.`,
    en: `EN 16931 does not use ${en}.`,
  },
  fix: { sk: `Odstráňte ${sk}.`, en: `Remove ${en}.` },
});

const sayTooMany = ({ sk, skOf, en }: Named, most: number): RestrictionSentences => ({
  message: {
    sk: `${capital(sk)} sa vyskytuje viackrát, ako norma EN 16931 dovoľuje (najviac ${occurrences(most)}).`,
    en: `${capital(en)} occurs more often than EN 16931 allows (${most} at most).`,
  },
  fix: {
    sk: `Ponechajte najviac ${occurrences(most)} ${skOf}.`,
    en: `Keep at most ${most} ${most === 1 ? 'occurrence' : 'occurrences'} of ${en}.`,
  },
});

const sayMissing = ({ sk, en }: Named): RestrictionSentences => ({
  message: {
    sk: `Chýba ${sk}, ktorý norma EN 16931 na tomto mieste vyžaduje.`,
    en: `${capital(en)} is missing; EN 16931 requires it here.`,
  },
  fix: { sk: `Doplňte ${sk}.`, en: `Add ${en}.` },
});

const sayWrongCount = ({ sk, en }: Named): RestrictionSentences => ({
  message: {
    sk: `${capital(sk)} má byť na tomto mieste práve raz.`,
    en: `${capital(en)} should occur exactly once here.`,
  },
  fix: { sk: `Uveďte ${sk} práve raz.`, en: `State ${en} exactly once.` },
});

const slovakPlural = new Intl.PluralRules('sk');

/** A whole number of occurrences, counted as Slovak counts: 1 výskyt, 2 výskyty, 5 výskytov. */
function occurrences(count: number): string {
  const form = slovakPlural.select(count);
  return `${count} ${form === 'one' ? 'výskyt' : form === 'few' ? 'výskyty' : 'výskytov'}`;
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
