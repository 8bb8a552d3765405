import { z } from 'zod';
import { FileResult, wholeNumber } from '../../../http/index.ts';

const { shape } = FileResult;
const { shape: ruleset } = shape.ruleset;
const { shape: pack } = ruleset.packs.element;

export const Digest = z.string().meta({ description: 'SHA-256, lowercase hex.' });

export const Engine = z.object({ version: z.string(), digest: Digest }).meta({
  id: 'Engine',
  description: 'The validation engine. Engines with the same digest return the same results.',
});

/** Rule pack release, for signed data that names its packs. */
export const packRelease = {
  conforms_to: z
    .string()
    .optional()
    .meta({ description: 'The release contained in the pack, as named by its publisher.' }),
  published: z.iso.date().nullable().optional().meta({ description: 'When the publisher released it.' }),
};

const Party = z
  .object({
    name: z.string().nullable().meta({ description: 'BT-27, BT-44.' }),
    company_id: z.string().nullable().meta({ description: 'BT-30, BT-47: in Slovakia the IČO.' }),
    tax_id: z.string().nullable().meta({ description: 'BT-32: in Slovakia the DIČ.' }),
    vat_id: z.string().nullable().meta({ description: 'BT-31, BT-48: in Slovakia the IČ DPH.' }),
    country: z.string().nullable(),
  })
  .meta({ id: 'EvidenceParty' });

const Details = z
  .object({
    seller: Party,
    buyer: Party,
    vat_breakdown: z.array(
      z.object({
        category: z.string().nullable(),
        rate: z.string().nullable(),
        taxable_amount: z.string().nullable(),
        tax_amount: z.string().nullable(),
      }),
    ),
    without_vat: z.string().nullable(),
    vat: z.string().nullable(),
    with_vat: z.string().nullable(),
    prepaid: z.string().nullable().meta({ description: 'BT-113.' }),
    rounding: z.string().nullable().meta({ description: 'BT-114.' }),
    vat_currency: z.string().nullable().meta({ description: 'BT-6.' }),
    vat_in_vat_currency: z.string().nullable().meta({ description: 'BT-111, in the currency of BT-6.' }),
    type_code: z.string().nullable().meta({ description: 'BT-3, a code from UNTDID 1001.' }),
  })
  .meta({
    id: 'InvoiceDetails',
    description: 'Parties and VAT as stated in the file; absent when the file is not an invoice.',
  });

export const EvidenceReport = z
  .object({
    id: z.string().meta({ example: 'rep_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
    filename: z.string(),
    language: z.enum(['sk', 'en']).meta({ description: 'Language of the texts for people.' }),
    sha256: shape.sha256,
    semantic_digest: shape.semantic_digest,
    semantic_digest_version: shape.semantic_digest_version,
    size_bytes: z.int(),
    created_at: z.iso
      .datetime()
      .meta({ description: 'When the file was validated; the rules in force on this UTC day apply.' }),
    valid: z.boolean(),
    document_type: shape.document_type,
    sbdh: shape.sbdh,
    ruleset: z
      .object({
        ...ruleset,
        packs: z.array(
          z.object({
            ...pack,
            digest: Digest,
            ...packRelease,
          }),
        ),
      })
      .meta({
        id: 'EvidenceRuleset',
        description: 'The applied rule packs. Packs with the same digest contain the same rules.',
      }),
    engine: Engine,
    summary: shape.summary,
    details: Details.optional(),
    counts: z.object({ fatal: z.int(), warning: z.int(), info: z.int() }),
    issues: shape.issues.meta({ description: 'In every report, `message` is in Slovak and `message_en` in English.' }),
    issues_left_out: shape.issues_left_out,
    root_causes: shape.root_causes,
    report_markdown: z.string().meta({ description: 'Texts for people, in the language of the report.' }),
    developer_summary: z.string().meta({ description: 'Summary for a support ticket: at most 40 lines of Markdown.' }),
    files: z
      .object({
        'report.html': Digest.optional(),
        'report.md': Digest.optional(),
        'developer-summary.md': Digest.optional(),
        'issues.csv': Digest.optional(),
      })
      .meta({ description: 'The other files in the ZIP archive of the report.' }),
    signature: z.string().meta({
      description:
        'A JWS with detached content (RFC 7515, appendix F): `header..signature`, EdDSA over Ed25519. The content is the ' +
        'canonical JSON (RFC 8785) of the report without this field. The keys are at `/.well-known/jwks.json`.',
      example: 'eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiIsInR5cCI6ImV2aWRlbmNlK2p3cyJ9..c2lnbmF0dXJl',
    }),
  })
  .meta({ id: 'EvidenceReport' });

export const EvidenceEntry = EvidenceReport.pick({
  id: true,
  filename: true,
  sha256: true,
  size_bytes: true,
  created_at: true,
  valid: true,
  document_type: true,
  summary: true,
  counts: true,
}).meta({ id: 'EvidenceEntry', description: 'The subject of a report.' });

const kid = z.string().meta({ description: 'The thumbprint of the key (RFC 7638).' });
const use = z.literal('sig');
const times = {
  created_at: z.iso.datetime().meta({ description: 'Start of the period in which the key signs.' }),
  retired_at: z.iso
    .datetime()
    .optional()
    .meta({
      description:
        'End of the period in which the key signs; absent while the key is in use. A report with a later date is not ' +
        'authentic.',
    }),
};

export const JwkSet = z
  .object({
    keys: z.array(
      z.discriminatedUnion('kty', [
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          x: z.string(),
          kid,
          use,
          alg: z.literal('EdDSA'),
          ...times,
        }),
        z.object({
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          x: z.string(),
          y: z.string(),
          kid,
          use,
          alg: z.literal('ES256'),
          ...times,
        }),
      ]),
    ),
    log: z
      .object({
        origin: z.string().meta({ description: 'The origin name in the checkpoints of the log.' }),
        vkey: z.string().meta({ description: 'The key that verifies checkpoint signatures (C2SP signed-note).' }),
      })
      .meta({ description: 'The transparency log of evidence.' }),
  })
  .meta({ id: 'JwkSet', description: 'Public keys (RFC 7517), retired ones included.' });

/** Maximum wait for a proof, in seconds; it normally takes less than one. */
const LONGEST_WAIT_S = 5;

/** Query parameter to wait until the transparency log has a proof of the report. */
export const ProofWait = z.object({
  wait: wholeNumber(0, LONGEST_WAIT_S).default(0).meta({
    description: 'Seconds to wait for the transparency log checkpoint that includes the report.',
    example: 2,
  }),
});
