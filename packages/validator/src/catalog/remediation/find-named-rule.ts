import type { Catalog } from '../catalog.ts';
import type { CatalogEntry } from '../catalog-entry.ts';
import { looseId } from '../search/index.ts';
import { foreignMessages, xrechnungRules } from './foreign-messages.data.ts';

/** A rule named by the query, and the confidence in the match. */
type NamedRule = { readonly entry: CatalogEntry; readonly confidence: number };

const SURE = { id: 1, idLoosely: 0.95, idInside: 0.95, idInMessage: 0.95, sibling: 0.85, foreign: 0.7 } as const;

/**
 * Finds the rule named by an id or a message: the exact id, an id inside other text, a sibling rule, or a message of
 * another validator.
 */
export function findNamedRule(catalog: Catalog, ruleId: string, message: string): NamedRule | null {
  const whole = catalog.find(ruleId);
  if (whole !== undefined) return { entry: whole, confidence: SURE.id };
  const loosely = findLoosely(catalog, ruleId);
  if (loosely !== undefined) return { entry: loosely, confidence: SURE.idLoosely };
  const inside = findInside(catalog, ruleId);
  if (inside !== undefined) return { entry: inside, confidence: SURE.idInside };
  const found = findInside(catalog, message);
  if (found !== undefined) return { entry: found, confidence: SURE.idInMessage };
  const sibling = findSibling(catalog, `${ruleId} ${message}`);
  if (sibling !== undefined) return { entry: sibling, confidence: SURE.sibling };
  for (const [pattern, id] of foreignMessages) {
    const entry = pattern.test(`${ruleId} ${message}`) ? catalog.find(id) : undefined;
    if (entry !== undefined) return { entry, confidence: SURE.foreign };
  }
  return null;
}

/** Finds an id without its separators or leading zeros: `brco15`, `SK R 41`. */
function findLoosely({ index }: Catalog, ruleId: string): CatalogEntry | undefined {
  if (ruleId.length > LONGEST_ID || !/\d/.test(ruleId)) return undefined;
  const requested = looseId(ruleId.toLowerCase());
  const position = index.ids.findIndex((id) => looseId(id) === requested);
  return index.entries[position];
}

/** Longer than any rule id. */
const LONGEST_ID = 60;

/**
 * Finds a rule id inside a text. Ids consist of letters, digits and hyphens; the longest part of such a run that is a
 * rule id is used (`ubl-BR-CO-10`).
 */
function findInside(catalog: Catalog, text: string): CatalogEntry | undefined {
  // Matches start only at the beginning of a run; otherwise a long word would take quadratic time.
  for (const [run] of text.matchAll(/(?<![a-z0-9])[a-z0-9]+(?:-[a-z0-9]+)+/gi)) {
    const parts = run.split('-').slice(0, MAX_PARTS);
    for (let length = parts.length; length >= 2; length--) {
      for (let from = 0; from + length <= parts.length; from++) {
        const found = catalog.find(parts.slice(from, from + length).join('-'));
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** More parts than any rule id has. */
const MAX_PARTS = 8;

function findSibling(catalog: Catalog, text: string): CatalogEntry | undefined {
  const found = /\bBR-DE-(\d+)/i.exec(text)?.[1];
  if (found === undefined) return undefined;
  const id = xrechnungRules.get(`BR-DE-${Number(found)}`);
  return id === undefined ? undefined : catalog.find(id);
}
