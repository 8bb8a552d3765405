import type { Text } from '../../../issues/index.ts';
import type { Violation } from './find-violations.ts';

/** What a violation is called: one sentence for the problem and one for the remedy, made from the table's row. */
export function sayViolation({ restriction, found }: Violation): { readonly message: Text; readonly fix: Text } {
  const { occurs, written, path } = restriction;
  const name = written.replace(/^\/\//, '').replace(/^line\b/, 'cac:InvoiceLine');
  const isAttribute = path.attribute !== null;
  if (occurs.most === 0) return isAttribute ? sayUnusedAttribute(name) : sayUnusedElement(name);
  if (found === null) return sayMissing(name);
  return sayTooMany(name, occurs.most);
}

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

const sayUnusedAttribute = (name: string) => ({
  message: {
    sk: `Atribút ${name} norma EN 16931 nepoužíva.`,
    en: `EN 16931 does not use the attribute ${name}.`,
  },
  fix: { sk: `Odstráňte atribút ${name}.`, en: `Remove the attribute ${name}.` },
});

const sayTooMany = (name: string, most: number) => ({
  message: {
    sk: `Prvok ${name} sa vyskytuje viackrát, ako norma EN 16931 dovoľuje (najviac ${most}).`,
    en: `The element ${name} occurs more often than EN 16931 allows (${most} at most).`,
  },
  fix: {
    sk: `Ponechajte najviac ${most} výskyt prvku ${name}.`,
    en: `Keep at most ${most} occurrence of ${name}.`,
  },
});

const sayMissing = (name: string) => ({
  message: {
    sk: `Chýba prvok ${name}, ktorý norma EN 16931 na tomto mieste vyžaduje.`,
    en: `The element ${name} is missing; EN 16931 requires it here.`,
  },
  fix: { sk: `Doplňte prvok ${name}.`, en: `Add the element ${name}.` },
});
