import type { Text } from '@e-invoice/validator/issues';
import type { z } from 'zod';
import { text } from '../../../locales/index.ts';
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

const TEXTS = {
  missing: (value) => (value === '' ? text('field-error.missing') : text('field-error.missing-expected', { value })),
  wrong_type: (value) => text('field-error.wrong_type', { value }),
  too_short: (value) => text('field-error.too_short', { value }),
  too_long: (value) => text('field-error.too_long', { value }),
  too_small: (value) => text('field-error.too_small', { value }),
  too_large: (value) => text('field-error.too_large', { value }),
  bad_format: (value) => text('field-error.bad_format', { value }),
  not_allowed: (value) => text('field-error.not_allowed', { value }),
  field_unknown: (value) =>
    value === '' ? text('field-error.field_unknown') : text('field-error.field_unknown-nearest', { value }),
  field_repeated: () => text('field-error.field_repeated'),
  parameter_unknown: (value) =>
    value === '' ? text('field-error.parameter_unknown') : text('field-error.parameter_unknown-nearest', { value }),
  body_unexpected: (value) =>
    value === '' ? text('field-error.body_unexpected') : text('field-error.body_unexpected-known', { value }),
  invalid: () => text('field-error.invalid'),
} satisfies Record<string, (value: string | Text) => Text>;

type FieldCode = keyof typeof TEXTS;

/** Creates a field error with the texts of its code; `value` is the expected value or the limit. */
export function makeFieldError(
  place: FieldPlace,
  path: readonly PropertyKey[],
  code: FieldCode,
  value: string | Text = '',
): FieldError {
  return { in: place, pointer: toPointer(path), code, detail: TEXTS[code](value) };
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
    string: text('field-error.type.string'),
    number: text('field-error.type.number'),
    int: text('field-error.type.int'),
    boolean: text('field-error.type.boolean'),
    array: text('field-error.type.array'),
    object: text('field-error.type.object'),
    record: text('field-error.type.record'),
    null: text('field-error.type.null'),
  }),
);

/** The field has a value of another type than expected. */
export const wrongType = (place: FieldPlace, path: readonly PropertyKey[], expected: 'array' | 'object'): FieldError =>
  makeFieldError(place, path, 'wrong_type', TYPES.get(expected));

const ONE_VALUE: Text = text('field-error.one-value');

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
    date: text('field-error.form.date'),
    datetime: text('field-error.form.datetime'),
  }),
);

const WHOLE_TEXT: Text = text('field-error.whole-text');

const TEXT_WITHOUT_NUL: Text = text('field-error.text-without-nul');

const PERCENT_ENCODED: Text = text('field-error.percent-encoded');

/** Part of the URL has percent-encoding that is not UTF-8. */
export const malformedPercent = (place: 'path' | 'query', name: string): FieldError =>
  makeFieldError(place, [name], 'bad_format', PERCENT_ENCODED);

const OTHER_FORM: Text = text('field-error.other-form');

function findForm(issue: z.core.$ZodIssueInvalidStringFormat): Text {
  const { format, pattern } = issue;
  return FORMS.get(format) ?? namePattern(String(pattern ?? format)) ?? OTHER_FORM;
}

const LONGEST_KEY = 200;

/** Shortens a field name chosen by the client, which may have any length. */
export const cut = (key: string): string => shorten(key, LONGEST_KEY);

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
