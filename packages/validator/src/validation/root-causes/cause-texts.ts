import type { RootCause, Text } from '../../issues/index.ts';
import { own } from '../../own.ts';
import { type MistakePlace, withElements } from './describe-elements.ts';
import { withoutElements } from './describe-program.ts';
import { inSlovak } from './describe-value.ts';
import { amountCauses } from './texts/amounts.data.ts';
import { bookCauses } from './texts/books.data.ts';
import { contentCauses } from './texts/content.data.ts';
import { fileCauses } from './texts/file.data.ts';
import { partyCauses } from './texts/parties.data.ts';
import { programs } from './texts/programs.data.ts';
import type { CauseRow } from './texts/row.ts';
import { titlesOfSeveral } from './texts/several.data.ts';
import { valueCauses } from './texts/values.data.ts';
import { vatCauses } from './texts/vat.data.ts';

const withAmounts = { ...amountCauses, ...bookCauses, ...vatCauses };
const rows = { ...fileCauses, ...contentCauses, ...partyCauses, ...valueCauses, ...withAmounts };

/** The ids of all causes. Stable and never reused. */
export type CauseId = keyof typeof rows;

export const CAUSE_IDS = Object.keys(rows) as CauseId[];

export type CauseTexts = Pick<RootCause, 'title' | 'explanation' | 'fix'>;

/** Placeholders for the numbers of invoice lines. */
const LINE_NUMBERS = ['line', 'lines'];

export type Values = Readonly<Record<string, string | Text>>;

/** Issues of a cause beyond the list limit of a result; `isExact`: they belong to this cause only. */
export type Unlisted = { readonly count: number; readonly isExact: boolean };

const ALL_LISTED: Unlisted = { count: 0, isExact: true };

/**
 * Builds the texts of a cause from its values and the number of its issues; the location goes into the developer's
 * fix. When issues are unlisted, their number is added if it is exact, and places are counted as "at least".
 * `namesLine`: the title or the explanation states the number of an invoice line.
 */
export function describeCause(
  id: CauseId,
  known: Values,
  listed: number,
  place: MistakePlace,
  unlisted: Unlisted = ALL_LISTED,
): CauseTexts & { readonly namesLine: boolean } {
  const issues = listed + (unlisted.isExact ? unlisted.count : 0);
  const isMore = unlisted.count > 0;
  const least = (isLeast: boolean): Text => (isLeast ? { sk: 'najmenej ', en: 'at least ' } : { sk: '', en: '' });
  const [ofOneSk, ofOneEn, whySk, whyEn, fixSk, fixEn]: CauseRow = rows[id];
  const places = Number(own(known, 'places') ?? 1);
  const values = isMore && places > 1 ? { ...known, places: atLeast(places) } : known;
  const [titleSk, titleEn] = places < 2 ? [ofOneSk, ofOneEn] : titleOfSeveral(id, places);
  const more = places < 2 ? { sk: '', en: '' } : describeMore(places - 1, least(isMore));
  const follow = issues < 2 && !isMore ? { sk: '', en: '' } : followsFrom(issues, least(isMore && !unlisted.isExact));
  const inProse = Object.hasOwn(withAmounts, id) ? withDecimalCommas(values) : values;
  return {
    title: { sk: fill(titleSk, values, 'sk'), en: fill(titleEn, values, 'en') },
    explanation: {
      sk: fill(whySk, inProse, 'sk') + more.sk + follow.sk,
      en: fill(whyEn, values, 'en') + more.en + follow.en,
    },
    fix: describeFix(
      own(values, 'program') ?? programOf(id, values),
      { sk: fill(fixSk, inProse, 'sk'), en: fill(fixEn, values, 'en') },
      // XML uses a decimal point in every language.
      withElements({ sk: fill(fixSk, values, 'sk'), en: fill(fixEn, values, 'en') }, place),
    ),
    namesLine: placeholdersOf(titleSk + whySk).some(
      (name) => LINE_NUMBERS.includes(name) && stated(values, name, 'sk') !== '',
    ),
  };
}

/** The fix for users of accounting software, for causes whose own fix mentions XML. */
function programOf(id: CauseId, values: Values): Text | undefined {
  const known = programs.get(id);
  return known && { sk: fill(known.sk, values, 'sk'), en: fill(known.en, values, 'en') };
}

/** The title of a mistake in several places. */
function titleOfSeveral(id: CauseId, places: number): readonly [sk: string, en: string] {
  const own = titlesOfSeveral.get(id);
  if (own !== undefined) return [slovakPlural.select(places) === 'few' ? own[0] : own[1], own[2]];
  const [sk, en]: CauseRow = rows[id];
  return [`${sk} (na {places} miestach)`, `${en} (in {places} places)`];
}

/** The values in the text are those of the first place. */
const describeMore = (more: number, least: Text): Text =>
  more === 1 && least.en === ''
    ? { sk: ' Rovnako je to ešte na jednom mieste.', en: ' It is the same in one more place.' }
    : {
        sk: ` Rovnako je to na ďalších ${least.sk}${more} miestach.`,
        en: ` It is the same in ${least.en}${more} more places.`,
      };

const atLeast = (places: number): Text => ({ sk: `najmenej ${places}`, en: `at least ${places}` });

const slovakPlural = new Intl.PluralRules('sk');

/** Builds the fix for users of accounting software and the fix for the XML. */
function describeFix(known: Values[string] | undefined, text: Text, xml: Text): CauseTexts['fix'] {
  const program = typeof known === 'object' ? known : { sk: text.sk, en: text.en };
  return { ...text, program: withoutElements(program) ?? IN_PROGRAM, xml };
}

const IN_PROGRAM: Text = {
  sk: 'Doplňte alebo opravte uvedený údaj v programe, ktorý faktúru vytvoril, a faktúru vyexportujte znova.',
  en: 'Add or correct it in the software that made the invoice, and export the invoice again.',
};

function followsFrom(count: number, least: Text): Text {
  const isFew = slovakPlural.select(count) === 'few';
  const sk = isFew ? `Vyplývajú z toho ${least.sk}${count} hlásenia.` : `Vyplýva z toho ${least.sk}${count} hlásení.`;
  return { sk: ` ${sk}`, en: ` ${least.en === '' ? '' : 'At least '}${count} issues follow from it.` };
}

const placeholdersOf = (text: string): string[] => [...text.matchAll(BLANK)].map(([, name = '']) => name);

function stated(values: Values, name: string, language: keyof Text): string {
  const value = own(values, name) ?? '';
  return (typeof value === 'string' ? value : value[language]).trim();
}

/**
 * Replaces placeholders. A clause in double brackets is omitted when one of its values is unknown, so that no text
 * shows an empty value.
 */
function fill(text: string, values: Values, language: keyof Text): string {
  const statedIn = (name: string): string => stated(values, name, language);
  const isKnown = (clause: string): boolean => placeholdersOf(clause).every((name) => statedIn(name) !== '');
  const filled = text
    .replaceAll(/\[\[([^[\]]*)\]\]/g, (_, clause: string) => (isKnown(clause) ? clause : ''))
    .replaceAll(BLANK, (_, name: string) => statedIn(name))
    .trim();
  return filled.slice(0, 1).toUpperCase() + filled.slice(1);
}

const BLANK = /\{(\w+)(?:\.(?:sk|en))?\}/g;

/** Formats amounts for Slovak prose; values that are texts already stay unchanged. */
function withDecimalCommas(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'string' ? inSlovak(value) : value];
  });
  return Object.fromEntries(entries);
}
