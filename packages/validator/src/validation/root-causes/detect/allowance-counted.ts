import { Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { agrees, type Equation, NO_TRIAL, recompute } from '../../amounts/index.ts';
import { childrenOf, elementAt, isCharge, textAt } from '../../ubl-elements.ts';
import { differencesOf, isEqual, sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { writeTrial, written } from './write-trial.ts';

/** Maximum number of reported lines examined. */
const MOST = 200;

/**
 * Detects allowances and charges that are missing from their sums, or counted twice: document level ones in the
 * totals (BT-92, BT-99, BT-107 to BT-109), those of a line in its amount (BT-136, BT-141, BT-131).
 */
export function detectCounted(found: Case): Mistake[] {
  return found.root === null ? [] : [...ofDocument(found), ...ofLines(found)];
}

const kindOf = (group: XmlElement): Text =>
  isCharge(group) ? { sk: 'Prirážka', en: 'A charge' } : { sk: 'Zľava', en: 'An allowance' };

/** Detects that the totals ignore all document level allowances, or all charges. */
function ofDocument(found: Case): Mistake[] {
  const rules = ['BR-CO-11', 'BR-CO-12'] as const;
  return rules.flatMap((rule) => {
    const term = rule === 'BR-CO-11' ? 'BT-107' : 'BT-108';
    if (found.openOf(rule).length === 0) return [];
    const { equations } = found.network();
    const total = equations.find((it) => it.term === term);
    const groups = childrenOf(found.root!, 'cac:AllowanceCharge').filter(
      (group) => isCharge(group) === (term === 'BT-108'),
    );
    const only = onlyUncounted(found, groups, total?.result.stated ?? null);
    if (only !== null && total !== undefined) return ofOne(found, only, total);
    const [first] = groups;
    // A total above zero includes some of them; an absent or zero total includes none.
    if (total === undefined || first === undefined || !(total.result.stated ?? ZERO).isZero()) return [];
    // If BT-109 includes them, only their sum is missing.
    const exclusive = equations.find((it) => it.term === 'BT-109');
    if (exclusive === undefined || agrees(exclusive, NO_TRIAL, false) !== true) return [];
    const broken = equations.filter((it) => ['BT-107', 'BT-108', 'BT-109', 'BT-116'].includes(it.term));
    const issues = found.claim(
      found.open(({ rule_id }, index) => {
        const element = found.elementOf(index);
        const equation = element === null ? null : found.equationOf(rule_id, element);
        return equation !== null && broken.includes(equation);
      }),
    );
    return {
      id: 'allowance-not-counted' as const,
      issues,
      location: locationOf(first),
      confidence: 0.9,
      values: { kind: kindOf(first), found: textAt(first, 'cbc:Amount') ?? '' },
      corrections: [
        () => writeTrial(found, recompute(found.network(), broken)),
        () => toCorrection(groups.map((group) => found.editor().remove(group))),
      ],
    };
  });
}

/** The only one of several allowances or charges that their total and the breakdown omit; null otherwise. */
function onlyUncounted(found: Case, groups: readonly XmlElement[], total: Decimal | null): XmlElement | null {
  const booked = found.books().allowances.filter(({ element }) => groups.includes(element));
  if (total === null || total.isZero() || booked.length < 2) return null;
  const off = sumOf(booked.map(({ amount }) => amount)).subtract(total);
  const differences = [...differencesOf(found.books())];
  const missing = booked.filter(({ amount }) => amount !== null && isEqual(amount, off));
  const [only] = missing;
  const isOfRow =
    differences.length === 1 && differences[0]![0] === only?.key && isEqual(differences[0]![1].abs(), off);
  return missing.length === 1 && isOfRow ? only!.element : null;
}

/** Describes the one of several allowances or charges that is not counted. */
function ofOne(found: Case, group: XmlElement, total: Equation): Mistake[] {
  const broken = found.network().equations.filter((it) => it === total || it.term === 'BT-116');
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      const element = found.elementOf(index);
      const equation = element === null ? null : found.equationOf(rule_id, element);
      return equation !== null && broken.includes(equation);
    }),
  );
  return [
    {
      id: 'allowance-not-counted',
      issues,
      location: locationOf(group),
      confidence: 0.9,
      values: { kind: kindOf(group), found: textAt(group, 'cbc:Amount') ?? '' },
      corrections: [
        () => toCorrection([found.editor().remove(group)]),
        () => writeTrial(found, recompute(found.network(), broken)),
      ],
    },
  ];
}

