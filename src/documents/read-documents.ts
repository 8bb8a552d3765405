import { type Page, readCursor, writeCursor } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import type { Document } from './document.ts';
import { DocumentNotFound } from './errors.ts';
import { type Database, type DocumentFilter, findDocument, inWorkspace, listDocuments } from './store.ts';

export type DocumentQuery = DocumentFilter & {
  /** Where the page before ended; without it: the first page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
};

export type Reading = {
  /** Throws DocumentNotFound, for another workspace's document too. */
  readonly get: (scope: Scope, id: string) => Promise<Document>;
  /** A page of the workspace's documents, the newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, query: DocumentQuery) => Promise<Page<Document>>;
};

/** Makes the reading side. */
export function makeReading({ db }: { readonly db: Database }): Reading {
  return {
    get: async (scope, id) => {
      const document = await inWorkspace(db, scope.workspaceId, (trx) => findDocument(trx, scope.workspaceId, id));
      if (document === undefined) throw new DocumentNotFound(id);
      return document;
    },
    list: async (scope, { cursor, limit, ...filter }) => {
      const before = cursor === undefined ? null : readCursor(cursor);
      // One more than the page tells whether there is another.
      const found = await inWorkspace(db, scope.workspaceId, (trx) =>
        listDocuments(trx, scope.workspaceId, filter, before, limit + 1),
      );
      const items = found.slice(0, limit);
      const last = items.at(-1);
      const next = found.length > limit && last ? writeCursor({ at: new Date(last.created_at), id: last.id }) : null;
      return { items, next };
    },
  };
}
