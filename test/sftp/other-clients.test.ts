import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, endOf, HOST, openSftp, optionsOf, type Sftp } from '../support/sftp.ts';

/** Debian's Python, the only one with Debian's Python packages. */
const PYTHON = '/usr/bin/python3';

/** Whether a program can be started and its output contains the given text. */
function has(program: string, parameters: readonly string[], expected = ''): boolean {
  try {
    return execFileSync(program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes(
      expected,
    );
  } catch {
    return false;
  }
}

const hasPutty = has('psftp', ['-V']) && has('puttygen', ['-V']);
const hasCurl = has('curl', ['-V'], ' sftp ');
const hasParamiko = has(PYTHON, ['-c', 'import paramiko']);
for (const [name, there] of Object.entries({ PuTTY: hasPutty, 'curl with SFTP': hasCurl, paramiko: hasParamiko }))
  if (!there) process.stderr.write(`${name} is not installed: its SFTP tests are skipped\n`);

let sftp: Sftp;
beforeAll(async () => {
  sftp = await openSftp();
});
afterAll(() => sftp.close());

async function open() {
  const scope = await sftp.addWorkspace();
  const key = await sftp.addKey(scope);
  const { folder } = optionsOf(key.privateKey, 0);
  writeFileSync(join(folder, 'faktúra 1.xml'), '<valid/>');
  return { scope, folder, key: join(folder, 'key'), file: join(folder, 'faktúra 1.xml') };
}

const settled = async (scope: Parameters<Sftp['results']>[0], name: string): Promise<void> => {
  await expect.poll(() => sftp.results(scope)).toContain(name);
};

// WinSCP and FileZilla use the same code.
describe.skipIf(!hasPutty)('PuTTY (psftp)', () => {
  it('uploads, uploads again with a rename, lists and reads', async () => {
    const { scope, folder, key } = await open();
    const ppk = join(folder, 'key.ppk');
    execFileSync('puttygen', [key, '-O', 'private', '-o', ppk], { stdio: 'ignore' });
    const { fingerprint } = (await sftp.records.accounts.sftp.hostKeys())[0]!;
    const run = (...commands: readonly string[]): Promise<Ended> => {
      writeFileSync(join(folder, 'commands'), `${[`lcd ${folder}`, ...commands, 'quit'].join('\n')}\n`);
      const to = ['-batch', '-P', String(sftp.port()), '-i', ppk, '-hostkey', fingerprint];
      return endOf(spawn('psftp', [...to, '-b', join(folder, 'commands'), `${scope.workspaceId}@${HOST}`]));
    };
    const put = await run(
      'put "faktúra 1.xml" "/inbox/faktúra 1.xml"',
      'put "faktúra 1.xml" /inbox/2.xml.filepart',
      'mv /inbox/2.xml.filepart /inbox/2.xml',
    );
    expect(put, put.output).toMatchObject({ code: 0 });
    await settled(scope, 'faktúra 1.xml.result.json');
    await settled(scope, '2.xml.result.json');
    const read = await run('ls /results', 'get /results/2.xml.result.json');
    expect(read, read.output).toMatchObject({ code: 0 });
    expect(read.output).toContain('2.xml.report.md');
    expect(JSON.parse(readFileSync(join(folder, '2.xml.result.json'), 'utf8'))).toMatchObject({ valid: true });
  });
});

describe.skipIf(!hasCurl)('curl (libssh2)', () => {
  it('uploads, renames after an upload, and downloads', async () => {
    const { scope, folder, key, file } = await open();
    const base = `sftp://${HOST}:${sftp.port()}`;
    const run = (...parameters: readonly string[]): Promise<Ended> =>
      endOf(
        spawn('curl', [
          '-sS',
          '--insecure',
          '--user',
          `${scope.workspaceId}:`,
          '--key',
          key,
          '--pubkey',
          '',
          ...parameters,
        ]),
      );
    const put = await run('-T', file, `${base}/inbox/${encodeURIComponent('faktúra 1.xml')}`);
    expect(put, put.output).toMatchObject({ code: 0 });
    const renamed = await run('-T', file, `${base}/inbox/2.xml.part`, '-Q', '-rename /inbox/2.xml.part /inbox/2.xml');
    expect(renamed, renamed.output).toMatchObject({ code: 0 });
    await settled(scope, 'faktúra 1.xml.result.json');
    await settled(scope, '2.xml.result.json');
    const read = await run('-o', join(folder, 'result.json'), `${base}/results/2.xml.result.json`);
    expect(read, read.output).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toMatchObject({ valid: true });
  });
});

it('connects a client that supports no Ed25519 host key and RSA only with SHA-1, as JSch 0.1', async () => {
  const { scope, key } = await open();
  const client = new ssh2.Client();
  const ready = once(client, 'ready');
  const negotiated = once(client, 'handshake');
  client.connect({
    ...{ host: HOST, port: sftp.port(), username: scope.workspaceId, privateKey: readFileSync(key) },
    algorithms: {
      kex: ['ecdh-sha2-nistp256', 'diffie-hellman-group14-sha1'],
      serverHostKey: ['ssh-rsa', 'ssh-dss', 'ecdsa-sha2-nistp256'],
      cipher: ['aes128-ctr', 'aes128-cbc'],
      hmac: ['hmac-sha1', 'hmac-sha2-256'],
    },
  });
  await ready;
  expect((await negotiated)[0]).toMatchObject({ serverHostKey: 'ecdsa-sha2-nistp256' });
  const closed = once(client, 'close');
  client.end();
  await closed;
});

const PARAMIKO = `
import json, sys, paramiko
host, port, user, key, path = sys.argv[1:]
ssh = paramiko.SSHClient()
ssh.set_missing_host_key_policy(paramiko.AutoAddPolicy())
ssh.connect(host, int(port), user, key_filename=key, look_for_keys=False, allow_agent=False)
sftp = ssh.open_sftp()
for index in range(20):
    # It asks for the size of each file once it is put.
    sftp.put(path, f'/inbox/{index}.xml')
sftp.put(path, '/inbox/last.xml.tmp')
sftp.utime('/inbox/last.xml.tmp', (1, 1))
sftp.posix_rename('/inbox/last.xml.tmp', '/inbox/last.xml')
print(json.dumps(sorted(sftp.listdir('/'))))
ssh.close()
`;

const LARGE = `
import sys, paramiko
host, port, user, key, path, got = sys.argv[1:]
ssh = paramiko.SSHClient()
ssh.set_missing_host_key_policy(paramiko.AutoAddPolicy())
ssh.connect(host, int(port), user, key_filename=key, look_for_keys=False, allow_agent=False)
sftp = ssh.open_sftp()
for index in range(3):
    # Its answers are read a hundred writes later, in the order of the writes.
    sftp.put(path, f'/inbox/{index}.tmp')
sftp.get('/archive/2026-11-26/large.zip', got)
print('done')
ssh.close()
`;

describe.skipIf(!hasParamiko)('paramiko', () => {
  it('uploads a file and confirms its size although the intake may have claimed it', async () => {
    const { scope, key, file } = await open();
    const run = spawn(PYTHON, ['-c', PARAMIKO, HOST, String(sftp.port()), scope.workspaceId, key, file]);
    const { code, output } = await endOf(run);
    expect(output).toBe('["README.txt", "archive", "inbox", "results"]\n');
    expect(code).toBe(0);
    await settled(scope, 'last.xml.result.json');
    await settled(scope, '19.xml.result.json');
  });

  it('uploads and downloads large files, requesting all parts at once', async () => {
    const { scope, key, folder } = await open();
    const { archive } = sftp.pathsOf(scope);
    const [day, large, got] = [join(archive, '2026-11-26'), join(folder, 'large'), join(folder, 'got')];
    writeFileSync(large, randomBytes(30 * 1024 * 1024));
    mkdirSync(day, { recursive: true });
    copyFileSync(large, join(day, 'large.zip'));
    const parameters = [HOST, String(sftp.port()), scope.workspaceId, key, large, got];
    const { code, output } = await endOf(spawn(PYTHON, ['-c', LARGE, ...parameters]));
    expect(output).toBe('done\n');
    expect(code).toBe(0);
    const content = readFileSync(large);
    expect(readFileSync(got).equals(content)).toBe(true);
    for (const name of ['0.tmp', '1.tmp', '2.tmp'])
      expect(readFileSync(join(sftp.pathsOf(scope).inbox, name)).equals(content), name).toBe(true);
  });
});
