import { NodeKind, type XmlAttribute, type XmlNode, type XmlParent } from '../xml/index.ts';
import type { Handler, HandlerTable, PackModule, PackRun, Test } from './pack-module.ts';
import type { Chain, Place } from './path-trie.ts';

/** What runs at nodes that are no elements; null when no rule of the pack matches any of them. */
export type Others = {
  readonly attributes: ReadonlyMap<number, Handler | null>;
  readonly anyAttribute: Handler | null;
  readonly text: Handler | null;
  readonly comment: Handler | null;
  readonly instruction: Handler | null;
};

export function othersIn({ attributes, texts, comments, instructions }: PackModule['tables']): Others | null {
  const isEmpty = ({ byName, otherwise }: HandlerTable): boolean => byName.length === 0 && otherwise === null;
  if ([attributes, texts, comments, instructions].every(isEmpty)) return null;
  return {
    attributes: new Map(attributes.byName),
    anyAttribute: attributes.otherwise,
    text: texts.otherwise,
    comment: comments.otherwise,
    instruction: instructions.otherwise,
  };
}

/** Runs the rules that match elements below a parent that stands at a place. */
export function walkElements(parent: XmlParent, place: Place, runs: readonly PackRun[]): void {
  for (let child = parent.first; child !== null; child = child.next) {
    const at = place.of(child);
    if (at.chains.length > 0) visit(at.chains, child, runs);
    if (child.first !== null) walkElements(child, at, runs);
  }
}

/** The same where rules of some packs match other nodes too. */
export function walkAll(
  parent: XmlParent,
  place: Place,
  runs: readonly PackRun[],
  others: readonly (readonly [Others, PackRun])[],
): void {
  for (const child of parent.children) {
    if (child.kind === NodeKind.ELEMENT) {
      const at = place.of(child);
      visit(at.chains, child, runs);
      for (const attribute of child.attributes) for (const [pack, run] of others) visitAttribute(pack, attribute, run);
      walkAll(child, at, runs, others);
      continue;
    }
    for (const [{ text, comment, instruction }, run] of others) {
      const { kind } = child;
      const handler = kind === NodeKind.TEXT ? text : kind === NodeKind.COMMENT ? comment : instruction;
      handler?.(child, run);
    }
  }
}

function visitAttribute({ attributes, anyAttribute }: Others, attribute: XmlAttribute, run: PackRun): void {
  const handler = attributes.get(attribute.name);
  (handler === undefined ? anyAttribute : handler)?.(attribute, run);
}

/** Runs at an element the first rule of each pattern that matches it. */
function visit(chains: readonly Chain[], node: XmlNode, runs: readonly PackRun[]): void {
  for (let i = 0; i < chains.length; i++) {
    let chain: Chain | null = chains[i]!;
    const run = runs[chain.pack]!;
    if (!run.on[chain.pattern]) continue;
    while (chain !== null && chain.tests !== null && !passes(chain.tests, node, run)) chain = chain.otherwise;
    if (chain !== null) chain.rule(node, run);
  }
}

function passes(tests: readonly Test[], node: XmlNode, run: PackRun): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]!(node, run)) return true;
  return false;
}
