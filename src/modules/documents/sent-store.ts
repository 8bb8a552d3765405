import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import type { Document, Send } from './document.ts';
import { type Status, UNDER_WAY } from './status.ts';

/** Stores internal fields of a send under the document lock, without changing status or timeline. */
export async function keepSend(trx: Trx, workspaceId: string, id: string, send: Send): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ send: JSON.stringify(send) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * A document that is being sent to the partner or has an unknown outcome there, or null. Erased documents are
 * excluded.
 */
export async function findSendingTo(trx: Trx, workspaceId: string, partner: string): Promise<string | null> {
  const row = await trx
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', [...UNDER_WAY])
    .where('erased_at', 'is', null)
    .where(sql<boolean>`send ->> 'partner' = ${partner}`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Statuses in which the partner has, or may have, the document. After a failed delivery it may be sent as another
 * document.
 */
const THERE = [...UNDER_WAY, 'sent', 'delivered'];

/**
 * Another document with the same bytes that this partner received, or may have received, for the same receiver, or
 * null. An advisory lock serialises transactions with the same bytes.
 */
export async function findSentAs(
  trx: Trx,
  workspaceId: string,
  { id, sha256, preparation }: Pick<Document, 'id' | 'sha256' | 'preparation'>,
): Promise<Pick<Document, 'id' | 'status'> | null> {
  const turn = `send ${workspaceId} ${sha256}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('documents')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .where('id', '!=', id)
    .where('send', 'is not', null)
    .where('status', 'in', THERE)
    .where(sql<boolean>`send ->> 'partner' = ${preparation!.partner}`)
    .where(sql<boolean>`lower(preparation ->> 'receiver') = lower(${preparation!.receiver})`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, status: row.status as Status };
}
