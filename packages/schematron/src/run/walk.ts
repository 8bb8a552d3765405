import { NodeKind, type XmlAttribute, type XmlNode, type XmlParent } from '../xml/index.ts';
import type { Handler, HandlerTable, PackModule, PackRun, Test } from './pack-module.ts';
import type { Candidate, PathNode } from './path-trie.ts';

/** Handlers of nodes other than elements; null if no rule of the pack matches any. */
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

/** Runs the rules that match elements below a parent, whose path of names is `path`. */
export function walkElements(parent: XmlParent, path: PathNode, runs: readonly PackRun[]): void {
  for (let child = parent.first; child !== null; child = child.next) {
    const at = path.of(child);
    if (at.candidates.length > 0) visit(at.candidates, child, runs);
    if (child.first !== null) walkElements(child, at, runs);
  }
}

/** The same if rules of some packs also match other nodes. */
export function walkAll(
  parent: XmlParent,
  path: PathNode,
  runs: readonly PackRun[],
  others: readonly (readonly [Others, PackRun])[],
): void {
  for (const child of parent.children) {
    if (child.kind === NodeKind.ELEMENT) {
      const at = path.of(child);
      visit(at.candidates, child, runs);
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

/** Runs the first matching rule of each pattern on an element. */
function visit(candidates: readonly Candidate[], node: XmlNode, runs: readonly PackRun[]): void {
  for (let i = 0; i < candidates.length; i++) {
    let candidate: Candidate | null = candidates[i]!;
    const run = runs[candidate.pack]!;
    if (!run.on[candidate.pattern]) continue;
    while (candidate !== null && candidate.tests !== null && !passes(candidate.tests, node, run))
      candidate = candidate.otherwise;
    if (candidate !== null) candidate.rule(node, run);
  }
}

function passes(tests: readonly Test[], node: XmlNode, run: PackRun): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]!(node, run)) return true;
  return false;
}
