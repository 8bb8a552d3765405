import { type RawBuilder, sql } from 'kysely';
import type { SecretCipher } from '../index.ts';
import type { Database } from './database.ts';
import { inTransaction, system, type Trx } from './workspace.ts';

/** A column of texts that a cipher wrote. */
type SecretColumn = {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** What the cipher was given as the purpose, as SQL over the row. */
  readonly purpose: RawBuilder<string>;
};

const ID = sql<string>`id`;

/** Every column that holds secrets of customers. Signing keys are encrypted with EVIDENCE_SECRET always. */
const COLUMNS: readonly SecretColumn[] = [
  { table: 'webhooks', key: 'id', column: 'secret', purpose: ID },
  { table: 'webhooks', key: 'id', column: 'previous_secret', purpose: ID },
  { table: 'webhooks', key: 'id', column: 'earlier_secrets', purpose: ID },
  { table: 'partners', key: 'id', column: 'secrets', purpose: ID },
  {
    table: 'workspace_keys',
    key: 'id',
    column: 'sealed',
    purpose: sql<string>`'artifacts of ' || workspace_id || ' under ' || id`,
  },
  { table: 'sftp_host_keys', key: 'algorithm', column: 'sealed_private', purpose: sql<string>`'sftp host key'` },
];

type Cipher = Pick<SecretCipher, 'encrypt' | 'decrypt'>;

/** Whether all secrets of the database are encrypted, so that one that is not was not written by the service. */
export async function areSecretsEncrypted(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from secret_fingerprints where name = 'SECRETS_KEY' and encrypted_at is not null`.execute(system(db));
  return rows.length > 0;
}

/**
 * Encrypts, once for a database, every secret that was stored as it is from before there was a key, and marks the database. The
 * fingerprint of the key must be recorded: what is encrypted with a wrong key is lost.
 */
export const encryptStoredSecrets = (db: Database, cipher: Cipher): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql`
      select 1 from secret_fingerprints where name = 'SECRETS_KEY' and encrypted_at is null for update`.execute(trx);
    if (rows.length === 0) return;
    for (const column of COLUMNS) await encryptColumn(trx, cipher, column);
    await sql`update secret_fingerprints set encrypted_at = now() where name = 'SECRETS_KEY'`.execute(trx);
  });

async function encryptColumn(trx: Trx, cipher: Cipher, { table, key, column, purpose }: SecretColumn): Promise<void> {
  const [from, id, secret] = [sql.table(table), sql.ref(key), sql.ref(column)];
  const { rows } = await sql<{ id: string; value: unknown; purpose: string }>`
    select ${id} as id, ${secret} as value, ${purpose} as purpose from ${from}
    where ${secret}::text like '%plain:%' for update`.execute(trx);
  const encrypt = (text: string, by: string): string =>
    text.startsWith('plain:') ? cipher.encrypt(cipher.decrypt(text, by), by) : text;
  for (const row of rows) {
    // Earlier secrets of a webhook are a list.
    const value = Array.isArray(row.value)
      ? JSON.stringify(
          row.value.map((one: { readonly secret: string }) => ({ ...one, secret: encrypt(one.secret, row.purpose) })),
        )
      : encrypt(String(row.value), row.purpose);
    const cast = Array.isArray(row.value) ? sql`::jsonb` : sql``;
    await sql`update ${from} set ${secret} = ${value}${cast} where ${id} = ${row.id}`.execute(trx);
  }
}
