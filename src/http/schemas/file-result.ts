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
  description: 'The layer that reports the issue; issues are sorted in this order.',
});

export const Level = z.enum(LEVELS).meta({ id: 'Level', description: 'A file is valid when it has no fatal issue.' });

const Calculation = z
  .object({
    terms: z.array(
      z.object({
        business_term: z.string().nullable().meta({
          description: 'Null for a constant, such as the 100 in a percentage calculation.',
          example: 'BT-131',
        }),
        label: Text,
        amount: z.string().meta({ description: 'As the invoice states it.', example: '450.00' }),
        operation: z.enum(['add', 'subtract', 'multiply', 'divide']).meta({
          description:
            'How the number enters the calculation. Numbers apply in order, starting with the first one unchanged.',
        }),
        location: z
          .string()
          .nullable()
          .meta({ description: 'Null when the invoice does not state it and the default value applies.' }),
      }),
    ),
    terms_left_out: z.int().optional().meta({
      description: 'How many more numbers exist when there are too many to list; the result includes them.',
    }),
    result: z.string().meta({ description: 'The exact result of the calculation.', example: '567' }),
    stated: z.string().nullable().meta({ description: 'The value that the invoice states.', example: '577.00' }),
    difference: z.string().nullable().meta({ description: 'The stated value minus the result.', example: '10' }),
  })
  .meta({
    id: 'Calculation',
    description: 'The calculation of an arithmetic rule, number by number. Decimals are exact.',
  });

export const Issue = z
  .object({
    level: Level,
    layer: LayerName,
    rule_id: z.string().meta({ example: 'BR-CO-10' }),
    catalogRuleId: z.string().meta({ description: 'The rule in the catalog.' }),
    message: z.string().meta({ description: 'In Slovak; in English when Accept-Language prefers it.' }),
    message_en: z.string(),
    location: z.string().meta({
      description: 'Absolute path of the offending element.',
      example: '/Invoice/cac:InvoiceLine[2]/cbc:LineExtensionAmount',
    }),
    xpath: z.string(),
    line: z.int().nullable().meta({ description: 'Line of the element in the submitted file, from 1.' }),
    column: z.int().nullable(),
    business_terms: z.array(z.string()).meta({ example: ['BT-106'] }),
    value: z.string().nullable().meta({ description: 'The offending text, at most 200 characters.' }),
    expected: z.string().nullable().meta({ description: 'The correct value, when it can be computed.' }),
    calculation: Calculation.optional().meta({ description: 'For arithmetic rules whose numbers can be read.' }),
    suggestions: z
      .array(z.string())
      .optional()
      .meta({
        description: 'For code list rules: the closest codes, most likely first.',
        example: ['H87'],
      }),
    ruleUrl: z.string().meta({ example: '/chyby/BR-CO-10/' }),
    fix: Fix,
    undetermined: z.literal(true).optional().meta({
      description: 'The rule stopped with an internal error, so it neither passed nor failed.',
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
  .meta({ id: 'Summary', description: 'Values stated in the file; null when the file does not state them.' });

const AppliedRuleset = z
  .object({
    id: z.string().meta({ example: 'peppol-bis-3' }),
    version: z.string().meta({ description: 'For a combined rule set, the value of each part.', example: '2026.5' }),
    packs: z.array(z.object({ id: z.string(), version: z.string() })),
    coverage: z.enum(COVERAGES).meta({
      description:
        'How much of the document’s own specification was validated. `full`: every rule. `base`: the document uses a ' +
        'specification that restricts or extends EN 16931 and whose rules are not installed, so only EN 16931 was ' +
        'validated (warning `RULESET-NOT-INSTALLED`). `none`: no installed rules apply to the document (fatal ' +
        '`RULESET-NOT-INSTALLED`), or the document could not be read. `asked`: only what the caller selected (`layers`, ' +
        'or another rule set); `valid` does not cover the other rules.',
    }),
    layers: z.array(LayerName),
    skipped: z.array(
      z.object({
        layer: LayerName,
        code: z.enum(SKIP_CODES).meta({
          description:
            'Stable reason. `not_requested`: the request did not include the layer. `not_well_formed`: the file is not ' +
            'well-formed XML. `document_missing`: the envelope contains no document. `document_type_unsupported`: the ' +
            'document is not a UBL 2.1 invoice or credit note. `envelope_missing`: the file has no envelope. ' +
            '`ruleset_not_installed`: no installed rules apply to the specification of the document.',
        }),
        reason: Text,
      }),
    ),
  })
  .meta({ id: 'AppliedRuleset', description: 'The applied rule set.' });

const PatchEdit = z
  .object({
    op: z.enum(EDIT_OPERATIONS),
    xpath: z.string().meta({
      description: 'The location of the change; for an insertion, the location of the new element or attribute.',
      example: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    }),
    before: z.string().nullable().meta({
      description: 'The current text, value or XML; for a move, the path of the element that it currently follows.',
    }),
    after: z.string().nullable().meta({
      description: 'The new text, value or XML; for a move, the path of the element that it will follow.',
    }),
  })
  .meta({ id: 'PatchEdit', description: 'One change of the XML. A person must review it before it is applied.' });

const Correction = z
  .object({
    id: z.string().meta({
      description:
        'The stable identifier of the detection method. A second correction by the same method ends in `-2`, a third in ' +
        '`-3`: the identifiers within a cause are distinct.',
    }),
    title: Text.meta({ description: 'What the change does: the field, its current value and its new value.' }),
    patch: z.array(PatchEdit),
    resolves: z.array(z.int()).meta({ description: 'Indexes of the issues that the correction removes.' }),
    makes_valid: z.boolean().meta({ description: 'No fatal issue remains after this correction.' }),
    changes: z.array(z.enum(CHANGES)).meta({
      description:
        'What the correction affects, most important first: the amount due, VAT, amounts and quantities of lines, a ' +
        'party or an account, the specification, the process or the type. `none` alone means that only the notation ' +
        'changes.',
    }),
    note: Text.nullable().meta({ description: 'The meaning of the correction, and what to check before choosing it.' }),
    money: z.object({ amount_due: z.string(), tax: z.string() }).meta({
      description:
        'The differences that the correction makes, as decimals in the invoice currency: of the amount due (BT-115) and ' +
        'of the VAT total (BT-110). `0` when unchanged.',
      example: { amount_due: '-260.46', tax: '0' },
    }),
  })
  .meta({
    id: 'Correction',
    description:
      'One way to correct a mistake. It was tested on a copy and caused no new issue. A person must choose it.',
  });

const Question = z
  .object({
    id: z.string(),
    text: Text,
    answers: z.array(
      z.object({
        id: z.string().meta({ description: '`yes` or `no`.' }),
        text: Text,
        keeps: z.array(z.string()).meta({ description: 'Identifiers of the corrections that agree with this answer.' }),
      }),
    ),
  })
  .meta({ id: 'CorrectionQuestion', description: 'A question about the books that helps to choose a correction.' });

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
      description: 'There is exactly one correction, it removes every issue of this cause, and it affects `none`.',
    }),
    corrections: z.array(Correction).meta({
      description:
        'All minimal corrections that passed the test, best first. When there are several, a person must choose one.',
    }),
    questions: z
      .array(Question)
      .max(2)
      .optional()
      .meta({
        description:
          'At most two yes/no questions. The correction that the answers to all of them keep is the one to choose. Absent ' +
          'when there is nothing to choose.',
      }),
    patch: z.array(PatchEdit).optional().meta({
      description: 'The patch of the correction when it is `proven`; otherwise see `corrections`.',
    }),
    resolves: z.array(z.int()).optional().meta({ description: 'Indexes of the issues that `patch` removes.' }),
    makes_valid: z.boolean().optional().meta({ description: 'No fatal issue remains after `patch` is applied.' }),
    changes_amount_due: z
      .boolean()
      .optional()
      .meta({ description: 'Always `false`: a correction that changes amounts is never proven.' }),
  })
  .meta({ id: 'RootCause', description: 'Issues caused by one mistake.' });

