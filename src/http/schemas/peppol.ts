import { z } from 'zod';
import {
  CHAINS,
  DOCUMENT_TYPE_ALIASES,
  ENDPOINT_STATES,
  METADATA_STATES,
  OUTCOMES,
  REASONS,
  type Reason,
  STEPS,
} from '../../modules/peppol/index.ts';
import { Text } from './file-result.ts';

const REASON_CODES = Object.keys(REASONS) as [Reason, ...Reason[]];

export const PeppolReason = z.enum(REASON_CODES).meta({
  id: 'PeppolReason',
  description: `Why it could not be told:\n\n${REASON_CODES.map((code) => `- \`${code}\`: ${REASONS[code].en}`).join('\n')}`,
});

export const PeppolOutcome = z.enum(OUTCOMES).meta({
  id: 'PeppolOutcome',
  description:
    '`registered`; `not_registered`: DNS says so; `document_type_not_supported`: registered, but not for the document ' +
    'type that was asked about; `unknown`: see the reason; it never means no.',
});

const Time = z.iso.datetime();
const certificate = { subject: z.string(), not_before: Time, not_after: Time };

const Endpoint = z.object({
  transport_profile: z.string().meta({ example: 'peppol-transport-as4-v2_0' }),
  url: z.string(),
  certificate: z.object(certificate).nullable().meta({ description: 'Null when it cannot be read.' }),
  service_activation: Time.nullable(),
  service_expiration: Time.nullable(),
  state: z.enum(ENDPOINT_STATES).meta({
    description: 'At the time of the check. `unreadable`: its address or one of its dates cannot be read.',
  }),
});

const DocumentType = z.object({
  id: z.string().meta({ description: 'With its scheme: `busdox-docid-qns::urn:…`.' }),
  name: Text.nullable().meta({ description: 'Null for types that have no name here.' }),
  processes: z.array(z.object({ id: z.string(), name: Text.nullable(), endpoints: z.array(Endpoint) })),
  metadata: z.enum(METADATA_STATES).meta({
    description:
      '`not_read`: listed only; the metadata was not asked for (another type was, or there are very many). `unknown`: ' +
      'it was, and could not be read or believed.',
  }),
  reason: PeppolReason.nullable(),
  signer: z
    .object({ ...certificate, chain: z.enum(CHAINS) })
    .nullable()
    .meta({
      description:
        'Who signed the metadata; the signature is valid. `not_checked`: the operator has configured no trust anchors. ' +
        'Null in the sandbox, and where no metadata was read.',
    }),
});

const DocumentTypeList = z
  .object({
    complete: z.boolean().meta({ description: 'False: document types may be missing in `document_types`.' }),
    unreadable: z.int().meta({ description: 'Entries without a readable document type.' }),
    reason: PeppolReason.nullable().meta({ description: 'Why the list is not complete.' }),
  })
  .meta({
    id: 'PeppolDocumentTypeList',
    description: 'How much of the SMP’s unsigned list could be read. With `document_type` the signed metadata decides.',
  });

const TraceStep = z.object({
  step: z.enum(STEPS),
  asked: z.string().meta({ description: 'The DNS name or the URL.' }),
  result: z.enum(['found', 'absent', ...REASON_CODES]),
  status: z.int().nullable().meta({ description: 'Of the HTTP answer, where it was an error.' }),
  milliseconds: z.int(),
});

/** Steps of a lookup and their outcomes. */
const PeppolTrace = z.array(TraceStep).meta({ id: 'PeppolTrace' });

const DirectoryEntry = z
  .object({
    outcome: z.enum(['listed', 'not_listed', 'unknown', 'not_asked']),
    reason: z.enum(['directory_busy', 'directory_unreachable', 'directory_unexpected']).nullable(),
    names: z.array(z.string()),
    country_code: z.string().nullable(),
    document_types: z.array(z.string()),
    only_in_directory: z.array(z.string()).meta({
      description: 'Document types that the SMP does not list; empty when its list is not complete.',
    }),
    only_in_smp: z.array(z.string()).meta({ description: 'Document types that the Directory does not list.' }),
  })
  .meta({
    id: 'PeppolDirectoryEntry',
    description:
      'What the Peppol Directory publishes. Publishing is voluntary in many countries: `not_listed` does not mean "not ' +
      'registered". `not_asked`: this installation has no Directory configured.',
  });

export const PeppolParticipant = z
  .object({
    participant_id: z.string().meta({ example: '0245:2020317068' }),
    registered: z.boolean(),
    smp_url: z.string().nullable(),
    document_types: z.array(DocumentType),
    document_type_list: DocumentTypeList,
    checked_at: Time,
    outcome: PeppolOutcome,
    hint: Text.nullable().meta({ description: 'What is odd about the id; the network was asked all the same.' }),
    source: z.string().meta({ description: '`PEPPOL`, or `PEPPOL-SANDBOX` where no real service is asked.' }),
    cached: z.boolean(),
    stale: z.boolean().meta({ description: 'No answer now; this is what was known last, within 24 hours.' }),
    stale_reason: PeppolReason.nullable().meta({ description: 'Why there is no answer now.' }),
    age_seconds: z.int(),
    trace: PeppolTrace,
    directory: DirectoryEntry.optional().meta({ description: 'Only with `directory=true`.' }),
  })
  .meta({ id: 'PeppolParticipant' });

export const DocumentTypeText = z
  .string()
  .min(1)
  .max(500)
  .meta({
    description: `A word (${DOCUMENT_TYPE_ALIASES.map((alias) => `\`${alias}\``).join(', ')}), or the id of a document type, with or without its scheme.`,
    example: 'invoice',
  });
