import { z } from 'zod';

type Json = { readonly [key: string]: unknown };

/** Keywords of a JSON Schema that describe a value, without nested schemas. */
const DESCRIBING = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
  'description',
  'examples',
];

/**
 * Returns what a schema expects at a JSON pointer, as JSON Schema without nested schemas. For an unknown field: the
 * names of the known ones.
 */
export function makeSchemaAt(schema: z.ZodObject): (pointer: string) => Json {
  const whole = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) as Json;
  const defs = (whole.$defs ?? {}) as Record<string, Json>;
  const follow = (at: Json): Json =>
    typeof at.$ref === 'string' ? { ...follow(defs[at.$ref.slice('#/$defs/'.length)] ?? {}), ...at } : at;
  return (pointer) => {
    let found = follow(whole);
    for (const part of pointer.split('/').filter((name) => name !== '')) {
      const properties = new Map(Object.entries((found.properties ?? {}) as Record<string, Json>));
      const inner = (/^\d+$/.test(part) ? (found.items as Json | undefined) : undefined) ?? properties.get(part);
      if (inner === undefined) return { properties: [...properties.keys()] };
      found = follow(inner);
    }
    return Object.fromEntries(Object.entries(found).filter(([key]) => DESCRIBING.includes(key)));
  };
}
