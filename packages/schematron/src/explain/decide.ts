import { documentOf, type XmlDocument, type XmlNode } from '../xml/index.ts';
import { isNode } from '../xpath/item-types.ts';
import type { Literal, WatchedSite } from '../xpath/watched-site.ts';
import type { Frame } from './evaluation-trace.ts';
import {
  comparedPair,
  GENERAL_COMPARISONS,
  type Item,
  isXmlNode,
  itemsOf,
  literalItems,
  taggedItems,
  truthOf,
} from './values.ts';

/** Which aspect of an evaluation matters: its value, its effective boolean value, or only which nodes it returns. */
type Use = 'value' | 'truth' | 'which';

/** What decides a value: the value cannot change while all of these stay the same. */
export type Decision = {
  /** Nodes whose text was read. */
  readonly read: ReadonlySet<XmlNode>;
  /** Nodes whose existence matters but not their content. */
  readonly there: ReadonlySet<XmlNode>;
  /** The deciding evaluations, outermost first. */
  readonly steps: readonly Step[];
};

export type Step = { readonly frame: Frame; readonly parts: readonly Step[] };

const NOTHING: Decision = { read: new Set(), there: new Set(), steps: [] };

/** Thrown for a construct whose dependencies are not known. */
export class Uncertain extends Error {}

/** Functions whose value depends on more than the values of their arguments. */
const UNCERTAIN: ReadonlySet<string> = new Set(
  ['key', 'lang', 'deep-equal', 'position', 'last', 'document', 'id', 'idref', 'nilled', 'base-uri'].map(
    (name) => `fn:${name}`,
  ),
);

/** Functions that depend on which node they receive but not on its content. */
const OF_NODES: ReadonlySet<string> = new Set(
  ['name', 'local-name', 'namespace-uri', 'node-name', 'path'].map((name) => `fn:${name}`),
);

const VALUE_COMPARISONS: ReadonlySet<string> = new Set(['eqOp', 'neOp', 'ltOp', 'leOp', 'gtOp', 'geOp']);
const SEQUENCES: ReadonlySet<string> = new Set([
  'pathExpr',
  'simpleMapExpr',
  'flworExpr',
  'sequenceExpr',
  'unionOp',
  'intersectOp',
  'exceptOp',
]);
const NODE_COMPARISONS: ReadonlySet<string> = new Set(['isOp', 'nodeBeforeOp', 'nodeAfterOp']);

const sizeOf = ({ read, there }: Decision): number => read.size + there.size;

const smallest = (decisions: readonly Decision[]): Decision =>
  decisions.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least));

/**
 * Derives the smallest set of nodes that decides the result of an evaluation, operator by operator. A false `and`
 * needs
 * one false operand, a false `every` one counter-example, a true `=` one pair; a computed value needs all its
 * operands.
 *
 * @param spend is called with the number of items examined; an exception from it aborts the derivation
 * @returns a function for evaluations on that document; it throws Uncertain when an expression depends on more than
 *   the
 * trace contains
 */
