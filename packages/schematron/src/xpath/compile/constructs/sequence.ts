import { concatType, EMPTY, isNode, many, optional } from '../../item-types.ts';
import { constantCode, each, exists, hoist, represent, value } from '../code.ts';
import { converted } from '../convert.ts';
import { type Env, type Expr, joinNeeds, NOTHING, type Sink, type Site } from '../expr.ts';
import { operand, type Syntax } from '../parse.ts';

export const emptySequence: Expr = {
  type: EMPTY,
  needs: NOTHING,
  isExpensive: false,
  value: () => 'null',
  constant: [],
};

/** `a, b` and parentheses (XPath 2.0 section 3.3.1). */
export function buildSequence(node: Syntax, site: Site): Expr {
  const parts = node.children.map((child) => site.build(child, site));
  if (parts.length === 1) return parts[0]!;
  const filled = parts.filter((part) => part.type.max !== 0);
  return filled.length <= 1 ? (filled[0] ?? emptySequence) : concat(filled);
}

function concat(parts: readonly Expr[]): Expr {
  const type = parts.map((part) => part.type).reduce(concatType);
  const constants = parts.every((part) => part.constant !== undefined)
    ? parts.flatMap((part) => part.constant ?? [])
    : undefined;
  const needs = joinNeeds(...parts.map((part) => part.needs));
  const run = (env: Env, sink: Sink): string =>
    parts.map((part) => `{ ${each(represent(part, { ...part.type, item: type.item }), env, sink)} }`).join(' ');
  const base: Expr = {
    type,
    needs,
    isExpensive: parts.some((part) => part.isExpensive),
    constant: constants,
    value: (env) => hoist(needs, env, (inner) => `const r = []; ${run(inner, (c) => `r.push(${c});`)} return r;`),
    // The sink is emitted once per part, which is worthwhile only for few parts.
    ...(parts.length <= 3 ? { each: run } : {}),
  };
  if (constants !== undefined && type.item !== 'atomic' && type.item !== 'numeric') {
    const code = (module: Parameters<typeof constantCode>[1]): string =>
      module.constant(`[${constants.map((constant) => constantCode(constant, module)).join(', ')}]`);
    const { each: _, ...rest } = base;
    return { ...rest, value: (env) => code(env.module) };
  }
  if (isNode(type.item)) return { ...base, test: (env) => `(${parts.map((part) => exists(part, env)).join(' || ')})` };
  return base;
}

/** `a to b` (XPath 2.0 section 3.3.1). */
export function buildRange(node: Syntax, site: Site): Expr {
  const bounds = ['startExpr', 'endExpr'].map((name) =>
    converted(site.build(operand(node, name), site), optional('integer'), 'as a bound of "to"'),
  );
  const [from, to] = bounds as [Expr, Expr];
  const certain = from.type.min === 1 && to.type.min === 1;
  return {
    type: many('integer'),
    needs: joinNeeds(from.needs, to.needs),
    isExpensive: true,
    value: (env) => {
      const { rt } = env.module;
      const a = value(from, env);
      const b = value(to, env);
      return certain ? `${rt('range')}(${a}, ${b})` : `${rt('optionalRange')}(${a}, ${b})`;
    },
  };
}
