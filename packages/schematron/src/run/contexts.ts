import { learnNames, NodeKind, type XmlDocument, type XmlElement } from '../xml/index.ts';
import type { AncestryRow, CandidateRow, Handler, PackModule, PackRun } from './pack-module.ts';
import { type RunnablePack, startRun } from './run.ts';

/** One alternative of a rule context that matches elements; required names are ids of the pool. */
export type ContextWay = {
  /** Name of the element; null: any. */
  readonly name: number | null;
  /** Names of the ancestors; null: any. */
  readonly above: AncestryRow | null;
  /** Whether the context requires nothing but these names, so that it matches every element that has them. */
  readonly isComplete: boolean;
  /** Ids of the assertions of the rule. */
  readonly ruleIds: readonly string[];
  readonly matches: (element: XmlElement, run: PackRun) => boolean;
};

/** The contexts that a pack applies to the main document in its default phase. */
export type Contexts = {
  readonly ways: readonly ContextWay[];
  /** Whether rules match nodes other than elements. Whether such a rule matches is only known after running it. */
  readonly hasOthers: boolean;
};

/**
 * Reads the contexts of a pack from its compiled code, where variables, abstract patterns, prefixes and unions are
 * resolved. Excludes patterns that are inactive in the default phase and patterns on other documents.
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
          // An alternative without a name is in the row of every name; add it once.
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

/** Whether a pattern is applied to the main document when no phase is chosen. */
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
 * Whether one of the alternatives matches an element of a document that was parsed with the names of the pack.
 *
 * @param outside name id of elements whose content is not searched
 * @param now the time in milliseconds since 1970 UTC, for conditions that use it
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
