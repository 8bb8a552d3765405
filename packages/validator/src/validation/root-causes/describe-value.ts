import type { Decimal } from '@e-invoice/schematron/decimal';
import { cutText } from '@e-invoice/schematron/xml';
import { toCents } from '../amounts/index.ts';

/** Maximum length of a value in a title. */
const LONGEST = 60;

export const shorten = (value: string): string => (value.length > LONGEST ? `${cutText(value, LONGEST - 1)}…` : value);

/**
 * Formats a decimal for Slovak prose: with a comma, and thousands separated by a no-break space. Other texts stay.
 */
export function inSlovak(value: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d{1,18})(?:\.(\d{1,12}))?$/.exec(value.trim()) ?? [];
  if (whole === '') return shorten(value);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3}){1,6}$)/g, '\u00a0');
  return `${sign === '-' ? '−' : ''}${grouped}${rest === '' ? '' : `,${rest}`}`;
}

/** Formats an amount with two decimals. */
export function money(value: Decimal): string {
  const text = toCents(value).toString();
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? `${text}.00` : decimals === 1 ? `${text}0` : text;
}
