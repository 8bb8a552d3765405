import { type JsonValue, toCanonicalJson } from '../canonical-json.ts';
import { own } from '../own.ts';
import { toCanonicalGroup } from './semantic-digest.ts';
import type { Field } from './term.ts';

/** Indexes of groups that correspond to each other; null where the other invoice has no such group. */
export type Match = { readonly left: number | null; readonly right: number | null; readonly isEqual: boolean };

type Members = Readonly<Record<string, JsonValue>>;

/** What identifies a group in addition to its whole content: combinations of terms, the strongest first. */
const KEYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'BG-25': [
    ['BT-157', 'BT-131'],
    ['BT-155', 'BT-131'],
    ['BT-153', 'BT-131'],
    ['BT-157'],
    ['BT-155'],
    ['BT-153'],
    ['BT-126', 'BT-131'],
  ],
  'BG-23': [['BT-118', 'BT-119'], ['BT-118']],
  'BG-20': [['BT-97', 'BT-98'], ['BT-92']],
  'BG-21': [['BT-104', 'BT-105'], ['BT-99']],
  'BG-27': [['BT-139', 'BT-140'], ['BT-136']],
  'BG-28': [['BT-144', 'BT-145'], ['BT-141']],
  'BG-24': [['BT-122']],
  'BG-3': [['BT-25']],
  'BG-16': [['BT-84'], ['BT-81']],
  'BG-32': [['BT-160']],
};

/**
 * Matches the groups of two invoices: equal ones first, then those with equal identifying terms, then those at the same
 * position. Linear in the number of groups.
 *
 * @returns in the order of the left groups, then the unmatched right ones
 */
export function matchGroups(
  field: Extract<Field, { is: 'group' }>,
  left: readonly object[],
  right: readonly object[],
): Match[] {
  const [a, b] = [left, right].map((groups) => groups.map((group) => toCanonicalGroup(field, group)));
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  const pairBy = (keyOf: (members: Members, index: number) => string | null): void => {
    const free = new Map<string, number[]>();
    b!.forEach((members, index) => {
      const key = taken.has(index) ? null : keyOf(members, index);
      if (key === null) return;
      const same = free.get(key);
      if (same === undefined) free.set(key, [index]);
      else same.push(index);
    });
    // Taken from the end, so the first of several equal ones must be last.
    for (const same of free.values()) same.reverse();
    a!.forEach((members, index) => {
      const key = partner.has(index) ? null : keyOf(members, index);
      const found = key === null ? undefined : free.get(key)?.pop();
      if (found === undefined) return;
      partner.set(index, found);
      taken.add(found);
    });
  };
  pairBy((members) => toCanonicalJson(members));
  const equal = new Set(partner.keys());
  for (const terms of own(KEYS, field.id) ?? []) pairBy((members) => keyFrom(members, terms));
  pairBy((_, index) => String(index));
  return [
    ...left.map((_, index) => ({ left: index, right: partner.get(index) ?? null, isEqual: equal.has(index) })),
    ...right.flatMap((_, index) => (taken.has(index) ? [] : [{ left: null, right: index, isEqual: false }])),
  ];
}

/** The values of terms in a group or in the groups inside it; null when all are missing. */
function keyFrom(members: Members, terms: readonly string[]): string | null {
  const values = terms.map((term) => valueIn(members, term));
  return values.every((value) => value === null) ? null : toCanonicalJson(values);
}

function valueIn(members: Members, term: string): JsonValue {
  const direct = own(members, term);
  if (direct !== undefined) return direct;
  for (const value of Object.values(members)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const found = valueIn(value as Members, term);
    if (found !== null) return found;
  }
  return null;
}
