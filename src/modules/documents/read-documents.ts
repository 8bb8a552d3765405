import { type Page, type Paging, readNewest } from '../../lib/page-cursor.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { Document } from './document.ts';
import { type DocumentFilter, listDocuments } from './document-list-store.ts';
import { type Database, findDocument, findPrepared, inWorkspace } from './document-store.ts';

type DocumentQuery = DocumentFilter & Paging;

type Known = Pick<Document, 'id' | 'status' | 'sha256'>;

export type DocumentReader = {
  /** Throws `document_not_found`, also for documents of other workspaces. */
  readonly get: (scope: Scope, id: string) => Promise<Document>;
  /** Documents prepared with this tax office identifier, newest first, at most `FEW`. */
  readonly findPrepared: (scope: Scope, documentUuid: string) => Promise<readonly Known[]>;
  /** A page of documents of the workspace, newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, query: DocumentQuery) => Promise<Page<Document>>;
};

/** Sufficient to report duplicates. */
const FEW = 10;

export function makeDocumentReader({ db }: { readonly db: Database }): DocumentReader {
  return {
    get: async (scope, id) => {
      const document = await inWorkspace(db, scope.workspaceId, (trx) => findDocument(trx, scope.workspaceId, id));
      if (document === undefined) throw refusal('document_not_found', { id });
      return document;
    },
    findPrepared: ({ workspaceId }, documentUuid) =>
      inWorkspace(db, workspaceId, (trx) => findPrepared(trx, workspaceId, documentUuid, FEW)),
    list: ({ workspaceId }, { cursor, limit, ...filter }) =>
      inWorkspace(db, workspaceId, (trx) =>
        readNewest('doc', { cursor, limit }, (before, count) => listDocuments(trx, workspaceId, filter, before, count)),
      ),
  };
}
