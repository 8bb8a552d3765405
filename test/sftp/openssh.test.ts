import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, HOST, hasOpenSsh, openSftp, optionsOf, runSftp, type Sftp } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

if (!hasOpenSsh) process.stderr.write('OpenSSH is not installed: the SFTP tests with its client are skipped\n');

let sftp: Sftp;
beforeAll(async () => {
  sftp = await openSftp();
});
afterAll(() => sftp.close());

async function open() {
  const scope = await sftp.addWorkspace();
  const key = await sftp.addKey(scope);
  const { folder } = optionsOf(key.privateKey, 0);
  const run = (...commands: string[]) => runSftp(sftp, scope, key, [`lcd ${folder}`, ...commands, 'bye']);
  return { scope, key, folder, run };
}

const settled = async (scope: Parameters<Sftp['results']>[0], name: string): Promise<void> => {
  await expect.poll(() => sftp.results(scope)).toContain(name);
};

describe.skipIf(!hasOpenSsh)('OpenSSH client', () => {
  it('uploads a file, reads its result and exits, for which it waits for the end of the channel', async () => {
    const { scope, folder, run } = await open();
    writeFileSync(join(folder, 'faktúra 1.xml'), '<valid/>');
    expect(await run('put -p "faktúra 1.xml" /inbox/')).toMatchObject({ code: 0 });
    await settled(scope, 'faktúra 1.xml.result.json');
    const read = await run('ls -l /', 'ls /results', 'get "/results/faktúra 1.xml.result.json"', 'get README.txt');
    expect(read).toMatchObject({ code: 0 });
    expect(read.output).toContain('faktúra 1.xml.report.md');
    expect(JSON.parse(readFileSync(join(folder, 'faktúra 1.xml.result.json'), 'utf8'))).toMatchObject({ valid: true });
    const readme = readFileSync(join(folder, 'README.txt'), 'utf8');
    for (const text of [
      'at most 512 MB, all in /inbox together 4096 MB',
      'Podpisy SHA-1 (ssh-rsa) server neponúka ani neprijíma.',
      'libssh2 pred verziou 1.11',
      'The server neither offers nor accepts SHA-1 signatures (ssh-rsa).',
      'libssh2 before 1.11',
      ...['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256'].map((algorithm) => `${algorithm} SHA256:`),
    ])
      expect(readme).toContain(text);
    const { items } = await sftp.records.accounts.audit.list(scope, { limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['sftp.login', 'sftp.take', 'sftp.login']);
  });

  it('uploads under a temporary name and renames; the file is not claimed before', async () => {
    const { scope, folder, run } = await open();
    writeFileSync(join(folder, 'a.xml'), '<valid/>');
    expect((await run('put a.xml /inbox/a.xml.filepart', 'ls /inbox')).output).toContain('a.xml.filepart');
    expect(await sftp.documents(scope)).toEqual([]);
    expect(await run('rename /inbox/a.xml.filepart /inbox/a.xml')).toMatchObject({ code: 0 });
    await settled(scope, 'a.xml.result.json');
    expect(await sftp.documents(scope)).toMatchObject([{ filename: 'a.xml', status: 'validated' }]);
  });

  it('uploads many files at once, and each becomes one document', async () => {
    const { scope, folder, run } = await open();
    for (let index = 0; index < 60; index++) writeFileSync(join(folder, `f${index}.xml`), `<valid n="${index}"/>`);
    expect(await run('put f*.xml /inbox/')).toMatchObject({ code: 0 });
    await expect
      .poll(async () => (await sftp.results(scope)).filter((name) => name.endsWith('.result.json')).length)
      .toBe(60);
    expect(new Set((await sftp.documents(scope)).map(({ filename }) => filename)).size).toBe(60);
  });

  it('resumes an interrupted upload with reput, and copies with scp', async () => {
    const { scope, key, folder, run } = await open();
    const content = `<valid>${'x'.repeat(300_000)}</valid>`;
    writeFileSync(join(folder, 'a.xml'), content.slice(0, 100_000));
    expect(await run('put a.xml /inbox/a.xml.part')).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'a.xml'), content);
    const again = await run('reput a.xml /inbox/a.xml.part', 'rename /inbox/a.xml.part /inbox/a.xml');
    expect(again, again.output).toMatchObject({ code: 0 });
    await settled(scope, 'a.xml.result.json');
    expect(await sftp.documents(scope)).toMatchObject([{ sha256: createHash('sha256').update(content).digest('hex') }]);
    writeFileSync(join(folder, 'b.xml'), '<valid/>');
    const { options } = optionsOf(key.privateKey, sftp.port());
    const scp = spawn('scp', [...options, join(folder, 'b.xml'), `${scope.workspaceId}@${HOST}:/inbox/`]);
    const copied = await endOf(scp);
    expect(copied, copied.output).toMatchObject({ code: 0 });
    await settled(scope, 'b.xml.result.json');
    // The old scp protocol runs a command on the server. Commands are rejected, and the client must not hang.
    const legacy = await endOf(
      spawn('scp', ['-O', ...options, join(folder, 'b.xml'), `${scope.workspaceId}@${HOST}:/inbox/c.xml`]),
    );
    expect(legacy.code).not.toBe(0);
    expect(await sftp.documents(scope)).toHaveLength(2);
  });

  it('is killed during an upload: the partial file is never claimed and can be resumed', async () => {
    const { scope, key, folder, run } = await open();
    const content = Buffer.concat([Buffer.from('<valid/>'), randomBytes(900_000)]);
    writeFileSync(join(folder, 'a.xml'), content);
    for (const percent of [10, 50, 99]) {
      const { options } = optionsOf(key.privateKey, sftp.port());
      const child = spawn('sftp', [...options, '-l', '8000', '-b', '-', `${scope.workspaceId}@${HOST}`]);
      child.stdin.end(`lcd ${folder}\nput a.xml /inbox/a${percent}.xml\n`);
      const { inbox, open } = sftp.pathsOf(scope);
      const size = (): number => {
        const name = readdirSync(inbox).find((entry) => entry === `a${percent}.xml`);
        return name === undefined ? 0 : readFileSync(join(inbox, name)).length;
      };
      await expect.poll(size, { interval: 5 }).toBeGreaterThanOrEqual((content.length * percent) / 100 - 40_000);
      child.kill('SIGKILL');
      await endOf(child);
      if (!readdirSync(inbox).includes(`a${percent}.xml`)) continue;
      await sftp.dropbox.scan();
      await sftp.dropbox.idle();
      expect(readdirSync(open)).toContain(`a${percent}.xml`);
      expect(readdirSync(inbox)).toContain(`a${percent}.xml`);
      // On a busy machine all bytes may have arrived before the kill; the client does not resume a complete file.
      const verb = size() < content.length ? 'reput' : 'put';
      expect(await run(`${verb} a.xml /inbox/a${percent}.xml`)).toMatchObject({ code: 0 });
      await settled(scope, `a${percent}.xml.result.json`);
    }
    for (const { sha256 } of await sftp.documents(scope))
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('cannot modify read-only folders or leave the virtual tree', async () => {
    const { scope, folder, run } = await open();
    writeFileSync(join(folder, 'a.xml'), '<valid/>');
    for (const command of [
      'put a.xml /archive/a.xml',
      'put a.xml /results/a.xml',
      'put a.xml /a.xml',
      'put a.xml /../../a.xml',
      'put a.xml /inbox/CON',
      'put a.xml "/inbox/a b/c"',
      'mkdir /inbox/a',
      'mkdir /b',
      'rm /README.txt',
      'rmdir /inbox',
      'symlink /etc/passwd /inbox/a',
      'ln /README.txt /inbox/a',
      'get /etc/passwd',
      'get /../host-keys/ssh_host_ed25519_key',
      'rename /README.txt /inbox/a.xml',
      'cd /work',
      `put a.xml /inbox/${'x'.repeat(300)}`,
    ])
      expect([command, (await run(command)).code]).toEqual([command, 1]);
    expect(await readdir(sftp.pathsOf(scope).inbox)).toEqual([]);
    expect(await readdir(sftp.root)).toEqual(['files', 'host-keys', 'work']);
  });
});

describe.skipIf(!hasOpenSsh)('SFTP login', () => {
  it('rejects keys of other workspaces, expired keys, keys from other networks and clients without a key; revocation ends sessions', async () => {
    const [scope, other] = [await sftp.addWorkspace(), await sftp.addWorkspace()];
    const key = await sftp.addKey(scope);
    const login = async (workspace: typeof scope, pair = key) => (await runSftp(sftp, workspace, pair, ['ls'])).code;
    expect(await login(scope)).toBe(0);
    expect(await login(other)).toBe(255);
    expect(await login(scope, { ...makeSshKey(), id: '' })).toBe(255);
    expect(await login(scope, await sftp.addKey(scope, { addresses: ['192.0.2.0/24'] }))).toBe(255);
    expect(await login(scope, await sftp.addKey(scope, { expiresAt: new Date(Date.now() - 1) }))).toBe(255);
    await sftp.records.accounts.sftp.revokeKey(scope, key.id);
    expect(await login(scope)).toBe(255);
    const { items } = await sftp.records.accounts.audit.list(scope, { limit: 10 });
    // Newest first. OpenSSH signs with a key only after the server accepted it as a probe.
    expect(items.filter(({ outcome }) => outcome === 'refused').map(({ code }) => code)).toEqual(
      ['revoked', 'expired', 'address'].map((why) => `sftp_key_${why}`),
    );
  });

  it('keeps the host keys after a restart', async () => {
    const before = await sftp.records.accounts.sftp.hostKeys();
    await sftp.restart();
    const after = await sftp.records.accounts.sftp.hostKeys();
    expect(after.map(({ fingerprint }) => fingerprint)).toEqual(before.map(({ fingerprint }) => fingerprint));
    expect(after.map(({ algorithm }) => algorithm)).toEqual(['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256']);
  });

  it('offers only modern algorithms, with strict key exchange', async () => {
    const scope = await sftp.addWorkspace();
    const key = await sftp.addKey(scope);
    const { options } = optionsOf(key.privateKey, sftp.port());
    const attempt = (...more: string[]) =>
      endOf(spawn('sftp', [...options, ...more, '-vv', '-b', '/dev/null', `${scope.workspaceId}@${HOST}`]));
    const { code, output } = await attempt();
    expect(code).toBe(0);
    expect(output).toContain('kex-strict-s-v00@openssh.com');
    const [, offered = ''] = /peer server KEXINIT proposal([\s\S]*?)compression/.exec(output) ?? [];
    expect(offered).toContain('curve25519-sha256');
    // `ssh-rsa` is a signature with SHA-1 (RFC 8332); the library offers it with every RSA key.
    expect(offered).not.toMatch(/sha1\b|ssh-rsa|-cbc|ssh-dss|group14|md5|arcfour/);
    const group14 = '-oKexAlgorithms=diffie-hellman-group14-sha1';
    for (const old of [group14, '-oCiphers=aes128-cbc', '-oHostKeyAlgorithms=ssh-rsa'])
      expect([old, (await attempt(old)).code]).toEqual([old, 255]);
    for (const current of ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-256', 'rsa-sha2-512'])
      expect([current, (await attempt(`-oHostKeyAlgorithms=${current}`)).code]).toEqual([current, 0]);
  });
});
