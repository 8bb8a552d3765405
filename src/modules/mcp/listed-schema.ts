import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Maximum length of an enumeration listed for a nested field. */
const FEW = 4;

/** Keywords that an error explains to an assistant. */
const EXPLAINED = ['pattern', 'maxLength', 'minLength', 'maxItems', 'minItems'] as const;

type Json = { [key: string]: unknown };

/**
 * Caches the JSON Schema of a schema, since a server is created for every request and lists every tool. Input is
 * validated before the server receives it, output where the API returns the same data; here both are only described.
 * Listings use the assistant's context, so outputs, which may gain fields, are listed as an outline.
 */
export function toListedSchema(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // The error for an invalid value describes the expected form in words, the limits and the known fields.
      for (const keyword of EXPLAINED) delete jsonSchema[keyword];
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
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

/** Fields of an output with types and descriptions, plus the names of their direct nested fields. */
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
