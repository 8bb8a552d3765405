import type { Text } from '@e-invoice/validator/issues';
import type { z } from 'zod';
import { nearestName } from '../../lib/nearest-name.ts';
import { shorten } from '../../lib/plain-text.ts';
import { fieldsAt } from '../../lib/schema-fields.ts';
import { type UnstorableText, WHOLE_CHARACTERS } from '../../lib/whole-characters.ts';
import { namePattern } from '../schemas/text-patterns.ts';

/** Location of an invalid field. */
export type FieldPlace = 'body' | 'query' | 'path' | 'header';

/** An invalid field of a request; `pointer` is a JSON pointer (RFC 6901) within `in`. */
export type FieldError = {
  readonly in: FieldPlace;
  readonly pointer: string;
  readonly code: string;
  readonly detail: Text;
};

const both = (value: string): Text => ({ sk: value, en: value });

const TEXTS = {
  missing: ({ sk, en }) =>
    sk === ''
      ? { sk: 'Údaj chýba.', en: 'The field is missing.' }
      : { sk: `Údaj chýba. Očakáva sa ${sk}.`, en: `The field is missing. Expected: ${en}.` },
  wrong_type: ({ sk, en }) => ({ sk: `Očakáva sa ${sk}.`, en: `Expected: ${en}.` }),
  too_short: ({ sk, en }) => ({ sk: `Najmenšia dĺžka je ${sk}.`, en: `The minimum length is ${en}.` }),
  too_long: ({ sk, en }) => ({ sk: `Najväčšia dĺžka je ${sk}.`, en: `The maximum length is ${en}.` }),
  too_small: ({ sk, en }) => ({ sk: `Najmenšia hodnota je ${sk}.`, en: `The minimum value is ${en}.` }),
  too_large: ({ sk, en }) => ({ sk: `Najväčšia hodnota je ${sk}.`, en: `The maximum value is ${en}.` }),
  bad_format: ({ sk, en }) => ({ sk: `Očakáva sa ${sk}.`, en: `Expected: ${en}.` }),
  not_allowed: ({ sk, en }) => ({ sk: `Povolené hodnoty: ${sk}.`, en: `Allowed values: ${en}.` }),
  field_unknown: ({ sk, en }) =>
    sk === ''
      ? { sk: 'Operácia tento údaj nemá.', en: 'Unknown field.' }
      : { sk: `Operácia tento údaj nemá. Možno ste mysleli ${sk}.`, en: `Unknown field. Did you mean ${en}?` },
  field_repeated: () => ({
    sk: 'Údaj je v objekte dvakrát.',
    en: 'The object has a duplicate field.',
  }),
  parameter_unknown: ({ sk, en }) =>
    sk === ''
      ? { sk: 'Operácia tento parameter nemá.', en: 'Unknown parameter.' }
      : {
          sk: `Operácia tento parameter nemá. Možno ste mysleli ${sk}.`,
          en: `Unknown parameter. Did you mean ${en}?`,
        },
  body_unexpected: ({ sk, en }) =>
    sk === ''
      ? { sk: 'Operácia telo požiadavky neprijíma.', en: 'The operation has no request body.' }
      : {
          sk: `Operácia telo požiadavky neprijíma. Parametre uveďte v adrese: ${sk}.`,
          en: `The operation has no request body. Put the parameters into the URL: ${en}.`,
        },
  invalid: () => ({ sk: 'Hodnota nie je povolená.', en: 'The value is not allowed.' }),
} satisfies Record<string, (value: Text) => Text>;

type FieldCode = keyof typeof TEXTS;

/** Creates a field error with the texts of its code; `value` is the expected value or the limit. */
export function makeFieldError(
  place: FieldPlace,
  path: readonly PropertyKey[],
  code: FieldCode,
  value: string | Text = '',
): FieldError {
  const text = typeof value === 'string' ? both(value) : value;
  return { in: place, pointer: toPointer(path), code, detail: TEXTS[code](text) };
}

/** Maximum number of field errors in a response. */
export const MAX_ERRORS = 100;

/**
 * Converts schema issues to at most 100 field errors. The value must have been parsed with `WITH_INPUT`.
 *
 * @param schema source of suggestions for misspelt names; undefined: no suggestions
 */
export function toFieldErrors(
  place: FieldPlace,
  error: { readonly issues: readonly z.core.$ZodIssue[] },
  schema?: z.ZodType,
): FieldError[] {
  const errors = error.issues.slice(0, MAX_ERRORS).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = schema === undefined ? [] : fieldsAt(schema, issue.path);
      return issue.keys
        .slice(0, MAX_ERRORS)
        .map((key) => makeFieldError(place, [...issue.path, key], 'field_unknown', nearestName(cut(key), known)));
    }
    const [code, value] = describe(issue);
    return [makeFieldError(place, issue.path, code, value)];
  });
  return errors.slice(0, MAX_ERRORS);
}

/** Parse options that distinguish missing values from mistyped ones and suppress the library's own messages. */
export const WITH_INPUT = { reportInput: true, error: () => '-' } as const;

