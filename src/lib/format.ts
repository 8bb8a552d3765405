import { own } from './own-property.ts';

/** A language that texts for people are in. */
export type Language = 'sk' | 'en';

type Plural = { readonly one: string; readonly few: string; readonly many: string };

const RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  sk: new Intl.PluralRules('sk'),
  en: new Intl.PluralRules('en'),
};

/** A sentence with its values; a value that is not given leaves its name, which a test would see. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));

/** A number with its noun: Slovak counts one, two to four, and more. */
export function count(n: number, words: Plural, language: Language): string {
  const form = RULES[language].select(n);
  return fill(form === 'one' ? words.one : form === 'few' ? words.few : words.many, { n });
}

/** An exact decimal as people write it: groups of three, a decimal comma in Slovak; no digit is lost. */
export function formatNumber(decimal: string, language: Language): string {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim()) ?? [];
  if (whole === '') return decimal;
  // From the end, in one pass: the digits are somebody else's, and may be many.
  const head = whole.length % 3 || 3;
  const apart = language === 'sk' ? '\u00a0' : ',';
  const grouped = whole.slice(0, head) + whole.slice(head).replaceAll(/\d{3}/g, (three) => apart + three);
  const point = language === 'sk' ? ',' : '.';
  return `${sign === '-' ? '−' : ''}${grouped}${fraction === '' ? '' : point + fraction}`;
}

/** Made with the first day that is told in English: it brings six megabytes of the language's data into a process. */
let englishDay: Intl.DateTimeFormat | null = null;

/** `2027-01-15` as people write it; whatever is no day stays. */
export function formatDate(day: string, language: Language): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const at = new Date(`${day}T00:00:00Z`);
  if (year === undefined || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return day;
  if (language === 'sk') return `${Number(date)}.\u00a0${Number(month)}.\u00a0${year}`;
  englishDay ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return englishDay.format(at);
}

/** A time in UTC (ISO 8601) as people write it, to the second; whatever is none stays. */
export function formatTime(at: string, language: Language): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(at) ?? [];
  return day === undefined ? at : `${formatDate(day, language)} ${time} UTC`;
}
