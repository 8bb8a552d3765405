import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { keyOf } from '../../amounts/index.ts';
import { childrenOf, elementAt, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { rulesOf } from './vat-rules.ts';

const LINE = 'cac:Item/cac:ClassifiedTaxCategory';

/** Maximum number of lines without a rate, and of assignments of lines to rows, examined. */
const MOST = 200;
const MAX_WAYS = 4_096;

/** The category of a taxed item without a rate, with the amount that it adds to a base. */
type Bare = { readonly category: XmlElement; readonly amount: Decimal };

/**
 * Detects taxed lines, allowances and charges without a rate (BT-152, BT-96, BT-103). If exactly one assignment of
 * rates makes all rows of the breakdown agree, the rates are inserted.
 */
export function detectLineRates(found: Case): Mistake[] {
  const { root } = found;
  if (root === null || found.openOf('BR-S-05', 'BR-S-06', 'BR-S-07').length === 0) return [];
  const bare = bareIn(root);
  const [first] = bare;
  if (first === undefined || bare.length > MOST) return [];
  const places = new Set<unknown>(bare.flatMap(({ category }) => [category, category.parent]));
  const own = found
    .openOf('BR-S-05', 'BR-S-06', 'BR-S-07')
    .filter((index) => places.has(found.elementOf(index)) || places.has(found.elementOf(index)?.parent));
  if (own.length === 0) return [];
  const issues = found.claim([...own, ...found.openOf(...rulesOf('01', '08'), 'SK-R-048', 'SK-R-051')]);
  return [
    {
      id: 'line-rate-missing',
      issues,
      location: locationOf(first.category),
      confidence: 0.9,
      values: bare.length > 1 ? { places: String(bare.length) } : {},
      corrections: [() => stateRates(found, root, bare)],
    },
  ];
}

function bareIn(root: XmlElement): Bare[] {
  const owners = [
    ...childrenOf(root, 'line').map((line) => [line, LINE, 'cbc:LineExtensionAmount', 1] as const),
    ...childrenOf(root, 'cac:AllowanceCharge').map((it) => {
      const isCharge = ['true', '1'].includes(textAt(it, 'cbc:ChargeIndicator') ?? '');
      return [it, 'cac:TaxCategory', 'cbc:Amount', isCharge ? 1 : -1] as const;
    }),
  ];
  return owners.flatMap(([owner, path, amount, sign]) => {
    const category = elementAt(owner, path);
    const value = parseDecimal(textAt(owner, amount) ?? '');
    const isBare = category !== null && textAt(category, 'cbc:ID') === 'S' && textAt(category, 'cbc:Percent') === null;
    return isBare && value !== null ? [{ category, amount: sign === 1 ? value : value.negate() }] : [];
  });
}

/** The part of each row's base that lines with a rate do not cover. */
function gapsOf(root: XmlElement): { readonly percent: string; readonly gap: Decimal }[] {
  const rows = childrenOf(root, 'cac:TaxTotal').flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));
  const rates = new Map<string, Decimal>();
  const put = (key: string, amount: Decimal): void => {
    rates.set(key, (rates.get(key) ?? ZERO).add(amount));
  };
  for (const line of childrenOf(root, 'line'))
    put(keyOf(line, LINE), parseDecimal(textAt(line, 'cbc:LineExtensionAmount') ?? '') ?? ZERO);
  for (const it of childrenOf(root, 'cac:AllowanceCharge')) {
    const amount = parseDecimal(textAt(it, 'cbc:Amount') ?? '') ?? ZERO;
    const isCharge = ['true', '1'].includes(textAt(it, 'cbc:ChargeIndicator') ?? '');
    put(keyOf(it, 'cac:TaxCategory'), isCharge ? amount : amount.negate());
  }
  return rows.flatMap((row) => {
    const percent = textAt(row, 'cac:TaxCategory/cbc:Percent');
    const stated = parseDecimal(textAt(row, 'cbc:TaxableAmount') ?? '');
    if (percent === null || stated === null || textAt(row, 'cac:TaxCategory/cbc:ID') !== 'S') return [];
    return [{ percent, gap: stated.subtract(rates.get(keyOf(row, 'cac:TaxCategory')) ?? ZERO) }];
  });
}

/**
 * Inserts the rates of the only assignment that makes all rows agree; null when no assignment does, or more than one.
 */
function stateRates(found: Case, root: XmlElement, bare: readonly Bare[]): Correction | null {
  const gaps = gapsOf(root);
  const [only] = gaps;
  if (only === undefined) return null;
  const way = gaps.length === 1 ? bare.map(() => 0) : onlyWay(gaps, bare);
  return way === null
    ? null
    : toCorrection(
        bare.map(({ category }, index) =>
          found.editor().insert(category, { name: 'cbc:Percent', content: gaps[way[index]!]!.percent }),
        ),
      );
}

function onlyWay(gaps: readonly { readonly gap: Decimal }[], bare: readonly Bare[]): readonly number[] | null {
  if (gaps.length ** bare.length > MAX_WAYS) return null;
  const ways: number[][] = [];
  const left = gaps.map(({ gap }) => gap);
  const spread = (taken: number[]): void => {
    const next = bare[taken.length];
    if (next === undefined) {
      if (left.every((gap) => gap.isZero())) ways.push(taken);
      return;
    }
    for (let row = 0; row < gaps.length && ways.length < 2; row += 1) {
      const before = left[row]!;
      left[row] = before.subtract(next.amount);
      spread([...taken, row]);
      left[row] = before;
    }
  };
  spread([]);
  return ways.length === 1 ? ways[0]! : null;
}
