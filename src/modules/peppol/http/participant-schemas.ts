import { z } from 'zod';
import { Text } from '../../../http/index.ts';
import {
  CHAINS,
  DOCUMENT_TYPE_ALIASES,
  ENDPOINT_STATES,
  METADATA_STATES,
  OUTCOMES,
  REASONS,
  type Reason,
  STEPS,
} from '../index.ts';

const REASON_CODES = Object.keys(REASONS) as [Reason, ...Reason[]];

export const PeppolReason = z.enum(REASON_CODES).meta({
  id: 'PeppolReason',
  description: `Why the result is unknown:\n\n${REASON_CODES.map((code) => `- \`${code}\`: ${REASONS[code].en}`).join('\n')}`,
});

export const PeppolOutcome = z.enum(OUTCOMES).meta({
  id: 'PeppolOutcome',
  description:
    '`registered`; `not_registered`: according to DNS; `document_type_not_supported`: registered, but not for the ' +
    'requested document type; `unknown`: see the reason. `unknown` never means that the participant is not ' +
    'registered.',
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
    description: 'At the time of the check. `unreadable`: the address or one of the dates cannot be read.',
  }),
});

const DocumentType = z.object({
  id: z.string().meta({ description: 'Identifier with its scheme: `busdox-docid-qns::urn:…`.' }),
  name: Text.nullable().meta({ description: 'Null for document types without a known name.' }),
  processes: z.array(z.object({ id: z.string(), name: Text.nullable(), endpoints: z.array(Endpoint) })),
  metadata: z.enum(METADATA_STATES).meta({
    description:
      '`not_read`: the type is only listed, because its metadata was not requested (another type was requested, or ' +
      'there are too many). `unknown`: the metadata was requested but could not be read or verified.',
  }),
  reason: PeppolReason.nullable(),
  signer: z
    .object({ ...certificate, chain: z.enum(CHAINS) })
    .nullable()
    .meta({
      description:
        'The signer of the metadata; the signature is valid. `not_checked`: no trust anchors are configured. Null in the ' +
        'sandbox, and when no metadata was read.',
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
  asked: z.string().meta({ description: 'The requested DNS name or URL.' }),
  result: z.enum(['found', 'absent', ...REASON_CODES]),
  status: z.int().nullable().meta({ description: 'Status of the HTTP response when it was an error.' }),
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
      'registered". `not_asked`: no Directory is configured for this installation.',
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
    hint: Text.nullable().meta({
      description: 'A remark about an unusual id; the network lookup was made in any case.',
    }),
    source: z.string().meta({ description: '`PEPPOL`, or `PEPPOL-SANDBOX` when no real service is called.' }),
    cached: z.boolean(),
    stale: z.boolean().meta({ description: 'The lookup failed; this is the last known result, at most 24 hours old.' }),
    stale_reason: PeppolReason.nullable().meta({ description: 'Why the lookup failed.' }),
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
    description:
      `An alias (${DOCUMENT_TYPE_ALIASES.map((alias) => `\`${alias}\``).join(', ')}), or the id of a document type, ` +
      'with or without its scheme.',
    example: 'invoice',
  });