const Comparison = z
  .object({
    valid: z.boolean(),
    ruleset: AppliedRuleset,
    only_here: z.array(Issue).meta({ description: 'Issues of this result that the other rules do not report.' }),
    only_there: z.array(Issue).meta({ description: 'Issues that only the other rules report.' }),
    complete: z.boolean().meta({
      description:
        '`false`: one of the results has more issues than are listed, so the lists may be incomplete or partly wrong.',
    }),
  })
  .meta({
    id: 'Comparison',
    description:
      'How the result of other rules (`compare`) differs. Two issues are the same when rule, level and location are ' +
      'the same; an issue that differs only in its level is in both lists.',
  });

export const FileResult = z
  .object({
    filename: z.string().nullable(),
    sha256: z.string().meta({ description: 'SHA-256 of the submitted bytes, lowercase hex.' }),
    semantic_digest: z.string().nullable().optional().meta({
      description: 'SHA-256 of all business terms, the same in UBL and CII; compare only digests of one version.',
    }),
    semantic_digest_version: z.int().optional(),
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
      description: 'How many more issues exist when there are too many to list; the counts include all issues.',
    }),
    root_causes: z.array(RootCause),
    corrections_left_out: z.literal(true).optional().meta({
      description:
        'Corrections were not tried because the processor time limit was reached. The verdict and the issues are complete.',
    }),
    comparison: Comparison.optional().meta({ description: 'Present when `compare` was requested.' }),
    duration_ms: z.number(),
  })
  .meta({ id: 'FileResult' });

export const FailedFile = z.object({
  position: z.int().meta({ description: 'Position in the order of submission, from 0.' }),
  filename: z.string(),
  error: z.object({
    code: z.string(),
    detail: Text,
    remedy: Text.optional().meta({ description: 'What to do; absent when there is nothing to do.' }),
  }),
  retryable: z.boolean().meta({ description: 'The file is stored and can be retried.' }),
});

export const BatchResult = z
  .object({
    total: z.int().meta({ description: 'Number of submitted files.' }),
    valid: z.int(),
    invalid: z.int(),
    results: z.array(FileResult).meta({ description: 'One result per validated file, in the order of the request.' }),
    failures: z
      .array(FailedFile)
      .optional()
      .meta({ description: 'Files that were not validated: files above the size limit, and PDFs without an invoice.' }),
  })
  .meta({ id: 'BatchResult' });
