/**
 * Compiles XPath 2.0 expressions to JavaScript. Reads no files, evaluates nothing at compile time, and never falls
 * back to an interpreter: an unsupported construct throws `Refusal`.
 */

export type { AtomicType, ItemType, NodeType, SequenceType } from '../item-types.ts';
export {
  compileAs,
  compileCondition,
  compileExpression,
  compileKeyValues,
  compileString,
  convertTo,
  parseSequenceType,
} from './compile-xpath.ts';
export type { Scope, Watch } from './expr.ts';
export type { ModuleBuilder } from './module-builder.ts';
export { makeModuleBuilder } from './module-builder.ts';
export { compilePattern } from './pattern.ts';
export { Refusal } from './refusal.ts';
export type {
  Ancestor,
  Ancestry,
  Compiled,
  Constant,
  FunctionBinding,
  KeyBinding,
  PatternBranch,
  VariableBinding,
} from './scope.ts';
export { makeWatcher } from './watch.ts';
