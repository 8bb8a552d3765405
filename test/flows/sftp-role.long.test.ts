import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, flattenedVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_DRAFT } from '../../src/modules/drafts/http/preview-schemas.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { makeZip } from '../support/make-zip.ts';
import { findFreePort, removeData, type Service, spawnService, startService, waitUntil } from '../support/service.ts';
import { endOf, HOST, hasOpenSsh, optionsOf } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

/** The SFTP role in a separate process, as on a separate machine; it loads validation code on the first file. */

if (!hasOpenSsh) process.stderr.write('OpenSSH is not installed: the test of the separate SFTP role is skipped\n');

let database: TestDatabase;
let others: Service;
let intake: Service;
const [port, metricsPort] = [await findFreePort(), await findFreePort()];
beforeAll(async () => {
  if (!hasOpenSsh) return;
  database = await makeTestDatabase({ empty: true });
  const environment = { DATABASE_URL: database.url, EVIDENCE_SECRET: 'a secret of thirty-two characters' };
  others = await startService({ environment, parameters: ['--run=api,workers'] });
  intake = await spawnService({
    parameters: ['--run=sftp'],
    environment: { ...environment, SFTP_PORT: String(port), SFTP_HOST: HOST, METRICS_PORT: String(metricsPort) },
  });
});
afterAll(async () => {
  if (!hasOpenSsh) return;
  for (const service of [intake, others]) {
    await service.stop();
    removeData(service);
  }
  await database.drop();
});

describe.skipIf(!hasOpenSsh)('role sftp in a separate process', () => {
  it('processes invoices, archives and drafts, reports errors of other files, and serves metrics', async () => {
    const made = await fetch(`${others.url}/api/sandbox-keys`, { method: 'POST' });
    const { key: apiKey } = (await made.json()) as { key: string };
    const call = async <T>(path: string, body?: object): Promise<T> => {
      const response = await fetch(others.url + path, {
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return (await response.json()) as T;
    };
    const ssh = makeSshKey();
    await call('/api/sftp-keys', { name: 'ERP', public_key: ssh.line });
    await waitUntil(
      async () => (await call<{ servers: unknown[] }>('/api/sftp')).servers.length > 0,
      () => `the SFTP server did not start:\n${intake.output()}`,
    );
    const { user } = await call<{ user: string }>('/api/sftp');
    const { folder, options } = optionsOf(ssh.privateKey, port);
    const invoice = makeInvoice();
    const files = {
      'a.xml': invoice,
      'b.zip': makeZip([{ name: 'b.xml', content: invoice }]),
      'c.json': JSON.stringify(EXAMPLE_DRAFT),
      'd.txt': 'no invoice',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const child = spawn('sftp', [...options, '-b', '-', `${user}@${HOST}`]);
    child.stdin.end(Object.keys(files).reduce((lines, name) => `${lines}put ${join(folder, name)} /inbox/\n`, ''));
    const ended = await endOf(child);
    expect(ended, ended.output).toMatchObject({ code: 0 });

    const results = join(intake.dataDir, 'sftp', 'files', user, 'results');
    const last = ['a.xml.result.json', 'b.zip.summary.json', 'c.json.result.json', 'd.txt.err'];
    await waitUntil(
      async () => {
        const shown = new Set(await readdir(results));
        return last.every((name) => shown.has(name));
      },
      () => `not all results came:\n${intake.output()}`,
    );
    const read = async (name: string) => JSON.parse(await readFile(join(results, name), 'utf8'));
    expect(await read('a.xml.result.json')).toMatchObject({ valid: true, status: 'validated' });
    expect(await read('b.zip.summary.json')).toMatchObject({ total: 1, valid: 1 });
    expect(await read('c.json.result.json')).toMatchObject({ stored: false, validation: { valid: true } });
    expect(await read('d.txt.err')).toMatchObject({ code: 'drop_type_unknown', status: 422 });
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', others.url));
    for (const name of ['a.xml.result.json', 'b.zip.summary.json', 'c.json.result.json']) {
      const [header, , signature] = readFileSync(join(results, `${name}.jws`), 'utf8').split('.');
      const payload = readFileSync(join(results, name)).toString('base64url');
      const jws = { protected: header!, payload, signature: signature!.trim() };
      expect((await flattenedVerify(jws, keys)).protectedHeader).toMatchObject({ typ: 'result+jws' });
    }

    const metricsUrl = `http://127.0.0.1:${metricsPort}`;
    const ready = await fetch(`${metricsUrl}/readyz`);
    const readiness = (await ready.json()) as { checks: { id: string }[] };
    expect([ready.status, readiness]).toEqual([200, expect.objectContaining({ status: 'ready', database: 'up' })]);
    expect(readiness.checks.map(({ id }) => id)).not.toContain('queue');
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^sftp_files_total\{.*outcome="document".*\} 1$/m);
    rmSync(folder, { recursive: true, force: true });
  });
});
