import { type ItemType, one, optional, type SequenceType } from '../../item-types.ts';
import { value, whenPresent } from '../code.ts';
import { contextItem } from '../constructs/path.ts';
import { argumentOf, converted, textOrEmpty } from '../convert.ts';
import { type Env, type Expr, joinNeeds, type Site } from '../expr.ts';
import { Refusal } from '../refusal.ts';

/** A standard function: its arity, and the expression that a call compiles to. */
export type FunctionDefinition = {
  readonly min: number;
  readonly max: number;
  readonly build: (args: readonly Expr[], call: Call) => Expr;
};

export type Call = { readonly name: string; readonly site: Site };

/** Definitions by local name in the namespace of the XPath functions. */
export type FunctionTable = Readonly<Record<string, FunctionDefinition>>;

export const define = (min: number, max: number, build: FunctionDefinition['build']): FunctionDefinition => ({
  min,
  max,
  build,
});

/**
 * A parameter: `text` (a string; the empty sequence counts as the empty string), or a type for the conversion rules.
 */
export type Parameter = 'text' | SequenceType;

export function argumentAs(arg: Expr, parameter: Parameter, call: Call, index: number): Expr {
  const what = argumentOf(call.name, index);
  return parameter === 'text' ? textOrEmpty(arg, what) : converted(arg, parameter, what);
}

/** An expression over the values of others. */
export function over(
  parts: readonly Expr[],
  type: SequenceType,
  code: (codes: readonly string[], env: Env) => string,
  isExpensive = false,
): Expr {
  return {
    type,
    needs: joinNeeds(...parts.map((part) => part.needs)),
    isExpensive: isExpensive || parts.some((part) => part.isExpensive),
    value: (env) =>
      code(
        parts.map((part) => value(part, env)),
        env,
      ),
  };
}

/** A function of converted arguments whose result is never empty. */
export function plain(
  parameters: readonly Parameter[],
  result: ItemType,
  code: (codes: readonly string[], env: Env) => string,
  min = parameters.length,
): FunctionDefinition {
  return define(min, parameters.length, (args, call) =>
    over(
      args.map((arg, i) => argumentAs(arg, parameters[i]!, call, i)),
      one(result),
      code,
    ),
  );
}

/** A function of single-item arguments that returns the empty sequence if an argument is empty. */
export function strict(
  parameters: readonly ItemType[],
  result: ItemType,
  code: (codes: readonly string[], env: Env) => string,
): FunctionDefinition {
  return define(parameters.length, parameters.length, (args, call) =>
    strictOver(
      args.map((arg, i) => argumentAs(arg, optional(parameters[i]!), call, i)),
      result,
      code,
    ),
  );
}

export function strictOver(
  parts: readonly Expr[],
  result: ItemType,
  code: (codes: readonly string[], env: Env) => string,
): Expr {
  return {
    type: parts.every((part) => part.type.min === 1) ? one(result) : optional(result),
    needs: joinNeeds(...parts.map((part) => part.needs)),
    isExpensive: parts.some((part) => part.isExpensive),
    value: (env) => whenPresent(parts, env, code),
  };
}

/** The first argument, or the context item if it is omitted. */
export const orContext = (args: readonly Expr[], { site }: Call): Expr => args[0] ?? contextItem(site);

/** The only supported collation. */
export const CODEPOINT = 'http://www.w3.org/2005/xpath-functions/collation/codepoint';

/** Refuses any collation other than the codepoint collation, which is also the default. */
export function checkCollation(arg: Expr | undefined, { site }: Call): void {
  const [constant] = arg?.constant ?? [];
  if (arg !== undefined && (constant?.type !== 'string' || constant.value !== CODEPOINT)) {
    throw new Refusal(site.source, 'FOCH0002: a collation other than the codepoint collation');
  }
}
