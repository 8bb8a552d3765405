import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEd25519, openHostKeys } from '../../src/modules/sftp/host-keys.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeSecretCipher } from '../../src/platform/index.ts';
import { type Intake, openIntake } from '../support/intake.ts';
import { makeSshKey } from '../support/ssh-key.ts';

let intake: Intake;
let root: string;
beforeAll(async () => {
  intake = await openIntake();
  root = await mkdtemp(join(tmpdir(), 'einvoice-host-keys-'));
});
afterAll(async () => {
  await intake.close();
  await rm(root, { recursive: true, force: true });
});

const SECRET = 'the key for secrets of a test alone';

const open = (folder: string, secret: string | null = SECRET) =>
  openHostKeys({
    folder: join(root, folder),
    cipher: makeSecretCipher(secret),
    agree: intake.records.accounts.sftp.agreeHostKeys,
  });

it('generates a key again when the library drops its leading zero, as for one key in 256', () => {
  const whole = makeSshKey().privateKey;
  const keys = [whole.replace(/.{8}(?=\n-----END)/, ''), whole].map((key) => ({ private: key, public: '' }));
  expect(ssh2.utils.parseKey(keys[0]!.private)).toBeInstanceOf(Error);
  expect(makeEd25519(() => keys.shift()!).private).toBe(whole);
});

describe('SFTP host keys', () => {
  it('are those of the first server on the database, stored encrypted', async () => {
    const [first, second] = await Promise.all([open('a'), open('b')]);
    expect(second).toEqual(first);
    expect(first.map(({ algorithm }) => algorithm)).toEqual(['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256']);
    for (const folder of ['a', 'b']) {
      expect(await readdir(join(root, folder))).toEqual([
        'ssh_host_ecdsa_key',
        'ssh_host_ed25519_key',
        'ssh_host_rsa_key',
      ]);
      expect(await readFile(join(root, folder, 'ssh_host_rsa_key'))).toEqual(first[1]!.privateKey);
    }
    const rows = await system(intake.db).selectFrom('sftp_host_keys').select('sealed_private').execute();
    expect(rows.map(({ sealed_private: sealed }) => sealed.slice(0, 7))).toEqual(['sealed:', 'sealed:', 'sealed:']);
  });

  it("keeps an operator's key files although the database has others, and reports the keys in use once a server listens", async () => {
    const first = await open('a');
    const own = makeSshKey().privateKey;
    await rm(join(root, 'b', 'ssh_host_ed25519_key'));
    await writeFile(join(root, 'b', 'ssh_host_ed25519_key'), own);
    expect(await open('b')).toEqual(first);
    expect(await readFile(join(root, 'b', 'ssh_host_ed25519_key'), 'utf8')).toBe(own);
    const { hostKeys, reportPort } = intake.records.accounts.sftp;
    expect(await hostKeys()).toEqual([]);
    await reportPort(2222);
    expect(await hostKeys()).toEqual(
      first.map(({ algorithm, fingerprint }) => ({ algorithm, fingerprint, port: 2222 })),
    );
  });

  it('fails on keys encrypted with another secret, unless the folder has the same keys', async () => {
    await expect(open('c', null)).rejects.toThrow('SECRETS_KEY');
    expect(await open('a', null)).toHaveLength(3);
  });

  it('generates only missing keys at the next start', async () => {
    const first = await open('a');
    await system(intake.db).deleteFrom('sftp_host_keys').where('algorithm', '=', 'ecdsa-sha2-nistp256').execute();
    await rm(join(root, 'a', 'ssh_host_ecdsa_key'));
    const next = await open('a');
    expect(next.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(next[2]).toMatchObject({ algorithm: 'ecdsa-sha2-nistp256' });
    expect(next[2]!.fingerprint).not.toBe(first[2]!.fingerprint);
    expect(await open('a')).toEqual(next);
    expect(await open('d')).toEqual(next);
  });
});
