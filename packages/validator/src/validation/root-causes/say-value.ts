/** A value in a title. */
const LONGEST = 60;

/** A value as a title shows it. */
export const shorten = (value: string): string => (value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value);

/** A decimal as Slovak prose writes it: with a comma, thousands apart by a no-break space; other texts as they are. */
export function inSlovak(value: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d{1,18})(?:\.(\d{1,12}))?$/.exec(value.trim()) ?? [];
  if (whole === '') return shorten(value);
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${sign === '-' ? '−' : ''}${grouped}${rest === '' ? '' : `,${rest}`}`;
}
