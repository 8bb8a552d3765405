import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { openTlsFiles } from '../../src/http/tls-files.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { testLog } from '../support/database.ts';
import { fakeParts } from './fake-parts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-tls-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writePair(name: string) {
  const { cert, key } = makeCertificate(name, { hosts: ['127.0.0.1'] });
  const files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return { ...files, ca: cert };
}

const request = (url: string, options: RequestOptions): Promise<{ status: number; version: string; name: string }> =>
  new Promise((resolve, reject) => {
    get(url, { ...options, agent: false }, (response) => {
      const socket = response.socket as TLSSocket;
      const result = {
        status: response.statusCode ?? 0,
        version: socket.getProtocol() ?? '',
        name: String(socket.getPeerCertificate().subject.CN),
      };
      response.resume().on('end', () => resolve(result));
    }).on('error', reject);
  });

it('serves TLS 1.3 with the configured files, and no older version', async () => {
  const { ca, ...tls } = writePair('first');
  const parts = fakeParts();
  const api = await startApi({ ...parts, config: { ...parts.config, tls } });
  expect(api.url).toMatch(/^https:/);
  expect(await request(`${api.url}/healthz`, { ca })).toEqual({ status: 200, version: 'TLSv1.3', name: 'first' });
  const { port } = new URL(api.url);
  const old = connect({ host: '127.0.0.1', port: Number(port), ca, maxVersion: 'TLSv1.2' });
  const refused = await new Promise<Error>((done) => old.once('error', done));
  expect(refused.message).toMatch(/protocol version/i);
  expect(await parts.metrics.render()).toMatch(/tls_certificate_expires_seconds\{role="api"\} 1\d{9}/);
  await api.close();
});

it('applies a renewed pair, and keeps the previous one while the new one is half written', async () => {
  const { ca, ...tls } = writePair('old');
  const files = await openTlsFiles(tls, { log: testLog, metrics: makeMetrics('test') }, 20);
  const { createServer } = await import('node:https');
  const server = createServer(files.options, (_, response) => response.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const following = files.follow(server);
  expect((await request(url, { ca })).name).toBe('old');

  const renewed = makeCertificate('new', { hosts: ['127.0.0.1'] });
  writeFileSync(tls.cert, renewed.cert);
  expect((await request(url, { rejectUnauthorized: false })).name).toBe('old');
  writeFileSync(tls.key, renewed.key);
  await expect.poll(async () => (await request(url, { rejectUnauthorized: false })).name).toBe('new');
  following.stop();
  await new Promise((done) => server.close(done));
});

it('names the file that is invalid', async () => {
  const { ca: _, ...tls } = writePair('whole');
  const open = (config: typeof tls) => openTlsFiles(config, { log: testLog, metrics: makeMetrics('test') });
  await expect(open({ ...tls, key: join(folder, 'none') })).rejects.toThrow(
    'The file of TLS_KEY cannot be read (ENOENT)',
  );
  writeFileSync(tls.key, makeCertificate('another').key);
  await expect(open(tls)).rejects.toThrow('TLS_CERT and TLS_KEY make no pair of certificate and key');
});

it('restricts each part to its host, if it has one', async () => {
  const parts = fakeParts();
  const hosts = { base: 'api.example', site: null, validation: 'validate.example:8443' };
  const api = await startApi({ ...parts, config: { ...parts.config, hosts } });
  const { get: getPlain } = await import('node:http');
  const status = (host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      getPlain(`${api.url}${path}`, { headers: { Host: host } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  // 405 and 401 show that the route exists.
  expect(await status('API.example', '/v1/vat/verify')).not.toBe(404);
  expect(await status('api.example', '/api/plans')).toBe(404);
  expect(await status('api.example', '/api/validate')).toBe(404);
  expect(await status('validate.example:8443', '/api/validate')).toBe(405);
  expect(await status('validate.example:8443', '/v1/vat/verify')).toBe(404);
  expect(await status('site.example', '/api/plans')).toBe(200);
  expect(await status('site.example', '/v1/vat/verify')).toBe(404);
  expect(await status('site.example', '/api/validate')).toBe(404);
  for (const host of ['api.example', 'validate.example:8443', '10.0.0.1:8080']) {
    expect(await status(host, '/healthz')).toBe(200);
    // `type` of a problem is a path, resolved against the host that responded.
    expect(await status(host, '/docs/problems/not_found/')).toBe(200);
    // The same applies to the rule pages in results (`ruleUrl`).
    for (const path of ['/chyby/BR-CO-10/', '/en/errors/BR-CO-10/']) expect(await status(host, path)).not.toBe(404);
  }
  // The same applies to the Location of a file that is not validated yet.
  expect(await status('validate.example:8443', '/api/batches/bat_1')).not.toBe(404);
  expect(await status('validate.example:8443', '/api/batches')).toBe(404);
  expect(await status('api.example', '/api/batches/bat_1')).toBe(404);
  // Other spellings of a path pass neither the host split nor the rules of a proxy.
  for (const path of ['/API/validate', '/api/validate/', '/V1/vat/verify', '/METRICS', '/metrics/', '/api/plans/'])
    expect(await status('site.example', path)).toBe(404);
  await api.close();
});

it.each([
  ['http://localhost:8080', null],
  ['https://invoices.example', 'max-age=31536000'],
])('sends HSTS where the public URL uses TLS (RFC 6797): %s', async (publicUrl, header) => {
  const parts = fakeParts();
  const api = await startApi({ ...parts, config: { ...parts.config, publicUrl } });
  for (const path of ['/healthz', '/nowhere'])
    expect((await fetch(api.url + path)).headers.get('strict-transport-security')).toBe(header);
  await api.close();
});
