/** Supported codings in order of preference. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Valid headers are shorter. */
const LONGEST = 1_000;

/**
 * Chooses the coding that an Accept-Encoding header (RFC 9110, section 12.5.3) prefers, Brotli if it has no
 * preference; null for no compression, also when the header is missing, too long or unreadable.
 */
export function chooseCoding(header: string | string[] | undefined): Coding | null {
  const text = String(header ?? '');
  if (text === '' || text.length > LONGEST) return null;
  const weights = new Map<string, number>();
  for (const part of text.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([\w*-]+)\s*(?:;\s*q=\s*([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Coding | null = null;
  let most = weights.get('identity') ?? 0;
  for (const coding of CODINGS) {
    const weight = weightOf(coding);
    if (weight > 0 && (best === null ? weight >= most : weight > most)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}
