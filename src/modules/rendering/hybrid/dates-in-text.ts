/** Languages whose month names are recognized. */
const LANGUAGES = 'sk cs en-GB en-US de fr it es pt nl pl hu ro hr sl da sv fi et lv lt bg el'.split(' ');

let formats: readonly Intl.DateTimeFormat[] | null = null;

const makeFormats = (): Intl.DateTimeFormat[] =>
  LANGUAGES.flatMap((language) =>
    (['long', 'medium'] as const).map((dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' })),
  );

/**
 * Whether a text contains the date, in any common numeric order or with the name of the month. `date`: `YYYY-MM-DD`.
 */
export function hasDate(text: string, date: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? [];
  if (year === undefined) return text.includes(date);
  const two = (digits: string): string => `0?${Number(digits)}`;
  const [d, m, y] = [two(day!), two(month!), `(?:${year}|${year.slice(2)})`];
  const mark = ' ?[./-] ?';
  // Month before day is used only with slashes.
  const orders = [[d, m, y].join(mark), [m, d, y].join('/'), [year, m, d].join(mark), `${year}${month}${day}`];
  if (orders.some((order) => new RegExp(`(?<!\\d)${order}(?!\\d)`).test(text))) return true;
  const lower = text.toLowerCase();
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return false;
  formats ??= makeFormats();
  return formats.some((format) => hasAlone(lower, asOnPaper(format.format(at))));
}

const asOnPaper = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').toLowerCase();

/** Whether the text contains the date and not as part of a longer number. */
function hasAlone(text: string, date: string): boolean {
  for (let at = text.indexOf(date); at >= 0; at = text.indexOf(date, at + 1)) {
    if (!/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + date.length] ?? '')) return true;
  }
  return false;
}
