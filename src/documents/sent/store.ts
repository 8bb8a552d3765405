import { sql } from 'kysely';
import type { Trx } from '../../db/index.ts';
import type { Send } from '../document.ts';
import { UNDER_WAY } from '../status.ts';

/** Keeps of a send what is told to nobody: its document, under lock, changes neither its status nor its timeline. */
export async function keepSend(trx: Trx, workspaceId: string, id: string, send: Send): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ send: JSON.stringify(send) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** One of the documents that a partner is being handed, or may have; null: there is none. What is erased is not waited for. */
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
