import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { keyOf, recompute, toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, isNamed, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { computeGroups, copyCategory, describeKey, keyOfGroup } from './breakdown.ts';
import { textContentOf } from './describe-element.ts';
import { rulesOf } from './vat-rules.ts';
import { writeTrial } from './write-trial.ts';

/** A row of the breakdown with its stated base and the base computed from lines and allowances of its rate. */
type Row = {
  readonly element: XmlElement;
  readonly category: XmlElement;
  readonly key: string;
  readonly stated: Decimal;
  readonly computed: Decimal;
};

/** Maximum number of rows, and of lines and allowances, compared. */
const MAX_ROWS = 20;
const MAX_OWNERS = 500;
/** Maximum number of lines with the same amount that are offered as alternatives. */
const MAX_OFFERED = 3;

/**
 * Detects mistakes in a breakdown that has a row for every rate but does not add up (BT-116): a row stated twice, two
 * rows with exchanged rates, or a line or allowance counted at a rate other than its own.
 */
export function detectRows(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-14', ...rulesOf('01', '08')).length === 0) return [];
  const taxTotal = childrenOf(found.root, 'cac:TaxTotal').find((it) => elementAt(it, 'cac:TaxSubtotal') !== null);
  if (taxTotal === undefined) return [];
  const doubled = detectDoubled(found, taxTotal);
  if (doubled.length > 0) return doubled;
  const rows = readRows(found.root, taxTotal);
  if (rows === null) return [];
  const wrong = rows.filter(({ stated, computed }) => stated.compare(computed) !== 0);
  const [one, other] = wrong;
  if (one === undefined || other === undefined || wrong.length !== 2) return [];
  return [...detectSwapped(found, one, other), ...detectMoved(found, one, other)].slice(0, 1);
}

/** Detects a repeated row (BG-23): its tax is counted twice, although no amount is wrong. */
function detectDoubled(found: Case, taxTotal: XmlElement): Mistake[] {
  const reported = new Set<string>();
  const again = childrenOf(taxTotal, 'cac:TaxSubtotal').filter((row) => {
    const text = textContentOf(row);
    const isKnown = reported.has(text);
    reported.add(text);
    return isKnown;
  });
  const [first] = again;
  if (first === undefined) return [];
  const key = keyOf(first, 'cac:TaxCategory');
  return [
    {
      id: 'vat-row-doubled',
      issues: found.claim(found.openOf('BR-CO-14', ...rulesOf('01'))),
      location: locationOf(first),
      confidence: 0.9,
      values: { rate: { sk: describeKey(key, ','), en: describeKey(key, '.') } },
      corrections: [() => toCorrection(again.map((row) => found.editor().remove(row)))],
    },
  ];
}

function readRows(root: XmlElement, taxTotal: XmlElement): Row[] | null {
  const groups = new Map((computeGroups(root) ?? []).map((group) => [keyOfGroup(group), group.taxable]));
  const elements = childrenOf(taxTotal, 'cac:TaxSubtotal');
  if (groups.size > elements.length || elements.length > MAX_ROWS) return null;
  const keys = new Set(elements.map((element) => keyOf(element, 'cac:TaxCategory')));
  if (keys.size < elements.length || [...groups.keys()].some((key) => !keys.has(key))) return null;
  const rows = elements.flatMap((element): Row[] => {
    const key = keyOf(element, 'cac:TaxCategory');
    const category = elementAt(element, 'cac:TaxCategory');
    const stated = parseDecimal(textAt(element, 'cbc:TaxableAmount') ?? '');
    // A rate may have no line, if its only line states another rate by mistake.
    const computed = groups.get(key) ?? ZERO;
    return category === null || stated === null ? [] : [{ element, category, key, stated, computed }];
  });
  return rows.length === elements.length ? rows : null;
}

const HUNDRED = parseDecimal('100')!;

/** Whether base and tax of a row belong to the rate of the other row. */
function isAtRateOf({ element, stated }: Row, other: Row): boolean {
  const rate = parseDecimal(textAt(other.category, 'cbc:Percent') ?? '');
  const tax = parseDecimal(textAt(element, 'cbc:TaxAmount') ?? '');
  if (rate === null || tax === null || stated.compare(other.computed) !== 0) return false;
  return toCents(stated.multiply(rate).divide(HUNDRED)).compare(tax) === 0;
}

function detectSwapped(found: Case, one: Row, other: Row): Mistake[] {
  if (!isAtRateOf(one, other) || !isAtRateOf(other, one)) return [];
  const both = [copyCategory(found, other.category, one.category), copyCategory(found, one.category, other.category)];
  if (both.includes(null)) return [];
  const rates = {
    sk: `${describeKey(one.key, ',')} a ${describeKey(other.key, ',')}`,
    en: `${describeKey(one.key, '.')} and ${describeKey(other.key, '.')}`,
  };
  return [
    {
      id: 'vat-rows-swapped',
      issues: claimRows(found, one, other),
      location: locationOf(one.category),
      confidence: 0.95,
      values: { rates },
      corrections: [() => renamed(toCorrection(both.flatMap((it) => it!.edits)), 'swap')],
    },
  ];
}

const renamed = (correction: Correction | null, id: string): Correction | null =>
  correction === null ? null : { ...correction, id };

/** Claims the issues about the rows. */
function claimRows(found: Case, ...rows: readonly Row[]): number[] {
  const own = new Set<XmlElement>(rows.flatMap(({ element, category }) => [element, category]));
  const rules = new Set([...rulesOf('05', '08', '09'), 'BR-CO-17', 'SK-R-050', 'SK-R-051']);
  return found.claim(
    found.open(({ rule_id }, index) => {
      const element = rules.has(rule_id) ? found.elementOf(index) : null;
      return element !== null && (own.has(element) || own.has(element.parent as XmlElement));
    }),
  );
}

const pathOf = (owner: XmlElement): string =>
  isNamed(owner, 'cac:AllowanceCharge') ? 'cac:TaxCategory' : 'cac:Item/cac:ClassifiedTaxCategory';

const isCharge = (group: XmlElement): boolean => ['true', '1'].includes(textAt(group, 'cbc:ChargeIndicator') ?? '');

/** The amount that a line or document level allowance adds to the base of its rate. */
function addsOf(owner: XmlElement): Decimal | null {
  if (!isNamed(owner, 'cac:AllowanceCharge')) return parseDecimal(textAt(owner, 'cbc:LineExtensionAmount') ?? '');
  const amount = parseDecimal(textAt(owner, 'cbc:Amount') ?? '');
  return isCharge(owner) ? amount : (amount?.multiply(MINUS) ?? null);
}
const MINUS = parseDecimal('-1')!;

/** Detects a line or allowance whose amount one row has too much and the other too little. */
function detectMoved(found: Case, one: Row, other: Row): Mistake[] {
  const surplus = one.stated.subtract(one.computed);
  if (surplus.compare(other.computed.subtract(other.stated)) !== 0) return [];
  const owners = [...childrenOf(found.root!, 'line'), ...childrenOf(found.root!, 'cac:AllowanceCharge')];
  const moved = owners.slice(0, MAX_OWNERS).flatMap((owner) => {
    const key = keyOf(owner, pathOf(owner));
    const amount = addsOf(owner);
    if (amount === null) return [];
    // The item is counted in the row with the surplus, but states the rate of the other row.
    const target =
      key === other.key && amount.compare(surplus) === 0
        ? one
        : key === one.key && amount.multiply(MINUS).compare(surplus) === 0
          ? other
          : null;
    return target === null ? [] : [{ owner, key, target }];
  });
  const [first] = moved;
  if (first === undefined) return [];
  const network = found.network();
  const rows = network.equations.filter(
    ({ term, group }) => term === 'BT-116' && (group === one.element || group === other.element),
  );
  return [
    {
      id: 'vat-rate-of-one',
      issues: claimRows(found, one, other),
      location: locationOf(elementAt(first.owner, pathOf(first.owner)) ?? first.owner),
      confidence: moved.length === 1 ? 0.9 : 0.8,
      values: {
        ...describeOwner(first.owner),
        found: { sk: describeKey(first.key, ','), en: describeKey(first.key, '.') },
        expected: { sk: describeKey(first.target.key, ','), en: describeKey(first.target.key, '.') },
      },
      corrections: [
        ...moved.slice(0, MAX_OFFERED).map(
          ({ owner, target }) =>
            () =>
              copyCategory(found, target.category, elementAt(owner, pathOf(owner))),
        ),
        () => writeTrial(found, recompute(network, rows)),
      ],
    },
  ];
}

/** The number of the line, or what the item is when it has no number. */
function describeOwner(owner: XmlElement): { readonly line: string } | { readonly owner: Text } {
  if (!isNamed(owner, 'cac:AllowanceCharge')) {
    const line = textAt(owner, 'cbc:ID')?.trim() ?? '';
    return line === '' ? { owner: { sk: 'Riadok', en: 'Line' } } : { line };
  }
  return isCharge(owner)
    ? { owner: { sk: 'Prirážka na doklade', en: 'A charge of the document' } }
    : { owner: { sk: 'Zľava na doklade', en: 'An allowance of the document' } };
}

/** Inserts the missing rate of a row (BT-119), if exactly one rate of the lines has no row. */
export function stateRowRate(found: Case): Correction | null {
  const rows = childrenOf(found.root!, 'cac:TaxTotal').flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));
  const bare = rows.flatMap((row) => {
    const category = elementAt(row, 'cac:TaxCategory');
    return category !== null && childrenOf(category, 'cbc:Percent').length === 0 ? [category] : [];
  });
  const known = new Set(rows.map((row) => keyOf(row, 'cac:TaxCategory')));
  const [category] = bare;
  const lacking = (computeGroups(found.root!) ?? []).filter(
    (group) => group.category === textAt(bare[0] ?? found.root!, 'cbc:ID') && !known.has(keyOfGroup(group)),
  );
  const [group] = lacking;
  if (category === undefined || bare.length > 1 || lacking.length !== 1 || group?.percent == null) return null;
  return toCorrection([found.editor().insert(category, { name: 'cbc:Percent', content: group.percent })]);
}
