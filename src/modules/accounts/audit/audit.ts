import { makeGroupWriter } from '../../../lib/batch-writer.ts';
import type { IdPrefix } from '../../../lib/ids.ts';
import { type Page, readCursor, writeCursor } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import type { Role } from '../caller.ts';
import { type Database, insertAuditEntries, insertWithChange, listAuditRows, type NewAuditRow } from './audit-store.ts';

/** Action in the form `noun.verb`: `document.create`, `key.revoke`. */
export type AuditAction = `${string}.${string}`;

/** `done`; `refused`: the role did not permit it; `failed`: it was attempted and failed. */
export const OUTCOMES = ['done', 'refused', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** New audit entry. */
export type NewAuditEntry = {
  readonly role: Role | null;
  readonly action: AuditAction;
  /** Id of the affected object, or the name of a removed partial file; null when it had no id yet. */
  readonly resource: string | null;
  readonly outcome: Outcome;
  /** HTTP status of the response. */
  readonly status: number | null;
  /** Error code, or null. */
  readonly code: string | null;
  /** IP address of the client. */
  readonly clientAddress: string | null;
  readonly requestId: string | null;
};

/** Entry before its outcome is known; `status` is that of a successful response. */
export type Attempt = Omit<NewAuditEntry, 'outcome' | 'code'>;

/** Exactly one audit entry per attempt, whatever its outcome. */
type Line<S extends Scope> = {
  /** Scope for the attempt: the first change made with it also writes the entry, as `done`. */
  readonly scope: S & Required<Pick<Scope, 'audit'>>;
  /** Writes the entry in its own transaction unless a change has written it. Resolves when it is durable. */
  readonly end: (
    outcome: Pick<NewAuditEntry, 'outcome'> & Partial<Pick<NewAuditEntry, 'status' | 'code' | 'resource'>>,
  ) => Promise<void>;
};

/** Audit entry in its published form. */
export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly role: string | null;
  readonly action: string;
  readonly resource: string | null;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly code: string | null;
  readonly client_address: string | null;
  readonly request_id: string | null;
};

type AuditFilter = {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly resource?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** Exclusive. */
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

export type Audit = {
  /** Starts the entry of an attempt. */
  readonly begin: <S extends Scope>(scope: S, attempt: Attempt) => Line<S>;
  /** Writes an entry. Resolves when it is durable; entries are immutable. */
  readonly record: (scope: Scope, entry: NewAuditEntry) => Promise<void>;
  /** Entries of a workspace, newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, filter: AuditFilter) => Promise<Page<AuditEntry>>;
  readonly settled: () => Promise<void>;
};

type AuditParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

/** Entries that arrive together are written in one statement, which shares the cost of a commit. */
const GROUP = 200;

/** Creates the audit trail of a database. */
export function makeAudit({ db, now, newId }: AuditParts): Audit {
  const { write, settled } = makeGroupWriter((rows: readonly NewAuditRow[]) => insertAuditEntries(db, rows), GROUP);
  const toRow = (id: string, scope: Scope, { clientAddress, requestId, ...entry }: NewAuditEntry): NewAuditRow => ({
    workspace_id: scope.workspaceId,
    id,
    at: new Date(now()),
    actor: scope.actor,
    ...entry,
    client_address: clientAddress,
    request_id: requestId,
  });
  return {
    begin: (scope, attempt) => {
      // One id per attempt: duplicates are ignored, even when it is unknown whether the change's transaction was
      // committed.
      const id = newId('aud');
      let isWritten = false;
      const onCommit = (): void => {
        isWritten = true;
      };
      return {
        scope: {
          ...scope,
          audit: (trx, made, code) => {
            const resource = attempt.resource ?? made;
            const entry: NewAuditEntry = { ...attempt, resource, outcome: 'done', code: code ?? null };
            if (!isWritten) insertWithChange(trx, toRow(id, scope, entry), onCommit);
          },
        },
        end: async (outcome) => {
          if (!isWritten) await write(toRow(id, scope, { ...attempt, code: null, ...outcome }));
        },
      };
    },
    record: (scope, entry) => write(toRow(newId('aud'), scope, entry)),
    list: async (scope, { cursor, limit, ...filter }) => {
      const from = cursor === undefined ? undefined : readCursor(cursor, 'aud');
      const rows = await listAuditRows(db, scope.workspaceId, { ...filter, from, limit: limit + 1 });
      const items = rows.slice(0, limit).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
      const last = rows.length > limit ? rows[limit - 1]! : null;
      return { items, next: last === null ? null : writeCursor(last) };
    },
    settled,
  };
}
