import { z } from 'zod';
import { Fix, LayerName, Level, Text } from '../../../http/index.ts';

const RuleExample = z.object({ wrong: z.string(), right: z.string() }).meta({
  id: 'RuleExample',
  description: 'Fragments of an invoice with the usual prefixes; … marks omitted content.',
});

export const CatalogRule = z
  .object({
    rule_id: z.string().meta({ example: 'BR-CO-10' }),
    layer: LayerName,
    level: Level,
    title: Text,
    message: Text.meta({ description: 'The mistake, in one sentence.' }),
    explanation: Text.meta({ description: 'Reason for the rule.' }),
    cause: Text.meta({ description: 'Usual cause in practice.' }),
    fix: Fix,
    xpath: z.string().meta({
      description: 'Location in an invoice that the rule checks.',
      example: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    }),
    xpath_cii: z.string().nullable().meta({ description: 'In CII; null for UBL only.' }),
    context: z.string().nullable().meta({ description: 'XPath of the nodes that the rule applies to.' }),
    business_terms: z.array(z.string()).meta({ example: ['BT-106', 'BT-131'] }),
    terms: z
      .array(z.object({ id: z.string(), name: Text, xpath: z.string(), xpath_cii: z.string().nullable() }))
      .meta({ description: 'The business terms with names and locations.' }),
    example: RuleExample.nullable(),
    source: z.object({ title: Text, packs: z.array(z.string()) }),
    ruleUrl: z.string().meta({ example: '/chyby/BR-CO-10/' }),
    related: z.array(z.string()).meta({ description: 'Rules about the same terms, most similar first.' }),
  })
  .meta({ id: 'CatalogRule' });

export const Remediation = z
  .object({
    rule_id: z.string().nullable().meta({ description: 'Most likely rule; null when no rule is likely.' }),
    confidence: z.number().min(0).max(1).meta({ description: 'Confidence that this is the rule.' }),
    title: Text.nullable(),
    steps: z.array(Text).meta({ description: 'Steps to take, in order.' }),
    xpath: z.string().nullable(),
    example: RuleExample.nullable(),
    ruleUrl: z.string().nullable(),
    alternatives: z.array(
      z.object({ rule_id: z.string(), confidence: z.number().min(0).max(1), title: Text, ruleUrl: z.string() }),
    ),
  })
  .meta({ id: 'Remediation' });
