import { z } from 'zod';
import { FileResult, Issue, LayerName, Text } from '../../../http/index.ts';
import { AGREEMENTS, REASONS } from '../reference-validator/index.ts';

const OpinionIssue = Issue.pick({
  level: true,
  layer: true,
  rule_id: true,
  catalogRuleId: true,
  message: true,
  message_en: true,
  location: true,
  xpath: true,
  line: true,
  column: true,
  ruleUrl: true,
  undetermined: true,
}).meta({
  id: 'OpinionIssue',
  description: 'A finding of another validator, with the fields of an issue that it reports.',
});

const validated = <I extends z.ZodType>(issue: I) =>
  z.object({
    status: z.literal('judged'),
    judge: z.string().meta({ example: 'libxml2 + SaxonJS' }),
    layers: z.array(LayerName).meta({ description: 'Layers that it validates; it has no result for others.' }),
    valid: z.boolean(),
    fatal_count: z.int(),
    warning_count: z.int(),
    info_count: z.int(),
    issues: z.array(issue),
    issues_left_out: z.int().optional(),
    duration_ms: z.number(),
  });

const Unavailable = z.object({
  status: z.literal('unavailable'),
  judge: z.string(),
  reason: z.enum(REASONS),
  detail: Text,
  duration_ms: z.number(),
});

const Sent = z
  .object({
    to: z.string().meta({ description: 'Host name of the validator.' }),
    at: z.iso.datetime(),
    sha256: z.string(),
    bytes: z.int(),
  })
  .nullable()
  .meta({ description: 'The record that the invoice left this service; null when nothing was sent.' });

const Count = z.int().nullable();

const Difference = z
  .object({
    rule_id: z.string().meta({ description: '`XML` and `UBL-STRUCTURE` are the verdicts on these layers.' }),
    layer: LayerName,
    local: Count.meta({ description: 'How often the rule fired; null when the validator does not apply it.' }),
    schematron: Count,
    third_party: Count,
    places: z.object({ local: z.array(z.string()), schematron: z.array(z.string()) }).meta({
      description: 'Locations that only one of the two reports.',
    }),
    explanation: Text.extend({ reason: z.string() }).nullable().meta({
      description: 'Why the difference is harmless; null: no known explanation.',
    }),
  })
  .meta({ id: 'JudgesDifference' });

const Counts = z.object({ fatal: z.int(), warning: z.int(), info: z.int() }).nullable();
const Verdict = z.boolean().nullable();

const SafeSummary = z
  .object({
    valid: z.object({ local: z.boolean(), schematron: Verdict, third_party: Verdict }),
    fatal_rules: z.array(z.string()),
    counts: z.object({ local: Counts, schematron: Counts, third_party: Counts }),
    differences: z.int(),
    unexplained: z.int(),
  })
  .meta({ id: 'SafeSummary', description: 'Counts and rule ids without invoice content, safe for logs and tickets.' });

export const OfficialResult = z
  .object({
    sha256: z.string().meta({ description: 'SHA-256 of the submitted bytes, lowercase hex.' }),
    valid: z
      .boolean()
      .meta({ description: 'True when every validator that returned a verdict finds the invoice valid.' }),
    agreement: z.enum(AGREEMENTS).meta({
      description:
        '`full`: every requested validator answered, and they agree. `partial`: they differ without a known reason, ' +
        'or one is unavailable. `local-only`: no other validator answered.',
    }),
    local: validated(Issue).extend({ ruleset: FileResult.shape.ruleset }),
    schematron: z.union([validated(OpinionIssue), Unavailable]),
    third_party: z
      .union([validated(OpinionIssue).extend({ sent: Sent }), Unavailable.extend({ sent: Sent })])
      .nullable()
      .meta({ description: 'Null when it was not requested, or none is configured.' }),
    differences: z.array(Difference),
    summary: SafeSummary,
  })
  .meta({ id: 'OfficialResult' });
