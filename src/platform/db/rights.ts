import { sql } from 'kysely';
import type pg from 'pg';
import type { ReadinessCheck } from '../index.ts';
import type { Database } from './database.ts';
import { POLICY, RIGHTS, SCOPED_ROLE } from './rights.data.ts';
import { system } from './workspace.ts';

/** Row-level security, policy or privilege that workspace queries need, with the statement that creates it. */
type Right = {
  readonly kind: 'security' | 'policy' | 'grant';
  readonly name: string;
  /** For a grant: on the table, or on one of its columns. */
  readonly privilege: string | null;
  readonly col: string | null;
  readonly statement: string;
};

const ALL: readonly Right[] = Object.entries(RIGHTS).flatMap(([name, { own, checked, grants }]) => {
  const none = { name, privilege: null, col: null };
  const using = `(${own} = current_workspace())`;
  const policy =
    `drop policy if exists ${POLICY} on ${name}; ` +
    `create policy ${POLICY} on ${name} to ${SCOPED_ROLE} using ${using}${checked ? ` with check ${using}` : ''}`;
  const secured: readonly Right[] =
    own === null
      ? []
      : [
          { ...none, kind: 'security', statement: `alter table ${name} enable row level security` },
          { ...none, kind: 'policy', statement: policy },
        ];
  return [
    ...secured,
    ...grants.map((grant): Right => {
      const [, privilege = '', col = null] = /^(\w+)(?: \((\w+)\))?$/.exec(grant) ?? [];
      return { kind: 'grant', name, privilege, col, statement: `grant ${grant} on ${name} to ${SCOPED_ROLE}` };
    }),
  ];
});

/**
 * A superuser may SET ROLE to any role; other users must be members with that option (before PostgreSQL 16: any
 * member).
 */
const ASK_ROLE = `
  select exists (select from pg_roles where rolname = '${SCOPED_ROLE}') as known,
    coalesce((select pg_has_role(oid, case when current_setting('server_version_num')::int < 160000
      then 'member' else 'set' end) from pg_roles where rolname = '${SCOPED_ROLE}'), false) as usable,
    current_user as name`;

const TO_WORK = `the right to work as ${SCOPED_ROLE}`;

/** Finds missing privileges; tables that do not exist are ignored. The role must exist. */
const ASK_RIGHTS = `
  select place::int from json_to_recordset('${JSON.stringify(
    ALL.map(({ kind, name, privilege, col }, place) => ({ place, kind, name, privilege, col })),
  )}') as wanted (place int, kind text, name text, privilege text, col text)
  join pg_class on pg_class.oid = to_regclass(wanted.name)
  where not case wanted.kind
    when 'security' then pg_class.relrowsecurity
    when 'policy' then exists (
      select from pg_policy where polrelid = pg_class.oid and polname = '${POLICY}'
        and '${SCOPED_ROLE}'::regrole = any (polroles))
    else case when wanted.col is null then has_table_privilege('${SCOPED_ROLE}', pg_class.oid, wanted.privilege)
      else has_column_privilege('${SCOPED_ROLE}', pg_class.oid, wanted.col, wanted.privilege) end
  end
  order by 1`;

type Ask = <T>(statement: string) => Promise<readonly T[]>;
type Role = { readonly known: boolean; readonly usable: boolean; readonly name: string };

const findMissing = async (ask: Ask): Promise<readonly Right[]> =>
  (await ask<{ place: number }>(ASK_RIGHTS)).map(({ place }) => ALL[place]!);

const describe = ({ kind, name, privilege, col }: Right): string =>
  kind === 'grant'
    ? `${privilege}${col === null ? '' : ` (${col})`} on ${name}`
    : `${kind === 'policy' ? `the policy ${POLICY}` : 'row level security'} of ${name}`;

/**
 * Lists what is missing of the scoped role and its privileges, as text for an operator. Calls fail while something is
 * missing. `migrate` restores it.
 *
 * @throws the database's error when it is unreachable
 */
export async function missingRights(db: Database): Promise<string[]> {
  const ask: Ask = async <T>(statement: string) => (await sql.raw<T>(statement).execute(system(db))).rows;
  const [role] = await ask<Role>(ASK_ROLE);
  if (!role!.known) return [`the role ${SCOPED_ROLE}`];
  const missing = (await findMissing(ask)).map(describe);
  return role!.usable ? missing : [TO_WORK, ...missing];
}

/** Readiness check: workspace queries are permitted. */
export const checkRights = (db: Database): ReadinessCheck => ({
  id: 'database_rights',
  ask: async () => {
    const missing = await missingRights(db);
    if (missing.length === 0) return null;
    const shown = missing.slice(0, MAX_SHOWN).join(', ');
    const more = missing.length > MAX_SHOWN ? ` and ${missing.length - MAX_SHOWN} more` : '';
    return `The database lacks ${shown}${more}. Start the service or run npm run migrate to restore it`;
  },
});

const MAX_SHOWN = 5;

/**
 * Restores the role and its privileges, for example after a dump was restored on a server without the role. Does
 * nothing when they are complete.
 *
 * @param client a connection within a transaction
 * @returns the missing privileges, as in `missingRights`
 * @throws Error with the statement for the administrator when the service's user lacks the permission
 */
export async function restoreRights(client: pg.Client): Promise<string[]> {
  const ask: Ask = async <T>(statement: string) => (await client.query(statement)).rows as T[];
  const [role] = await ask<Role>(ASK_ROLE);
  const { known, usable, name } = role!;
  const restored: string[] = [];
  const give = async (what: string, statement: string): Promise<void> => {
    restored.push(what);
    try {
      await client.query(statement);
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT) throw error;
      const message = `The database lacks ${what}, and the user ${name} may not grant it. An administrator must run: ${statement}`;
      throw new Error(message, { cause: error });
    }
  };
  if (!known) await give(`the role ${SCOPED_ROLE}`, `create role ${SCOPED_ROLE} nologin`);
  const [now] = await ask<Role>(ASK_ROLE);
  if (!usable && !now!.usable) {
    await give(TO_WORK, `grant ${SCOPED_ROLE} to ${client.escapeIdentifier(name)}`);
  }
  for (const right of await findMissing(ask)) await give(describe(right), right.statement);
  return restored;
}

/** SQLSTATE insufficient_privilege. */
const INSUFFICIENT = '42501';
