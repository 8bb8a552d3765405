import { type Page, type Paging, readNewest } from '../../lib/page-cursor.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { Document } from './document.ts';
import {
  type Database,
  type DocumentFilter,
  findDocument,
  findPrepared,
  inWorkspace,
  listDocuments,
} from './document-store.ts';

type DocumentQuery = DocumentFilter & Paging;

type Known = Pick<Document, 'id' | 'status' | 'sha256'>;

export type DocumentReader = {
  /** Throws `document_not_found`, for another workspace's document too. */
  readonly get: (scope: Scope, id: string) => Promise<Document>;
  /** Documents that were prepared for sending under this identifier of the tax office, the newest first, a few. */
  readonly findPrepared: (scope: Scope, documentUuid: string) => Promise<readonly Known[]>;
  /** A page of the workspace's documents, the newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, query: DocumentQuery) => Promise<Page<Document>>;
};

/** Enough to see that there are some. */
const FEW = 10;

/** Makes the reading side. */
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
