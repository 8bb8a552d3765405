/**
 * XPath 2.0 expressions to JavaScript. Reads no files, runs nothing at build time, and never falls back to an
 * interpreter: what cannot be compiled is a `Refusal`.
 */
export {
  compileAs,
  compileCondition,
  compileExpression,
  compileString,
  convertTo,
  parseSequenceType,
} from './compile.ts';
export type { AtomicType, ItemType, NodeType, SequenceType } from './item-types.ts';
export type { ModuleBuilder } from './module-builder.ts';
export { makeModuleBuilder } from './module-builder.ts';
export { compilePattern } from './pattern.ts';
export { Refusal } from './refusal.ts';
export { type Runtime, runtime } from './runtime/index.ts';
export type { RunState } from './runtime/run-state.ts';
export { makeRunState } from './runtime/run-state.ts';
export { XPathError } from './runtime/xpath-error.ts';
export type {
  Ancestor,
  Ancestry,
  Compiled,
  Constant,
  FunctionBinding,
  KeyBinding,
  PatternBranch,
  Scope,
  VariableBinding,
} from './scope.ts';
