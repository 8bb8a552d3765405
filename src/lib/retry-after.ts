/**
 * Parses Retry-After (RFC 9110, 10.2.3) into milliseconds from now; null when it is missing, in the past or
 * unreadable.
 */
export function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const after = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return after > 0 ? after : null;
}
