import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db/index.ts';
import type { DocumentEvent } from './event.ts';

type EventRow = Selectable<Tables['document_events']>;

const toEvent = (row: EventRow): DocumentEvent =>
  ({
    id: row.id,
    document_id: row.document_id,
    sequence: row.sequence,
    type: row.type,
    at: row.at.toISOString(),
    actor: row.actor,
    data: row.data,
  }) as DocumentEvent;

type EventPage =
  | { readonly found: 'events'; readonly events: DocumentEvent[] }
  /** The workspace has no such document, or its timeline has no event with the supplied id. */
  | { readonly found: 'no document' }
  | { readonly found: 'no such event' };

/** Events after the supplied one, oldest first; null starts at the beginning. */
export async function readEvents(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  after: string | null,
  limit: number,
): Promise<EventPage> {
  const { rows } = await readEventsQuery(workspaceId, documentId, after, limit).execute(trx);
  const [first] = rows;
  if (first === undefined) return { found: 'no document' };
  if (after !== null && first.after_sequence === null) return { found: 'no such event' };
  return { found: 'events', events: rows.flatMap((row) => (row.id === null ? [] : [toEvent(row as EventRow)])) };
}

type PageRow = { [column in keyof EventRow]: EventRow[column] | null } & { after_sequence: number | null };

/** Query of `readEvents`; returns at least one row when the document exists. */
export function readEventsQuery(
  workspaceId: string,
  documentId: string,
  after: string | null,
  limit: number,
): RawBuilder<PageRow> {
  return sql<PageRow>`
    select event.*, last.sequence as after_sequence
    from documents as document
    left join document_events as last
      on last.workspace_id = document.workspace_id and last.document_id = document.id and last.id = ${after}
    left join lateral (
      select * from document_events as next
      where next.workspace_id = document.workspace_id and next.document_id = document.id
        and next.sequence > coalesce(last.sequence, 0)
      order by next.sequence
      limit ${limit}
    ) as event on true
    where document.workspace_id = ${workspaceId} and document.id = ${documentId}
    order by event.sequence`;
}
