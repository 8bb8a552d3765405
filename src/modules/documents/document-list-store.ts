import type { Trx } from '../../platform/db/index.ts';
import type { Document } from './document.ts';
import { DOCUMENT_COLUMNS, toDocument } from './document-store.ts';
import type { Status } from './status.ts';

export type DocumentFilter = {
  readonly status?: Status | undefined;
  readonly externalId?: string | undefined;
  readonly semanticDigest?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Only documents received from partners. */
  readonly inbound?: true | undefined;
};

/** Documents older than the cursor position, newest first. */
export async function listDocuments(
  trx: Trx,
  workspaceId: string,
  filter: DocumentFilter,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<Document[]> {
  return (await listDocumentsQuery(trx, workspaceId, filter, before, limit).execute()).map(toDocument);
}

export function listDocumentsQuery(
  trx: Pick<Trx, 'selectFrom'>,
  workspaceId: string,
  filter: DocumentFilter,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
) {
  const { status, externalId, semanticDigest, createdAfter, createdBefore, inbound } = filter;
  return trx
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .$if(inbound === true, (query) => query.where('inbound', 'is not', null))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId!))
    .$if(semanticDigest !== undefined, (query) => query.where('semantic_digest', '=', semanticDigest!))
    .$if(createdAfter !== undefined, (query) => query.where('created_at', '>', createdAfter!))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore!))
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple<Date, string>(before!.at, before!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}
