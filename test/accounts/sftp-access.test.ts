import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, makeAccounts } from '../../src/modules/accounts/index.ts';
import { isListed } from '../../src/modules/accounts/sftp/addresses.ts';
import { readPublicKey } from '../../src/modules/accounts/sftp/public-key.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId } from '../support/records.ts';
import { makeSshKey } from '../support/ssh-key.ts';

let database: TestDatabase;
let accounts: Accounts;
let time = Date.parse('2026-11-01T12:00:00Z');

beforeAll(async () => {
  database = await makeTestDatabase();
  const { db } = database;
  accounts = makeAccounts({ db, now: () => time, newId: makeId, random: randomBytes, environment: 'production' });
});
afterAll(async () => {
  await accounts.close();
  await database.drop();
});

const HERE = '192.0.2.7';

async function open(plan = 'enterprise') {
  const { id } = await accounts.workspaces.create({ name: 'Firma', environment: 'production', plan });
  return { workspaceId: id, actor: 'tester' };
}

const input = (more: object = {}) => {
  const key = makeSshKey();
  return { key, input: { name: 'ERP', publicKey: key.line, addresses: [], expiresAt: null, ...more } };
};

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const line = (name: string, ...fields: Buffer[]): string =>
  `${name} ${Buffer.concat([field(Buffer.from(name)), ...fields.map(field)]).toString('base64')}`;
const rsa = (bits: number): string =>
  line('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.concat([Buffer.from([0, 0x80]), Buffer.alloc(bits / 8 - 1, 1)]));

describe('public keys (RFC 4253, 6.6; contract 12)', () => {
  it('accepts Ed25519, ECDSA on NIST curves and RSA from 3072 bits, with or without a comment', () => {
    const point = (bytes: number): Buffer => Buffer.concat([Buffer.from([4]), Buffer.alloc(bytes - 1)]);
    for (const text of [
      makeSshKey('a comment of words').line,
      rsa(3072),
      rsa(4096),
      line('ecdsa-sha2-nistp256', Buffer.from('nistp256'), point(65)),
      line('ecdsa-sha2-nistp521', Buffer.from('nistp521'), point(133)),
    ])
      expect(readPublicKey(text)?.fingerprint, text).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  it('rejects short RSA keys, DSA, other curves, truncated or extended keys, and private keys', () => {
    const { line: good, privateKey } = makeSshKey();
    for (const text of [
      rsa(2048),
      rsa(3064),
      line('ssh-dss', Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4)),
      line('ecdsa-sha2-nistp256', Buffer.from('nistp384'), Buffer.alloc(65, 4)),
      line('sk-ssh-ed25519@openssh.com', Buffer.alloc(32), Buffer.from('ssh:')),
      line('ssh-ed25519', Buffer.alloc(32), Buffer.alloc(1)),
      good.slice(0, 40),
      good.replace('ssh-ed25519', 'ssh-rsa'),
      privateKey,
      '',
    ])
      expect(readPublicKey(text), text).toBeNull();
  });
});

describe('source addresses', () => {
  it.each([
    [[], '203.0.113.1', true],
    [['192.0.2.0/24'], '192.0.2.7', true],
    [['192.0.2.0/24'], '::ffff:192.0.2.7', true],
    [['192.0.2.0/24'], '192.0.3.7', false],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['2001:db8::1'], '2001:db8::2', false],
    [['192.0.2.0/24'], 'not an address', false],
  ])('the list %j allows %s: %s', (list, address, listed) => expect(isListed(list, address)).toBe(listed));
});

describe('keys of a workspace', () => {
  it('authenticate by fingerprint and user name, and record their use', async () => {
    const scope = await open();
    const { key, input: request } = input();
    const added = await accounts.sftp.addKey(scope, request);
    const login = await accounts.sftp.login(scope.workspaceId, key.blob, HERE);
    expect(login).toEqual({ workspaceId: scope.workspaceId, keyId: added.id, environment: 'production' });
    await accounts.sftp.noteUse({ workspaceId: scope.workspaceId, keyId: added.id }, HERE);
    const { items } = await accounts.sftp.listKeys(scope, { limit: 10 });
    expect(items).toMatchObject([
      { id: added.id, status: 'active', last_used_at: new Date(time).toISOString(), last_used_from: HERE },
    ]);
  });

  it('are rejected for another workspace, from other addresses, after expiry, and once revoked', async () => {
    const [scope, other] = [await open(), await open()];
    const { key, input: request } = input({ addresses: ['192.0.2.0/24'], expiresAt: new Date(time + 60_000) });
    const { id } = await accounts.sftp.addKey(scope, request);
    const login = (user = scope.workspaceId, from = HERE) => accounts.sftp.login(user, key.blob, from);
    expect(await login(other.workspaceId)).toEqual({ refused: 'unknown', keyId: null });
    expect(await login(undefined, '203.0.113.1')).toEqual({ refused: 'address', keyId: id });
    time += 60_000;
    expect(await login()).toEqual({ refused: 'expired', keyId: id });
    await accounts.sftp.revokeKey(scope, id);
    expect(await login()).toEqual({ refused: 'revoked', keyId: id });
  });

  it('are unique; a revoked one may be added again', async () => {
    const scope = await open();
    const { key, input: request } = input();
    const { id } = await accounts.sftp.addKey(scope, request);
    await expect(accounts.sftp.addKey(scope, request)).rejects.toMatchObject({ code: 'sftp_key_exists' });
    await accounts.sftp.revokeKey(scope, id);
    const again = await accounts.sftp.addKey(scope, request);
    expect(await accounts.sftp.login(scope.workspaceId, key.blob, HERE)).toMatchObject({ keyId: again.id });
  });

  it('require a plan with SFTP in production; a workspace that leaves it is rejected', async () => {
    const scope = await open('documents');
    await expect(accounts.sftp.addKey(scope, input().input)).rejects.toMatchObject({
      code: 'plan_required',
      values: { needed: 'enterprise', plan: 'documents' },
    });
  });

  it('malformed keys and addresses are rejected', async () => {
    const scope = await open();
    await expect(accounts.sftp.addKey(scope, { ...input().input, publicKey: 'x' })).rejects.toMatchObject({
      code: 'sftp_key_unusable',
    });
    await expect(accounts.sftp.addKey(scope, input({ addresses: ['10.0.0.0/33'] }).input)).rejects.toMatchObject({
      code: 'sftp_address_malformed',
    });
  });

  it('settings default to Slovak and validation only', async () => {
    const scope = await open();
    expect(await accounts.sftp.settings(scope)).toEqual({
      language: 'sk',
      steps: ['validate'],
      partner: null,
      trigger_files: false,
      manifest: false,
    });
    await accounts.sftp.changeSettings(scope, { language: 'en', steps: ['validate', 'evidence'] });
    expect(await accounts.sftp.settings(scope)).toMatchObject({ language: 'en', steps: ['validate', 'evidence'] });
  });

  it('concurrent changes of settings are all applied', async () => {
    const scope = await open();
    const more = [{ language: 'en' }, { trigger_files: true }, { manifest: true }, { steps: ['validate', 'render'] }];
    await Promise.all(more.map((changes) => accounts.sftp.changeSettings(scope, changes as never)));
    expect(await accounts.sftp.settings(scope)).toEqual({
      language: 'en',
      steps: ['validate', 'render'],
      partner: null,
      trigger_files: true,
      manifest: true,
    });
  });
});
