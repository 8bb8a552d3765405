import { NodeKind } from '../../xml/index.ts';
import { isNode, type NodeType, one } from '../item-types.ts';
import { build } from './build.ts';
import { each, makeEnv, test as testOfExpr, value } from './code.ts';
import { topSite } from './compile-xpath.ts';
import { nodeContextOf } from './constructs/axis.ts';
import { type NodeTest, readNodeTest, testCode } from './constructs/node-test.ts';
import { axisStep, mapped } from './constructs/path.ts';
import { isPositional } from './constructs/predicate.ts';
import type { Scope } from './expr.ts';
import { type Env, type Expr, isIndependent, NOTHING, ONE_NODE, type Site } from './expr.ts';
import { findChild, parseXPath, type Syntax } from './parse.ts';
import { Refusal } from './refusal.ts';
import type { Ancestor, Ancestry, PatternBranch } from './scope.ts';

/** The relation of a pattern step to the step before it. */
type Link = 'anywhere' | 'under-document' | 'child' | 'inside';

type PatternStep = {
  readonly link: Link;
  readonly axis: 'child' | 'attribute';
  readonly test: NodeTest;
  readonly syntax: Syntax;
};

const ANYWHERE: Ancestry = { steps: [], rooted: false };

/**
 * Compiles a match pattern (XSLT 2.0 section 5.5.3) to alternatives that are tested from the node upwards. An
 * alternative that is a path but not a pattern (`..`, other axes, functions, variables) is evaluated from the
 * document (a relative one from every node), and a node matches if it is in the result.
 *
 * @throws Refusal
 */
export function compilePattern(source: string, scope: Scope): PatternBranch[] {
  const site: Site = { ...topSite(source, { ...scope, context: 'node' }), scope: { ...scope, context: 'node' } };
  return alternatives(parseXPath(source, { isXPath1: scope.isXPath1 })).map((branch) => compileBranch(branch, site));
}

function alternatives(node: Syntax): Syntax[] {
  if (node.name === 'sequenceExpr' && node.children.length === 1) return alternatives(node.children[0]!);
  if (node.name === 'unionOp') return node.children.flatMap((side) => alternatives(side.children[0]!));
  return node.name === 'pathExpr' ? spread(node) : [node];
}

/** Expands `(a|b)/c` to `a/c` and `b/c`. */
function spread(path: Syntax): Syntax[] {
  const [first, ...rest] = path.children;
  const inner = findChild(first, 'filterExpr')?.children[0];
  const isPlain = first !== undefined && inner?.name === 'sequenceExpr' && findChild(first, 'predicates') === undefined;
  if (!isPlain) return [path];
  const starts = alternatives(inner);
  if (starts.some((start) => start.name !== 'pathExpr')) return [path];
  return starts.map((start) => ({ ...path, children: [...start.children, ...rest] }));
}

function compileBranch(branch: Syntax, site: Site): PatternBranch {
  if (branch.name === 'contextItemExpr') return whole(null, null);
  const steps = branch.name === 'pathExpr' ? readSteps(branch, site) : null;
  if (steps === null) return compileSelection(branch, site);
  if (steps.length === 0) return whole(NodeKind.DOCUMENT, null);
  return compileSteps(steps, site);
}

/** An alternative without requirements on the names of the node and its ancestors. */
const whole = (kind: number | null, test: string | null): PatternBranch => ({
  kind,
  name: null,
  test,
  above: ANYWHERE,
  named: null,
  rest: test,
});

/** The steps of a pattern from left to right; null for a path that is not a pattern. */
function readSteps(path: Syntax, site: Site): PatternStep[] | null {
  const steps: PatternStep[] = [];
  let link: Link = 'anywhere';
  for (const [i, step] of path.children.entries()) {
    const axis = findChild(step, 'xpathAxis')?.text;
    if (step.name === 'rootExpr') link = 'under-document';
    else if (axis === 'descendant-or-self' && findChild(step, 'anyKindTest') && !findChild(step, 'predicates')) {
      if (i === path.children.length - 1) return null;
      link = steps.length === 0 ? 'anywhere' : 'inside';
    } else if (axis === 'child' || axis === 'attribute') {
      steps.push({
        link,
        axis,
        test: readNodeTest(step, axis === 'child' ? 'element' : 'attribute', site),
        syntax: step,
      });
      link = 'child';
    } else return null;
  }
  return steps;
}

const KINDS: Readonly<Partial<Record<NodeType, number>>> = {
  element: NodeKind.ELEMENT,
  attribute: NodeKind.ATTRIBUTE,
  text: NodeKind.TEXT,
  comment: NodeKind.COMMENT,
  instruction: NodeKind.INSTRUCTION,
};

function itemOf(step: PatternStep): NodeType {
  return step.test.item === 'node' ? nodeContextOf(step.axis, 'container').item : step.test.item;
}

function compileSteps(steps: readonly PatternStep[], outer: Site): PatternBranch {
  const last = steps.at(-1)!;
  const item = itemOf(last);
  const site: Site = { ...outer, currentType: item };
  const env = makeEnv(outer.scope.module);
  const { name } = last.test;
  const conditions = last.test.conditions('n');
  const anyChild = item === 'node' ? [`n.kind !== ${NodeKind.ATTRIBUTE} && n.kind !== ${NodeKind.DOCUMENT}`] : [];
  const own = predicateConditions(last, 'n', site, env);
  const link = linkCondition(steps, steps.length - 1, 'n', site, env);
  // The relation to the parent step is cheap to test; predicates may not be.
  const all = [...anyChild, ...conditions, ...(link === null ? [] : [link]), ...own];
  const above = readAncestry(steps, site);
  const remaining = above.isWhole ? [...anyChild, ...conditions, ...above.conditions, ...own] : all;
  return {
    kind: KINDS[item] ?? null,
    name: name === null ? null : outer.scope.module.name(name.uri, name.local),
    test: conjunction(all),
    above: above.ancestry,
    named: conjunction(own.filter(testsLocalNameOnly)),
    rest: conjunction(remaining),
  };
}

