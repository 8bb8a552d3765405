import { cutText } from '@e-invoice/schematron/xml';
import type { Text } from '../../issues/index.ts';
import { normalizeCustomization } from './match-customization.ts';
import type { Family, Specification } from './specification.ts';
import { SPECIFICATIONS } from './specifications.data.ts';

/** The specification that a document claims to follow. */
export type ClaimedSpecification = {
  /** BT-24 with normalised white space; null when absent. */
  readonly identifier: string | null;
  readonly family: Family;
  /** The identifier itself when the specification is unknown. */
  readonly name: Text;
  /** The built-in ruleset that contains all of its rules; null when there is no such ruleset. */
  readonly ruleset: string | null;
  /** Whether the registry contains exactly this identifier. */
  readonly isKnown: boolean;
};

const EXACT = new Map(
  SPECIFICATIONS.flatMap((specification) => specification.identifiers.map((id) => [id, specification] as const)),
);

/** Identifiers known by their beginning, without the `*`. */
const BEGINNINGS = [...EXACT].filter(([id]) => id.endsWith('*')).map(([id, it]) => [id.slice(0, -1), it] as const);

const toClaim = (identifier: string | null, { family, name, ruleset }: Specification): ClaimedSpecification => ({
  identifier,
  family,
  name,
  ruleset: ruleset ?? null,
  isKnown: true,
});

/** The claim of a document without BT-24: EN 16931, so that its BR-01 reports the missing term. */
export const NO_CLAIM: ClaimedSpecification = toClaim(null, EXACT.get('urn:cen.eu:en16931:2017')!);

/** The name of a specification is displayed, so its length is limited. */
const NAME_LIMIT = 200;

/**
 * Resolves BT-24 (`cbc:CustomizationID`): a specification of the registry; else one that is built on a specification
 * of the registry, which is the longest known identifier followed by `#` (in PINT also by `@`); else an unknown one.
 *
 * @param customization the text of BT-24; null or empty when absent
 */
export function findSpecification(customization: string | null): ClaimedSpecification {
  const identifier = customization === null ? '' : normalizeCustomization(customization);
  if (identifier === '') return NO_CLAIM;
  const exact = EXACT.get(identifier) ?? BEGINNINGS.find(([start]) => identifier.startsWith(start))?.[1];
  if (exact !== undefined) return toClaim(identifier, exact);
  const base = findBase(identifier);
  const name = identifier.length > NAME_LIMIT ? `${cutText(identifier, NAME_LIMIT - 1)}…` : identifier;
  return {
    identifier,
    family: base === null ? 'foreign' : familyOn(base.specification.family, identifier.slice(base.length)),
    name: { sk: name, en: name },
    ruleset: null,
    isKnown: false,
  };
}

/** The longest known identifier that the identifier continues. */
function findBase(identifier: string): { readonly specification: Specification; readonly length: number } | null {
  const start = identifier.slice(0, LONGEST + 1);
  for (let at = endOfBase(start, start.length); at > 0; at = endOfBase(start, at)) {
    const specification = EXACT.get(start.slice(0, at));
    if (specification !== undefined) return { specification, length: at };
  }
  return null;
}

const LONGEST = Math.max(...[...EXACT.keys()].map((id) => id.length));

/** The last separator before an offset. */
function endOfBase(identifier: string, before: number): number {
  const hash = identifier.lastIndexOf('#', before - 1);
  return identifier.startsWith('urn:peppol:pint:') ? Math.max(hash, identifier.lastIndexOf('@', before - 1)) : hash;
}

/** Longer than any real identifier. */
const REST_LIMIT = 2_000;

/**
 * The relation of a derived specification to EN 16931: `compliant` narrows the base, every other keyword extends it.
 */
function familyOn(base: Family, rest: string): Family {
  if (base === 'foreign' || base === 'extension') return base;
  const keywords = rest
    .slice(0, REST_LIMIT)
    .split('#')
    .filter((_, index) => index % 2 === 1);
  return keywords.every((keyword) => keyword === 'compliant') ? 'cius' : 'extension';
}
