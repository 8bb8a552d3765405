import { type ItemType, isAtomic, isNode, type NodeType, one, type SequenceType } from '../../item-types.ts';
import { each, hoist, value, withFocus } from '../code.ts';
import { converted } from '../convert.ts';
import {
  type Env,
  type Expr,
  FOCUS,
  isMain,
  joinNeeds,
  NOTHING,
  type NodeOrder,
  ONE_NODE,
  outsideFocus,
  type Site,
} from '../expr.ts';
import { findChild, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';
import { type Axis, axisLoop, nodeContextOf, orderAfter, readAxis, type StepLoop } from './axis.ts';
import { filtered } from './filter.ts';
import { isImpossible, type NodeTest, passing, readNodeTest } from './node-test.ts';
import { type Candidates, filterLoop, isPositional, selectsOne } from './predicate.ts';
import { emptySequence } from './sequence.ts';

/** The context item (XPath 2.0 section 3.1.4). */
export function contextItem(site: Site): Expr {
  if (site.context === null) throw new Refusal(site.source, 'XPDY0002: there is no context item here');
  const type = one(site.context);
  const nodes = isNode(site.context) ? { ...ONE_NODE, within: true } : undefined;
  return { type, needs: FOCUS, isExpensive: false, value: (env) => env.n, nodes, isMain: site.isMain };
}

/** `/`: the document node. A run has one document, so it does not depend on the context item. */
const documentRoot: Expr = {
  type: one('document'),
  needs: NOTHING,
  isExpensive: false,
  value: () => 'd.document',
  nodes: ONE_NODE,
  isMain: true,
  isRoot: true,
};

function rootOf(site: Site): Expr {
  const context = contextItem(site).type.item;
  if (isAtomic(context)) throw new Refusal(site.source, 'XPTY0020: "/" where the context item is an atomic value');
  if (isMain(contextItem(site), site)) return documentRoot;
  return rootOfNode(converted(contextItem(site), one('node'), 'before "/"'));
}

/** The document node above a node that may belong to a document other than the main one. */
export const rootOfNode = (node: Expr): Expr => ({
  type: { ...one('document'), min: node.type.min },
  needs: node.needs,
  isExpensive: false,
  nodes: ONE_NODE,
  value: (env) => `${env.module.rt('rootOf')}(${value(node, env)})`,
});

const isAnyDescendant = (step: Syntax | undefined): boolean =>
  step !== undefined &&
  findChild(step, 'xpathAxis')?.text === 'descendant-or-self' &&
  findChild(step, 'anyKindTest') !== undefined &&
  findChild(step, 'predicates') === undefined;

/** A path expression (XPath 2.0 section 3.2). */
export function buildPath(node: Syntax, site: Site): Expr {
  let input: Expr | null = null;
  const steps = node.children;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (step.name === 'rootExpr') {
      input = rootOf(site);
      continue;
    }
    if (findChild(step, 'filterExpr') !== undefined) {
      input = filterStep(step, input, site);
      continue;
    }
    const from = checkedInput(input ?? contextItem(site), site);
    const next = steps[i + 1];
    // `a//b` is `a/descendant::b` unless positions count, because those are counted per parent.
    if (isAnyDescendant(step) && next !== undefined && findChild(next, 'xpathAxis')?.text === 'child') {
      const joined = axisStep(from, 'descendant', next, site);
      if (joined !== null) {
        input = joined;
        i++;
        continue;
      }
    }
    if (isAnyDescendant(step) && from.isRoot && next !== undefined) {
      const attributes = namedAttributes(next, site);
      if (attributes !== null) {
        input = attributes;
        i++;
        continue;
      }
    }
    input = axisStep(from, readAxis(findChild(step, 'xpathAxis')?.text ?? '', site.source), step, site, true)!;
  }
  if (input === null) throw new Refusal(site.source, 'a path without steps');
  return input;
}

