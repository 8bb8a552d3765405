import { randomBytes } from 'node:crypto';
import ssh2, { type AuthContext } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthentication } from '../../src/modules/sftp/authenticate.ts';
import { type Intake, openIntake } from '../support/intake.ts';
import { makeSshKey, type SshKeyPair } from '../support/ssh-key.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

const ADDRESS = '192.0.2.7';

/** A workspace with an expired key. */
async function open() {
  const scope = await intake.addWorkspace();
  const key = makeSshKey();
  const input = { name: 'ERP', publicKey: key.line, addresses: [], expiresAt: new Date(0) };
  await intake.records.accounts.sftp.addKey(scope, input);
  return { scope, key };
}

/** Runs one login attempt; returns the response and the counted outcome. */
async function attempt(user: string, { blob: data, privateKey }: SshKeyPair, signature: 'right' | 'wrong' | 'none') {
  const outcomes: string[] = [];
  let answered = '';
  const { answer } = makeAuthentication({
    accounts: intake.records.accounts,
    address: ADDRESS,
    onOutcome: (outcome) => outcomes.push(outcome),
    onEnter: async () => undefined,
    end: () => undefined,
  });
  const blob = Buffer.from('signed content');
  const parsed = ssh2.utils.parseKey(privateKey) as { sign: (blob: Buffer) => Buffer };
  const signatures = { right: () => parsed.sign(blob), wrong: () => randomBytes(64), none: () => undefined };
  await answer({
    ...{ method: 'publickey', username: user, key: { algo: 'ssh-ed25519', data } },
    ...(signature !== 'none' && { blob, signature: signatures[signature]() }),
    accept: () => {
      answered = 'accepted';
    },
    reject: () => {
      answered = 'rejected';
    },
  } as unknown as AuthContext);
  return { answered, outcomes };
}

describe('login attempt with an expired key', () => {
  it('is recorded in the audit trail after its signature was verified', async () => {
    const { scope, key } = await open();
    expect(await attempt(scope.workspaceId, key, 'right')).toEqual({ answered: 'rejected', outcomes: ['expired'] });
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 10 });
    expect(items).toMatchObject([{ action: 'sftp.login', outcome: 'refused', code: 'sftp_key_expired' }]);
  });

  // A request for a signature does not log in.
  it.each([
    ['wrong', { answered: 'rejected', outcomes: ['signature'] }],
    ['none', { answered: 'accepted', outcomes: [] }],
  ] as const)('is not recorded without a valid signature (signature: %s)', async (signature, expected) => {
    const { scope, key } = await open();
    expect(await attempt(scope.workspaceId, key, signature)).toEqual(expected);
    expect((await intake.records.accounts.audit.list(scope, { limit: 10 })).items).toEqual([]);
  });
});
