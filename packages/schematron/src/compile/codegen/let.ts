import type { Let } from '../../schematron/model.ts';
import {
  type Compiled,
  compileAs,
  compileExpression,
  convertTo,
  type ItemType,
  parseSequenceType,
  type SequenceType,
  type VariableBinding,
} from '../../xpath/compile/index.ts';
import { attempt, type Emitting, type Lookup, makeScope, treeCode } from './context.ts';

export const ANYTHING: SequenceType = { item: 'item', min: 0, max: 'many' };

/** Placeholder after a fault; no code is generated from it. */
const NOTHING: Compiled = { code: 'undefined', type: ANYTHING, perRun: false };

/** Compiles the value of a variable, converted to its `as` type if it declares one. */
export function compileLet(
  emitting: Emitting,
  variable: Let,
  context: ItemType,
  lookup: Lookup,
  isMain = true,
): Compiled {
  const scope = { ...makeScope(emitting, context, lookup), isMain };
  const type = variable.as === null ? null : attempt(emitting, variable.as, null, ANYTHING, scope, parseSequenceType);
  if (variable.content !== undefined) {
    const tree = contentBinding(emitting, variable.content);
    return type === null ? tree : { code: convertTo(tree, type, scope), type, perRun: true };
  }
  return attempt(emitting, variable.value, null, NOTHING, scope, (text, at) =>
    type === null ? compileExpression(text, at) : compileAs(text, type, at),
  );
}

/** Variable content as a value: its nodes or, for XSLT 1.0, the document node of a tree that contains them. */
function contentBinding({ module }: Emitting, { xml, isTree }: NonNullable<Let['content']>): Compiled {
  const code = treeCode(module, xml, true);
  return isTree
    ? { code, type: { item: 'document', min: 1, max: 1 }, perRun: true }
    : { code: `${code}.children`, type: { ...ANYTHING, item: 'node' }, perRun: true };
}

/** A value per document: evaluated lazily and once, with the document node as context. */
export function onceBinding(emitting: Emitting, compiled: Compiled): VariableBinding {
  if (compiled.constant !== undefined) return { js: compiled.code, type: compiled.type, constant: compiled.constant };
  // The value is already memoised and needs no cell of its own.
  const { type, isMain } = compiled;
  if (/^M\d+\(d\)$/.test(compiled.code)) return { js: compiled.code, type, isMain, captures: [] };
  const reader = emitting.module.define(['n', 'd'], `return ${compiled.code};`);
  return { js: emitting.module.perRun(`${reader}(d.document, d)`), type, isMain, captures: [] };
}
