import {
  CHANGES,
  COVERAGES,
  DOCUMENT_TYPES,
  EDIT_OPERATIONS,
  LAYERS,
  LEVELS,
  SKIP_CODES,
} from '@e-invoice/validator/issues';
import { z } from 'zod';

export const Text = z
  .object({ sk: z.string(), en: z.string() })
  .meta({ id: 'Text', description: 'A text in Slovak and in English.' });

export const Fix = z.object({ sk: z.string(), en: z.string(), program: Text, xml: Text }).meta({
  id: 'Fix',
  description: '`program`: in the accounting software; `xml`: for developers.',
});

export const LayerName = z.enum(LAYERS).meta({
  id: 'Layer',
  description: 'Who found the issue; issues stand in this order.',
});

export const Level = z.enum(LEVELS).meta({ id: 'Level', description: 'A file is valid when it has no fatal issue.' });

const Calculation = z
  .object({
    terms: z.array(
      z.object({
        business_term: z.string().nullable().meta({
          description: 'Null for a constant, e.g. the hundred of a percentage.',
          example: 'BT-131',
        }),
        label: Text,
        amount: z.string().meta({ description: 'As the invoice states it.', example: '450.00' }),
        operation: z.enum(['add', 'subtract', 'multiply', 'divide']).meta({
          description: 'How the number enters; read from the first to the last, the first as it is.',
        }),
        location: z.string().nullable().meta({ description: 'Null where it is not stated and its default counts.' }),
      }),
    ),
    terms_left_out: z.int().optional().meta({
      description: 'How many more there are, when they are too many to be listed; the result counts them.',
    }),
    result: z.string().meta({ description: 'What the numbers give, exact.', example: '567' }),
    stated: z.string().nullable().meta({ description: 'What the invoice states instead.', example: '577.00' }),
    difference: z.string().nullable().meta({ description: 'Stated less result.', example: '10' }),
  })
  .meta({ id: 'Calculation', description: 'What an arithmetic rule computes, number by number. Decimals are exact.' });

export const Issue = z
  .object({
    level: Level,
    layer: LayerName,
    rule_id: z.string().meta({ example: 'BR-CO-10' }),
    catalogRuleId: z.string().meta({ description: 'The rule in the catalog.' }),
    message: z.string().meta({ description: 'Slovak; English when Accept-Language asks for it.' }),
    message_en: z.string(),
    location: z.string().meta({
      description: 'Absolute path of the offending element.',
      example: '/Invoice/cac:InvoiceLine[2]/cbc:LineExtensionAmount',
    }),
    xpath: z.string(),
    line: z.int().nullable().meta({ description: 'Of the element in the submitted file, from 1.' }),
    column: z.int().nullable(),
    business_terms: z.array(z.string()).meta({ example: ['BT-106'] }),
    value: z.string().nullable().meta({ description: 'The offending text, at most 200 characters.' }),
    expected: z.string().nullable().meta({ description: 'What would be right, where it can be computed.' }),
    calculation: Calculation.optional().meta({ description: 'Of an arithmetic rule, where its numbers can be read.' }),
    suggestions: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Of a code list rule: the nearest codes, the likeliest first.',
        example: ['H87'],
      }),
    ruleUrl: z.string().meta({ example: '/chyby/BR-CO-10/' }),
    fix: Fix,
    undetermined: z.literal(true).optional().meta({
      description: 'The rule stopped with an error of its own: it neither holds nor fails.',
    }),
  })
  .meta({ id: 'Issue' });

const Summary = z
  .object({
    invoice_id: z.string().nullable(),
    currency: z.string().nullable(),
    detected_profile: z.string().nullable().meta({ example: 'Peppol BIS Billing 3.0' }),
    issue_date: z.string().nullable(),
    seller_name: z.string().nullable(),
    buyer_name: z.string().nullable(),
    payable_amount: z.string().nullable(),
    line_count: z.int().nullable(),
  })
  .meta({ id: 'Summary', description: 'What the file says of itself; null where it says nothing.' });

const AppliedRuleset = z
  .object({
    id: z.string().meta({ example: 'peppol-bis-3' }),
    version: z.string().meta({ description: 'Of a combined set that of each part.', example: '2026.5' }),
    packs: z.array(z.object({ id: z.string(), version: z.string() })),
    coverage: z.enum(COVERAGES).meta({
      description:
        'How much of the document’s own specification was judged. `full`: every rule that it has. `base`: it narrows or ' +
        'extends EN 16931 and its own rules are not installed, so that EN 16931 alone was judged (warning ' +
        '`RULESET-NOT-INSTALLED`). `none`: no installed rules are meant for it (fatal `RULESET-NOT-INSTALLED`), or it ' +
        'could not be read. `asked`: what the caller asked for (`layers`, or a rule set that is not its own); `valid` says ' +
        'nothing of the other rules.',
    }),
    layers: z.array(LayerName),
    skipped: z.array(
      z.object({
        layer: LayerName,
        code: z
          .enum(SKIP_CODES)
          .optional()
          .meta({
            description:
              'Stable reason. `not_requested`: the request did not include the layer. `not_well_formed`: the file is not ' +
              'well-formed XML. `document_missing`: the envelope contains no document. `document_type_unsupported`: the ' +
              'document is not a UBL 2.1 invoice or credit note. `envelope_missing`: the file has no envelope. ' +
              '`ruleset_not_installed`: no installed rules apply to the specification of the document. Absent in results ' +
              'of versions before 1.0.0.',
          }),
        reason: Text,
      }),
    ),
  })
  .meta({ id: 'AppliedRuleset', description: 'Exactly what was applied.' });

