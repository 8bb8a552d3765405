import { z } from 'zod';
import {
  ARTIFACT_NAMES,
  type Artifact as ArtifactRecord,
  type Document as DocumentRecord,
  EVENT_TYPES,
  type Send as SendRecord,
  STATUSES,
  STEPS,
} from '../../modules/documents/index.ts';
import type { DeepReadonly } from '../responses/response.ts';
import { FileResult, Text } from './file-result.ts';

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
  said: z.string().nullable().meta({ description: 'The partner’s own words, cleaned and cut.' }),
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
      .meta({ description: 'Steps beside validation that failed for good; `retry` tries them again.' }),
    summary: FileResult.shape.summary
      .nullable()
      .meta({ description: 'Null until the document is validated, and once it is erased.' }),
    counts: z.object({ fatal: z.int(), warning: z.int(), info: z.int() }).nullable(),
    ruleset: FileResult.shape.ruleset
      .pick({ id: true, version: true, coverage: true })
      .nullable()
      .meta({
        description:
          'By what it was judged; `validation.json` says it in full. With `coverage: asked` (some layers, or a rule set that is not ' +
          'its own) a `validated` document may break other rules, and is not prepared for sending. Null as `counts`.',
      }),
    error: z.object({ code: z.string(), detail: Text }).nullable().meta({
      description: 'Why the work failed; in the status `failed` alone; of sending see `preparation` and `send`.',
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    erased_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its content was erased; nothing further happens to it.' }),
    preparation: z
      .object({
        id: z.string(),
        partner: z.string(),
        receiver: z.string().nullable(),
        instance_identifier: z.string().nullable().meta({ description: 'Of the envelope; once it is prepared.' }),
        sha256: z.string().nullable().meta({ description: 'Of `send-package.xml`, once it is prepared.' }),
        prepared_at: z.iso.datetime().nullable(),
        document_uuid: z.string().nullable().meta({ description: 'What the tax office knows the document by.' }),
        warnings: z
          .array(z.string())
          .optional()
          .meta({
            description:
              'Rules of the catalog that the envelope breaks, none of them fatal, such as `SBDH-RECEIVER-MISMATCH`: it goes to ' +
              'another receiver than the document names. Left out where it breaks none.',
          }),
        error: SendError.nullable().meta({
          description: 'Why it failed, in the status `send_failed`; null in any other.',
        }),
      })
      .nullable()
      .meta({
        description: 'The newest send preparation; its state is the document’s status. Null: none was asked for.',
      }),
    send: z
      .object({
        id: z.string(),
        preparation: z.string(),
        partner: z.string(),
        idempotency_key: z.string().meta({ description: 'The partner knows the same bytes again by it.' }),
        attempts: z.int(),
        started_at: z.iso.datetime(),
        accepted_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the partner took it; that is no delivery.' }),
        reference: z.string().nullable().meta({ description: 'What the partner calls it.' }),
        error: SendError.nullable().meta({ description: 'Why it is not sent, or not yet.' }),
        next_attempt_at: z.iso.datetime().nullable().meta({
          description:
            'When the same bytes are handed over again, under the same key. Null: it is not repeated automatically.',
        }),
        unconfirmed_since: z.iso.datetime().nullable().meta({
          description:
            'No status came within 25 minutes, in which the network promises one; null: it did, or may still.',
        }),
      })
      .nullable()
      .meta({ description: 'What was handed to the partner; its state is the document’s status. Null: nothing was.' }),
    direction: z.enum(['outbound', 'inbound']),
    answers: z
      .string()
      .nullable()
      .meta({ description: 'Of an Invoice Response: the received document that it answers. Null: it is none.' }),
    inbound: z
      .object({
        partner: z.string(),
        reference: z.string().meta({ description: 'What the partner calls it.' }),
        sender: z.string().nullable(),
        receiver: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'How it came, of a document that a partner received; null: it was submitted.' }),
    links: Links,
  })
  .meta({ id: 'Document' });

export const DocumentEventBody = z
  .object({
    id: z.string(),
    document_id: z.string(),
    sequence: z.int().min(1).meta({ description: 'From 1, without gaps.' }),
    type: z.enum(EVENT_TYPES),
    at: z.iso.datetime(),
    actor: z.string(),
    data: z.looseObject({}).meta({ description: 'Fields that depend on the type of the event.' }),
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
  ...told
}: DocumentRecord): DeepReadonly<z.input<typeof Document>> {
  const direction = told.inbound === null ? 'outbound' : 'inbound';
  return {
    ...told,
    direction,
    answers: answers?.document ?? null,
    send: send && toSend(send),
    links: linksOf(told.id),
  };
}

/** Leaves out the internal job id. */
const toSend = ({ run: _run, begun: _begun, ...told }: SendRecord) => told;

/** Public form of an artifact. */
export function toArtifact(documentId: string, artifact: ArtifactRecord): z.input<typeof Artifact> {
  const { name, media_type, size_bytes, sha256, created_at } = artifact;
  const href = `${linksOf(documentId).artifacts}/${name}`;
  return { name, media_type, size_bytes, sha256, created_at, href };
}
