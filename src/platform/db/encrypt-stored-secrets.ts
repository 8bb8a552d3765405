import { type RawBuilder, sql } from 'kysely';
import type { SecretCipher } from '../index.ts';
import type { Database } from './database.ts';
import { inTransaction, system, type Trx } from './workspace.ts';

/** Column whose values are encrypted by the cipher. */
type SecretColumn = {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** SQL expression over the row for the purpose that was passed to the cipher. */
  readonly purpose: RawBuilder<string>;
};

const ID = sql<string>`id`;

/** All columns with customers' secrets. Signing keys are not among them: EVIDENCE_SECRET always encrypts them. */
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

/** True when all secrets are encrypted; a plaintext value was then not written by the service. */
export async function areSecretsEncrypted(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from secret_fingerprints where name = 'SECRETS_KEY' and encrypted_at is not null`.execute(system(db));
  return rows.length > 0;
}

/**
 * Encrypts, once per database, the secrets that were stored in plaintext before a key was configured, and marks the
 * database. The fingerprint of the key must be recorded first: data encrypted with a wrong key is lost.
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
    // Previous secrets of a webhook are stored as a list.
    const value = Array.isArray(row.value)
      ? JSON.stringify(
          row.value.map((one: { readonly secret: string }) => ({ ...one, secret: encrypt(one.secret, row.purpose) })),
        )
      : encrypt(String(row.value), row.purpose);
    const cast = Array.isArray(row.value) ? sql`::jsonb` : sql``;
    await sql`update ${from} set ${secret} = ${value}${cast} where ${id} = ${row.id}`.execute(trx);
  }
}
