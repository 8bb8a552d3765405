import { splitQuoted } from './split-quoted.ts';

type Range = { readonly weight: number; readonly order: number };

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Chooses the media type that an Accept header prefers (RFC 9110, section 12.5.1), in time linear in the length of
 * the header: the offer with the highest weight. Equal weights are decided by the more specific range, then by the
 * order of the header, then by the order of the offers.
 *
 * Parameters of a media range other than `q` are ignored: no representation of the service has variants to select,
 * and many clients name the `charset` that the service itself sends. A range with such a parameter and `q=0` excludes
 * a variant that does not exist, so the whole range is ignored. Unreadable members are ignored; a header without
 * readable members is treated as absent. `negotiator` and `@hapi/accept` require parameters to match the offer, which
 * makes `application/json; charset=utf-8` unacceptable, and take quadratic time.
 *
 * @param header undefined when the request has no Accept header: the first offer is preferred
 * @param offers media types in lower case, without parameters
 * @returns null when the header accepts no offer
 */
export function chooseMediaType(header: string | undefined, offers: readonly string[]): string | null {
  const ranges = new Map<string, Range>();
  for (const [order, member] of splitQuoted(header ?? '', ',').entries()) {
    const range = readMember(member);
    if (range === null) continue;
    const known = ranges.get(range.type);
    // The same range with other parameters: the service has no variants, so the highest weight wins.
    if (known === undefined || range.weight > known.weight) ranges.set(range.type, { weight: range.weight, order });
  }
  return ranges.size === 0 ? (offers[0] ?? null) : choose(ranges, offers);
}

function choose(ranges: ReadonlyMap<string, Range>, offers: readonly string[]): string | null {
  let best: (Range & { readonly offer: string; readonly specificity: number }) | null = null;
  for (const offer of offers) {
    // The most specific matching range decides, regardless of the weights of the others.
    const matching = [offer, `${offer.slice(0, offer.indexOf('/'))}/*`, '*/*'];
    const found = matching.findIndex((type) => ranges.has(type));
    const range = ranges.get(matching[found] ?? '');
    if (range === undefined || range.weight === 0) continue;
    const candidate = { ...range, offer, specificity: -found };
    if (best === null || isBetter(candidate, best)) best = candidate;
  }
  return best?.offer ?? null;
}

type Candidate = Range & { readonly specificity: number };

const isBetter = (one: Candidate, other: Candidate): boolean =>
  (one.weight - other.weight || one.specificity - other.specificity || other.order - one.order) > 0;

/** Parses one member of the header into its media range in lower case and its weight; null when unreadable. */
function readMember(member: string): { readonly type: string; readonly weight: number } | null {
  const [range = '', ...parameters] = splitQuoted(member, ';').map((part) => part.trim());
  // Java's HttpURLConnection sends a lone asterisk.
  const type = range === '*' ? '*/*' : range.toLowerCase();
  if (!isMediaRange(type)) return null;
  let weight = 1;
  let hasOther = false;
  for (const parameter of parameters) {
    if (parameter === '') continue;
    const [name = '', value = ''] = splitOnce(parameter, '=');
    if (name.toLowerCase() !== 'q') {
      hasOther ||= !isUtf8(name, value);
      continue;
    }
    const read = readWeight(value);
    if (read === null) return null;
    weight = read;
  }
  return weight === 0 && hasOther ? null : { type, weight };
}

function isMediaRange(type: string): boolean {
  const [main = '', sub = ''] = splitOnce(type, '/');
  return main === '*' ? sub === '*' : TOKEN.test(main) && TOKEN.test(sub);
}

/** True for `charset=utf-8`, which the text types of the service also have. */
const isUtf8 = (name: string, value: string): boolean =>
  name.toLowerCase() === 'charset' && /^"?utf-?8"?$/i.test(value);

/**
 * Accepts `.2` and more than the three digits that the grammar allows, because some clients send them. Null when the
 * value is not a non-negative number.
 */
const readWeight = (value: string): number | null =>
  /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? Math.min(1, Number(value)) : null;

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
