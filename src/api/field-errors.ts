import type { z } from 'zod';
import type { Text } from '../issues/index.ts';

/** Where a faulty field stands. */
export type FieldPlace = 'body' | 'query' | 'path' | 'header';

/** One faulty field of a request; `pointer` is a JSON pointer (RFC 6901) inside `in`. */
export type FieldError = {
  readonly in: FieldPlace;
  readonly pointer: string;
  readonly code: string;
  readonly detail: Text;
};

const TEXTS = {
  missing: () => ({ sk: 'Údaj chýba.', en: 'The field is missing.' }),
  wrong_type: (expected) => ({ sk: `Očakáva sa typ ${expected}.`, en: `The type ${expected} is expected.` }),
  too_short: (limit) => ({ sk: `Najmenšia dĺžka je ${limit}.`, en: `The least length is ${limit}.` }),
  too_long: (limit) => ({ sk: `Najväčšia dĺžka je ${limit}.`, en: `The greatest length is ${limit}.` }),
  too_small: (limit) => ({ sk: `Najmenšia hodnota je ${limit}.`, en: `The least value is ${limit}.` }),
  too_large: (limit) => ({ sk: `Najväčšia hodnota je ${limit}.`, en: `The greatest value is ${limit}.` }),
  bad_format: (format) => ({ sk: `Hodnota nemá tvar ${format}.`, en: `The value does not have the form ${format}.` }),
  not_allowed: (values) => ({ sk: `Povolené hodnoty: ${values}.`, en: `Allowed values: ${values}.` }),
  unknown_field: (names) => ({ sk: `Neznáme údaje: ${names}.`, en: `Unknown fields: ${names}.` }),
  invalid: () => ({ sk: 'Hodnota nie je povolená.', en: 'The value is not allowed.' }),
} satisfies Record<string, (value: string) => Text>;

type FieldCode = keyof typeof TEXTS;

/** A field error with the texts of its code; `value` says what was expected, or the limit. */
export function makeFieldError(
  place: FieldPlace,
  path: readonly PropertyKey[],
  code: FieldCode,
  value = '',
): FieldError {
  return { in: place, pointer: toPointer(path), code, detail: TEXTS[code](value) };
}

/** What a schema found wrong, as field errors; the value was parsed with `WITH_INPUT`. */
export function toFieldErrors(place: FieldPlace, error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => {
    const [code, value] = describe(issue);
    return makeFieldError(place, issue.path, code, value);
  });
}

/** Parsing with this option lets missing be told from mistyped. */
export const WITH_INPUT = { reportInput: true } as const;

function describe(issue: z.core.$ZodIssue): [FieldCode, string?] {
  const missing = issue.input === undefined;
  const sized = 'origin' in issue && ['string', 'array', 'file', 'set'].includes(issue.origin);
  switch (issue.code) {
    case 'invalid_type':
      return missing ? ['missing'] : ['wrong_type', issue.expected];
    case 'too_small':
      return [sized ? 'too_short' : 'too_small', String(issue.minimum)];
    case 'too_big':
      return [sized ? 'too_long' : 'too_large', String(issue.maximum)];
    case 'invalid_format':
      return ['bad_format', FORMS[issue.format] ?? ('pattern' in issue ? String(issue.pattern) : issue.format)];
    case 'invalid_value':
      return missing ? ['missing'] : ['not_allowed', issue.values.map(String).join(', ')];
    case 'unrecognized_keys':
      return ['unknown_field', issue.keys.join(', ')];
    default:
      return ['invalid'];
  }
}

const FORMS: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DDThh:mm:ssZ', url: 'URL' };

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
