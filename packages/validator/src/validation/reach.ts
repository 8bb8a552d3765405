import { type ContextWay, contextsOf, matchesSome } from '@e-invoice/schematron/contexts';
import type { XmlDocument } from '@e-invoice/schematron/xml';
import { EXTENSION_NAMESPACE, placesIn, type Structure, structureWith } from './layers/structure/index.ts';
import { once, type RulePack } from './rule-pack.ts';

/** Whether the rules of a pack apply to a document. `possible`: the document contains nothing that proves it. */
type Reach = 'certain' | 'possible' | 'none';

/** Which packs and rules apply to a document. */
export type Reaches = {
  /** @throws PackNotReady */
  readonly of: (pack: RulePack) => Reach;
  /** Ids of the rules of a pack that can match something in such a document. @throws PackNotReady */
  readonly ruleIds: (pack: RulePack) => ReadonlySet<string>;
};

/** For requests without a document: every pack applies. */
export const REACHES_ALL: Reaches = { of: () => 'certain', ruleIds: ({ ruleIds }) => new Set(ruleIds) };

/** Results shared by all documents with the same document element. */
type Known = {
  /**
   * Whether a context names elements of such a document and has no condition; for packs that name no elements,
   * whether a context without a condition matches any element.
   */
  readonly isCertain: boolean;
  readonly namesElements: boolean;
  /** Whether some contexts match nodes other than elements. */
  readonly hasOthers: boolean;
  /** Contexts that can match: those that name elements, or all when no context names one. */
  readonly open: () => readonly ContextWay[];
  readonly ruleIds: () => ReadonlySet<string>;
};

/**
 * Determines from the rule contexts to which documents the rules of packs apply. Contexts that name elements decide:
 * a pack for CII names no element of UBL, so it does not apply even if another of its rules matches any element. A
 * condition in a context is evaluated on the document.
 */
export function makeReaches(structure: Structure) {
  const known = new WeakMap<object, Map<number, Known>>();
  const places = new Map<number, ReturnType<typeof placesIn>>();
  const outside = structure.names.find(EXTENSION_NAMESPACE, 'ExtensionContent');

  const learn = ({ pack }: RulePack, root: number): Known => {
    const { ways, hasOthers } = contextsOf(pack);
    if (!places.has(root)) places.set(root, placesIn(structure, root));
    const hasPlace = places.get(root) ?? null;
    const naming = ways.filter(namesElements);
    const unnamed = ways.filter((way) => !namesElements(way));
    const isPossible = ({ name, above }: ContextWay): boolean => hasPlace?.(name, above) ?? true;
    const possible = once(() => naming.filter(isPossible));
    return {
      isCertain:
        naming.length > 0
          ? hasPlace !== null && naming.some((way) => way.isComplete && isPossible(way))
          : unnamed.some(({ isComplete }) => isComplete),
      namesElements: naming.length > 0,
      hasOthers,
      open: () => (naming.length > 0 ? possible() : unnamed),
      ruleIds: once(() => new Set([...possible(), ...unnamed].flatMap((way) => way.ruleIds))),
    };
  };

  const knownOf = (pack: RulePack, root: number): Known => {
    const key = pack.pack.module;
    const byRoot = known.get(key) ?? new Map<number, Known>();
    known.set(key, byRoot);
    const found = byRoot.get(root) ?? learn(pack, root);
    byRoot.set(root, found);
    return found;
  };

  const reachOf = (pack: RulePack, document: XmlDocument, now: number): Reach => {
    const { name } = document.root;
    const { isCertain, namesElements, hasOthers, open } = knownOf(pack, name);
    if (isCertain) return 'certain';
    const ways = open();
    const isMet = ways.length > 0 && matchesSome(pack.pack, ways, document, { outside, now });
    if (!namesElements) return isMet || hasOthers ? 'possible' : 'none';
    if (isMet) return 'certain';
    return ways.length > 0 && structure.documents.has(name) ? 'possible' : 'none';
  };

  /** @param now day of the validation in milliseconds, for conditions that use the date */
  return (document: XmlDocument, now: number): Reaches => ({
    of: (pack) => reachOf(pack, document, now),
    ruleIds: (pack) => knownOf(pack, document.root.name).ruleIds(),
  });
}

/** The document elements of a syntax whose documents the rules of a pack can match. @throws PackNotReady */
export function documentsOf({ pack }: RulePack, input: Structure): string[] {
  const structure = structureWith(input, pack.names);
  const { ways, hasOthers } = contextsOf(pack);
  const naming = ways.filter(namesElements);
  const isMatched = (root: number): boolean => {
    const hasPlace = placesIn(structure, root)!;
    return naming.length > 0 ? naming.some(({ name, above }) => hasPlace(name, above)) : ways.length > 0 || hasOthers;
  };
  const roots = [...structure.documents.entries()].filter(([root]) => isMatched(root));
  return roots.map(([, { type }]) => type);
}

const namesElements = ({ name, above }: ContextWay): boolean =>
  name !== null || (above?.steps.some(([, one]) => one !== 0) ?? false);
