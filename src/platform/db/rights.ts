import { sql } from 'kysely';
import type pg from 'pg';
import type { ReadinessCheck } from '../index.ts';
import type { Database } from './database.ts';
import { POLICY, RIGHTS, SCOPED_ROLE } from './rights.data.ts';
import { system } from './workspace.ts';

/** Something that a query in a workspace needs, and the statement that gives it. */
type Right = {
  readonly kind: 'security' | 'policy' | 'grant';
  readonly name: string;
  /** Of a grant: on the table, or on one of its columns. */
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

/** A superuser may take on any role; everybody else must be a member who may (before PostgreSQL 16 every member may). */
const ASK_ROLE = `
  select exists (select from pg_roles where rolname = '${SCOPED_ROLE}') as known,
    coalesce((select pg_has_role(oid, case when current_setting('server_version_num')::int < 160000
      then 'member' else 'set' end) from pg_roles where rolname = '${SCOPED_ROLE}'), false) as usable,
    current_user as name`;

const TO_WORK = `the right to work as ${SCOPED_ROLE}`;

/** Which of the rights are not there; of a table that is not there either, none is missed. The role must be known. */
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
 * What is not there of the role that every query in a workspace runs as, and of its rights: readable, for an operator.
 * While something is missing calls fail. `migrate` gives it back.
 *
 * @throws the database's error when it cannot be asked
 */
export async function missingRights(db: Database): Promise<string[]> {
  const ask: Ask = async <T>(statement: string) => (await sql.raw<T>(statement).execute(system(db))).rows;
  const [role] = await ask<Role>(ASK_ROLE);
  if (!role!.known) return [`the role ${SCOPED_ROLE}`];
  const missing = (await findMissing(ask)).map(describe);
  return role!.usable ? missing : [TO_WORK, ...missing];
}

/** The check that queries in a workspace may run: says what is missing. */
export const checkRights = (db: Database): ReadinessCheck => ({
  id: 'database_rights',
  ask: async () => {
    const missing = await missingRights(db);
    if (missing.length === 0) return null;
    const shown = missing.slice(0, MAX_SHOWN).join(', ');
    const more = missing.length > MAX_SHOWN ? ` and ${missing.length - MAX_SHOWN} more` : '';
    return `The database lacks ${shown}${more}: a start of the service, or npm run migrate, gives it back`;
  },
});

const MAX_SHOWN = 5;

/**
 * Gives the role and its rights back where they are missing, as in a database that was restored from a dump into a
 * server that did not know the role. Changes nothing where nothing is missing.
 *
 * @param client a connection within a transaction
 * @returns what was missing, as `missingRights` says it
 * @throws Error with the statement that an administrator has to run, when the user of the service may not
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
      const message = `The database lacks ${what}, and ${name} may not give it; its administrator has to run: ${statement}`;
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
