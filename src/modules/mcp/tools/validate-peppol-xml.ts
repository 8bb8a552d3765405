import { type FileResult, LAYERS } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { wholeCharacters } from '../../../lib/whole-characters.ts';
import type { AssistantParts } from '../parts.ts';
import { READS, type Tool, tool } from '../tool.ts';
import { formatResult, MAX_ISSUES } from './format-result.ts';

/** Tool that validates a file: findings with titles and links, grouped by root cause. */
export function validatePeppolXml(parts: AssistantParts): Tool {
  const { FileResult, Issue, CatalogRule } = parts.schemas;
  const title = CatalogRule.shape.title!.nullable().meta({ description: 'What the rule is about, in a few words.' });
  return tool({
    name: 'validate_peppol_xml',
    title: 'Over faktúru · Validate an invoice',
    description:
      'Validates a UBL invoice or credit note (bare or in an SBDH envelope) against EN 16931, Peppol BIS Billing 3, ' +
      'national rules and the Slovak layer. Returns every issue with location, fix in Slovak and ' +
      'English and a link to its rule, and root causes. A root cause may have a ' +
      '`patch` (edits by XPath, `proven` when tested): propose it, never apply it unasked. The XML is validated in ' +
      'memory, never stored or returned. Calls per day are limited without an API key.',
    input: z.strictObject({
      xml: wholeCharacters(z.string().min(1)).meta({ description: 'The XML file.' }),
      ruleset: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({
          description: 'Ruleset, with or without version. Default: by the profile.',
          examples: ['peppol-bis-3+sk', 'en16931', 'peppol-bis-3@2026.5'],
        }),
      as_of: z.iso.date().optional().meta({ description: 'Releases in force on this day.' }),
      layers: z
        .array(z.enum(LAYERS))
        .min(1)
        .optional()
        .meta({ description: 'Only these layers; `valid` ignores others.' }),
      cii: z
        .enum(['validate', 'unsupported'])
        .optional()
        .meta({ description: '`validate`: also validate CII, by EN 16931.' }),
      filename: wholeCharacters(z.string().min(1).max(255)).optional(),
    }),
    // Comparisons and the digest of the business terms are omitted to keep the tool list short.
    output: FileResult.omit({ comparison: true, semantic_digest: true, semantic_digest_version: true }).extend({
      issues: z.array(Issue.extend({ title })).meta({ description: `At most ${MAX_ISSUES}; the counts include all.` }),
      catalogUrl: z.string().meta({ description: 'The page of all rules.' }),
    }),
    nature: READS,
    call: async (
      { xml, ruleset = null, as_of: asOf = null, layers = null, cii = null, filename = null },
      { operations },
    ) => formatResult((await operations.validate({ xml, ruleset, asOf, layers, cii, filename })) as FileResult, parts),
  });
}
