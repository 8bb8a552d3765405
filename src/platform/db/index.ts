/**
 * The way to PostgreSQL: connections, row-level scope, migrations, notifications. It knows no record's meaning and
 * must never import a record; SQL about records lives in their `store.ts`.
 */
export {
  beginRestore,
  endRestore,
  restoreSnapshot,
  type SnapshotHead,
  type TextRow,
  withSnapshot,
} from './backup.ts';
export { checkSameDatabase } from './check-same-database.ts';
export { connectPatiently } from './connect-patiently.ts';
export type { Database } from './database.ts';
export { describeDatabase } from './describe-database.ts';
export { dumpSchema } from './dump-schema.ts';
export { areSecretsEncrypted, encryptStoredSecrets } from './encrypt-stored-secrets.ts';
export { checkKnown, migrate, pendingMigrations } from './migrate.ts';
export { listen, notify } from './notify.ts';
export { openDatabase } from './open-database.ts';
export { keepPrepared, makeStatementNames } from './prepare-statements.ts';
export { checkRights, missingRights } from './rights.ts';
export { findOtherSecret, recordSecret } from './secret-fingerprints.ts';
export type { Tables } from './tables.ts';
export { inTransaction, runLast, system, type Trx, toLiteral, withWorkspace } from './workspace.ts';
