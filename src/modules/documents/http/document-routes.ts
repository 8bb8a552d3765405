import { z } from 'zod';
import {
  answer,
  emptyAnswer,
  HEX_DIGEST,
  jsonAnswer,
  matchesEtag,
  NextCursor,
  oneFileLimits,
  Paging,
  type Route,
  route,
  UploadHeaders,
  ValidationQuery,
  VISIBLE_ASCII,
  withCiiDefault,
} from '../../../http/index.ts';
import { checkRuleset } from '../../validation/index.ts';
import { Document, DocumentId, DocumentReceipt, DocumentStatus, linksOf, toDocument } from './document-schemas.ts';
import { documentBody, SUBMISSION_NODES } from './submission.ts';

const createDocument = route({
  method: 'post',
  path: '/api/documents',
  id: 'createDocument',
  load: 'queued',
  tag: 'documents',
  summary: 'Submit a document',
  description:
    'Stores the file and validates it in the background. A repeated request with the same Idempotency-Key and the ' +
    'same body returns the first response again and creates nothing.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.create',
  product: 'documents',
  query: ValidationQuery,
  headers: z.object({
    'Idempotency-Key': z.string().regex(VISIBLE_ASCII).meta({
      description: 'A key that is unique per document, 1 to 255 visible ASCII characters.',
      example: '5f0c3f0e-5f7b-4a59-9d0f-1f0c3a8f2c11',
    }),
    'X-Filename': UploadHeaders.shape['X-Filename'],
  }),
  body: {
    kinds: documentBody,
    limits: (config) => ({ ...oneFileLimits(config), nodes: SUBMISSION_NODES }),
    description: 'The file, as JSON with optional metadata, or as raw XML.',
  },
  answers: {
    202: jsonAnswer('Received.', DocumentReceipt, {
      Location: 'URL of the document.',
      'Idempotency-Replayed': '`true` when this is the response to an earlier request.',
    }),
  },
  problems: [
    'ruleset_unknown',
    'layer_not_in_ruleset',
    'idempotency_key_reused',
    'file_too_large',
    'partner_not_found',
    'participant_malformed',
    'plan_required',
  ],
  handle: async ({ body, query, headers }, { app, caller }) => {
    const { cii, ...submission } = body;
    const options = withCiiDefault({ ...query, cii: query.cii ?? cii }, { app, caller });
    app.accounts.checkIncludes(caller, 'documents');
    checkRuleset(app, options);
    const { send } = submission;
    if (send !== undefined) await app.partners.get(caller, send.partner);
    const { document, replayed } = await app.documents.receive(caller, {
      ...submission,
      options,
      idempotencyKey: headers['Idempotency-Key'],
    });
    const links = linksOf(document.id);
    return answer(
      202,
      { id: document.id, status: document.status, links },
      {
        Location: links.self,
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      },
    );
  },
});

const time = (description: string) =>
  z.iso.datetime({ offset: true }).optional().meta({ description, example: '2027-01-04T00:00:00+01:00' });

const listDocuments = route({
  method: 'get',
  path: '/api/documents',
  id: 'listDocuments',
  tag: 'documents',
  summary: 'List documents',
  description: 'The documents of the workspace, newest first.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging.extend({
    status: DocumentStatus.optional(),
    external_id: z.string().max(255).optional(),
    semantic_digest: z
      .string()
      .regex(HEX_DIGEST)
      .optional()
      .meta({ description: 'Only documents whose business terms have this digest: the same invoice in any syntax.' }),
    created_after: time('Only documents created after this time.'),
    created_before: time('Only documents created before this time.'),
  }),
  answers: { 200: jsonAnswer('One page.', z.object({ documents: z.array(Document), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.documents.list(caller, {
      status: query.status,
      externalId: query.external_id,
      semanticDigest: query.semantic_digest,
      createdAfter: toDate(query.created_after),
      createdBefore: toDate(query.created_before),
      cursor: query.cursor,
      limit: query.limit,
    });
    return answer(200, { documents: items.map(toDocument), next_cursor: next });
  },
});

const getDocument = route({
  method: 'get',
  path: '/api/documents/{id}',
  id: 'getDocument',
  tag: 'documents',
  summary: 'Read a document',
  description: 'The status and the validation result. The history is the timeline, under `events`.',
  who: 'viewer',
  limit: 'per-key',
  params: DocumentId,
  headers: z.object({ 'If-None-Match': z.string().optional() }),
  answers: {
    200: jsonAnswer('The document.', Document, { ETag: 'Changes whenever the document changes.' }),
    304: emptyAnswer('Not modified since the version in `If-None-Match`.', {
      ETag: 'Changes whenever the document changes.',
    }),
  },
  problems: ['document_not_found'],
  handle: async ({ params, headers }, { app, caller }) => {
    const document = await app.documents.get(caller, params.id);
    const caching = { ETag: `"${document.id}.${document.last_sequence}"`, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(headers['If-None-Match'], caching.ETag)) return answer(304, null, caching);
    return answer(200, toDocument(document), caching);
  },
});

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const cancelDocument = route({
  method: 'post',
  path: '/api/documents/{id}/cancel',
  id: 'cancelDocument',
  tag: 'documents',
  summary: 'Cancel a document',
  description:
    'Allowed in every status that is not final, until the document is handed to a partner. A document that a partner ' +
    'has, or may have, cannot be canceled.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.cancel',
  params: DocumentId,
  answers: { 200: jsonAnswer('The canceled document.', Document) },
  problems: ['document_not_found', 'transition_not_allowed', 'document_erased'],
  handle: async ({ params }, { app, caller }) => answer(200, toDocument(await app.documents.cancel(caller, params.id))),
});

const retryDocument = route({
  method: 'post',
  path: '/api/documents/{id}/retry',
  id: 'retryDocument',
  tag: 'documents',
  summary: 'Retry failed work',
  description:
    'Validates a document in the status `failed` again, runs the steps in `failed_steps` again, or submits a ' +
    '`send_unknown` document to its partner again, with the same bytes and the same idempotency key. In every other ' +
    'case the request is rejected.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.retry',
  params: DocumentId,
  answers: { 202: jsonAnswer('The document; its work is queued again.', Document) },
  problems: ['document_not_found', 'transition_not_allowed', 'document_erased'],
  handle: async ({ params }, { app, caller }) => answer(202, toDocument(await app.documents.retry(caller, params.id))),
});

const eraseDocument = route({
  method: 'delete',
  path: '/api/documents/{id}',
  id: 'eraseDocument',
  tag: 'documents',
  summary: 'Erase the content of a document',
  description:
    'Cancels the work and permanently erases every artifact, the summary and the metadata. The record and its ' +
    'timeline remain as the audit trail and end with `document.erased`. A repeated call changes nothing.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.erase',
  params: DocumentId,
  answers: { 200: jsonAnswer('The erased document.', Document) },
  problems: ['document_not_found'],
  handle: async ({ params }, { app, caller }) => answer(200, toDocument(await app.documents.erase(caller, params.id))),
});

export const documentRoutes: readonly Route[] = [
  createDocument,
  listDocuments,
  getDocument,
  cancelDocument,
  retryDocument,
  eraseDocument,
];
