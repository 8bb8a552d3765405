import { own } from './own-property.ts';

/** Language of texts for people. */
export type Language = 'sk' | 'en';

type Plural = { readonly one: string; readonly few: string; readonly many: string };

const RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  sk: new Intl.PluralRules('sk'),
  en: new Intl.PluralRules('en'),
};

/** Replaces placeholders by values. A placeholder without a value stays, so that tests detect it. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));

/** Formats a number with its noun. Slovak has separate forms for 1, for 2 to 4, and for all other numbers. */
export function count(n: number, words: Plural, language: Language): string {
  const form = RULES[language].select(n);
  return fill(form === 'one' ? words.one : form === 'few' ? words.few : words.many, { n });
}

/** Formats an exact decimal without loss of digits: groups of three, and a decimal comma in Slovak. */
export function formatNumber(decimal: string, language: Language): string {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim()) ?? [];
  if (whole === '') return decimal;
  // One pass from the end: the digits come from an invoice and may be many.
  const head = whole.length % 3 || 3;
  const apart = language === 'sk' ? '\u00a0' : ',';
  const grouped = whole.slice(0, head) + whole.slice(head).replaceAll(/\d{3}/g, (three) => apart + three);
  const point = language === 'sk' ? ',' : '.';
  return `${sign === '-' ? '−' : ''}${grouped}${fraction === '' ? '' : point + fraction}`;
}

/** Created on first use: the English locale data takes 6 MB of memory. */
let englishDay: Intl.DateTimeFormat | null = null;

/** Formats a date such as `2027-01-15`; returns a text that is not a date unchanged. */
export function formatDate(day: string, language: Language): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const at = new Date(`${day}T00:00:00Z`);
  if (year === undefined || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return day;
  if (language === 'sk') return `${Number(date)}.\u00a0${Number(month)}.\u00a0${year}`;
  englishDay ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return englishDay.format(at);
}

/** Formats a UTC time (ISO 8601) to the second; returns a text that is not a time unchanged. */
export function formatTime(at: string, language: Language): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(at) ?? [];
  return day === undefined ? at : `${formatDate(day, language)} ${time} UTC`;
}