/** Whether a condition reads only the local name of the node `n`, and nothing of the document `d`. */
const testsLocalNameOnly = (condition: string): boolean =>
  condition.includes('n.local') && !/\bd\b/.test(condition) && !/\bn\b(?!\.local\b)/.test(condition);

const conjunction = (conditions: readonly string[]): string | null =>
  conditions.length === 0 ? null : conditions.join(' && ');

/**
 * The requirements of a pattern on the names of the ancestors. `isWhole` if the pattern has no other requirement on
 * the ancestors, except for `conditions`, which are the same for every node.
 */
function readAncestry(
  steps: readonly PatternStep[],
  site: Site,
): { readonly ancestry: Ancestry; readonly conditions: readonly string[]; readonly isWhole: boolean } {
  const above: Ancestor[] = [];
  const conditions: string[] = [];
  let isWhole = true;
  for (let i = steps.length - 1; ; i--) {
    const { link } = steps[i]!;
    if (link === 'anywhere') return { ancestry: { steps: above, rooted: false }, conditions, isWhole };
    if (link === 'under-document') return { ancestry: { steps: above, rooted: true }, conditions, isWhole };
    const before = steps[i - 1]!;
    const { item, name } = before.test;
    if (item !== 'element' || before.test.conditions('n').length > 0)
      return { ancestry: { steps: above, rooted: false }, conditions, isWhole: false };
    const id = name === null ? null : site.scope.module.name(name.uri, name.local);
    above.push({ near: link === 'child', name: id });
    const predicates = predicatesOf(before, site);
    if (predicates.some((predicate) => isPositional(predicate) || !isIndependent(predicate.needs))) isWhole = false;
    else conditions.push(...predicates.map((predicate) => testOfExpr(predicate, makeEnv(site.scope.module))));
  }
}

const predicatesOf = (step: PatternStep, site: Site): Expr[] =>
  (findChild(step.syntax, 'predicates')?.children ?? []).map((child) =>
    build(child, { ...site, context: itemOf(step) }),
  );

/**
 * Conditions on a node `x` that has passed the node test of step `i`: its relation to the step before, then its
 * predicates.
 */
function stepConditions(steps: readonly PatternStep[], i: number, x: string, site: Site, env: Env): string[] {
  const link = linkCondition(steps, i, x, site, env);
  return [...(link === null ? [] : [link]), ...predicateConditions(steps[i]!, x, site, env)];
}

function predicateConditions(step: PatternStep, x: string, site: Site, env: Env): string[] {
  const predicates = predicatesOf(step, site);
  if (predicates.some(isPositional)) return [positionCondition(step, x, site, env)];
  return predicates.map((predicate) => testOfExpr(predicate, { ...env, n: x }));
}

function linkCondition(steps: readonly PatternStep[], i: number, x: string, site: Site, env: Env): string | null {
  const { link } = steps[i]!;
  if (link === 'anywhere') return null;
  if (link === 'under-document') return `${x}.parent === d.document`;
  const before = steps[i - 1]!;
  const inner: Env = { ...makeEnv(env.module), u: 'u' };
  const found = testCode(before.test, 'a', { item: 'container', mixed: false }, inner) ?? 'true';
  const conditions = [found, ...stepConditions(steps, i - 1, 'a', site, inner)].join(' && ');
  const body =
    link === 'child'
      ? `const a = n.parent; return a !== null && ${conditions};`
      : `for (let a = n.parent; a !== null; a = a.parent) if (${conditions}) return true; return false;`;
  return `${env.module.define(['d', 'n', 'u'], body)}(d, ${x}, ${env.u})`;
}

/** For positional predicates: whether the step, evaluated from the parent of the node, returns the node. */
function positionCondition(step: PatternStep, x: string, site: Site, env: Env): string {
  const parent: Expr = {
    type: one('container'),
    needs: NOTHING,
    isExpensive: false,
    value: () => 'n',
    nodes: ONE_NODE,
  };
  const selected = axisStep(parent, step.axis, step.syntax, site, true)!;
  const inner: Env = { ...makeEnv(env.module), u: 'u' };
  const loop = each({ ...selected, isExpensive: false }, inner, (c) => `if (${c} === x) return true;`, 'any');
  const fn = env.module.define(['d', 'n', 'x', 'u'], `if (n === null) return false; ${loop} return false;`);
  return `${fn}(d, ${x}.parent, ${x}, ${env.u})`;
}

function compileSelection(branch: Syntax, site: Site): PatternBranch {
  const expr = build(branch, { ...site, currentType: null });
  const all = isIndependent(expr.needs) ? expr : mapped(everyNode, expr, 'path');
  const { item } = all.type;
  if (!isNode(item)) throw new Refusal(site.source, 'a rule context that selects no nodes');
  if (!isIndependent(all.needs)) throw new Refusal(site.source, 'a rule context that depends on a local variable');
  const { module } = site.scope;
  const nodes = value(all, makeEnv(module, true));
  const list = all.type.max === 'many' ? nodes : `${module.rt('list')}(${nodes})`;
  return whole(KINDS[item] ?? null, `${module.perRun(`new Set(${list})`)}.has(n)`);
}

const everyNode: Expr = {
  type: { item: 'node', min: 1, max: 'many' },
  needs: NOTHING,
  isExpensive: false,
  nodes: { sorted: true, distinct: true, disjoint: false, within: false },
  value: (env) => `${env.module.rt('descendantsOrSelf')}(d.document)`,
};
