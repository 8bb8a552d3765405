import { locationOf } from '@e-invoice/schematron/xml';
import type { Calculation, CalculationTerm } from '../../issues/index.ts';
import { termName } from '../terms/index.ts';
import { textOf } from '../ubl-elements.ts';
import { compute, type Equation, NO_TRIAL, type Part } from './network.ts';

/**
 * Longer calculations are cut: they are unreadable, and a sum of ten thousand lines could be repeated in ten thousand
 * issues.
 */
const MAX_TERMS = 20;

/** Describes an equation with its numbers; null when they cannot be read. */
export function toCalculation(equation: Equation): Calculation | null {
  const { result, parts } = equation;
  const computed = compute(equation, NO_TRIAL);
  if (computed === null || (result.node !== null && result.stated === null)) return null;
  const stated = parts.filter(({ cell }) => cell.node !== null || cell.term === '');
  return {
    terms: stated.slice(0, MAX_TERMS).map(toTerm),
    ...(stated.length > MAX_TERMS && { terms_left_out: stated.length - MAX_TERMS }),
    result: computed.toString(),
    stated: result.node === null ? null : textOf(result.node),
    difference: result.stated === null ? null : result.stated.subtract(computed).toString(),
  };
}

function toTerm({ cell, operation }: Part): CalculationTerm {
  return {
    business_term: cell.term === '' ? null : cell.term,
    label: cell.term === '' ? PERCENT : termName(cell.term),
    amount: cell.node === null ? (cell.stated?.toString() ?? '') : textOf(cell.node),
    operation,
    location: cell.node === null ? null : locationOf(cell.node),
  };
}

const PERCENT = { sk: 'prepočet percent', en: 'per cent' };
