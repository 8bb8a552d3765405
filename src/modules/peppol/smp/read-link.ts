import { decodePercent } from '../../../lib/decode-percent.ts';

/** Longer links are not read: an identifier has at most 500 characters (Peppol Policy for use of Identifiers 4.4.0). */
const MAX_LINK = 4_000;
/** How many reserved characters are tried as the end of an identifier. */
const MAX_ENDS = 32;
const SCHEME = '[A-Za-z0-9._-]+';
/** Two colons, percent-encoded once, twice or not at all. */
const COLONS = '(?::|%(?:25)?3A){2}';
const AFTER_SERVICES = new RegExp(`/services/+(?=${SCHEME}${COLONS})`, 'gi');
/** Where an identifier can start without the slash that belongs before it. */
const KNOWN_SCHEME = new RegExp(`(?:busdox-docid-qns|peppol-doctype-wildcard)${COLONS}`, 'gi');

/**
 * The document type identifier, with its scheme, that a link of a service group names; null when it cannot be read.
 *
 * The prescribed form is `…/services/{identifier, percent-encoded}`. The list is not signed and the link is never
 * followed, so other forms are read as far as they are unambiguous: another path before the identifier, and reserved
 * characters (`#`, `/`, `?`) of the identifier that are not percent-encoded.
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
  // The end of an identifier of another form is known only when no reserved character is in it.
  const isOpen = ends.some((end) => end < rest.length - 1);
  const id = isOpen ? null : decode(rest.replace(/[/?#]$/, ''));
  return id !== null && /^[^:]+::\S/.test(id) ? id : null;
}

function startOf(href: string): number | null {
  const path = [...href.matchAll(AFTER_SERVICES)].at(-1);
  if (path !== undefined) return path.index + path[0].length;
  return [...href.matchAll(KNOWN_SCHEME)].at(-1)?.index ?? null;
}

/** Without percent-encoding; null when the encoding is invalid or a control character is in the text. */
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
