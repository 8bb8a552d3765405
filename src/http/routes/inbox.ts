import { z } from 'zod';
import { NextCursor, Paging } from '../responses/paging.ts';
import { answer, jsonAnswer } from '../responses/response.ts';
import { route } from '../routing/route.ts';
import { Document, toDocument } from '../schemas/document.ts';

/** Documents that partners received for the workspace. */
export const listInbox = route({
  method: 'get',
  path: '/api/inbox',
  id: 'listInbox',
  tag: 'documents',
  summary: 'List received documents',
  description:
    'Documents that partners received for the workspace, newest first. Every minute they are pulled from partners whose ' +
    '`capabilities.inbound` says that they give what they received (`receives`, `inbound` or `inbox` of their settings), stored, acknowledged once they are stored, and validated like any document: each has a timeline, ' +
    'artifacts and all other operations of documents, but is never sent on; what you answer to it is prepared by ' +
    '`POST /api/documents/{id}/invoice-responses`. Status messages that come the same way are attached to the documents ' +
    'that they answer.',
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