export function makeDecider(
  sites: readonly WatchedSite[],
  document: XmlDocument,
  spend: (steps: number) => void,
): (frame: Frame) => Decision {
  // Values that are the same for the whole document are derived once for all findings.
  const known = new WeakMap<Frame, Map<Use, Decision>>();

  function joined(decisions: readonly Decision[]): Decision {
    const relevant = decisions.filter((one) => one !== NOTHING);
    if (relevant.length <= 1) return relevant[0] ?? NOTHING;
    const all = { read: new Set<XmlNode>(), there: new Set<XmlNode>(), steps: [] as Step[] };
    for (const { read, there, steps } of relevant) {
      spend(read.size + there.size + steps.length);
      for (const node of read) all.read.add(node);
      for (const node of there) all.there.add(node);
      all.steps.push(...steps);
    }
    return all;
  }

  function of(one: Frame, use: Use): Decision {
    const uses = known.get(one) ?? new Map<Use, Decision>();
    known.set(one, uses);
    const before = uses.get(use);
    if (before !== undefined) return before;
    spend(1 + one.children.length);
    const found = derive(one, use);
    // The frame of a variable only groups the evaluations that produced it.
    const decision = one.site < 0 ? found : { ...found, steps: [{ frame: one, parts: found.steps }] };
    uses.set(use, decision);
    return decision;
  }

  const all = (frames: readonly Frame[], use: Use): Decision => joined(frames.map((one) => of(one, use)));

  /** Excludes nodes that belong to or are created by the rules: these do not depend on the document. */
  const here = (nodes: readonly XmlNode[]): XmlNode[] => nodes.filter((node) => documentOf(node) === document);
  const nodesIn = ({ value }: Frame): XmlNode[] => here(itemsOf(value).filter(isXmlNode));
  const reads = (nodes: readonly XmlNode[]): Decision => ({ ...NOTHING, read: new Set(nodes) });
  const finds = (nodes: readonly XmlNode[]): Decision => ({ ...NOTHING, there: new Set(nodes) });

  const returnsNodes = (one: Frame): boolean => {
    if (one.site < 0) return one.children.length === 1 && returnsNodes(one.children[0]!);
    const { item } = sites[one.site]!;
    if (item !== 'item') return isNode(item);
    const items = itemsOf(one.value);
    return items.length > 0 && items.every(isXmlNode);
  };
  /** The items of an evaluation; for nodes only their identity, not their content. */
  const identityOf = (one: Frame): Decision => of(one, returnsNodes(one) ? 'which' : 'value');
  /** Whether a predicate or a condition is true. */
  const truthOrValueOf = (one: Frame): Decision => of(one, returnsNodes(one) ? 'truth' : 'value');

  function derive(one: Frame, use: Use): Decision {
    if (one.site < 0) return all(one.children, use);
    const site = sites[one.site]!;
    const { kind } = site;
    if (UNCERTAIN.has(kind)) throw new Uncertain(kind);
    if (kind === 'andOp' || kind === 'orOp') return ofLogic(one, kind === 'andOp');
    if (kind === 'some' || kind === 'every') return ofQuantified(one, site);
    if (VALUE_COMPARISONS.has(kind) || GENERAL_COMPARISONS.has(kind)) return ofComparison(one, site);
    if (NODE_COMPARISONS.has(kind) || OF_NODES.has(kind)) return joined(one.children.map(identityOf));
    switch (kind) {
      case 'fn:not':
      case 'fn:boolean':
        return all(one.children, 'truth');
      case 'fn:exists':
      case 'fn:empty':
        return joined(one.children.map(truthOrValueOf));
      case 'fn:count':
        return joined(one.children.flatMap((child) => [identityOf(child), finds(nodesIn(child))]));
      case 'ifThenElseExpr':
        return joined(one.children.map((child) => of(child, child.site === site.parts[0] ? 'truth' : use)));
      case 'varRef':
      case 'contextItemExpr':
      case 'fn:current':
      case 'fn:root':
        return ofVariable(one, use);
      default:
        return SEQUENCES.has(kind) ? ofSequence(one, site, use) : ofComputed(one, site);
    }
  }

  function ofLogic(one: Frame, isAnd: boolean): Decision {
    if (one.value === isAnd) return all(one.children, 'truth');
    const deciding = one.children.filter((child) => truthOf(child.value, sites[child.site]!.item) !== isAnd);
    return deciding.length === 0 ? NOTHING : smallest(deciding.map((child) => of(child, 'truth')));
  }

  function ofVariable(one: Frame, use: Use): Decision {
    const made = all(one.children, use);
    const nodes = returnsNodes(one) ? nodesIn(one) : [];
    if (nodes.length === 0 || use === 'which') return made;
    return use === 'value' ? joined([made, reads(nodes)]) : one.children.length > 0 ? made : finds(nodes.slice(0, 1));
  }

  function ofSequence(one: Frame, site: WatchedSite, use: Use): Decision {
    // A parenthesised expression.
    if (site.kind === 'sequenceExpr' && one.children.length === 1 && one.children[0]!.value === one.value)
      return of(one.children[0]!, use);
    const [first] = returnsNodes(one) ? nodesIn(one) : [];
    if (use === 'truth' && first !== undefined) return joined([finds([first]), whetherIn(one, first)]);
    const identities = joined(
      one.children.map((child) => (isPredicate(child, site) ? truthOrValueOf(child) : identityOf(child))),
    );
    return use === 'value' && first !== undefined ? joined([identities, reads(nodesIn(one))]) : identities;
  }

  const isPredicate = (child: Frame, { predicates }: WatchedSite): boolean => predicates.includes(child.site);

  /** Why a node is in the result of an evaluation. */
  function whetherIn(one: Frame, node: XmlNode): Decision {
    const site = sites[one.site];
    const isTransparent = site === undefined || site.kind === 'varRef' || site.kind === 'sequenceExpr';
    const [only, ...others] = one.children;
    if (isTransparent && only !== undefined && others.length === 0) return whetherIn(only, node);
    if (site?.goesDown !== true) return of(one, 'which');
    const isOnTheWay = (child: Frame): boolean => !isXmlNode(child.focus) || isAbove(child.focus, node);
    return joined(
      one.children
        .filter((child) => !isPredicate(child, site) || isOnTheWay(child))
        .map((child) => (isPredicate(child, site) ? truthOrValueOf(child) : identityOf(child))),
    );
  }

  function ofQuantified(one: Frame, { kind, parts }: WatchedSite): Decision {
    const [condition, ...sequences] = parts;
    const conditions = one.children.filter(({ site }) => site === condition);
    const sources = one.children.filter(({ site }) => sequences.includes(site));
    const last = conditions.at(-1);
    const isEarly = one.value === (kind === 'some');
    if (!isEarly || last === undefined) return joined([...sources.map(identityOf), ...conditions.map(truthDecision)]);
    const [only] = sources;
    const item = sequences.length === 1 && only !== undefined ? itemsOf(only.value)[conditions.length - 1] : undefined;
    if (only !== undefined && isXmlNode(item)) return joined([whetherIn(only, item), truthDecision(last)]);
    return joined([...sources.map(identityOf), truthDecision(last)]);
  }

  const truthDecision = (one: Frame): Decision => of(one, 'truth');

  function ofComparison(one: Frame, { kind, parts }: WatchedSite): Decision {
    const sides = parts.map((part) =>
      typeof part === 'number' ? one.children.find(({ site }) => site === part) : part,
    );
    const empty = sides.filter((side): side is Frame => isFrame(side) && itemsOf(side.value).length === 0);
    if (empty.length > 0) return smallest(empty.map(identityOf));
    const operator = one.value === true ? GENERAL_COMPARISONS.get(kind) : undefined;
    const pair = operator === undefined ? null : comparedPair(operator, sides.map(tagged));
    const decisions = sides.map((side, index) => {
      if (!isFrame(side)) return NOTHING;
      const item = pair?.[index];
      return isXmlNode(item) ? joined([whetherIn(side, item), reads(here([item]))]) : of(side, 'value');
    });
    // The trace of a memoised value is recorded together with the evaluations that produced it.
    const rest = one.children.filter((child) => !sides.includes(child));
    return joined([...decisions, all(rest, 'value')]);
  }

  const tagged = (side: Frame | readonly Literal[] | undefined): readonly Item[] | null =>
    side === undefined ? null : isFrame(side) ? taggedItems(side.value, sites[side.site]!.item) : literalItems(side);

  /** A computed value depends on all operands and, if the function reads it, on the context item. */
  function ofComputed(one: Frame, { kind, parts }: WatchedSite): Decision {
    const context = kind.startsWith('fn:') && parts.length === 0 && isXmlNode(one.focus) ? here([one.focus]) : [];
    return joined([all(one.children, 'value'), ...(context.length === 0 ? [] : [reads(context)])]);
  }

  return (frame) => of(frame, 'truth');
}

const isFrame = (side: unknown): side is Frame =>
  typeof side === 'object' && side !== null && 'children' in side && 'site' in side;

function isAbove(above: XmlNode, node: XmlNode): boolean {
  for (let at: XmlNode | null = node; at !== null; at = at.parent) if (at === above) return true;
  return false;
}
