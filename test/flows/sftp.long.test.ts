import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { endOf, HOST, hasOpenSsh, optionsOf } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

if (!hasOpenSsh) process.stderr.write('OpenSSH is not installed: the SFTP tests with its client are skipped\n');

let service: Service;
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  service = await startService({ environment: { SFTP_PORT: String(port) } });
});
afterAll(async () => {
  await service.stop();
  removeData(service);
});

const FILES = 120;

describe.skipIf(!hasOpenSsh)('the whole service with SFTP', () => {
  it('processes each file once although the server is killed repeatedly during uploads', async () => {
    const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
    const { key: apiKey } = (await made.json()) as { key: string };
    const call = (path: string, options: RequestInit = {}) =>
      fetch(service.url + path, {
        ...options,
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
      });
    const ssh = makeSshKey();
    const added = await call('/api/sftp-keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'ERP', public_key: ssh.line }),
    });
    expect(added.status).toBe(201);
    const getIntake = async () =>
      (await (await call('/api/sftp')).json()) as { user: string; servers: { port: number }[] };
    // The API answers before the SFTP server listens.
    await waitUntil(
      async () => (await getIntake()).servers.length > 0,
      () => `the SFTP server did not start:\n${service.output()}`,
    );
    const intake = await getIntake();
    expect(new Set(intake.servers.map((server) => server.port))).toEqual(new Set([port]));
    const { folder, options } = optionsOf(ssh.privateKey, port);
    const names = Array.from({ length: FILES }, (_, index) => `f${index}.xml`);
    for (const name of names) writeFileSync(join(folder, name), makeInvoice(text('cbc:ID', name)));
    const home = join(service.dataDir, 'sftp', 'files', intake.user);
    const results = async (): Promise<string[]> =>
      (await readdir(join(home, 'results'))).filter((name) => name.endsWith('.result.json'));

    /** Uploads missing and incomplete files again, like a client that received no confirmation. */
    const putRest = async (): Promise<number | null> => {
      const archive = await readdir(join(home, 'archive'), { recursive: true }).catch(() => [] as string[]);
      const work = await readdir(join(service.dataDir, 'sftp', 'work', intake.user), { recursive: true }).catch(
        () => [] as string[],
      );
      const there = [...archive, ...work.filter((path) => path.startsWith('staging/'))];
      const rest = names.filter((name) => !there.some((path) => path.endsWith(`/${name}`)));
      const child = spawn('sftp', [...options, '-b', '-', `${intake.user}@${HOST}`]);
      child.stdin.on('error', () => undefined);
      child.stdin.end([`lcd ${folder}`, ...rest.map((name) => `-put ${name} /inbox/${name}`), 'bye\n'].join('\n'));
      return (await endOf(child)).code;
    };
    for (let kill = 0; kill < 3; kill++) {
      const putting = putRest();
      const before = await results().catch(() => [] as string[]);
      await waitUntil(
        async () => (await results().catch(() => [] as string[])).length >= Math.min(before.length + 5, FILES),
        () => `no results came:\n${service.output()}`,
      );
      service.kill9('sftp');
      await putting;
      await waitUntil(
        async () => service.pids('sftp').length > 0 && (await putRest()) === 0,
        () => `the server did not come back:\n${service.output()}`,
      );
    }
    await waitUntil(
      async () => (await results()).length >= FILES,
      () => `not all results came:\n${service.output()}`,
    );
    const documents: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: string = `/api/documents?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const read = (await (await call(page)).json()) as {
        documents: { filename: string }[];
        next_cursor: string | null;
      };
      documents.push(...read.documents.map(({ filename }) => filename));
      cursor = read.next_cursor;
    }
    expect(documents.sort()).toEqual([...names].sort());
    const result = JSON.parse(await readFile(join(home, 'results', 'f7.xml.result.json'), 'utf8'));
    expect(result).toMatchObject({ status: 'validated', valid: true, summary: { invoice_id: 'f7.xml' } });
  });
});
