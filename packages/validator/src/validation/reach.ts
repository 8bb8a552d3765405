import { type ContextWay, contextsOf, matchesSome } from '@e-invoice/schematron/contexts';
import type { XmlDocument } from '@e-invoice/schematron/xml';
import { EXTENSION_NAMESPACE, placesIn, type Structure, structureWith } from './layers/ubl-structure/index.ts';
import { once, type RulePack } from './rule-pack.ts';

/**
 * Whether the rules of a pack apply to a document: certainly, perhaps (nothing that they name is proof of it), or not at
 * all.
 */
export type Reach = 'certain' | 'possible' | 'none';

/** What the rules of packs have to do with the document at hand. */
export type Reaches = {
  /** @throws PackNotReady */
  readonly of: (pack: RulePack) => Reach;
  /** Ids of those rules of a pack that can match something in such a document. @throws PackNotReady */
  readonly ruleIds: (pack: RulePack) => ReadonlySet<string>;
};

/** Where there is no document: every pack is what it is taken for. */
export const REACHES_ALL: Reaches = { of: () => 'certain', ruleIds: ({ ruleIds }) => new Set(ruleIds) };

/** What is the same for all documents of one document element. */
type Known = {
  /** Whether a context that names elements of such a document requires nothing else, or one is about any element. */
  readonly isCertain: boolean;
  readonly namesElements: boolean;
  /** Whether some nodes that are no elements are matched. */
  readonly hasOthers: boolean;
  /** The contexts that can be met: those that name elements, where there are any. */
  readonly open: () => readonly ContextWay[];
  readonly ruleIds: () => ReadonlySet<string>;
};

/**
 * Finds out to which documents the rules of packs apply, from the contexts of the rules. What decides are the contexts
 * that name elements: those of a pack for CII name no element of UBL, and that another rule of it is about any element
 * does not count. A condition in a context counts as met where it is met in the document at hand.
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

  /** @param now the day of the validation in milliseconds, for conditions that ask for it */
  return (document: XmlDocument, now: number): Reaches => ({
    of: (pack) => reachOf(pack, document, now),
    ruleIds: (pack) => knownOf(pack, document.root.name).ruleIds(),
  });
}

/** The document elements of UBL in whose documents rules of a pack can match something. @throws PackNotReady */
export function documentsOf({ pack }: RulePack, given: Structure): ('Invoice' | 'CreditNote')[] {
  const structure = structureWith(given, pack.names);
  const { ways, hasOthers } = contextsOf(pack);
  const naming = ways.filter(namesElements);
  const isMatched = (root: number): boolean => {
    const hasPlace = placesIn(structure, root)!;
    return naming.length > 0 ? naming.some(({ name, above }) => hasPlace(name, above)) : ways.length > 0 || hasOthers;
  };
  const roots = [...structure.documents.entries()].filter(([root]) => isMatched(root));
  return roots.map(([, { type }]) => type as 'Invoice' | 'CreditNote');
}

const namesElements = ({ name, above }: ContextWay): boolean =>
  name !== null || (above?.steps.some(([, one]) => one !== 0) ?? false);
