import { isNode, many, unionItem } from '../../item-types.ts';
import { asMany, each, exists, hoist, value } from '../code.ts';
import { treated } from '../convert.ts';
import { type Env, type Expr, joinNeeds, type NodeOrder, type Site } from '../expr.ts';
import { operand, type Syntax } from '../parse.ts';
import { emptySequence } from './sequence.ts';

function nodesOf(expr: Expr): Expr {
  return isNode(expr.type.item) || expr.type.max === 0 ? expr : treated(expr, 'node', 'XPTY0004');
}

/** Wider unions become lists: the sink is emitted once per part, which would make the code too long. */
const MAX_PARTS = 4;

/** A list in document order, as the set functions of the runtime library require. */
function sortedList(expr: Expr, env: Env): string {
  const list = value(asMany(expr), env);
  return expr.nodes === undefined && expr.type.max === 'many' ? `${env.module.rt('inOrder')}(${list})` : list;
}

/** `union`, `intersect`, `except` (XPath 2.0 section 3.3.3). */
const operation = (kind: 'union' | 'intersect' | 'except') => (node: Syntax, site: Site) =>
  combined(
    kind,
    nodesOf(site.build(operand(node, 'firstOperand'), site)),
    nodesOf(site.build(operand(node, 'secondOperand'), site)),
  );

function combined(kind: 'union' | 'intersect' | 'except', left: Expr, right: Expr): Expr {
  if (left.type.max === 0) return kind === 'union' ? right : emptySequence;
  if (right.type.max === 0) return kind === 'intersect' ? emptySequence : left;
  const needs = joinNeeds(left.needs, right.needs);
  const base = {
    needs,
    isExpensive: left.isExpensive || right.isExpensive,
    isMain: Boolean(left.isMain && right.isMain),
  };
  const within = Boolean(left.nodes?.within && (right.nodes?.within || kind !== 'union'));
  if (kind !== 'union') {
    const nodes: NodeOrder = { sorted: true, distinct: true, disjoint: left.nodes?.disjoint ?? false, within };
    return {
      ...base,
      type: many(left.type.item),
      nodes,
      value: (env) =>
        `${env.module.rt('intersect')}(${sortedList(left, env)}, ${sortedList(right, env)}, ${kind === 'intersect'})`,
    };
  }
  const width = (left.width ?? 1) + (right.width ?? 1);
  const isWide = width > MAX_PARTS;
  const type = many(unionItem(left.type.item, right.type.item));
  const run: NonNullable<Expr['each']> = (env, sink) =>
    `{ ${each(left, env, sink, 'any')} } { ${each(right, env, sink, 'any')} }`;
  return {
    ...base,
    type: left.type.min === 1 || right.type.min === 1 ? { ...type, min: 1 } : type,
    width,
    nodes: { sorted: isWide, distinct: isWide, disjoint: false, within },
    test: (env) => `(${exists(left, env)} || ${exists(right, env)})`,
    ...(isWide ? {} : { each: run }),
    value: (env) =>
      hoist(needs, env, (inner) => {
        const { rt } = inner.module;
        return `return ${rt('union')}(${sortedList(left, inner)}, ${sortedList(right, inner)});`;
      }),
  };
}

export const setOperations = {
  unionOp: operation('union'),
  intersectOp: operation('intersect'),
  exceptOp: operation('except'),
};
