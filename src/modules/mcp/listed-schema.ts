import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The longest enumeration that is told of a field inside a field. */
const FEW = 4;

type Json = { [key: string]: unknown };

/**
 * A schema with its JSON Schema made once: a server is made for every request, and lists every tool.
 * What goes in was checked before the server sees it, what goes out has been checked where the API answers the same;
 * here both are only described. An assistant pays for every listed byte: of answers, which may grow fields, it is told
 * the outline.
 */
export function toListedSchema(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // The calendar as an expression is longer than all else that is said of a date.
      if (jsonSchema.format === 'date') delete jsonSchema.pattern;
      // The refusal of a text that is too long or too short tells its limit.
      if (jsonSchema.type === 'string') {
        delete jsonSchema.maxLength;
        delete jsonSchema.minLength;
      }
    },
  }) as Json;
  const json = io === 'input' ? whole : outlineOf(whole);
  return {
    '~standard': {
      version: 1,
      vendor: 'einvoice',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** The fields of an answer with their types and meanings, the names of the fields inside those, nothing deeper. */
function outlineOf(whole: Json): Json {
  const defs = (whole.$defs ?? {}) as Record<string, Json>;
  const follow = (schema: Json): Json =>
    typeof schema.$ref === 'string'
      ? { ...follow(defs[schema.$ref.slice('#/$defs/'.length)] ?? {}), ...schema }
      : schema;

  const outline = (schema: Json, depth: number): Json => {
    const { type, enum: values, items, properties, description } = follow(schema);
    if (depth === 2) return Array.isArray(values) && values.length <= FEW ? { enum: values } : {};
    return {
      ...(type !== undefined && { type }),
      ...(values !== undefined && { enum: values }),
      ...(description !== undefined && { description }),
      ...(items !== undefined && { items: outline(items as Json, depth) }),
      ...(hasFields(properties) && { properties: outlineEach(properties, depth + 1) }),
    };
  };
  const outlineEach = (properties: Record<string, Json>, depth: number): Json =>
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, outline(property, depth)]));

  return outline(whole, 0);
}

const hasFields = (properties: unknown): properties is Record<string, Json> => Object.keys(properties ?? {}).length > 0;
