import type { ItemType, NodeType } from '../../item-types.ts';
import type { Env, NodeOrder } from '../expr.ts';
import { ONE_NODE } from '../expr.ts';
import { Refusal } from '../refusal.ts';
import { type NodeContext, type NodeTest, testCode } from './node-test.ts';

export type Axis =
  | 'child'
  | 'attribute'
  | 'self'
  | 'parent'
  | 'ancestor'
  | 'ancestor-or-self'
  | 'descendant'
  | 'descendant-or-self'
  | 'following-sibling'
  | 'preceding-sibling'
  | 'following'
  | 'preceding';

const AXES: ReadonlySet<string> = new Set<Axis>([
  'child',
  'attribute',
  'self',
  'parent',
  'ancestor',
  'ancestor-or-self',
  'descendant',
  'descendant-or-self',
  'following-sibling',
  'preceding-sibling',
  'following',
  'preceding',
]);

export function readAxis(name: string, source: string): Axis {
  if (!AXES.has(name)) throw new Refusal(source, `the axis ${name}`);
  return name as Axis;
}

/** The node kinds that the axis can reach from a node of that kind. */
export function nodeContextOf(axis: Axis, from: ItemType): NodeContext {
  switch (axis) {
    case 'attribute':
      return { item: 'attribute', mixed: false };
    case 'self':
      return { item: from as NodeType, mixed: from === 'node' || from === 'attribute' };
    case 'parent':
    case 'ancestor':
      return { item: from === 'attribute' ? (axis === 'parent' ? 'element' : 'container') : 'container', mixed: false };
    case 'ancestor-or-self':
      return from === 'element' || from === 'container' || from === 'document'
        ? { item: 'container', mixed: false }
        : { item: 'node', mixed: true };
    case 'descendant-or-self':
      return { item: 'node', mixed: from === 'node' || from === 'attribute' };
    default:
      return { item: 'node', mixed: false };
  }
}

const inLoop = (condition: string | null, body: string): string =>
  condition === null ? body : `if (${condition}) { ${body} }`;

/** The parts of a step when its loop is emitted. */
export type StepLoop = {
  readonly axis: Axis;
  readonly from: ItemType;
  readonly fromRoot: boolean;
  readonly test: NodeTest;
  /** Whether reverse axes must be in reverse document order (positions count) or may be in document order. */
  readonly axisOrder: boolean;
  /** Whether the step certainly starts in the main document. */
  readonly isMain: boolean;
};

/**
 * Returns statements that run `body` for every node that the step reaches from `x`; `body` may break out of `label`.
 */
export function axisLoop(step: StepLoop, x: string, env: Env, label: string, body: (node: string) => string): string {
  const { rt } = env.module;
  const { axis, from, test } = step;
  const context = nodeContextOf(axis, from);
  const condition = (node: string): string | null => testCode(test, node, context, env);
  const k = env.fresh('k');
  const i = env.fresh('i');
  const c = env.fresh('c');
  const over: Loop = (list, start, end = '', tested = false) =>
    `const ${k} = ${list}; ${label}: for (let ${i} = ${start}; ${i} < ${k}.length${end}; ${i}++) { const ${c} = ${k}[${i}]; ${inLoop(tested ? null : condition(c), body(c))} }`;

  switch (axis) {
    case 'child':
      if (!hasChildren(from)) return over(`${rt('childrenOf')}(${x})`, '0');
      if (test.item !== 'element') return over(`${x}.children`, '0');
      if (test.name === null) {
        const further = test.conditions(c).join(' && ');
        return `${label}: for (let ${c} = ${x}.first; ${c} !== null; ${c} = ${c}.next) { ${inLoop(further || null, body(c))} }`;
      }
      return `${label}: for (let ${c} = ${rt('childNamed')}(${x}, ${env.module.name(test.name.uri, test.name.local)}); ${c} !== null; ${c} = ${c}.same) { ${body(c)} }`;
    case 'attribute':
      return over(from === 'element' ? `${x}.attributes` : `${rt('attributesOf')}(${x})`, '0');
    case 'self':
      return `${label}: { ${inLoop(condition(x), body(x))} }`;
    case 'parent': {
      const guard = [`${c} !== null`, condition(c)].filter((part) => part !== null).join(' && ');
      return `const ${c} = ${x}.parent; ${label}: if (${guard}) { ${body(c)} }`;
    }
    case 'ancestor':
    case 'ancestor-or-self': {
      const start = axis === 'ancestor' ? `${x}.parent` : x;
      return `${label}: for (let ${c} = ${start}; ${c} !== null; ${c} = ${c}.parent) { ${inLoop(condition(c), body(c))} }`;
    }
    case 'descendant':
    case 'descendant-or-self':
      return descendantLoop(step, x, env, over, `${k}[${i}]`);
    case 'following-sibling':
      return over(`${rt('siblingsOf')}(${x})`, `${rt('firstFrom')}(${k}, ${x}.order) + 1`);
    case 'preceding-sibling': {
      if (!step.axisOrder) return over(`${rt('siblingsOf')}(${x})`, '0', ` && ${k}[${i}].order < ${x}.order`);
      const start = `${rt('firstFrom')}(${k}, ${x}.order) - 1`;
      return `const ${k} = ${rt('siblingsOf')}(${x}); ${label}: for (let ${i} = ${start}; ${i} >= 0; ${i}--) { const ${c} = ${k}[${i}]; ${inLoop(condition(c), body(c))} }`;
    }
    case 'following':
      return over(`${rt('following')}(${x})`, '0');
    case 'preceding':
      return over(`${rt('preceding')}(${x})`, '0');
  }
}

