import { z } from 'zod';
import { Fix, LayerName, Level, Text } from './file-result.ts';

const RuleExample = z.object({ wrong: z.string(), right: z.string() }).meta({
  id: 'RuleExample',
  description: 'Fragments of an invoice with the usual prefixes; … stands for what is left out.',
});

export const CatalogRule = z
  .object({
    rule_id: z.string().meta({ example: 'BR-CO-10' }),
    layer: LayerName,
    level: Level,
    title: Text,
    message: Text.meta({ description: 'What is wrong, in one sentence.' }),
    explanation: Text.meta({ description: 'Why the rule is there.' }),
    cause: Text.meta({ description: 'What usually goes wrong in practice.' }),
    fix: Fix,
    xpath: z.string().meta({
      description: 'Where an invoice has what the rule is about.',
      example: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    }),
    context: z.string().nullable().meta({ description: 'The XPath of what the rule is asked of.' }),
    business_terms: z.array(z.string()).meta({ example: ['BT-106', 'BT-131'] }),
    terms: z
      .array(z.object({ id: z.string(), name: Text }))
      .meta({ description: 'The business terms with their names.' }),
    example: RuleExample.nullable(),
    source: z.object({ title: Text, packs: z.array(z.string()) }),
    ruleUrl: z.string().meta({ example: '/chyby/BR-CO-10/' }),
    related: z.array(z.string()).meta({ description: 'Rules about the same terms, the nearest first.' }),
  })
  .meta({ id: 'CatalogRule' });

export const Remediation = z
  .object({
    rule_id: z.string().nullable().meta({ description: 'The rule that is meant; null when none is likely.' }),
    confidence: z.number().min(0).max(1).meta({ description: 'How sure it is that this rule is meant.' }),
    title: Text.nullable(),
    steps: z.array(Text).meta({ description: 'What to do, in order.' }),
    xpath: z.string().nullable(),
    example: RuleExample.nullable(),
    ruleUrl: z.string().nullable(),
    alternatives: z.array(
      z.object({ rule_id: z.string(), confidence: z.number().min(0).max(1), title: Text, ruleUrl: z.string() }),
    ),
  })
  .meta({ id: 'Remediation' });
