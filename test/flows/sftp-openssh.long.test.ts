import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { endOf, HOST, hasOpenSsh, optionsOf } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

/**
 * The recipe of docs/guides/sftp.md: an OpenSSH server in front of the intake folders, exactly as printed
 * there.
 */

const SSHD = '/usr/sbin/sshd';

/** An unprivileged user and group of every Debian, instead of `invoice-in`. */
const USER = 'daemon';

const missing =
  process.getuid?.() !== 0
    ? 'sshd needs root for its chroot'
    : !hasOpenSsh || !existsSync(SSHD)
      ? 'OpenSSH is not installed'
      : null;
if (missing !== null) process.stderr.write(`The test of the OpenSSH recipe is skipped: ${missing}\n`);

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/sftp.md'), 'utf8');

/** Both blocks of the recipe, adapted to this machine. */
function readRecipe(home: string, workspaceId: string): { readonly commands: string; readonly config: string } {
  const [, section = ''] = GUIDE.split('## OpenSSH in front of the folders');
  const blocks = [...section.matchAll(/```(?:sh)?\n([\s\S]*?)```/g)].map(([, block]) =>
    block!
      .replaceAll('/srv/einvoice', home)
      .replaceAll('/etc/ssh/keys', join(home, 'keys'))
      .replaceAll('wsp_<id>', workspaceId)
      .replaceAll('invoice-in', USER)
      .replaceAll('-o einvoice', '-o root'),
  );
  expect(blocks).toHaveLength(2);
  return { commands: blocks[0]!, config: blocks[1]! };
}

let database: TestDatabase;
let service: Service;
/** Owned by root like its parents: OpenSSH rejects paths that others can write to, such as /tmp. */
let home: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  if (missing !== null) return;
  database = await makeTestDatabase({ empty: true });
  ends.push(() => database.drop());
  home = mkdtempSync('/srv/einvoice-recipe-');
  ends.push(() => rmSync(home, { recursive: true, force: true }));
  execFileSync('chmod', ['755', home]);
  const before = process.umask(0o007);
  service = await startService({
    parameters: ['--run=api,workers,sftp'],
    environment: { DATABASE_URL: database.url, SFTP_DIR: join(home, 'sftp'), SFTP_SETTLE_SECONDS: '1' },
  }).finally(() => process.umask(before));
  ends.push(async () => {
    await service.stop();
    removeData(service);
  });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Starts Debian's sshd with the recipe; returns its port. */
async function startSshd(config: string): Promise<number> {
  const port = await findFreePort();
  const hostKey = join(home, 'host_key');
  writeFileSync(hostKey, makeSshKey().privateKey, { mode: 0o600 });
  const path = join(home, 'sshd_config');
  writeFileSync(
    path,
    [
      `ListenAddress ${HOST}:${port}`,
      `HostKey ${hostKey}`,
      'PidFile none',
      'Subsystem sftp internal-sftp',
      config,
    ].join('\n'),
  );
  // Normally created by Debian's systemd unit.
  if (!existsSync('/run/sshd')) {
    mkdirSync('/run/sshd', { mode: 0o755 });
    ends.push(() => rmSync('/run/sshd', { recursive: true, force: true }));
  }
  const sshd = spawn(SSHD, ['-D', '-e', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  const ended = new Promise((resolve) => sshd.once('close', resolve));
  ends.push(async () => {
    sshd.kill('SIGTERM');
    await ended;
  });
  sshd.stderr.on('data', (data) => {
    output += String(data);
  });
  await waitUntil(
    () => {
      if (sshd.exitCode !== null) throw new Error(`sshd ended: ${output}`);
      return output.includes('Server listening');
    },
    () => `sshd does not listen: ${output}`,
  );
  return port;
}

it.skipIf(missing !== null)('OpenSSH uploads files to the intake folders and serves the results', async () => {
  const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
  const { key: apiKey } = (await made.json()) as { key: string };
  const call = async <T>(path: string): Promise<T> =>
    (await (await fetch(service.url + path, { headers: { 'X-API-Key': apiKey } })).json()) as T;
  const { user: workspaceId } = await call<{ user: string }>('/api/sftp');
  const { commands, config } = readRecipe(home, workspaceId);
  mkdirSync(join(home, 'keys'), { mode: 0o755 });
  execFileSync('sh', ['-e', '-c', commands]);
  const ssh = makeSshKey();
  writeFileSync(join(home, 'keys', USER), `${ssh.line}\n`, { mode: 0o644 });
  const port = await startSshd(config);
  const { folder, options } = optionsOf(ssh.privateKey, port);
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...lines: string[]) => {
    const child = spawn('sftp', [...options, '-b', '-', `${USER}@${HOST}`]);
    child.stdin.end([`lcd ${folder}`, ...lines, 'bye\n'].join('\n'));
    return endOf(child);
  };
  writeFileSync(join(folder, 'a.xml'), makeInvoice(text('cbc:ID', 'F-1')));
  writeFileSync(join(folder, 'b.xml'), makeInvoice(text('cbc:ID', 'F-2')));
  const put = await run('put a.xml inbox/a.xml.part', 'rename inbox/a.xml.part inbox/a.xml', 'put b.xml inbox/');
  expect(put, put.output).toMatchObject({ code: 0 });
  const folders = join(home, 'sftp', 'files', workspaceId);
  const hasResult = async (name: string): Promise<boolean> =>
    (await readdir(join(folders, 'results'))).includes(`${name}.result.json`);
  await waitUntil(
    async () => (await hasResult('a.xml')) && (await hasResult('b.xml')),
    () => `no results: ${service.output()}`,
  );
  const got = await run('get results/a.xml.result.json', 'get results/b.xml.result.json.jws', 'ls -l archive');
  expect(got, got.output).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(folder, 'a.xml.result.json'), 'utf8'))).toMatchObject({
    valid: true,
    status: 'validated',
    summary: { invoice_id: 'F-1' },
  });
  expect(await run('rm results/a.xml.result.json')).toMatchObject({ code: 0 });
  expect(await hasResult('a.xml')).toBe(false);
  for (const refused of ['put a.xml x.xml', 'put a.xml archive/x.xml', 'mkdir x', 'get /etc/passwd'])
    expect([refused, (await run(refused)).code]).toEqual([refused, 1]);
  const { documents } = await call<{ documents: { filename: string }[] }>('/api/documents?limit=10');
  expect(documents.map(({ filename }) => filename).sort()).toEqual(['a.xml', 'b.xml']);
  expect(readdirSync(join(folders, 'inbox'))).toEqual([]);
  expect(statSync(join(folders, 'results')).mode & 0o7777).toBe(0o2770);
});
