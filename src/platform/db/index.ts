/**
 * PostgreSQL access: connections, row-level scope, migrations, notifications. Contains no domain logic and must not
 * import domain modules; their SQL is in their own store files.
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
export { probeDatabase } from './probe-database.ts';
export { checkRights, missingRights } from './rights.ts';
export { findOtherSecret, recordSecret } from './secret-fingerprints.ts';
export type { Tables } from './tables.ts';
export { inTransaction, runLast, system, type Trx, toLiteral, withWorkspace } from './workspace.ts';