/** Parameters of a refinement that fails because another field makes this one required. */
export const MISSING = { isMissing: true } as const;

function describe(issue: z.core.$ZodIssue): [FieldCode, (string | Text)?] {
  const missing = issue.input === undefined;
  const sized = 'origin' in issue && ['string', 'array', 'file', 'set'].includes(issue.origin);
  switch (issue.code) {
    case 'invalid_type':
      return missing ? ['missing'] : ['wrong_type', nameType(issue)];
    case 'too_small':
      return [sized ? 'too_short' : 'too_small', String(issue.minimum)];
    case 'too_big':
      return [sized ? 'too_long' : 'too_large', String(issue.maximum)];
    case 'invalid_format':
      return ['bad_format', findForm(issue)];
    case 'invalid_value':
      return missing ? ['missing'] : ['not_allowed', issue.values.map(String).join(', ')];
    case 'invalid_union':
      return describeUnion(issue);
    case 'custom':
      if (issue.params?.isMissing === true) return ['missing'];
      return issue.params?.form === WHOLE_CHARACTERS ? ['bad_format', WHOLE_TEXT] : ['invalid'];
    default:
      return ['invalid'];
  }
}

/** The text at a path, or the last name of the path, cannot be stored. */
export const unstorableText = (
  place: FieldPlace,
  path: readonly PropertyKey[],
  reason: UnstorableText['reason'],
): FieldError => makeFieldError(place, path, 'bad_format', reason === 'nul' ? TEXT_WITHOUT_NUL : WHOLE_TEXT);

const TYPES: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    string: { sk: 'text', en: 'a text' },
    number: { sk: 'číslo', en: 'a number' },
    int: { sk: 'celé číslo', en: 'a whole number' },
    boolean: { sk: 'true alebo false', en: 'true or false' },
    array: { sk: 'zoznam hodnôt', en: 'a list of values' },
    object: { sk: 'objekt JSON', en: 'a JSON object' },
    record: { sk: 'objekt JSON', en: 'a JSON object' },
    null: { sk: 'null', en: 'null' },
  }),
);

/** The field has a value of another type than expected. */
export const wrongType = (place: FieldPlace, path: readonly PropertyKey[], expected: 'array' | 'object'): FieldError =>
  makeFieldError(place, path, 'wrong_type', TYPES.get(expected));

const ONE_VALUE: Text = { sk: 'jediná hodnota', en: 'a single value' };

function nameType({ expected, input }: z.core.$ZodIssueInvalidType): string | Text {
  const isOfOne = expected === 'string' || expected === 'number' || expected === 'int';
  return isOfOne && Array.isArray(input) ? ONE_VALUE : (TYPES.get(expected) ?? expected);
}

/** The discriminator of a union is invalid; the error lists its possible values. */
function describeUnion({ input, ...issue }: z.core.$ZodIssueInvalidUnion): [FieldCode, string?] {
  const { discriminator, options } = issue as { discriminator?: string; options?: readonly unknown[] };
  if (discriminator === undefined || options === undefined) return [input === undefined ? 'missing' : 'invalid'];
  const isGiven = typeof input === 'object' && input !== null && Object.hasOwn(input, discriminator);
  return isGiven ? ['not_allowed', options.map(String).join(', ')] : ['missing'];
}

const FORMS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    date: { sk: 'dátum v tvare RRRR-MM-DD', en: 'a date in the format YYYY-MM-DD' },
    datetime: {
      sk: 'čas s časovým pásmom, napríklad 2027-01-04T09:30:00Z',
      en: 'a time with a time zone, such as 2027-01-04T09:30:00Z',
    },
  }),
);

const WHOLE_TEXT: Text = {
  sk: 'text bez osamotenej polovice náhradného páru (surrogate)',
  en: 'a text without lone surrogates',
};

const TEXT_WITHOUT_NUL: Text = {
  sk: 'text bez znaku NUL (U+0000)',
  en: 'a text without the NUL character (U+0000)',
};

const PERCENT_ENCODED: Text = {
  sk: 'text v kódovaní UTF-8 zapísaný percentovým kódovaním, napríklad d%C3%A1tum; samotný znak % ako %25',
  en: 'percent-encoded UTF-8, such as d%C3%A1tum; a percent sign itself as %25',
};

/** Part of the URL has percent-encoding that is not UTF-8. */
export const malformedPercent = (place: 'path' | 'query', name: string): FieldError =>
  makeFieldError(place, [name], 'bad_format', PERCENT_ENCODED);

const OTHER_FORM: Text = { sk: 'iný formát; uvádza ho opis API', en: 'another format; see the API description' };

function findForm(issue: z.core.$ZodIssueInvalidStringFormat): Text {
  const { format, pattern } = issue;
  return FORMS.get(format) ?? namePattern(String(pattern ?? format)) ?? OTHER_FORM;
}

const LONGEST_KEY = 200;

/** Shortens a field name chosen by the client, which may have any length. */
export const cut = (key: string): string => shorten(key, LONGEST_KEY);

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
