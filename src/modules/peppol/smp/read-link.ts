import { decodePercent } from '../../../lib/decode-percent.ts';

/**
 * Maximum length of a link: an identifier has at most 500 characters (Peppol Policy for use of Identifiers 4.4.0).
 */
const MAX_LINK = 4_000;
/** Maximum number of reserved characters tried as the end of an identifier. */
const MAX_ENDS = 32;
const SCHEME = '[A-Za-z0-9._-]+';
/** Two colons, percent-encoded once, twice or not at all. */
const COLONS = '(?::|%(?:25)?3A){2}';
const AFTER_SERVICES = new RegExp(`/services/+(?=${SCHEME}${COLONS})`, 'gi');
/** Start of an identifier that is not preceded by the prescribed slash. */
const KNOWN_SCHEME = new RegExp(`(?:busdox-docid-qns|peppol-doctype-wildcard)${COLONS}`, 'gi');

/**
 * Returns the document type identifier, with its scheme, from a link of a service group; null when it cannot be read.
 *
 * The prescribed form is `…/services/{identifier, percent-encoded}`. The list is not signed and the link is never
 * followed, so other forms are accepted if they are unambiguous: another path before the identifier, and reserved
 * characters (`#`, `/`, `?`) of the identifier without percent-encoding.
 */
export function readLink(href: string): string | null {
  const start = href.length > MAX_LINK ? null : startOf(href);
  if (start === null) return null;
  const rest = href.slice(start);
  const ends = [...rest.matchAll(/[/?#]/g)].map(({ index }) => index);
  for (const end of [...ends.slice(0, MAX_ENDS), rest.length]) {
    const id = decode(rest.slice(0, end));
    if (id !== null && isComplete(id)) return id;
  }
  // The end of an identifier of another form is known only when it contains no reserved character.
  const isOpen = ends.some((end) => end < rest.length - 1);
  const id = isOpen ? null : decode(rest.replace(/[/?#]$/, ''));
  return id !== null && /^[^:]+::\S/.test(id) ? id : null;
}

function startOf(href: string): number | null {
  const path = [...href.matchAll(AFTER_SERVICES)].at(-1);
  if (path !== undefined) return path.index + path[0].length;
  return [...href.matchAll(KNOWN_SCHEME)].at(-1)?.index ?? null;
}

/** Percent-decodes a text; null when the encoding is invalid or the result contains a control character. */
function decode(text: string): string | null {
  const once = decodePercent(text);
  const decoded = once !== null && /^[^:]+?%3A/i.test(once) ? decodePercent(once) : once;
  return decoded === null || /\p{Cc}/u.test(decoded) ? null : decoded.trim();
}

/** Whether it has the form of Peppol document types: `scheme::root namespace::local name##customization::version`. */
function isComplete(id: string): boolean {
  const root = id.indexOf('::') + 2;
  const customization = id.indexOf('##', root) + 2;
  const version = id.lastIndexOf('::') + 2;
  const localName = id.indexOf('::', root) + 2;
  const isOrdered = root < localName && localName < customization && customization < version - 2;
  return isOrdered && /^[^:/?#]+$/.test(id.slice(version));
}