/** The input of an axis step must be nodes: proven at compile time, or checked at run time (XPTY0019, XPTY0020). */
function checkedInput(input: Expr, site: Site): Expr {
  const { item } = input.type;
  if (isNode(item) || item === 'empty') return input;
  if (isAtomic(item)) throw new Refusal(site.source, 'XPTY0019: a path step from an atomic value');
  return {
    type: { ...input.type, item: 'node' },
    isMain: input.isMain,
    needs: input.needs,
    isExpensive: input.isExpensive,
    nodes: input.type.max === 'many' ? undefined : ONE_NODE,
    each: (env, sink) =>
      each(input, env, (name) => {
        const c = env.fresh('c');
        return `const ${c} = ${env.module.rt('asNode')}(${name}, 'XPTY0019'); ${sink(c)}`;
      }),
  };
}

const UNKNOWN_ORDER: NodeOrder = { sorted: false, distinct: false, disjoint: false, within: false };

/**
 * A step along an axis with its predicates. If `positional` is false, returns null when positions count. Predicates
 * after the last positional one become a filter on the whole path, so that a path that does not depend on the focus
 * is memoised without them.
 */
export function axisStep(input: Expr, axis: Axis, step: Syntax, site: Site, positional = false): Expr | null {
  const test = readNodeTest(step, axis === 'attribute' ? 'attribute' : 'element', site);
  const from = input.type.item as NodeType;
  if (input.type.max === 0) return emptySequence;
  const context = nodeContextOf(axis, from);
  const item = passing(test, context);
  const inside = { ...site, context: item, isMain: isMain(input, site) };
  const predicates = (findChild(step, 'predicates')?.children ?? []).map((child) => site.build(child, inside));
  const counted = predicates.findLastIndex(isPositional) + 1;
  if (counted > 0 && !positional) return null;
  if (isImpossible(test, context)) return emptySequence;
  const plain = stepExpr(input, axis, test, item, predicates.slice(0, counted), inside.isMain);
  return predicates.slice(counted).reduce((expr, predicate) => filtered(expr, [predicate]), plain);
}

function stepExpr(
  input: Expr,
  axis: Axis,
  test: NodeTest,
  item: ItemType,
  predicates: readonly Expr[],
  main: boolean,
): Expr {
  const axisOrder = predicates.length > 0;
  const isOne = input.type.max === 1;
  const loop: StepLoop = {
    axis,
    from: input.type.item,
    fromRoot: input.isRoot === true,
    test,
    axisOrder,
    isMain: main,
  };
  const single = isOne && (axis === 'self' || axis === 'parent' || predicates.some(selectsOne));
  return {
    type: { item, min: 0, max: single ? 1 : 'many' },
    needs: joinNeeds(input.needs, ...predicates.map((predicate) => outsideFocus(predicate.needs))),
    isExpensive: true,
    isMain: main,
    // All elements with a name are a list of the index and need not be collected.
    ...(isIndexed(loop) && predicates.length === 0
      ? {
          value: (env: Env) =>
            `${env.module.rt('elementsNamed')}(d, ${env.module.name(test.name!.uri, test.name!.local)})`,
        }
      : {}),
    nodes: orderAfter(axis, input.nodes ?? (isOne ? ONE_NODE : UNKNOWN_ORDER), isOne, axisOrder),
    each: (env, sink) =>
      each(
        input,
        env,
        (x) => {
          const candidates: Candidates = (label, body) => axisLoop(loop, x, env, label, body);
          return filterLoop(predicates, candidates, env, sink);
        },
        'any',
      ),
  };
}

const isIndexed = ({ axis, fromRoot, test }: StepLoop): boolean =>
  fromRoot && (axis === 'descendant' || axis === 'descendant-or-self') && test.item === 'element' && test.name !== null;

/** `//@name` through the attribute index; null for any other step. */
function namedAttributes(step: Syntax, site: Site): Expr | null {
  if (findChild(step, 'xpathAxis')?.text !== 'attribute') return null;
  const { name } = readNodeTest(step, 'attribute', site);
  if (name === null) return null;
  const all: Expr = {
    type: { item: 'attribute', min: 0, max: 'many' },
    needs: NOTHING,
    isExpensive: false,
    isMain: true,
    nodes: ONE_NODE,
    value: (env) => `${env.module.rt('attributesNamed')}(d, ${env.module.name(name.uri, name.local)})`,
  };
  const inside: Site = { ...site, context: 'attribute' };
  const predicates = (findChild(step, 'predicates')?.children ?? []).map((child) => site.build(child, inside));
  // Positions count among the attributes of each element, which the index does not group.
  return predicates.some(isPositional) ? null : predicates.reduce((expr, one) => filtered(expr, [one]), all);
}

