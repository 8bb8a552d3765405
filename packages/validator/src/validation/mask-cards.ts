import { isLuhn } from '../check-digits.ts';
import type { Comparison, Correction, FileResult, Issue, RootCause } from '../issues/index.ts';

/** Issuer prefixes of ISO/IEC 7812 with the lengths of their numbers. */
const ISSUERS: readonly (readonly [prefix: RegExp, shortest: number, longest: number])[] = [
  [/^4/, 16, 19],
  [/^5[1-5]|^2[2-7]/, 16, 16],
  [/^3[47]/, 15, 15],
  [/^3[0689]/, 14, 19],
  [/^35/, 16, 19],
  [/^6/, 16, 19],
  [/^5[06-9]/, 16, 19],
];
const LONGEST = 19;
const BT_87 = 'PrimaryAccountNumberID';

/** Visible digits: the first six and the last four (PCI DSS 3.4.1). */
const FIRST = 6;
const LAST = 4;

/** Digits and the separators that occur between their groups: white space, hyphens, dots and invisible characters. */
const RUN = /\d[\d\s\p{Cf}\p{Pd}\u2212._:/]*/gu;

/** The start of an IBAN or VAT number: country code, check digits and the letters of a bank code. */
const IN_IDENTIFIER = /(?:^|[^\p{L}\d])[A-Z]{2}(?:\d\d[A-Z]{1,6})?$/u;
const BEFORE = 11;

/** Replaces all digits between the first six and the last four with `*`; separators stay. */
export function maskNumber(text: string): string {
  const count = text.replace(/\D/g, '').length;
  let position = 0;
  return text.replace(/\d/g, (digit) => {
    position += 1;
    return position <= FIRST || position > count - LAST ? digit : '*';
  });
}

/** Masks every payment card number in a text. BR-51 applies wherever a result repeats document content. */
export function maskCards(text: string): string {
  if (text.length < 14) return text;
  return text.replace(RUN, (run, at: number) =>
    IN_IDENTIFIER.test(text.slice(Math.max(0, at - BEFORE), at)) ? run : maskRun(run),
  );
}

/** Masks card numbers in a run of digit groups; a number is one group or several adjacent ones. */
function maskRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    digits,
    index,
    end: index + digits.length,
  }));
  let redacted = run;
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    for (let last = first; last < groups.length && digits.length <= LONGEST; last += 1) {
      digits += groups[last]!.digits;
      if (!isCard(digits)) continue;
      const [from, to] = [groups[first]!.index, groups[last]!.end];
      redacted = redacted.slice(0, from) + maskNumber(redacted.slice(from, to)) + redacted.slice(to);
      first = last;
      break;
    }
  }
  return redacted;
}

const isCard = (digits: string): boolean =>
  ISSUERS.some(([prefix, least, most]) => digits.length >= least && digits.length <= most && prefix.test(digits)) &&
  isLuhn(digits);

/** Masks every text in a value. Returns the same object when it contains no card number. */
function maskAll<T>(value: T): T {
  if (typeof value === 'string') return maskCards(value) as T;
  if (Array.isArray(value)) {
    const items = value.map(maskAll);
    return items.every((item, index) => item === value[index]) ? value : (items as T);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const redacted = entries.map(([key, inner]) => [key, maskAll(inner)] as const);
  const isSame = redacted.every(([, inner], index) => inner === entries[index]?.[1]);
  return isSame ? value : (Object.fromEntries(redacted) as T);
}

/** Drops corrections that contain a card number: a masked correction could not be applied. */
function maskCause(cause: RootCause): RootCause {
  const isClear = ({ patch }: Correction): boolean =>
    maskAll(patch) === patch && !patch.some((edit) => JSON.stringify(edit).includes(BT_87));
  if (cause.corrections.every(isClear)) return maskAll(cause);
  const { patch: _, resolves: __, makes_valid: ___, changes_amount_due: ____, questions: _____, ...rest } = cause;
  return maskAll({ ...rest, proven: false, corrections: cause.corrections.filter(isClear) });
}

type Redactable = Pick<FileResult, 'summary' | 'issues' | 'root_causes'> & { readonly comparison?: Comparison };

/** Masks every payment card number in the parts of a result that repeat document content. */
export function maskResult({ summary, issues, root_causes, comparison }: Redactable): Redactable {
  const mask = (some: readonly Issue[]): readonly Issue[] => maskAll(some);
  return {
    summary: maskAll(summary),
    issues: mask(issues),
    root_causes: root_causes.map(maskCause),
    ...(comparison !== undefined && {
      comparison: { ...comparison, only_here: mask(comparison.only_here), only_there: mask(comparison.only_there) },
    }),
  };
}
