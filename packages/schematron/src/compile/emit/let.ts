import type { Let } from '../../schematron/model.ts';
import {
  type Compiled,
  compileAs,
  compileExpression,
  type ItemType,
  parseSequenceType,
  type SequenceType,
  type VariableBinding,
} from '../../xpath/compile/index.ts';
import { attempt, type Emitting, type Lookup, makeScope } from './context.ts';

export const ANYTHING: SequenceType = { item: 'item', min: 0, max: 'many' };

/** Stands in after a fault, when no code will be made any more. */
const NOTHING: Compiled = { code: 'undefined', type: ANYTHING, perRun: false };

/** Compiles the value of a variable, converted to its `as` type when it has one. */
export function compileLet(emitting: Emitting, variable: Let, context: ItemType, lookup: Lookup): Compiled {
  const scope = makeScope(emitting, context, lookup);
  const type =
    variable.as === null
      ? null
      : attempt(emitting, variable.as, null, ANYTHING, (text) => parseSequenceType(text, scope));
  return attempt(emitting, variable.value, null, NOTHING, (text) =>
    type === null ? compileExpression(text, scope) : compileAs(text, type, scope),
  );
}

/** A value for the whole document, evaluated with the document node as context, once, when first used. */
export function onceBinding(emitting: Emitting, compiled: Compiled): VariableBinding {
  if (compiled.constant !== undefined) return { js: compiled.code, type: compiled.type, constant: compiled.constant };
  // What is remembered already needs no cell of its own.
  if (/^M\d+\(d\)$/.test(compiled.code)) return { js: compiled.code, type: compiled.type, captures: [] };
  const reader = emitting.module.define(['n', 'd'], `return ${compiled.code};`);
  return { js: emitting.module.perRun(`${reader}(d.document, d)`), type: compiled.type, captures: [] };
}