const PatchEdit = z
  .object({
    op: z.enum(EDIT_OPERATIONS),
    xpath: z.string().meta({
      description: 'What is changed; of an insertion, where the new element or attribute will stand.',
      example: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    }),
    before: z.string().nullable().meta({
      description: 'The text, value or XML that is there; of a move, the path of the element it stands behind now.',
    }),
    after: z.string().nullable().meta({
      description: 'What will be there; of a move, the path of the element it will stand behind.',
    }),
  })
  .meta({ id: 'PatchEdit', description: 'One change of the XML, to be read by a person before it is made.' });

const Correction = z
  .object({
    id: z.string().meta({ description: 'How it was found; stable.' }),
    title: Text.meta({ description: 'What it does: the datum, what it says now and what it would say.' }),
    patch: z.array(PatchEdit),
    resolves: z.array(z.int()).meta({ description: 'Indexes of the issues that vanish with it.' }),
    makes_valid: z.boolean().meta({ description: 'It alone leaves no fatal issue.' }),
    changes: z.array(z.enum(CHANGES)).meta({
      description:
        'What it touches, the weightiest first: what is to be paid, VAT, amounts and quantities of lines, a party or ' +
        'account, the specification, process or type. `none` alone: the form of what is written, and nothing else.',
    }),
    note: Text.nullable().meta({ description: 'What it would mean, and what to compare before choosing it.' }),
  })
  .meta({
    id: 'Correction',
    description: 'One way to correct a mistake. It was tried on a copy and brought no new issue; a person chooses it.',
  });

const RootCause = z
  .object({
    id: z.string(),
    title: Text,
    explanation: Text,
    fix: Fix,
    issue_indexes: z.array(z.int()),
    rule_ids: z.array(z.string()),
    location: z.string(),
    confidence: z.number().min(0).max(1),
    proven: z.boolean().meta({
      description: 'There is one correction alone, no issue of this cause is left by it, and it changes `none`.',
    }),
    corrections: z.array(Correction).meta({
      description: 'Every smallest correction that held, best first. Of several a person has to choose one.',
    }),
    patch: z.array(PatchEdit).optional().meta({
      description: 'The patch of the correction where it is `proven`; otherwise see `corrections`.',
    }),
    resolves: z.array(z.int()).optional().meta({ description: 'Indexes of the issues that vanish with `patch`.' }),
    makes_valid: z.boolean().optional().meta({ description: '`patch` alone leaves no fatal issue.' }),
    changes_amount_due: z
      .boolean()
      .optional()
      .meta({ description: 'Always `false`: what changes money is not proven.' }),
  })
  .meta({ id: 'RootCause', description: 'Issues that follow from one mistake.' });

const Comparison = z
  .object({
    valid: z.boolean(),
    ruleset: AppliedRuleset,
    only_here: z.array(Issue).meta({ description: 'Issues of this result that the other rules do not report.' }),
    only_there: z.array(Issue).meta({ description: 'Issues of the other rules that are not in this result.' }),
    complete: z.boolean().meta({
      description: '`false`: one of the two has more issues than are listed, so the lists may be wrong in part.',
    }),
  })
  .meta({
    id: 'Comparison',
    description:
      'What other rules (`compare`) say otherwise. An issue is the same where rule, level and place are: one that weighs ' +
      'more or less stands in both lists.',
  });

export const FileResult = z
  .object({
    filename: z.string().nullable(),
    sha256: z.string().meta({ description: 'Of the submitted bytes, lowercase hex.' }),
    valid: z.boolean(),
    document_type: z.enum(DOCUMENT_TYPES),
    sbdh: z.boolean().meta({ description: 'The document came in an SBDH envelope.' }),
    summary: Summary,
    fatal_count: z.int(),
    warning_count: z.int(),
    info_count: z.int(),
    ruleset: AppliedRuleset,
    issues: z.array(Issue),
    issues_left_out: z.int().optional().meta({
      description: 'How many more there are, when they are too many to be listed; the counts include them all.',
    }),
    root_causes: z.array(RootCause),
    corrections_left_out: z.literal(true).optional().meta({
      description: 'Corrections were not tried: the processor time was used up. Verdict and issues are complete.',
    }),
    comparison: Comparison.optional().meta({ description: 'Where `compare` asked for it.' }),
    duration_ms: z.number(),
  })
  .meta({ id: 'FileResult' });

export const FailedFile = z.object({
  position: z.int().meta({ description: 'In the order of submission, from 0.' }),
  filename: z.string(),
  error: z.object({
    code: z.string(),
    detail: Text,
    remedy: Text.optional().meta({ description: 'What to do; absent where there is nothing to do.' }),
  }),
  retryable: z.boolean().meta({ description: 'The file is kept to be tried again.' }),
});

export const BatchResult = z
  .object({
    total: z.int().meta({ description: 'Files submitted.' }),
    valid: z.int(),
    invalid: z.int(),
    results: z.array(FileResult).meta({ description: 'One per judged file, in the order of the request.' }),
    failures: z
      .array(FailedFile)
      .optional()
      .meta({ description: 'Files that were not judged: larger than a file may be, or a PDF without an invoice.' }),
  })
  .meta({ id: 'BatchResult' });
