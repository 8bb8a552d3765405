import { type Catalog, type CatalogEntry, suggestRemediation } from '@e-invoice/validator/catalog';
import { z } from 'zod';
import { Refused } from '../exchange.ts';
import { type AssistantParts, toLink } from '../parts.ts';
import { READS, type Tool, tool } from '../tool.ts';

/** Tool that returns a rule of the catalog. */
export function getPeppolRule(parts: AssistantParts): Tool {
  const { catalog, schemas } = parts;
  return tool({
    name: 'get_peppol_rule',
    title: 'Vysvetli pravidlo · Explain a rule',
    description:
      'Explains one rule of EN 16931, Peppol BIS, UBL, CII, a country or the Slovak layer in Slovak and English, with a ' +
      'wrong and a right fragment, related rules and a link to its page.',
    input: z.strictObject({
      ruleId: z
        .string()
        .min(1)
        .max(200)
        .meta({
          description: 'Rule id, case-insensitive.',
          examples: ['BR-CO-10', 'PEPPOL-EN16931-R003'],
        }),
    }),
    // The places of the terms are omitted to keep the tool list short.
    output: schemas.CatalogRule.extend({
      terms: z.array(z.object({ id: z.string(), name: schemas.CatalogRule.shape.title })),
    }),
    nature: READS,
    call: async ({ ruleId }, { operations }) => {
      try {
        const entry = (await operations.getRule(ruleId)) as CatalogEntry;
        const terms = entry.terms.map(({ id, name }) => ({ id, name }));
        return { ...entry, terms, ruleUrl: toLink(parts, entry.ruleUrl) };
      } catch (error) {
        if (!(error instanceof Refused) || error.problem.code !== 'rule_not_found') throw error;
        throw new Refused({ ...error.problem, suggestions: likelyRules(catalog, ruleId) }, { cause: error });
      }
    },
  });
}

/** Rules with the other validator's id, or with the most similar ids. */
function likelyRules(catalog: Catalog, ruleId: string): string[] {
  const { rule_id, alternatives } = suggestRemediation(catalog, { rule_id: ruleId, message: '', location: '' });
  const meant = [rule_id, ...alternatives.map((other) => other.rule_id)].filter((id) => id !== null);
  return meant.slice(0, 5);
}
