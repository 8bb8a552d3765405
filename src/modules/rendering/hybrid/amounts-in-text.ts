import { parseDecimal } from '@e-invoice/schematron/decimal';
import { type Sign, signBetween } from './sign-in-text.ts';

/** An amount as it is printed, with its minus, and as what it can be read, without: `1.234` is two numbers. */
export type PrintedAmount = {
  readonly printed: string;
  readonly values: readonly string[];
  readonly sign: Sign;
  readonly at: number;
};

/** Digits with single marks between them: numbers, and dates, times and references, which are no amounts. */
const RUN = /\d+(?:[ .,'’:/-]\d+)*/g;

/** A number in a run: grouped by threes or not, with decimals or not. Its neighbours are other numbers. */
const NUMBER =
  /(?<=^| )(?:(?<grouped>\d{1,3}(?<mark>[ .,'’])\d{3}(?:\k<mark>\d{3})*)|(?<plain>\d+))(?:[.,](?<decimals>\d+))?(?= |$)/g;

const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'Kč', 'zł', 'Ft', 'kr', 'lei', 'лв']);
const BEFORE = /(?:(?<sign>\p{Sc})|(?<![\p{L}\p{N}])(?<code>\p{L}{2,3})) ?[-‐‒–—−]?$/u;
const AFTER = /^ ?(?:(?<sign>\p{Sc})|(?<code>\p{L}{2,3})(?![\p{L}\p{N}]))/u;
/** Whole amounts: `100,-`, `100.–`. */
const WHOLE = /^[.,] ?[-−–—]/;

/**
 * The amounts in a line of text, as they are printed in Europe: `1 234,50 €`, `1.234,50`, `1,234.50`, `1'234.50`. A number
 * is one when it has decimals, groups of thousands or a currency beside it, and is no part of a date and no percentage.
 */
export function amountsIn(line: string): PrintedAmount[] {
  const amounts: PrintedAmount[] = [];
  for (const run of line.matchAll(RUN)) {
    for (const found of run[0].matchAll(NUMBER)) {
      const at = run.index + found.index;
      const [before, after] = [line.slice(Math.max(0, at - 8), at), line.slice(at + found[0].length).slice(0, 8)];
      const { grouped, mark, plain, decimals } = found.groups!;
      const isMoney = isCurrency(BEFORE.exec(before)) || isCurrency(AFTER.exec(after)) || WHOLE.test(after);
      if (!isMoney && decimals === undefined && grouped === undefined) continue;
      if (/^ ?[%‰]/.test(after)) continue;
      const values = [`${grouped?.replaceAll(/\D/g, '') ?? plain}.${decimals ?? '0'}`];
      // One group alone may be the decimals.
      const isEither = decimals === undefined && (mark === '.' || mark === ',') && grouped!.length <= 7;
      if (isEither) values.push(grouped!.replace(mark!, '.'));
      const { sign, start, end } = signBetween(before, after);
      amounts.push({ printed: start + found[0] + end, values: values.map(canonical), sign, at });
    }
  }
  return amounts;
}

function isCurrency(found: RegExpExecArray | null): boolean {
  const { sign, code } = found?.groups ?? {};
  return sign !== undefined || (code !== undefined && CURRENCIES.has(code));
}

const canonical = (text: string): string => parseDecimal(text)?.toString() ?? text;
