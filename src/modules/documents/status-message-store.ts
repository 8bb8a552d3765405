import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { ANSWERABLE, PROVABLE, STATUSES, type Status } from './status.ts';

/** A message row. */
type MessageRow = {
  readonly workspaceId: string;
  readonly id: string;
  readonly documentId: string | null;
  readonly kind: 'mls' | 'invoice_response';
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly said: object;
  readonly at: Date;
};

/** Inserts a message; false when the workspace already has it, including a concurrent insert. */
export async function insertMessage(trx: Trx, row: MessageRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('status_messages')
    .values({
      workspace_id: row.workspaceId,
      id: row.id,
      document_id: row.documentId,
      kind: row.kind,
      sha256: row.sha256,
      content: Buffer.from(row.content),
      said: JSON.stringify(row.said),
      created_at: row.at,
    })
    .onConflict((conflict) => conflict.constraint('status_messages_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Replaces the message with the same id by a new row: message rows are never updated. */
export async function replaceMessage(trx: Trx, row: MessageRow): Promise<void> {
  await trx
    .deleteFrom('status_messages')
    .where('workspace_id', '=', row.workspaceId)
    .where('id', '=', row.id)
    .execute();
  await insertMessage(trx, row);
}

/** The message with this hash; undefined when the workspace has no such message. */
export async function findMessage(trx: Trx, workspaceId: string, sha256: string) {
  const row = await trx
    .selectFrom('status_messages')
    .select(['id', 'document_id', 'said'])
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { named_by } = row.said as { readonly named_by: NamedBy | null };
  return { id: row.id, document_id: row.document_id, named_by };
}

/** True when a message about the document exists. */
export async function isAnswered(trx: Trx, workspaceId: string, documentId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('status_messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Identifier that matched a message to its document. */
export type NamedBy = 'instance_identifier' | 'earlier_instance_identifier' | 'document_uuid' | 'invoice_number';

/** Statuses of documents that may have left in an envelope, whatever outcome is recorded. */
const ENVELOPED: readonly Status[] = [...new Set([...ANSWERABLE, ...PROVABLE, 'canceled' as const])];

/**
 * The sent document that a message answers, and the identifier that matched. MLS: the instance identifier of the
 * envelope, also of an envelope before a repeated preparation, or the tax office identifier, which some access points
 * use there. Invoice Response: the number of an invoice that was sent to this buyer. UUIDs match in upper case and
 * with the prefix `urn:uuid:`.
 */
export async function findAnswered(
  trx: Trx,
  workspaceId: string,
  { kind, reference, sender }: { kind: 'mls' | 'invoice_response'; reference: string; sender: string | null },
): Promise<{ readonly id: string; readonly by: NamedBy } | undefined> {
  const first = async (by: NamedBy, statuses: readonly Status[], condition: ReturnType<typeof sql<boolean>>) => {
    const found = await trx
      .selectFrom('documents')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', [...statuses])
      .where(condition)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found && { id: found.id, by };
  };
  if (kind === 'mls') {
    const uuid = reference.toLowerCase().replace(/^urn:uuid:/, '');
    return (
      (await first(
        'instance_identifier',
        ENVELOPED,
        sql<boolean>`send is not null and preparation ->> 'instance_identifier' = ${uuid}`,
      )) ??
      (await first(
        'earlier_instance_identifier',
        STATUSES,
        sql<boolean>`earlier_instances is not null and ${uuid} = any (earlier_instances)`,
      )) ??
      (await first('document_uuid', ANSWERABLE, sql<boolean>`preparation ->> 'document_uuid' = ${uuid}`))
    );
  }
  if (sender === null) return undefined;
  return first(
    'invoice_number',
    ANSWERABLE,
    sql<boolean>`send is not null and summary ->> 'invoice_id' = ${reference}
      and lower(preparation ->> 'receiver') = ${sender.toLowerCase()}`,
  );
}

/** Assigns the next run to a document with status checks; false when another run has it. No public field changes. */
export async function replaceRun(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  run: string,
  next: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update documents set send = jsonb_set(send::jsonb, '{run}', ${JSON.stringify(next)}::jsonb)::json
    where workspace_id = ${workspaceId} and id = ${documentId} and status = 'sent' and send ->> 'run' = ${run}
    returning id`.execute(trx);
  return rows.length === 1;
}

/** Deletes the messages about a document; its timeline preserves their summary. */
export async function deleteMessages(trx: Trx, workspaceId: string, documentId: string): Promise<void> {
  await trx
    .deleteFrom('status_messages')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .execute();
}

/** Returns those instance identifiers whose documents are in one of the statuses and not erased. */
export async function findInstances(
  trx: Trx,
  workspaceId: string,
  instanceIdentifiers: readonly string[],
  statuses: readonly Status[],
): Promise<string[]> {
  const instance = sql<string>`preparation ->> 'instance_identifier'`;
  const rows = await trx
    .selectFrom('documents')
    .select(instance.as('instance'))
    .where('workspace_id', '=', workspaceId)
    .where(instance, 'in', [...instanceIdentifiers])
    .where('status', 'in', [...statuses])
    .where('erased_at', 'is', null)
    .execute();
  return rows.map(({ instance: found }) => found);
}
