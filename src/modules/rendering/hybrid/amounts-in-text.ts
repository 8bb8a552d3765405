import { parseDecimal } from '@e-invoice/schematron/decimal';
import { type Sign, signBetween } from './sign-in-text.ts';

/** A printed amount with its sign, and its possible values without sign: `1.234` has two. */
export type PrintedAmount = {
  readonly printed: string;
  readonly values: readonly string[];
  readonly sign: Sign;
  readonly at: number;
};

/** Digits with single separators: numbers, but also dates, times and references, which are not amounts. */
const RUN = /\d+(?:[ .,'’:/-]\d+)*/g;

/** A number within a run: with or without digit groups and decimals. Adjacent text must not continue it. */
const NUMBER =
  /(?<=^| )(?:(?<grouped>\d{1,3}(?<mark>[ .,'’])\d{3}(?:\k<mark>\d{3})*)|(?<plain>\d+))(?:[.,](?<decimals>\d+))?(?= |$)/g;

const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'Kč', 'zł', 'Ft', 'kr', 'lei', 'лв']);
const BEFORE = /(?:(?<sign>\p{Sc})|(?<![\p{L}\p{N}])(?<code>\p{L}{2,3})) ?[-‐‒–—−]?$/u;
const AFTER = /^ ?(?:(?<sign>\p{Sc})|(?<code>\p{L}{2,3})(?![\p{L}\p{N}]))/u;
/** Whole amounts: `100,-`, `100.–`. */
const WHOLE = /^[.,] ?[-−–—]/;

/**
 * Finds the amounts in a line of text in the usual European notations: `1 234,50 €`, `1.234,50`, `1,234.50`,
 * `1'234.50`. A number counts as an amount if it has decimals, digit groups or an adjacent currency, and is neither
 * part of a date nor a percentage.
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
      // A single group of three digits may also be the decimals.
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
