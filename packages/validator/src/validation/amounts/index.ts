/**
 * The arithmetic of an invoice: its numbers, the equations of EN 16931 between them, and the smallest sets of changes
 * that explain broken sums. Must not use floating point.
 */
export { type Conflict, findConflicts, recompute } from './conflicts.ts';
export type { Diagnosis } from './diagnose.ts';
export { toKey } from './equation-parts.ts';
export { type EquationFinder, makeEquationFinder } from './find-equation.ts';
export {
  agrees,
  type Cell,
  compute,
  type Equation,
  type Network,
  NO_TRIAL,
  type Trial,
  toCents,
  valueIn,
} from './network.ts';
export { isVatLeftOut, OPERATOR_COSTS, type OperatorId } from './operators.ts';
export { keyOf, readNetwork } from './read-network.ts';
export { equationOfRule } from './rules.data.ts';
export { toCalculation } from './to-calculation.ts';
