import { learnNames, NodeKind, type XmlDocument, type XmlElement } from '../xml/index.ts';
import type { AncestryRow, CandidateRow, Handler, PackModule, PackRun } from './pack-module.ts';
import { type RunnablePack, startRun } from './run.ts';

/** One alternative of the context of a rule that matches elements, with the names it requires as ids of the pool. */
export type ContextWay = {
  /** The name of the element; null: any. */
  readonly name: number | null;
  /** The names above it; null: any. */
  readonly above: AncestryRow | null;
  /** Whether the names are all it requires: it then matches every element that has them. */
  readonly isComplete: boolean;
  /** Ids of the assertions of its rule. */
  readonly ruleIds: readonly string[];
  readonly matches: (element: XmlElement, run: PackRun) => boolean;
};

/** The contexts that a pack applies to a document at hand, in its default phase. */
export type Contexts = {
  readonly ways: readonly ContextWay[];
  /** Whether rules match nodes that are no elements: which of these cannot be found out without running them. */
  readonly hasOthers: boolean;
};

/**
 * What the contexts of a pack can match, from its compiled code: variables, abstract patterns, prefixes and unions are
 * resolved there. Patterns that the default phase leaves out and patterns on other documents do not count.
 */
export function contextsOf({ module, others }: Pick<RunnablePack, 'module' | 'others'>): Contexts {
  const isApplied = appliedPatterns(module);
  const ruleIds = new Map(module.rules.map(([rule, from, to]) => [rule, idsBetween(module, from, to)]));
  const { byName, otherwise } = module.tables.elements;
  const ways: ContextWay[] = [];
  const add = (name: number | null, rows: readonly (readonly [number, readonly CandidateRow[]])[]): void => {
    for (const [pattern, candidates] of rows) {
      if (!isApplied(pattern)) continue;
      for (const [rule, alternatives] of candidates) {
        for (const way of alternatives) {
          // An alternative without a name is in the row of every name; it counts once.
          if (name === null || !isAmong(way, rule, pattern)) ways.push(toWay(name, rule, way, ruleIds));
        }
      }
    }
  };
  const unnamed = new Map(otherwise.map(([pattern, candidates]) => [pattern, new Map(candidates)]));
  const isAmong = (way: Way, rule: Handler, pattern: number): boolean =>
    unnamed
      .get(pattern)
      ?.get(rule)
      ?.some((other) => other.every((part, index) => part === way[index])) ?? false;
  add(null, otherwise);
  for (const [name, rows] of byName) add(name, rows);
  const hasOthers = others !== null || module.tables.documents.otherwise !== null;
  return { ways, hasOthers };
}

type Way = CandidateRow[1][number];

function toWay(
  name: number | null,
  rule: Handler,
  [above, rest]: Way,
  ruleIds: ReadonlyMap<Handler, readonly string[]>,
): ContextWay {
  return {
    name,
    above,
    isComplete: rest === null,
    ruleIds: ruleIds.get(rule) ?? [],
    matches: (element, run) =>
      (name === null || element.name === name) &&
      (above === null || isUnder(element, above, 0)) &&
      (rest === null || rest(element, run)),
  };
}

const idsBetween = ({ checks }: PackModule, from: number, to: number): string[] =>
  checks.slice(from, to).map(([id]) => id);

/** Whether a pattern is applied to the document at hand when no phase is chosen. */
function appliedPatterns({ defaultPhase, phases, documents = [] }: PackModule): (pattern: number) => boolean {
  const elsewhere = new Set(documents.map(([pattern]) => pattern));
  const active = defaultPhase === null ? null : new Set(phases[defaultPhase]?.active);
  return (pattern) => !elsewhere.has(pattern) && (active === null || active.has(pattern));
}

function isUnder({ parent }: XmlElement, ancestry: AncestryRow, at: number): boolean {
  const step = ancestry.steps[at];
  if (step === undefined) return !ancestry.rooted || parent.kind === NodeKind.DOCUMENT;
  const [near, name] = step;
  for (let higher = parent; higher.kind === NodeKind.ELEMENT; higher = higher.parent) {
    if ((name === 0 || higher.name === name) && isUnder(higher, ancestry, at + 1)) return true;
    if (near) return false;
  }
  return false;
}

/**
 * Whether one of the alternatives matches an element of a document, whose names are those of the pack.
 *
 * @param outside the name id of elements in which nothing is looked for
 * @param now the time in milliseconds, for conditions that ask for it
 */
export function matchesSome(
  pack: RunnablePack,
  ways: readonly ContextWay[],
  document: XmlDocument,
  { outside, now }: { readonly outside: number; readonly now: number },
): boolean {
  learnNames(document);
  const run = startRun(pack, document, { now });
  const search = (element: XmlElement | null): boolean => {
    for (let at = element; at !== null; at = at.next) {
      if (at.name === outside) continue;
      const here = at;
      if (ways.some((way) => way.matches(here, run)) || search(at.first)) return true;
    }
    return false;
  };
  return search(document.first);
}
