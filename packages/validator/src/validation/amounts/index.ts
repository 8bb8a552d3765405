/**
 * The arithmetic of an invoice: its numbers, what EN 16931 computes from what, what a rule computed, and which one
 * number explains several broken sums. It must never touch floating point.
 */
export { type EquationFinder, makeEquationFinder } from './find-equation.ts';
export { type Cell, type Equation, type Network, NO_TRIAL, type Trial, toCents, valueIn } from './network.ts';
export { keyOf, readNetwork } from './read-network.ts';
export { equationOfRule } from './rules.data.ts';
export { findSuspects, type Suspect } from './suspects.ts';
export { toCalculation } from './to-calculation.ts';
