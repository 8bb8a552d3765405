import { z } from 'zod';

type Schema = z.core.$ZodType;
type Wrapper = { readonly innerType?: Schema; readonly in?: Schema; readonly options?: readonly Schema[] };

const wrapperOf = (schema: Schema): Wrapper => schema._zod.def as Wrapper;

/** Unwraps defaults, optionals and transformations of a schema. */
function bareOf(schema: Schema): Schema {
  const { innerType, in: from } = wrapperOf(schema);
  const inner = innerType ?? from;
  return inner === undefined ? schema : bareOf(inner);
}

/** The option of a discriminated union that matches the value; the schema itself when no option matches. */
function chosenOf(schema: Schema, value: unknown): Schema {
  const bare = bareOf(schema);
  if (!(bare instanceof z.ZodDiscriminatedUnion) || !isRecord(value)) return bare;
  const { discriminator, options } = bare._zod.def;
  const chosen = options.find((option) => option._zod.propValues?.[discriminator]?.has(value[discriminator] as string));
  return chosen === undefined ? bare : bareOf(chosen);
}

const TAKE_NULL: ReadonlySet<string> = new Set(['nullable', 'null', 'unknown', 'any']);

function takesNull(schema: Schema): boolean {
  if (TAKE_NULL.has(schema._zod.def.type)) return true;
  const { innerType, in: from, options = [] } = wrapperOf(schema);
  return [innerType, from, ...options].some((inner) => inner !== undefined && takesNull(inner));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes fields that are null where the schema allows them to be absent but not null; returns the same value when
 * there are no such fields. Linear in the size of the value. Unknown fields stay, so that validation rejects them.
 */
export function withoutNulls(schema: Schema, value: unknown): unknown {
  const bare = chosenOf(schema, value);
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    const element = bare.element as Schema;
    if (!(bareOf(element) instanceof z.ZodObject)) return value;
    const items = value.map((item) => withoutNulls(element, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!(bare instanceof z.ZodObject) || !isRecord(value)) return value;
  const changed = new Map<string, unknown>();
  for (const [name, field] of Object.entries(bare.shape as Readonly<Record<string, Schema>>)) {
    if (!Object.hasOwn(value, name)) continue;
    const held = value[name];
    if (held !== null) {
      const next = withoutNulls(field, held);
      if (next !== held) changed.set(name, next);
    } else if (field._zod.optin !== undefined && !takesNull(field)) changed.set(name, undefined);
  }
  if (changed.size === 0) return value;
  const fields = Object.entries(value).map(([name, held]) => [name, changed.has(name) ? changed.get(name) : held]);
  // Object.fromEntries sets own properties, so that a key such as `__proto__` does not reach the prototype.
  return Object.fromEntries(fields.filter(([, held]) => held !== undefined));
}

/** Names of the fields that the schema allows at a path; empty when it expects no object there. */
export function fieldsAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const bare = bareOf(schema);
  const [step, ...rest] = path;
  if (bare instanceof z.ZodDiscriminatedUnion) {
    return [...new Set(bare._zod.def.options.flatMap((option) => fieldsAt(option, path)))];
  }
  if (bare instanceof z.ZodArray) return step === undefined ? [] : fieldsAt(bare.element as Schema, rest);
  if (!(bare instanceof z.ZodObject)) return [];
  const shape = bare.shape as Readonly<Record<string, Schema>>;
  if (step === undefined) return Object.keys(shape);
  return typeof step === 'string' && Object.hasOwn(shape, step) ? fieldsAt(shape[step]!, rest) : [];
}
