import { z } from 'zod';

/** The parsed value, or the first issues and the number of all issues. */
type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[]; readonly count: number };

type SliceOptions = {
  readonly parameters?: z.core.ParseContext<z.core.$ZodIssue>;
  /** Maximum number of issues returned. */
  readonly most: number;
  /** Yields to the event loop. */
  readonly nextTurn: () => Promise<unknown>;
};

/** Items validated between two yields: creating the issues of one item takes up to 0.2 ms. */
const SLICE = 50;

/**
 * Like `safeParse`, but validates the items of long arrays in slices and yields between them, because thousands of
 * invalid items would block the event loop.
 */
export async function parseInSlices<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { parameters, most, nextTurn }: SliceOptions,
): Promise<Parsed<z.output<S>>> {
  const issues: z.core.$ZodIssue[] = [];
  let count = 0;
  let hasWrongLength = false;
  const note = (found: readonly z.core.$ZodIssue[], pathOf: (path: PropertyKey[]) => PropertyKey[]): void => {
    count += found.length;
    const listed = found.slice(0, Math.max(0, most - issues.length));
    for (const issue of listed) issues.push({ ...issue, path: pathOf(issue.path) });
  };
  for (const { array, items, path } of longArraysOf(schema, value)) {
    // For an array of invalid length `safeParse` reports only the length, not its items.
    if (!withoutItems(array, items).safeParse(items, parameters).success) {
      hasWrongLength = true;
      continue;
    }
    const slice = z.array(array.element);
    for (let from = 0; from < items.length; from += SLICE) {
      await nextTurn();
      const checked = slice.safeParse(items.slice(from, from + SLICE), parameters);
      if (checked.success) continue;
      note(checked.error.issues, ([index, ...rest]) => [...path, from + Number(index), ...rest]);
    }
  }
  // Valid data, including defaults, is parsed in one step: this takes a fraction of the time of creating issues.
  const whole = (count === 0 && !hasWrongLength ? schema : withoutItems(schema, value)).safeParse(value, parameters);
  if (whole.success && count === 0) return { success: true, data: whole.data as z.output<S> };
  if (!whole.success) note(whole.error.issues, (path) => path);
  return { success: false, issues, count };
}

type LongArray = {
  readonly array: z.ZodArray;
  readonly items: readonly unknown[];
  readonly path: readonly string[];
};

const isLong = (schema: z.core.$ZodType, value: unknown): schema is z.ZodArray =>
  schema instanceof z.ZodArray && Array.isArray(value) && value.length > SLICE;

/** Values of the fields that the object schema declares. */
function fieldsOf(schema: z.core.$ZodType, value: unknown): [name: string, schema: z.core.$ZodType, value: unknown][] {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  return Object.entries(schema.shape as z.core.$ZodShape).map(([name, field]) => [
    name,
    field,
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
  ]);
}

function longArraysOf(schema: z.core.$ZodType, value: unknown, path: readonly string[] = []): LongArray[] {
  if (isLong(schema, value)) return [{ array: schema, items: value as unknown[], path }];
  return fieldsOf(schema, value).flatMap(([name, field, held]) => longArraysOf(field, held, [...path, name]));
}

/**
 * The same schema without validation of the items of long arrays; array lengths and all other fields are still
 * validated.
 */
function withoutItems(schema: z.core.$ZodType, value: unknown): z.ZodType {
  if (isLong(schema, value)) return z.array(z.unknown()).check(...((schema._zod.def.checks ?? []) as never[]));
  const fields = fieldsOf(schema, value);
  if (fields.length === 0 || longArraysOf(schema, value).length === 0) return schema as z.ZodType;
  const shape = Object.fromEntries(fields.map(([name, field, held]) => [name, withoutItems(field, held)]));
  return (schema as z.ZodObject).clone({ ...(schema as z.ZodObject)._zod.def, shape });
}
