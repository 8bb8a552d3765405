import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, flattenedVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { openSimulator, SELLER, type TestSimulator } from '../support/sapi-simulator.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { endOf, HOST, hasOpenSsh, optionsOf } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

/** Every step that a workspace may request, and a real hybrid PDF, through the SFTP intake of the built service. */

const missing = hasOpenSsh ? await whyNoChromium() : 'OpenSSH is not installed';
if (missing !== null) process.stderr.write(`The test of the intake steps is skipped: ${missing}\n`);

/** Valid, with a seller that the SAPI simulator accepts. */
const INVOICE = readFileSync(join(findRoot(), 'test/golden/slovak-warnings/invoice.xml'), 'utf8').replace(
  />2020317069</g,
  `>${SELLER.slice('0245:'.length)}<`,
);

let service: Service;
let simulator: TestSimulator;
let port: number;
beforeAll(async () => {
  if (missing !== null) return;
  simulator = await openSimulator({ now: Date.now });
  port = await findFreePort();
  service = await startService({ environment: { SFTP_PORT: String(port), OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  if (missing !== null) return;
  await service.stop();
  await simulator.close();
  removeData(service);
});

describe.skipIf(missing !== null)('the steps of a workspace', () => {
  it('write their artifacts next to the result, and validate a hybrid PDF by its embedded invoice', async () => {
    const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
    const { key: apiKey } = (await made.json()) as { key: string };
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(service.url + path, {
        method,
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      expect([response.ok, answer]).toEqual([true, answer]);
      return answer;
    };
    const ssh = makeSshKey();
    await call('POST', '/api/sftp-keys', { name: 'ERP', public_key: ssh.line });
    const { id: partner } = await call<{ id: string }>('POST', '/api/partners', {
      ...{ kind: 'sapi-sk', name: 'Poštár', base_url: simulator.baseUrl, client_id: 'erp', client_secret: 'secret' },
    });
    const steps = ['evidence', 'render', 'send_preparation'];
    const { user } = await call<{ user: string }>('PATCH', '/api/sftp', { steps, partner, trigger_files: true });
    await waitUntil(
      async () => (await call<{ servers: unknown[] }>('GET', '/api/sftp')).servers.length > 0,
      () => `the SFTP server did not start:\n${service.output()}`,
    );
    const results = join(service.dataDir, 'sftp', 'files', user, 'results');
    const { folder, options } = optionsOf(ssh.privateKey, port);
    const put = async (name: string, content: string | Uint8Array): Promise<string[]> => {
      writeFileSync(join(folder, name), content);
      const child = spawn('sftp', [...options, '-b', '-', `${user}@${HOST}`]);
      child.stdin.end(`put ${join(folder, name)} /inbox/${name}\nbye\n`);
      const ended = await endOf(child);
      expect(ended, ended.output).toMatchObject({ code: 0 });
      const shown = async () => (await readdir(results)).filter((file) => file.startsWith(`${name}.`)).sort();
      // The last file to be written.
      await waitUntil(
        async () => (await shown()).some((file) => [`${name}.ok`, `${name}.err`].includes(file)),
        () => `no results of ${name}:\n${service.output()}`,
      );
      return (await shown()).map((file) => file.slice(name.length + 1));
    };
    const ENDINGS = ['evidence.zip', 'invoice.html', 'invoice.pdf', 'ok', 'report.html', 'report.md'];
    const all = [...ENDINGS, 'result.json', 'result.json.jws', 'send-package.xml'];
    expect(await put('a.xml', INVOICE)).toEqual(all);
    const main = await readFile(join(results, 'a.xml.result.json'));
    expect(JSON.parse(main.toString('utf8'))).toMatchObject({ valid: true, status: 'send_prepared', failed_steps: [] });
    const pdf = await readFile(join(results, 'a.xml.invoice.pdf'));
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect((await readFile(join(results, 'a.xml.evidence.zip'))).subarray(0, 2).toString('latin1')).toBe('PK');
    expect(await readFile(join(results, 'a.xml.send-package.xml'), 'utf8')).toContain('StandardBusinessDocument');

    // Verified only with the published key, as third parties do.
    const [header, , signature] = (await readFile(join(results, 'a.xml.result.json.jws'), 'utf8')).split('.');
    const jws = { protected: header!, payload: main.toString('base64url'), signature: signature!.trim() };
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', service.url));
    expect((await flattenedVerify(jws, keys)).protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'result+jws' });

    const bridge = await fetch(`${service.url}/api/pdf-bridge`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/xml' },
      body: INVOICE.replace(/<cbc:ID>[^<]*</, '<cbc:ID>HYBRID-1<'),
    });
    expect(bridge.status).toBe(200);
    expect(await put('hybrid.pdf', new Uint8Array(await bridge.arrayBuffer()))).toEqual(all);
    expect(JSON.parse(await readFile(join(results, 'hybrid.pdf.result.json'), 'utf8'))).toMatchObject({
      valid: true,
      status: 'send_prepared',
      summary: { invoice_id: 'HYBRID-1' },
    });
    rmSync(folder, { recursive: true, force: true });
  });
});
