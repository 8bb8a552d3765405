import { searchRules } from '@e-invoice/validator/catalog';
import { LAYERS } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { type AssistantParts, toLink } from '../parts.ts';
import { READS, type Tool, tool } from '../tool.ts';

/** Tool that searches rules by free text. */
export function searchPeppolRules(parts: AssistantParts): Tool {
  const { catalog, schemas } = parts;
  return tool({
    name: 'search_peppol_rules',
    title: 'Hľadaj pravidlá · Search rules',
    description:
      'Finds rules by words in Slovak or English (any form, with or without diacritics), business terms such as ' +
      'BT-106, XML element names, or a part of a rule id; the best matches first, each fully explained.',
    input: z.strictObject({
      query: z
        .string()
        .max(500)
        .meta({ description: 'Search text.', examples: ['zaokrúhlenie dane', 'BT-106'] }),
      layer: z.enum(LAYERS).optional().meta({ description: 'Only this layer.' }),
      limit: z.int().min(1).max(50).default(10).meta({ description: 'Maximum number.' }),
    }),
    output: z.object({
      query: z.string(),
      total: z.int().meta({ description: 'Matching rules.' }),
      rules: z.array(schemas.CatalogRule),
    }),
    nature: READS,
    call: async ({ query, layer, limit }) => {
      const found = searchRules(catalog, query, { layer });
      const rules = found.slice(0, limit).map((entry) => ({ ...entry, ruleUrl: toLink(parts, entry.ruleUrl) }));
      return { query, total: found.length, rules };
    },
  });
}
