import type { SequenceType } from '../item-types.ts';
import { build } from './build.ts';
import { makeEnv, test, value } from './code.ts';
import { converted } from './convert.ts';
import type { Scope } from './expr.ts';
import { type Env, type Expr, isIndependent, isMain, NOTHING, type Site } from './expr.ts';
import { joinedText } from './functions/strings.ts';
import { findChild, parseXPath } from './parse.ts';
import { Refusal } from './refusal.ts';
import type { Compiled } from './scope.ts';
import { readSequenceType } from './sequence-type.ts';
import { asText, asTexts } from './xpath1.ts';

/** The site of a whole expression: no local variables, `current()` is the context item. */
export function topSite(source: string, scope: Scope): Site {
  let count = 0;
  const number = (): number => count++;
  return {
    source,
    scope,
    context: scope.context,
    currentType: scope.context,
    isMain: scope.isMain ?? true,
    locals: new Map(),
    number,
    build,
  };
}

/** The names at the top of an expression: context position and size are 1. */
const topEnv = (scope: Scope): Env => ({ ...makeEnv(scope.module), p: '1', l: '1' });

/**
 * Parses and types an expression.
 *
 * @throws Refusal
 */
function buildExpression(source: string, scope: Scope): Expr {
  return build(
    parseXPath(source, { withText: scope.watch !== undefined, isXPath1: scope.isXPath1 }),
    topSite(source, scope),
  );
}

/**
 * Compiles to a JavaScript expression in the representation of its static type.
 *
 * @throws Refusal
 */
export function compileExpression(source: string, scope: Scope): Compiled {
  return toCompiled(buildExpression(source, scope), scope);
}

function toCompiled(expr: Expr, scope: Scope): Compiled {
  return {
    code: value(expr, topEnv(scope)),
    type: expr.type,
    constant: expr.constant,
    isMain: isMain(expr, { scope }),
    perRun: isIndependent(expr.needs),
  };
}

/**
 * Compiles to a JavaScript condition: the effective boolean value.
 *
 * @throws Refusal
 */
export function compileCondition(source: string, scope: Scope): string {
  return test(buildExpression(source, scope), topEnv(scope));
}

/**
 * Compiles to a JavaScript string: the value as xsl:value-of writes it.
 *
 * @throws Refusal
 */
export function compileString(source: string, scope: Scope): string {
  const expr = buildExpression(source, scope);
  return value(scope.isXPath1 === true ? asText(expr, 'as text') : joinedText(expr), topEnv(scope));
}

/**
 * Compiles to exactly the type, by the function conversion rules (XPath 2.0 section 3.1.5), as `as` requires for
 * variables and function results. The generated code throws XPTY0004 or FORG0001.
 *
 * @throws Refusal
 */
export function compileAs(source: string, type: SequenceType, scope: Scope): Compiled {
  return toCompiled(converted(buildExpression(source, scope), type, `where ${source} is used`), scope);
}

/** The type that key values are converted to: any number of atomic values. */
const ATOMS: SequenceType = { item: 'atomic', min: 0, max: 'many' };

/**
 * Compiles to the values under which a key indexes a node (XSLT 2.0, section 16.3.1); strings for XPath 1.0.
 *
 * @throws Refusal
 */
export function compileKeyValues(source: string, scope: Scope): string {
  const built = buildExpression(source, scope);
  const values = scope.isXPath1 === true ? asTexts(built, 'as the value of a key') : built;
  return toCompiled(converted(values, ATOMS, 'as the value of a key'), scope).code;
}

/** Converts the code of a compiled value to another type by the function conversion rules. */
export function convertTo(compiled: Compiled, type: SequenceType, scope: Scope): string {
  const { module } = scope;
  const argument: Expr = {
    type: compiled.type,
    needs: { ...NOTHING, locals: new Set(['x']) },
    isExpensive: false,
    constant: compiled.constant,
    value: () => 'x',
  };
  // The code is passed as an argument, because the names it refers to are local to the place where it is emitted.
  const result = value(converted(argument, type, 'where another type is required'), topEnv(scope));
  return result === 'x' ? compiled.code : `${module.define(['d', 'x'], `return ${result};`)}(d, ${compiled.code})`;
}

/**
 * Parses an `as` attribute.
 *
 * @throws Refusal
 */
export function parseSequenceType(source: string, scope: Scope): SequenceType {
  const node = findChild(parseXPath(`() instance of ${source}`), 'sequenceType');
  if (node === undefined) throw new Refusal(source, 'not a sequence type');
  return readSequenceType(node, topSite(source, scope)).type;
}
