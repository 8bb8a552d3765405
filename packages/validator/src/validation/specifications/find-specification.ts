import { cutText } from '@e-invoice/schematron/xml';
import type { Text } from '../../issues/index.ts';
import { normalizeCustomization } from './match-customization.ts';
import type { Family, Specification } from './specification.ts';
import { SPECIFICATIONS } from './specifications.data.ts';

/** What a document claims to follow, as far as that is known. */
export type ClaimedSpecification = {
  /** BT-24, without superfluous white space; null: the document has none. */
  readonly identifier: string | null;
  readonly family: Family;
  /** Of a specification that is not known the identifier itself. */
  readonly name: Text;
  /** The built-in rule set that has all of its rules; null: there is none. */
  readonly ruleset: string | null;
  /** Whether the registry has exactly this one. */
  readonly isKnown: boolean;
};

const EXACT = new Map(
  SPECIFICATIONS.flatMap((specification) => specification.identifiers.map((id) => [id, specification] as const)),
);

/** Identifiers of which the beginning is known, without their `*`. */
const BEGINNINGS = [...EXACT].filter(([id]) => id.endsWith('*')).map(([id, it]) => [id.slice(0, -1), it] as const);

const toClaim = (identifier: string | null, { family, name, ruleset }: Specification): ClaimedSpecification => ({
  identifier,
  family,
  name,
  ruleset: ruleset ?? null,
  isKnown: true,
});

/** The claim of a document that says nothing: by EN 16931, whose BR-01 then tells what is missing. */
export const NO_CLAIM: ClaimedSpecification = toClaim(null, EXACT.get('urn:cen.eu:en16931:2017')!);

/** A name of a specification is shown to people. */
const NAME_LIMIT = 200;

/**
 * What BT-24 (`cbc:CustomizationID`) claims: a specification of the registry, else what is built on one of it, the
 * longest identifier that a `#` follows (in PINT also an `@`), else something unknown.
 *
 * @param customization its text as it stands; null or empty: there is none
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

/** The longest known identifier that the given one continues. */
function findBase(identifier: string): { readonly specification: Specification; readonly length: number } | null {
  const start = identifier.slice(0, LONGEST + 1);
  for (let at = endOfBase(start, start.length); at > 0; at = endOfBase(start, at)) {
    const specification = EXACT.get(start.slice(0, at));
    if (specification !== undefined) return { specification, length: at };
  }
  return null;
}

const LONGEST = Math.max(...[...EXACT.keys()].map((id) => id.length));

/** The last separator before a place. */
function endOfBase(identifier: string, before: number): number {
  const hash = identifier.lastIndexOf('#', before - 1);
  return identifier.startsWith('urn:peppol:pint:') ? Math.max(hash, identifier.lastIndexOf('@', before - 1)) : hash;
}

/** No real identifier is longer. */
const REST_LIMIT = 2_000;

/** What is built on a specification: `compliant` narrows it, every other keyword extends it. */
function familyOn(base: Family, rest: string): Family {
  if (base === 'foreign' || base === 'extension') return base;
  const keywords = rest
    .slice(0, REST_LIMIT)
    .split('#')
    .filter((_, index) => index % 2 === 1);
  return keywords.every((keyword) => keyword === 'compliant') ? 'cius' : 'extension';
}
