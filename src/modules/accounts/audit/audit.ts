import { makeGroupWriter } from '../../../lib/batch-writer.ts';
import type { IdPrefix } from '../../../lib/ids.ts';
import { type Page, readCursor, writeCursor } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import type { Role } from '../caller.ts';
import { type Database, insertAuditEntries, insertWithChange, listAuditRows, type NewAuditRow } from './audit-store.ts';

/** What somebody does, `noun.verb`: `document.create`, `key.revoke`. */
export type AuditAction = `${string}.${string}`;

/** `done`; `refused`: the role did not allow it; `failed`: it was tried and did not happen. */
export const OUTCOMES = ['done', 'refused', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What somebody did. */
export type NewAuditEntry = {
  readonly role: Role | null;
  readonly action: AuditAction;
  /** The id of what it was done to, or the name of a half file that was removed; null when nothing had one yet. */
  readonly resource: string | null;
  readonly outcome: Outcome;
  /** Of the answer. */
  readonly status: number | null;
  /** The code of the problem, or null. */
  readonly code: string | null;
  /** From where. */
  readonly clientAddress: string | null;
  readonly requestId: string | null;
};

/** What is known of an entry before it is tried; `status` is that of the answer when it is done. */
export type Attempt = Omit<NewAuditEntry, 'outcome' | 'code'>;

/** The one line that an attempt leaves, whatever comes of it. */
type Line<S extends Scope> = {
  /** The scope to try it in: the first change that a verb makes for it takes the line along, as `done`. */
  readonly scope: S & Required<Pick<Scope, 'audit'>>;
  /** Writes the line by itself, unless it went with a change. Resolves when it is stored for good. */
  readonly end: (
    outcome: Pick<NewAuditEntry, 'outcome'> & Partial<Pick<NewAuditEntry, 'status' | 'code' | 'resource'>>,
  ) => Promise<void>;
};

/** A line of the audit trail, as it is published. */
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
  /** Begins the line of something that somebody tries. */
  readonly begin: <S extends Scope>(scope: S, attempt: Attempt) => Line<S>;
  /** Writes a line. Resolves when it is stored for good; it can never be changed or removed. */
  readonly record: (scope: Scope, entry: NewAuditEntry) => Promise<void>;
  /** The lines of a workspace, newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, filter: AuditFilter) => Promise<Page<AuditEntry>>;
  readonly settled: () => Promise<void>;
};

type AuditParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

/** Lines that come at once are written together: each costs a share of one commit. */
const GROUP = 200;

/** Makes the audit trail of a database. */
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
      // One id for all that may become of it: the trail takes one line of it, even when nobody knows whether the
      // transaction of the change has committed.
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
