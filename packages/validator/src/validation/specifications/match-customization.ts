/** BT-24 as it is compared: without white space around it, runs of it inside as one blank, in its own case. */
export const normalizeCustomization = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

/**
 * Whether a value of BT-24 is what a pattern means: the value itself, where `*` stands for any characters. Takes a time
 * that is linear in the value for each `*`.
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

/** Of the patterns that match, how many characters of its own the most exact one has; -1: none matches. */
export function bestMatch(value: string, patterns: readonly string[]): number {
  let best = -1;
  for (const pattern of patterns) {
    if (!matchesPattern(value, pattern)) continue;
    // An identifier in full goes before every pattern, however long.
    const exactness = pattern.includes('*') ? pattern.replaceAll('*', '').length : Number.MAX_SAFE_INTEGER;
    best = Math.max(best, exactness);
  }
  return best;
}
