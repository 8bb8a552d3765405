import type { Text } from '../../../issues/index.ts';
import type { Violation } from './find-violations.ts';

/** What a violation is called: one sentence for the problem and one for the remedy, made from the table's row. */
export function sayViolation({ restriction, node, found }: Violation): { readonly message: Text; readonly fix: Text } {
  const { occurs, written, path } = restriction;
  const line = node.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine';
  const element = written
    .replace(/\/?@.*$/, '')
    .replace(/^\/+/, '')
    .replace(/^line\b/, line);
  const subject = path.attribute === null ? nameElement(element) : nameAttribute(path.attribute, element);
  if (occurs.most === 0) return path.attribute === null ? sayUnusedElement(element) : sayUnusedAttribute(subject);
  if (found === null) return sayMissing(subject);
  return sayTooMany(subject, occurs.most);
}

/** What is spoken of: as the subject of a Slovak sentence, as its genitive, and in English. */
type Subject = { readonly sk: string; readonly skOf: string; readonly en: string };

const nameElement = (element: string): Subject => ({
  sk: `prvok ${element}`,
  skOf: `prvku ${element}`,
  en: `the element ${element}`,
});

/** An attribute without an element is meant wherever it stands. */
const nameAttribute = (attribute: string, element: string): Subject => ({
  sk: `atribút ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  skOf: `atribútu ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  en: `the attribute ${attribute}${element === '' ? '' : ` of ${element}`}`,
});

const sayUnusedElement = (name: string) => ({
  message: {
    sk: `Prvok ${name} norma EN 16931 nepoužíva; príjemca ho nemusí vedieť spracovať.`,
    en: `EN 16931 does not use the element ${name}; the receiver may not be able to read it.`,
  },
  fix: {
    sk: `Odstráňte prvok ${name}; údaj, ktorý má príjemca dostať, uveďte v prvku, s ktorým norma počíta, alebo v poznámke.`,
    en: `Remove the element ${name}; put what the receiver needs in an element that the norm has, or in a note.`,
  },
});

const sayUnusedAttribute = ({ sk, en }: Subject) => ({
  message: {
    sk: `${capital(sk)} norma EN 16931 nepoužíva.`,
    en: `EN 16931 does not use ${en}.`,
  },
  fix: { sk: `Odstráňte ${sk}.`, en: `Remove ${en}.` },
});

const sayTooMany = ({ sk, skOf, en }: Subject, most: number) => ({
  message: {
    sk: `${capital(sk)} sa vyskytuje viackrát, ako norma EN 16931 dovoľuje (najviac ${occurrences(most)}).`,
    en: `${capital(en)} occurs more often than EN 16931 allows (${most} at most).`,
  },
  fix: {
    sk: `Ponechajte najviac ${occurrences(most)} ${skOf}.`,
    en: `Keep at most ${most} ${most === 1 ? 'occurrence' : 'occurrences'} of ${en}.`,
  },
});

const sayMissing = ({ sk, en }: Subject) => ({
  message: {
    sk: `Chýba ${sk}, ktorý norma EN 16931 na tomto mieste vyžaduje.`,
    en: `${capital(en)} is missing; EN 16931 requires it here.`,
  },
  fix: { sk: `Doplňte ${sk}.`, en: `Add ${en}.` },
});

const slovakPlural = new Intl.PluralRules('sk');

/** A whole number of occurrences, counted as Slovak counts: 1 výskyt, 2 výskyty, 5 výskytov. */
function occurrences(count: number): string {
  const form = slovakPlural.select(count);
  return `${count} ${form === 'one' ? 'výskyt' : form === 'few' ? 'výskyty' : 'výskytov'}`;
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