const hasChildren = (from: ItemType): boolean => from === 'element' || from === 'container' || from === 'document';

/** A loop over a list; `tested` if all its nodes are known to pass the node test. */
type Loop = (list: string, start: string, end?: string, tested?: boolean) => string;

function descendantLoop(step: StepLoop, x: string, env: Env, over: Loop, item: string): string {
  const { rt } = env.module;
  const self = step.axis === 'descendant-or-self';
  const { name } = step.test;
  if (name === null || step.test.item !== 'element' || (self && !hasChildren(step.from))) {
    return over(`${rt(self ? 'descendantsOrSelf' : 'descendants')}(${x})`, '0');
  }
  // Uses the index of names: the cost depends on the number of matches, not on the number of nodes passed.
  const named = env.fresh('k');
  const id = env.module.name(name.uri, name.local);
  const list = step.isMain ? `${rt('elementsNamed')}(d, ${id})` : `${rt('elementsAround')}(${x}, ${id})`;
  if (step.fromRoot) return over(list, '0', '', true);
  const end = env.fresh('e');
  const start = `${rt('firstFrom')}(${named}, ${self ? `${x}.order` : `${x}.order + 1`})`;
  const bounds = `const ${named} = ${list}, ${end} = ${rt('lastOrderOf')}(${x}); `;
  return bounds + over(named, start, ` && ${item}.order <= ${end}`, true);
}

/** The order of the result of a step, derived from the order of its input. */
export function orderAfter(axis: Axis, input: NodeOrder, isOne: boolean, axisOrder: boolean): NodeOrder {
  if (isOne) return fromOne(axis, input.within, axisOrder);
  const { sorted, distinct, disjoint, within } = input;
  switch (axis) {
    case 'self':
      return input;
    case 'child':
      return { sorted: sorted && disjoint, distinct, disjoint, within };
    case 'attribute':
      return { sorted, distinct, disjoint: true, within };
    case 'descendant':
    case 'descendant-or-self':
      return { sorted: sorted && disjoint, distinct: distinct && disjoint, disjoint: false, within };
    default:
      return { sorted: false, distinct: false, disjoint: false, within: false };
  }
}

function fromOne(axis: Axis, within: boolean, axisOrder: boolean): NodeOrder {
  switch (axis) {
    case 'self':
    case 'child':
    case 'attribute':
      return { ...ONE_NODE, within };
    case 'parent':
    case 'following-sibling':
      return ONE_NODE;
    case 'descendant':
    case 'descendant-or-self':
      return { ...ONE_NODE, disjoint: false, within };
    case 'following':
      return { ...ONE_NODE, disjoint: false };
    case 'preceding-sibling':
      return { ...ONE_NODE, sorted: !axisOrder };
    case 'ancestor':
    case 'ancestor-or-self':
    case 'preceding':
      return { sorted: false, distinct: true, disjoint: false, within: false };
  }
}
