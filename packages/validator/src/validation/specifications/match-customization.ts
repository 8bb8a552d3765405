/** Normalises BT-24 for comparison: trims it and collapses white space; case is significant. */
export const normalizeCustomization = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

/**
 * Whether a value of BT-24 matches a pattern in which `*` matches any characters. Linear in the length of the value
 * for each `*`.
 */
export function matchesPattern(value: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return value === pattern;
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
  const end = value.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = value.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The number of literal characters in the most specific matching pattern; -1 when no pattern matches. */
export function bestMatch(value: string, patterns: readonly string[]): number {
  let best = -1;
  for (const pattern of patterns) {
    if (!matchesPattern(value, pattern)) continue;
    // A literal identifier takes precedence over every pattern.
    const exactness = pattern.includes('*') ? pattern.replaceAll('*', '').length : Number.MAX_SAFE_INTEGER;
    best = Math.max(best, exactness);
  }
  return best;
}
