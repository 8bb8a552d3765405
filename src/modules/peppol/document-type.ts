import type { Text } from '@e-invoice/validator/issues';
import { DOCUMENT_TYPES, PROCESSES } from './document-types.data.ts';

const EXACT = 'busdox-docid-qns';
const WILDCARD = 'peppol-doctype-wildcard';

/** Maximum length of an id with its scheme (Peppol Policy for use of Identifiers 4.4.0). */
const LONGEST = 500;

/** Maximum wildcard ids derived from one document type; Peppol's own identifiers have one part after `@`. */
const MAX_WILDCARDS = 4;

const SEPARATOR = '::';
const HASHES = '##';

/** Whether a text has the form `namespace::name##customization`. */
function isId(text: string): boolean {
  const hash = text.indexOf(HASHES, text.indexOf(SEPARATOR, 1) + 3);
  return text.includes(SEPARATOR, 1) && hash !== -1 && hash + 2 < text.length;
}

export const INVOICE = DOCUMENT_TYPES[0]!.id;

/** Aliases of document types, such as `invoice`. */
export const DOCUMENT_TYPE_ALIASES: readonly string[] = DOCUMENT_TYPES.map(({ alias }) => alias);

/**
 * Parses a requested document type: an alias, an id, or an id with its scheme. Returns the id with its scheme, or
 * null.
 */
export function readDocumentType(text: string): string | null {
  const compact = text.trim();
  const known = DOCUMENT_TYPES.find(({ alias }) => alias === compact);
  if (known !== undefined) return known.id;
  if (compact.length > LONGEST || /\s/.test(compact)) return null;
  const scheme = /^([a-z0-9-]+)::/.exec(compact)?.[1];
  // A namespace such as `urn::x` also looks like a scheme: the identifier needs its own `::` before `##`.
  if (scheme !== undefined) {
    const id = compact.slice(scheme.length + SEPARATOR.length);
    if (isId(id)) return scheme === EXACT || scheme === WILDCARD ? compact : null;
  }
  return isId(compact) ? `${EXACT}::${compact}` : null;
}

/** Common name; null for document types that are rarely used here. */
export const nameOfDocumentType = (id: string): Text | null =>
  DOCUMENT_TYPES.find((known) => known.id === id)?.name ?? null;

export const nameOfProcess = (id: string): Text | null => PROCESSES.get(id) ?? null;

type Parts = {
  readonly scheme: string;
  readonly root: string;
  readonly customization: string;
  readonly version: string;
};

/** Splits `scheme::root##customization::version` in linear time; null when one of the four parts is missing. */
function split(id: string): Parts | null {
  const first = id.indexOf(SEPARATOR);
  const last = id.lastIndexOf(SEPARATOR);
  const hash = id.lastIndexOf(HASHES, last - 3);
  if (first < 1 || hash < first + 3) return null;
  const scheme = id.slice(0, first);
  const version = id.slice(last + 2);
  if (scheme.includes(':') || version === '' || version.includes(':')) return null;
  return { scheme, root: id.slice(first + 2, hash), customization: id.slice(hash + 2, last), version };
}

/**
 * Selects the listed document type that receives the requested one: the identical one, or the longest matching
 * wildcard (Peppol Policy for use of Identifiers 4.4.0: a customization that ends in `*` includes all that begin with
 * it).
 */
export function chooseDocumentType(requested: string, listed: readonly string[]): string | null {
  if (listed.includes(requested)) return requested;
  const parts = split(requested);
  if (parts === null) return null;
  const fitting = listed.filter((id) => {
    const offered = split(id);
    if (offered === null || offered.scheme !== WILDCARD || !offered.customization.endsWith('*')) return false;
    const family = offered.customization.slice(0, -1);
    const { root, customization, version } = parts;
    const bare = customization.replace(/\*$/, '');
    const fits = bare === family || bare.startsWith(`${family}@`);
    return offered.root === root && offered.version === version && fits;
  });
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * Wildcard document types that a receiver of this type can be registered under, the most specific first (Peppol
 * Policy for use of Identifiers 4.4.0: each part after `@` may be omitted).
 */
export function wildcardsOf(requested: string): string[] {
  const parts = split(requested);
  if (parts === null || !parts.customization.startsWith('urn:peppol:')) return [];
  const { root, customization, version } = parts;
  const bare = customization.replace(/\*$/, '');
  const cuts = [...bare.matchAll(/@/g)].map(({ index }) => bare.slice(0, index)).reverse();
  const families = [bare, ...cuts].slice(0, MAX_WILDCARDS);
  return families.map((family) => `${WILDCARD}::${root}##${family}*::${version}`).filter((id) => id !== requested);
}
