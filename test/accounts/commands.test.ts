import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { key } from '../../src/cli/key.ts';
import { workspace } from '../../src/cli/workspace.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
const out: string[] = [];
const err: string[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('ENVIRONMENT', 'production');
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void err.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command: output for programs (`out`), and for people (`err`). */
async function run(verb: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  for (const lines of [out, err]) lines.length = 0;
  const code = await (verb === 'key' ? key(args) : workspace(args));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('operator commands', () => {
  it('create a workspace and its keys; each key is printed once, alone on standard output', async () => {
    const made = await run('workspace', 'create', 'Žltý kôň', '--plan', 'documents');
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^wsp_[0-9a-f-]{36}$/) });
    expect(made.err).toBe('Žltý kôň: production, plan documents, working keys: 0');
    const created = await run('key', 'create', '--workspace', made.out, '--role', 'viewer', '--expires', '90d');
    expect(created.out).toMatch(/^inv_live_[0-9A-Za-z]{49}$/);
    expect(created.err).not.toContain(created.out);
    const listed = await run('key', 'list', '--workspace', made.out);
    expect(listed.out).toContain(
      `inv_live_…${created.out.slice(-4)} created by the operator: viewer, production, active`,
    );
    expect(listed.out).not.toContain(created.out);
  });

  it("warn of a key for another environment than the service's", async () => {
    const { out: id } = await run('workspace', 'create', 'bank', '--environment', 'production');
    expect((await run('key', 'create', '--workspace', id, '--role', 'viewer')).err).not.toContain('Warning');
    vi.stubEnv('ENVIRONMENT', '');
    const made = await run('key', 'create', '--workspace', id, '--role', 'viewer');
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^inv_live_/) });
    expect(made.err).toContain('Warning: the key is for production, but ENVIRONMENT is sandbox here.');
  });

  it("rotate and revoke keys, including an admin's last key", async () => {
    const { out: id } = await run('workspace', 'create', 'x');
    await run('key', 'create', '--workspace', id, '--role', 'admin', '--name', 'first');
    const [first] = (await run('key', 'list', '--workspace', id)).out.split(' ');
    expect(await run('key', 'rotate', first!, '--overlap', '7d')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/works until \d{4}-/),
    });
    const [second] = (await run('key', 'list', '--workspace', id)).out.split(' ');
    for (const each of [first!, second!]) expect(await run('key', 'revoke', each)).toMatchObject({ code: 0 });
    expect((await run('workspace', 'list')).out).toContain(`${id}  x: production, plan pay-as-you-go, working keys: 0`);
  });

  it('change the plan of a workspace, effective immediately for its keys', async () => {
    const { out: id } = await run('workspace', 'create', 'grows');
    expect(await run('workspace', 'plan', id, 'documents')).toMatchObject({ code: 0, err: `${id}: plan documents` });
    expect((await run('workspace', 'list')).out).toContain(`${id}  grows: production, plan documents, working keys: 0`);
    expect(await run('workspace', 'plan', id, 'gold')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Plan gold is not configured'),
    });
    expect(await run('workspace', 'plan', 'wsp_0', 'documents')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Workspace wsp_0 does not exist'),
    });
  });

  it('warn that sandbox workspaces live for a day', async () => {
    const made = await run('workspace', 'create', 'trial', '--environment', 'sandbox');
    expect(made.err).toMatch(/trial: sandbox, .* erased with everything in it after \d{4}-/);
    const created = await run('key', 'create', '--workspace', made.out, '--role', 'admin');
    expect(created.out).toMatch(/^inv_test_/);
  });
});

it.each([
  [['key'], 2, 'usage: key create'],
  [['key', 'toString'], 2, 'usage: key create'],
  [['workspace', 'remove'], 2, 'usage: workspace create'],
  [['workspace', 'create'], 2, 'one name'],
  [['workspace', 'plan', 'wsp_1'], 2, 'a workspace and a plan'],
  [['workspace', 'create', 'x', '--plan', 'gold'], 1, 'Plan gold is not configured; configured plans: pay-as-you-go'],
  [['workspace', 'create', 'x', '--environment', 'test'], 2, 'Unknown environment test'],
  [['key', 'create', '--role', 'admin'], 2, '--workspace is required'],
  [['key', 'create', '--workspace', 'wsp_none', '--role', 'admin'], 1, 'Workspace wsp_none does not exist'],
  [['key', 'create', '--workspace', 'public', '--role', 'admin'], 1, 'Workspace public does not exist'],
  [['key', 'create', '--workspace', 'wsp_none', '--role', 'owner'], 2, '--role takes viewer, developer, admin'],
  [['key', 'create', '--workspace', 'x', '--role', 'viewer', '--expires', '2020-01-01'], 2, 'a future time'],
  [['key', 'list', '--workspace', 'wsp_none'], 1, 'Workspace wsp_none does not exist'],
  [['key', 'rotate', 'key_none'], 1, 'The key key_none does not exist'],
  [['key', 'revoke', 'key_none', 'key_none'], 2, 'Pass the id of one key'],
  [['key', 'revoke', '--force', 'key_none'], 2, '--force'],
])('reject %j with a reason', async ([verb, ...args], code, reason) => {
  expect(await run(verb!, ...args)).toMatchObject({ code, out: '', err: expect.stringContaining(reason) });
});