/** A step that is an expression: at the start of a path, or evaluated for every node of the preceding step. */
function filterStep(step: Syntax, input: Expr | null, site: Site): Expr {
  const inner = findChild(step, 'filterExpr')!.children[0]!;
  const predicates = findChild(step, 'predicates')?.children ?? [];
  const buildFrom = (at: Site): Expr => {
    const primary = at.build(inner, at);
    const focus = { ...at, context: primary.type.max === 0 ? null : primary.type.item, isMain: isMain(primary, at) };
    if (primary.type.max === 0) return primary;
    return predicates.reduce((expr, predicate) => filtered(expr, [at.build(predicate, focus)]), primary);
  };
  if (input === null) return buildFrom(site);
  if (input.type.max === 0) return emptySequence;
  const from = checkedInput(input, site);
  return mapped(from, buildFrom({ ...site, context: from.type.item, isMain: isMain(from, site) }), 'path');
}

/** `E1/E2` and `E1!E2`: E2 evaluated with every item of E1 as context item. */
export function mapped(input: Expr, right: Expr, kind: 'path' | 'map'): Expr {
  const type: SequenceType = {
    item: right.type.item,
    min: input.type.min === 1 && right.type.min === 1 ? 1 : 0,
    max: input.type.max === 1 ? right.type.max : right.type.max === 0 ? 0 : 'many',
  };
  const base = {
    needs: joinNeeds(input.needs, outsideFocus(right.needs)),
    isExpensive: input.isExpensive || right.isExpensive,
    isMain: right.isMain,
  };
  const isNodes = isNode(type.item);
  const counts = right.needs.position || right.needs.last;
  const expr: Expr = {
    ...base,
    type,
    nodes: kind === 'path' && isNodes ? mappedOrder(input, right) : undefined,
    each: (env, sink) => {
      if (!counts) {
        const order = kind === 'path' && isNodes ? 'any' : 'ordered';
        return each(input, env, (x) => each(right, withFocus(env, { n: x }), sink), order);
      }
      const list = env.fresh('k');
      const i = env.fresh('i');
      const c = env.fresh('c');
      const items = input.type.max === 'many' ? value(input, env) : `${env.module.rt('list')}(${value(input, env)})`;
      const body = each(right, withFocus(env, { n: c, p: `(${i} + 1)`, l: `${list}.length` }), sink);
      return `const ${list} = ${items}; for (let ${i} = 0; ${i} < ${list}.length; ${i}++) { const ${c} = ${list}[${i}]; ${body} }`;
    },
  };
  if (kind !== 'path' || type.item !== 'item' || type.max !== 'many') return expr;
  // Whether the items are nodes or atomic values is known only at run time: nodes are sorted, a mixture is an error.
  return {
    ...base,
    type,
    value: (env) =>
      hoist(base.needs, env, (inner) => {
        const fill = expr.each!(inner, (item) => `r.push(${item});`);
        return `const r = []; ${fill} return ${inner.module.rt('pathResult')}(r);`;
      }),
  };
}

function mappedOrder(input: Expr, right: Expr): NodeOrder {
  const own = right.nodes;
  if (input.type.max === 1) {
    if (right.type.max === 1) return { ...ONE_NODE, within: Boolean(input.nodes?.within && own?.within) };
    // The right side is sorted inside its own `each` unless it declares otherwise.
    return own === undefined ? UNKNOWN_ORDER : { ...own, within: own.within && Boolean(input.nodes?.within) };
  }
  const { nodes } = input;
  if (nodes?.disjoint && own?.within) {
    const one = right.type.max === 1;
    return {
      sorted: nodes.sorted && (one || own.sorted),
      distinct: nodes.distinct && (one || own.distinct),
      disjoint: one || own.disjoint,
      within: nodes.within,
    };
  }
  return UNKNOWN_ORDER;
}
