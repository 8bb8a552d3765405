import { z } from 'zod';
import { type DeepReadonly, FileResult, Text } from '../../../http/index.ts';
import {
  ARTIFACT_NAMES,
  type Artifact as ArtifactRecord,
  type Document as DocumentRecord,
  EVENT_TYPES,
  type Send as SendRecord,
  STATUSES,
  STEPS,
} from '../index.ts';

export const DocumentStatus = z.enum(STATUSES).meta({ id: 'DocumentStatus' });

export const DocumentId = z.object({
  id: z.string().meta({ example: 'doc_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
});

const Links = z
  .object({ self: z.string(), events: z.string(), artifacts: z.string() })
  .meta({ id: 'DocumentLinks', description: 'Relative links.' });

export const DocumentReceipt = z
  .object({ id: z.string(), status: DocumentStatus, links: Links })
  .meta({ id: 'DocumentReceipt' });

const SendError = z.object({
  code: z.string(),
  detail: Text,
  said: z.string().nullable().meta({ description: 'The original message of the partner, sanitized and shortened.' }),
});

export const Document = z
  .object({
    id: z.string(),
    status: DocumentStatus,
    filename: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    steps: z.array(z.enum(STEPS)),
    failed_steps: z
      .array(z.enum(STEPS))
      .meta({ description: 'Optional steps that failed and are not retried automatically; `retry` runs them again.' }),
    summary: FileResult.shape.summary
      .nullable()
      .meta({ description: 'Null before the document is validated and after it is erased.' }),
    counts: z.object({ fatal: z.int(), warning: z.int(), info: z.int() }).nullable(),
    ruleset: FileResult.shape.ruleset
      .pick({ id: true, version: true, coverage: true })
      .nullable()
      .meta({
        description:
          'The rule set used for validation; `validation.json` has all details. With `coverage: asked` (selected layers, ' +
          'or a rule set other than the document’s own) a `validated` document may violate other rules, and it is not ' +
          'prepared for sending. Null when `counts` is null.',
      }),
    semantic_digest: z
      .string()
      .nullable()
      .meta({
        description:
          'SHA-256 of all business terms, as in the result. Null before the validation, after erasure, and when no terms ' +
          'can be read. `GET /api/documents?semantic_digest=` lists the documents with the same content.',
      }),
    semantic_digest_version: z.int().nullable(),
    error: z.object({ code: z.string(), detail: Text }).nullable().meta({
      description:
        'Why processing failed; only in the status `failed`. Errors of sending are in `preparation` and `send`.',
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    erased_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the content was erased. An erased document is not processed any further.' }),
    preparation: z
      .object({
        id: z.string(),
        partner: z.string(),
        receiver: z.string().nullable(),
        instance_identifier: z
          .string()
          .nullable()
          .meta({ description: 'Instance identifier of the envelope; null until the envelope is prepared.' }),
        sha256: z
          .string()
          .nullable()
          .meta({ description: 'SHA-256 of `send-package.xml`; null until it is prepared.' }),
        prepared_at: z.iso.datetime().nullable(),
        document_uuid: z
          .string()
          .nullable()
          .meta({ description: 'The identifier that the tax office uses for the document.' }),
        warnings: z
          .array(z.string())
          .optional()
          .meta({
            description:
              'Non-fatal catalog rules that the envelope violates, such as `SBDH-RECEIVER-MISMATCH` (the envelope is addressed ' +
              'to a receiver other than the one in the document). Absent when there are no warnings.',
          }),
        error: SendError.nullable().meta({
          description: 'Why the preparation failed; only in the status `send_failed`.',
        }),
      })
      .nullable()
      .meta({
        description:
          'The latest send preparation; its state is the document’s status. Null when no preparation was requested.',
      }),
    send: z
      .object({
        id: z.string(),
        preparation: z.string(),
        partner: z.string(),
        idempotency_key: z
          .string()
          .meta({ description: 'The partner uses it to recognise repeated submissions of the same bytes.' }),
        attempts: z.int(),
        started_at: z.iso.datetime(),
        accepted_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the partner accepted the document. This does not mean that it was delivered.' }),
        reference: z.string().nullable().meta({ description: 'The partner’s identifier for the document.' }),
        error: SendError.nullable().meta({ description: 'Why the document has not been sent.' }),
        next_attempt_at: z.iso.datetime().nullable().meta({
          description:
            'When the same bytes are submitted again with the same idempotency key. Null when there is no automatic retry.',
        }),
        unconfirmed_since: z.iso
          .datetime()
          .nullable()
          .meta({
            description:
              'Set when no status arrived within the 25 minutes that the network guarantees. Null when a status arrived or may ' +
              'still arrive in time.',
          }),
      })
      .nullable()
      .meta({
        description:
          'The submission to the partner; its state is the document’s status. Null when nothing was submitted.',
      }),
    direction: z.enum(['outbound', 'inbound']),
    answers: z.string().nullable().meta({
      description:
        'For an Invoice Response: the id of the received document that it answers. Null for other documents.',
    }),
    inbound: z
      .object({
        partner: z.string(),
        reference: z.string().meta({ description: 'The partner’s identifier for the document.' }),
        sender: z.string().nullable(),
        receiver: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'Origin of a document received by a partner; null when the document was submitted through the API.',
      }),
    links: Links,
  })
  .meta({ id: 'Document' });

export const DocumentEventBody = z
  .object({
    id: z.string(),
    document_id: z.string(),
    sequence: z.int().min(1).meta({ description: 'Starts at 1, without gaps.' }),
    type: z.enum(EVENT_TYPES),
    at: z.iso.datetime(),
    actor: z.string(),
    data: z.looseObject({}).meta({ description: 'Fields that depend on the event type.' }),
  })
  .meta({ id: 'DocumentEvent' });

export const Artifact = z
  .object({
    name: z.enum(ARTIFACT_NAMES),
    media_type: z.string(),
    size_bytes: z.int(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
    href: z.string(),
  })
  .meta({ id: 'Artifact' });

/** Links to a document, its timeline and its artifacts. */
export const linksOf = (id: string): z.output<typeof Links> => ({
  self: `/api/documents/${id}`,
  events: `/api/documents/${id}/events`,
  artifacts: `/api/documents/${id}/artifacts`,
});

/** Public form of a document, without its internal version counter. */
export function toDocument({
  last_sequence: _,
  options: { answers },
  send,
  ...publicFields
}: DocumentRecord): DeepReadonly<z.input<typeof Document>> {
  const direction = publicFields.inbound === null ? 'outbound' : 'inbound';
  return {
    ...publicFields,
    direction,
    answers: answers?.document ?? null,
    send: send && toSend(send),
    links: linksOf(publicFields.id),
  };
}

/** Leaves out the internal job id. */
const toSend = ({ run: _run, begun: _begun, ...publicFields }: SendRecord) => publicFields;

/** Public form of an artifact. */
export function toArtifact(documentId: string, artifact: ArtifactRecord): z.input<typeof Artifact> {
  const { name, media_type, size_bytes, sha256, created_at } = artifact;
  const href = `${linksOf(documentId).artifacts}/${name}`;
  return { name, media_type, size_bytes, sha256, created_at, href };
}
