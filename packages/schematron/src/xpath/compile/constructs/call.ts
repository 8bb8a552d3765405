import { value } from '../code.ts';
import { argumentOf, converted } from '../convert.ts';
import { type Expr, joinNeeds, type Site } from '../expr.ts';
import { standardFunctions } from '../functions/index.ts';
import { FN, uriOf, XS } from '../names.ts';
import { findChild, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';
import type { FunctionBinding } from '../scope.ts';
import { findAtomicType } from '../sequence-type.ts';
import { castTo } from './cast.ts';

/** Transforms the arguments of a function before they are converted to the parameter types. */
type Prepare = (uri: string, local: string, args: readonly Expr[]) => readonly Expr[];

/** A function call (XPath 2.0 section 3.1.5): a standard function, a constructor, or a function of the scope. */
export function buildCall(node: Syntax, site: Site, prepare: Prepare = (_uri, _local, args) => args): Expr {
  const name = findChild(node, 'functionName')!;
  const uri = uriOf(name, FN, site.scope, site.source);
  const written = (findChild(node, 'arguments')?.children ?? []).map((child) => site.build(child, site));
  const args = prepare(uri, name.text, written);
  const own = site.scope.fn(uri, name.text, args.length);
  if (own !== undefined) return ownCall(own, name.text, args);
  if (uri === XS) return constructed(name.text, args, site);
  const definition = uri === FN ? Object.getOwnPropertyDescriptor(standardFunctions, name.text)?.value : undefined;
  if (definition === undefined) {
    throw new Refusal(
      site.source,
      `XPST0017: the function ${name.prefix === '' ? '' : `${name.prefix}:`}${name.text}() is not available`,
    );
  }
  if (args.length < definition.min || args.length > definition.max) {
    throw new Refusal(site.source, `XPST0017: ${name.text}() does not take ${args.length} arguments`);
  }
  return definition.build(args, { name: name.text, site });
}

function constructed(local: string, args: readonly Expr[], site: Site): Expr {
  const type = findAtomicType(local);
  const [arg] = args;
  if (type === null || arg === undefined || args.length > 1) {
    throw new Refusal(site.source, `XPST0017: the function xs:${local}() is not available`);
  }
  return castTo(arg, type, true, site);
}

function ownCall(binding: FunctionBinding, name: string, args: readonly Expr[]): Expr {
  const parts = args.map((arg, i) => converted(arg, binding.parameters[i]!, argumentOf(name, i)));
  return {
    type: binding.result,
    needs: joinNeeds(...parts.map((part) => part.needs)),
    isExpensive: true,
    value: (env) => `${binding.js}(${['d', ...parts.map((part) => value(part, env))].join(', ')})`,
  };
}
