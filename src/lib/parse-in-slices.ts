import { z } from 'zod';

/** A value that fits, or what is wrong with it: the first faults, and how many there are. */
type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[]; readonly count: number };

type SliceOptions = {
  readonly parameters?: z.core.ParseContext<z.core.$ZodIssue>;
  /** So many faults are told. */
  readonly most: number;
  /** Lets others have their turn. */
  readonly nextTurn: () => Promise<unknown>;
};

/** Items that are checked in one turn: telling what is wrong with one takes up to a fifth of a millisecond. */
const SLICE = 50;

/**
 * As `safeParse`; the items of long arrays are checked slice by slice with turns between, because thousands of faulty
 * ones would keep everybody else waiting.
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
    const told = found.slice(0, Math.max(0, most - issues.length));
    for (const issue of told) issues.push({ ...issue, path: pathOf(issue.path) });
  };
  for (const { array, items, path } of longArraysOf(schema, value)) {
    // A list that is too long or too short is wrong as such: `safeParse` then tells nothing of its items.
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
  // What is sound is made in one turn, defaults and all: that takes a fraction of telling faults.
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

/** The values of an object's fields that its schema knows. */
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

/** The same schema, for which every item of the long arrays is right: their lengths and all else are still checked. */
function withoutItems(schema: z.core.$ZodType, value: unknown): z.ZodType {
  if (isLong(schema, value)) return z.array(z.unknown()).check(...((schema._zod.def.checks ?? []) as never[]));
  const fields = fieldsOf(schema, value);
  if (fields.length === 0 || longArraysOf(schema, value).length === 0) return schema as z.ZodType;
  const shape = Object.fromEntries(fields.map(([name, field, held]) => [name, withoutItems(field, held)]));
  return (schema as z.ZodObject).clone({ ...(schema as z.ZodObject)._zod.def, shape });
}
