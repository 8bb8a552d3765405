import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import {
  checkRights,
  type Database,
  dumpSchema,
  migrate,
  missingRights,
  openDatabase,
  system,
  withWorkspace,
} from '../../src/platform/db/index.ts';
import { type EmbeddedPostgres, findRoot, makeReadiness, startPostgres } from '../../src/platform/index.ts';
import { fakeParts } from '../http/fake-parts.ts';
import { testLog as log } from '../support/database.ts';

const migrations = join(findRoot(), 'migrations');
let folder: string;
let server: EmbeddedPostgres;
let db: Database;
let schema: string;

// Roles belong to the whole server, so this test uses its own.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'einvoice-rights-'));
  server = await startPostgres({ dataDir: folder, log, durable: false });
  db = openDatabase({ url: server.url, maxConnections: 2, applicationName: 'test', log });
  await migrate(db, migrations);
  schema = await dumpSchema(db);
});
afterAll(async () => {
  await db.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (statement: string) => sql.raw(statement).execute(system(db));
const readPublic = () => withWorkspace(db, 'public', (trx) => trx.selectFrom('workspaces').select('id').execute());

describe('privileges of the scoped role', () => {
  it('are complete after the migrations; restoring them then changes nothing', async () => {
    expect(await missingRights(db)).toEqual([]);
    expect(await migrate(db, migrations)).toEqual([]);
    expect(await dumpSchema(db)).toBe(schema);
  });

  it('are restored with the role in a database restored from a dump on a server without the role', async () => {
    // Such a restore omits everything that refers to the role: its grants and policies.
    await run('drop owned by einvoice_scoped');
    await run('drop role einvoice_scoped');
    expect(await missingRights(db)).toEqual(['the role einvoice_scoped']);
    expect(await checkRights(db).ask()).toBe(
      'The database lacks the role einvoice_scoped. Start the service or run npm run migrate to restore it',
    );
    await expect(readPublic()).rejects.toThrow('einvoice_scoped');
    expect((await migrate(db, migrations))[0]).toBe('the role einvoice_scoped');
    expect([await missingRights(db), await checkRights(db).ask()]).toEqual([[], null]);
    expect(await dumpSchema(db)).toBe(schema);
    expect(await readPublic()).toEqual([{ id: 'public' }]);
  });

  it('are each detected when missing', async () => {
    await run('revoke select on documents from einvoice_scoped');
    await run('revoke update (expires_at) on api_keys from einvoice_scoped');
    await run('drop policy own_workspace on radars');
    await run('alter table batches disable row level security');
    const missing = [
      'update (expires_at) on api_keys',
      'row level security of batches',
      'select on documents',
      'the policy own_workspace of radars',
    ];
    expect(await missingRights(db)).toEqual(missing);
    expect(await migrate(db, migrations)).toEqual(missing);
    expect(await dumpSchema(db)).toBe(schema);
  });

  it('make the service not ready while they are missing', async () => {
    let now = 0;
    const readiness = makeReadiness({ checks: [checkRights(db)], log, now: () => now });
    const api = await startApi(fakeParts({ db, readiness }));
    const readReadiness = async () => {
      now += 60_000;
      const response = await fetch(`${api.url}/readyz`);
      const { checks } = (await response.json()) as { checks: { id: string; detail: string | null }[] };
      return [response.status, checks.find(({ id }) => id === 'database_rights')?.detail];
    };
    try {
      expect(await readReadiness()).toEqual([200, null]);
      await run('revoke insert on outbox from einvoice_scoped');
      expect(await readReadiness()).toEqual([503, expect.stringContaining('insert on outbox')]);
      await migrate(db, migrations);
      expect(await readReadiness()).toEqual([200, null]);
    } finally {
      await api.close();
    }
  });

  it('are listed for the administrator when the user of the service may not grant them', async () => {
    await run("create role owner login password 'secret'");
    await run('grant create on schema public to owner');
    await run(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I owner to owner', name);
      end loop; end $$`);
    const url = Object.assign(new URL(server.url), { username: 'owner', password: 'secret' }).href;
    const own = openDatabase({ url, maxConnections: 2, applicationName: 'test', log });
    try {
      expect(await missingRights(own)).toEqual(['the right to work as einvoice_scoped']);
      await expect(migrate(own, migrations)).rejects.toThrow(
        'An administrator must run: grant einvoice_scoped to "owner"',
      );
      await run('grant einvoice_scoped to owner');
      expect(await migrate(own, migrations)).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
