import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A schema with its JSON Schema made once: a server is made for every request, and lists every tool.
 * What goes in was checked before the server sees it, what goes out has been checked where the API answers the same;
 * here both are only described, and answers may grow fields.
 */
export function toListedSchema(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  }) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'einvoice',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