/** Detects lines that are off by exactly the amount of one of their allowances or charges. */
function ofLines(found: Case): Mistake[] {
  return found
    .openOf('PEPPOL-EN16931-R120')
    .slice(0, MOST)
    .flatMap((index) => {
      const element = found.elementOf(index);
      const equation = element === null ? null : found.equationOf('PEPPOL-EN16931-R120', element);
      return equation === null ? [] : describeLine(found, equation);
    });
}

function describeLine(found: Case, equation: Equation): Mistake[] {
  const { parts, result } = equation;
  const [quantity, price, base] = parts.map(({ cell }) => cell.stated);
  if (quantity == null || price == null || result.stated === null || base?.isZero() === true) return [];
  const gross = base == null ? quantity.multiply(price) : quantity.multiply(price).divide(base);
  const due = parts
    .slice(3)
    .reduce<Decimal>((sum, { cell, operation }) => add(sum, cell.stated ?? ZERO, operation === 'add'), gross);
  const off = result.stated.subtract(due);
  const counted = parts
    .slice(3)
    .find(({ cell }) => cell.stated !== null && cell.stated.units > 0 && isIt(off, cell.stated));
  if (counted === undefined) return [];
  const group = counted.cell.parent;
  const before = parseDecimal(textAt(group, 'cbc:BaseAmount') ?? '');
  // The base of the allowance confirms the price before it, so the stated price is the one after it.
  const isInPrice =
    counted.operation === 'subtract' &&
    parts.length === 4 &&
    before !== null &&
    !quantity.isZero() &&
    isIt(before.subtract(result.stated), counted.cell.stated!);
  const isTwice = off.units < 0 === (counted.operation === 'subtract');
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      const element = found.elementOf(index);
      const its = element === null ? null : found.equationOf(rule_id, element);
      return its === equation || (its?.parts.some(({ cell }) => cell === result) === true && isBroken(its, off));
    }),
  );
  if (isInPrice && !isTwice) {
    const priceCell = parts[1]!.cell;
    const right = before.multiply(base ?? ONE).divide(quantity);
    return [
      {
        id: 'price-after-discount',
        issues,
        location: locationOf(priceCell.node ?? priceCell.parent),
        confidence: 0.9,
        values: {
          found: written(price, priceCell),
          expected: written(right, priceCell),
          amount: written(counted.cell.stated!, counted.cell),
        },
        isOrdered: true,
        corrections: [
          () => writeTrial(found, new Map([[priceCell, right]])),
          () => toCorrection([found.editor().remove(group)]),
        ],
      },
    ];
  }
  return [
    {
      id: isTwice ? 'line-allowance-twice' : 'line-allowance-not-counted',
      issues,
      location: locationOf(result.node ?? result.parent),
      confidence: 0.85,
      values: {
        kind: kindOf(group),
        amount: written(counted.cell.stated!, counted.cell),
        found: written(result.stated, result),
        expected: written(due, result),
      },
      corrections: [
        () => writeTrial(found, recompute(found.network(), [equation])),
        () => (isTwice ? double(found, group) : toCorrection([found.editor().remove(group)])),
      ],
    },
  ];
}

const add = (sum: Decimal, value: Decimal, isAdded: boolean): Decimal =>
  isAdded ? sum.add(value) : sum.subtract(value);

const CENT = parseDecimal('0.01')!;
const ONE = new Decimal(1, 0);

const isIt = (off: Decimal, amount: Decimal): boolean => off.abs().subtract(amount).abs().compare(CENT) <= 0;

/** Whether a sum is off only because of the line amount. */
function isBroken({ parts, result }: Equation, off: Decimal): boolean {
  const sum = parts.reduce<Decimal>(
    (total, { cell, operation }) => add(total, cell.stated ?? ZERO, operation === 'add'),
    ZERO,
  );
  return result.stated !== null && isIt(sum.subtract(result.stated), off.abs());
}

/** Doubles the amount and its percentage, to match the subtracted amount. */
function double(found: Case, group: XmlElement): Correction | null {
  const edits = ['cbc:Amount', 'cbc:MultiplierFactorNumeric'].flatMap((name) => {
    const element = elementAt(group, name);
    const stated = parseDecimal(element === null ? '' : (textAt(group, name) ?? ''));
    return element === null || stated === null
      ? []
      : [found.editor().replaceText(element, stated.add(stated).toString())];
  });
  return toCorrection(edits);
}
