import { constantExpr } from '../constructs/literal.ts';
import { booleanExpr } from '../constructs/logic.ts';
import type { Expr } from '../expr.ts';
import { FN, namespaceOf, XS, XSL } from '../names.ts';
import { Refusal } from '../refusal.ts';
import { findAtomicType } from '../sequence-type.ts';
import { type Call, define, type FunctionDefinition, type FunctionTable } from './define.ts';

/*
 * XSLT functions about the processor (XSLT 1.0, sections 12.4 and 15; XSLT 2.0, sections 16.6.5, 18.1.1 and 18.2.1).
 * All of them are evaluated at compile time.
 */

/** The expanded name in a literal. `unprefixed` is the namespace of names without prefix. */
function nameOf(arg: Expr, unprefixed: string, { name, site }: Call): readonly [uri: string, local: string] {
  const [constant] = arg.constant ?? [];
  if (arg.constant?.length !== 1 || constant?.type !== 'string') {
    throw new Refusal(site.source, `${name}() with a name that is no string literal`);
  }
  const [local, prefix] = constant.value.trim().split(':').reverse() as [string, string | undefined];
  return [prefix === undefined ? unprefixed : namespaceOf(prefix, site.scope, site.source), local];
}

const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['version', '2.0'],
  ['vendor', '@e-invoice/schematron'],
  ['product-name', '@e-invoice/schematron'],
  ['is-schema-aware', 'no'],
  ['supports-serialization', 'no'],
  ['supports-backwards-compatibility', 'no'],
]);

/** The instructions allowed in functions of a schema (`schematron/read-function.ts`). */
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  ...['choose', 'for-each', 'if', 'message', 'sequence', 'text', 'value-of', 'variable'],
]);

const constantTruth = (truth: boolean): Expr => booleanExpr([], () => String(truth));

const systemProperty = define(1, 1, (args, call) => {
  const [uri, local] = nameOf(args[0]!, '', call);
  // In XSLT 1.0 (section 12.4) the version is a number.
  if (call.site.scope.isXPath1 === true && uri === XSL && local === 'version') {
    return constantExpr({ type: 'double', value: '1' });
  }
  return constantExpr({ type: 'string', value: (uri === XSL && PROPERTIES.get(local)) || '' });
});

const elementAvailable = define(1, 1, (args, call) => {
  const [uri, local] = nameOf(args[0]!, '', call);
  return constantTruth(uri === XSL && INSTRUCTIONS.has(local));
});

/** More parameters than any function has. */
const MOST = 32;

/** Whether a call with that number of arguments would compile; any number if `arity` is null. */
function isAvailable(table: FunctionTable, args: readonly Expr[], arity: number | null, call: Call): boolean {
  const [uri, local] = nameOf(args[0]!, FN, call);
  const { fn } = call.site.scope;
  const arities = arity === null ? Array.from({ length: MOST }, (_, count) => count) : [arity];
  if (arities.some((count) => fn(uri, local, count) !== undefined)) return true;
  if (uri === XS) return findAtomicType(local) !== null && arities.includes(1);
  const definition = uri === FN && Object.hasOwn(table, local) ? table[local] : undefined;
  return definition !== undefined && arities.some((count) => count >= definition.min && count <= definition.max);
}

const functionAvailable = (tableOf: () => FunctionTable): FunctionDefinition =>
  define(1, 2, (args, call) => {
    const [arity] = args[1]?.constant ?? [];
    if (args[1] !== undefined && arity?.type !== 'integer') {
      throw new Refusal(call.site.source, 'function-available() with a number of arguments that is no literal');
    }
    return constantTruth(isAvailable(tableOf(), args, arity === undefined ? null : Number(arity.value), call));
  });

/** An XSLT function, which XPath outside of a schema does not have. */
const inSchema = ({ min, max, build }: FunctionDefinition): FunctionDefinition =>
  define(min, max, (args, call) => {
    const { scope, source } = call.site;
    if (scope.isInSchema !== true) throw new Refusal(source, `XPST0017: the function ${call.name}() is not available`);
    return build(args, call);
  });

/** The functions about the processor; `tableOf` returns the standard library, including these functions. */
export const availabilityFunctions = (tableOf: () => FunctionTable): FunctionTable => ({
  'system-property': inSchema(systemProperty),
  'element-available': inSchema(elementAvailable),
  'function-available': inSchema(functionAvailable(tableOf)),
});
