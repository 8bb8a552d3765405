import { z } from 'zod';
import { answer, jsonAnswer, NextCursor, Paging, route } from '../../../http/index.ts';
import { Document, toDocument } from './document-schemas.ts';

/** Documents that partners received for the workspace. */
export const listInbox = route({
  method: 'get',
  path: '/api/inbox',
  id: 'listInbox',
  tag: 'documents',
  summary: 'List received documents',
  description:
    'Documents that partners received for the workspace, newest first. Every minute they are fetched from the ' +
    'partners with `capabilities.inbound` (`receives`, `inbound` or `inbox` in their settings), stored, acknowledged ' +
    'after they are stored, and validated like any other document. Each has a timeline, artifacts and all other ' +
    'document operations, but is never forwarded. `POST /api/documents/{id}/invoice-responses` prepares an answer to ' +
    'it. Status messages from the same source are attached to the documents that they answer.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ documents: z.array(Document), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { cursor, limit } = query;
    const { items, next } = await app.documents.list(caller, { inbound: true, cursor, limit });
    return answer(200, { documents: items.map(toDocument), next_cursor: next });
  },
});
