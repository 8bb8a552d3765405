import type { Fix, Text } from '../../issues/index.ts';
import { termOf } from '../terms/index.ts';
import { replacementTexts } from './replacements.data.ts';
import { type RestrictionFacts, readSubject } from './restriction.ts';

export type RestrictionSentences = { readonly message: Text; readonly fix: Fix };

type Statement = { readonly message: Text; readonly fix: Text };

/**
 * Generates the message and the fix of a restriction.
 *
 * @param line the name of lines in the document, `cac:InvoiceLine` or `cac:CreditNoteLine`
 * @param isMissing true if the element is missing, false if there are too many; null if unknown
 */
export function describeRestriction(
  restriction: Pick<RestrictionFacts, 'path' | 'most'>,
  { line, isMissing }: { readonly line: string; readonly isMissing: boolean | null },
): RestrictionSentences {
  const { path, most } = restriction;
  const { name, kind } = readSubject({ path, within: null });
  const element = path
    .split(/\/?@/, 1)[0]!
    .replace(/^\/+/, '')
    .replace(/^line\b/, line);
  const subject = kind === 'attribute' ? nameAttribute(name.slice(1), element) : nameElement(element);
  if (most === 0)
    return forBoth(
      kind === 'attribute' ? describeUnusedAttribute(subject) : describeUnusedElement(element, name),
      UNUSED,
    );
  const term = nameOfTerm(kind === 'attribute' ? '' : element);
  if (isMissing === null) return forBoth(describeWrongCount(subject), stateOnce(term));
  return isMissing
    ? forBoth(describeMissing(subject), addTo(term))
    : forBoth(describeTooMany(subject, most), keepOne(term));
}

/** The name of the element's business term, or a generic word if it does not map to exactly one term. */
function nameOfTerm(element: string): Text {
  const term = termOf(element.replace(/^cac:CreditNoteLine\b/, 'cac:InvoiceLine'));
  if (term === undefined) return { sk: 'údaj', en: 'it' };
  return { sk: `údaj „${term.name.sk}“`, en: `“${term.name.en}”` };
}

/** The notation of an element is up to the software; the content of the invoice is up to the user. */
const forBoth = ({ message, fix }: Statement, program: Text): RestrictionSentences => ({
  message,
  fix: { ...fix, program, xml: fix },
});

const UNUSED: Text = {
  sk: 'Program zapisuje do súboru údaj, s ktorým norma nepočíta; príjemca ho nemusí vidieť. Čo má vedieť, napíšte do poznámky, a dodávateľovi programu pošlite toto hlásenie.',
  en: 'The software writes something that the norm does not have; the receiver may not see it. Put information that the receiver needs in a note, and send this message to the maker of the software.',
};
const keepOne = ({ sk, en }: Text): Text => ({
  sk: `Ponechajte na faktúre ${sk} iba raz; ak na nej raz je, pošlite toto hlásenie dodávateľovi programu.`,
  en: `Keep ${en} on the invoice once only; if it is there once, send this message to the maker of the software.`,
});
const addTo = ({ sk, en }: Text): Text => ({
  sk: `Doplňte ${sk} na faktúre alebo v karte, z ktorej sa berie; ak tam je, pošlite toto hlásenie dodávateľovi programu.`,
  en: `Add ${en} on the invoice, or in the record it is taken from; if it is there, send this message to the maker of the software.`,
});
const stateOnce = ({ sk, en }: Text): Text => ({
  sk: `Uveďte na faktúre ${sk} práve raz; ak na nej raz je, pošlite toto hlásenie dodávateľovi programu.`,
  en: `State ${en} on the invoice exactly once; if it is there once, send this message to the maker of the software.`,
});

/** Name of the subject: as the subject of a Slovak sentence, in the Slovak genitive, and in English. */
type Named = { readonly sk: string; readonly skOf: string; readonly en: string };

const nameElement = (element: string): Named => ({
  sk: `prvok ${element}`,
  skOf: `prvku ${element}`,
  en: `the element ${element}`,
});

/** An attribute without an element applies to every position. */
const nameAttribute = (attribute: string, element: string): Named => ({
  sk: `atribút ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  skOf: `atribútu ${attribute}${element === '' ? '' : ` prvku ${element}`}`,
  en: `the attribute ${attribute}${element === '' ? '' : ` of ${element}`}`,
});

function describeUnusedElement(path: string, name: string): Statement {
  // The texts name elements of UBL.
  const instead = /^c[ab]c:/.test(name) ? replacementTexts.get(name.slice('cbc:'.length)) : undefined;
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

const describeUnusedAttribute = ({ sk, en }: Named): Statement => ({
  message: {
    sk: `${capital(sk)} norma EN 16931 nepoužíva.`,
    en: `EN 16931 does not use ${en}.`,
  },
  fix: { sk: `Odstráňte ${sk}.`, en: `Remove ${en}.` },
});

const describeTooMany = ({ sk, skOf, en }: Named, most: number): Statement => ({
  message: {
    sk: `${capital(sk)} sa vyskytuje viackrát, ako norma EN 16931 dovoľuje (najviac ${occurrences(most)}).`,
    en: `${capital(en)} occurs more often than EN 16931 allows (${most} at most).`,
  },
  fix: {
    sk: `Ponechajte najviac ${occurrences(most)} ${skOf}.`,
    en: `Keep at most ${most} ${most === 1 ? 'occurrence' : 'occurrences'} of ${en}.`,
  },
});

const describeMissing = ({ sk, en }: Named): Statement => ({
  message: {
    sk: `Chýba ${sk}, ktorý norma EN 16931 na tomto mieste vyžaduje.`,
    en: `${capital(en)} is missing; EN 16931 requires it here.`,
  },
  fix: { sk: `Doplňte ${sk}.`, en: `Add ${en}.` },
});

const describeWrongCount = ({ sk, en }: Named): Statement => ({
  message: {
    sk: `${capital(sk)} má byť na tomto mieste práve raz.`,
    en: `${capital(en)} should occur exactly once here.`,
  },
  fix: { sk: `Uveďte ${sk} práve raz.`, en: `State ${en} exactly once.` },
});

const slovakPlural = new Intl.PluralRules('sk');

/** A number of occurrences with the correct Slovak plural: 1 výskyt, 2 výskyty, 5 výskytov. */
function occurrences(count: number): string {
  const form = slovakPlural.select(count);
  return `${count} ${form === 'one' ? 'výskyt' : form === 'few' ? 'výskyty' : 'výskytov'}`;
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
