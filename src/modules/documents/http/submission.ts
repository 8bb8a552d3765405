import { z } from 'zod';
import {
  type BodyKind,
  checkFields,
  EXAMPLE_FILE,
  Filename,
  JsonUpload,
  makeFieldError,
  makeProblem,
  rawXml,
  readJson,
  toUpload,
  type UploadedFile,
} from '../../../http/index.ts';
import { expectParticipant } from '../../peppol/http/index.ts';
import { type Metadata, type NewDocument, OFFERED_STEPS } from '../index.ts';

/** A document to store and process. */
type Submission = Omit<NewDocument, 'idempotencyKey' | 'options'> & Pick<UploadedFile, 'cii'>;

const METADATA_BYTES = 10_000;

/**
 * Limit of values in the metadata: JSON of this size has at most half as many values as bytes; the rest is the
 * document.
 */
export const SUBMISSION_NODES = 6_000;

const JsonSubmission = JsonUpload.extend({
  external_id: Filename.optional().meta({
    description: 'The identifier of the document in your own system.',
    example: 'order-4711',
  }),
  metadata: z
    .record(z.string().min(1).max(100), z.unknown())
    .optional()
    .meta({
      description:
        `Any data that is returned with the document, at most ${METADATA_BYTES} bytes of JSON. Numbers are IEEE 754 ` +
        'doubles: send longer ones as strings. A key `__proto__` is not stored.',
      example: { branch: 'BA-1' },
    }),
  steps: z
    .array(z.enum(OFFERED_STEPS))
    .min(1)
    .max(OFFERED_STEPS.length)
    .default(['validate'])
    .meta({
      description:
        'The steps to run. Validation always runs, and the other steps start after it. `send_preparation` requires a ' +
        '`partner` and starts when the document is valid.',
    }),
  partner: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'For `send_preparation`: the partner that sends the document.' }),
  receiver: z.string().min(1).max(200).optional().meta({
    description: 'For `send_preparation`: replaces the electronic address in the document (BT-49).',
  }),
}).meta({ id: 'DocumentSubmission' });

const DEFAULT_NAME = 'invoice.xml';

/** Body formats for submitting a document. */
export const documentBody: readonly BodyKind<Submission>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonSubmission,
    example: { ...EXAMPLE_FILE, external_id: 'order-4711', metadata: { branch: 'BA-1' } },
    read: async (body) => {
      const fields = await checkFields(JsonSubmission, await readJson(body));
      const { filename, bytes, cii } = await toUpload(fields, body);
      return {
        filename: filename ?? DEFAULT_NAME,
        content: bytes,
        externalId: fields.external_id ?? null,
        metadata: checkMetadata(fields.metadata ?? {}),
        steps: fields.steps,
        send: readSend(fields),
        cii,
      };
    },
  },
  {
    ...rawXml,
    read: async (body) => {
      const { filename, bytes } = (await rawXml.read(body))[0]!;
      return {
        filename: filename ?? DEFAULT_NAME,
        content: bytes,
        externalId: null,
        metadata: {},
        steps: ['validate'],
      };
    },
  },
];

/**
 * @throws Problem `invalid_request` when the send step has no partner or a partner is set without the step;
 *   `participant_malformed`
 */
function readSend({ steps, ...fields }: z.output<typeof JsonSubmission>): Submission['send'] {
  const { partner = null, receiver = null } = fields as { partner?: string | null; receiver?: string | null };
  const isAsked = steps.includes('send_preparation');
  if (!isAsked && partner === null && receiver === null) return undefined;
  if (!isAsked || partner === null) {
    const errors = [makeFieldError('body', [isAsked ? 'partner' : 'steps'], isAsked ? 'missing' : 'invalid')];
    throw makeProblem('invalid_request', { count: 1 }, { errors });
  }
  if (receiver !== null) expectParticipant(receiver, 'body', '/receiver');
  return { partner, receiver };
}

function checkMetadata(metadata: Metadata): Metadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES) return metadata;
  const errors = [makeFieldError('body', ['metadata'], 'too_long', String(METADATA_BYTES))];
  throw makeProblem('invalid_request', { count: 1 }, { errors });
}
