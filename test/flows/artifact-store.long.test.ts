import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice } from '../support/invoice-builder.ts';
import { configOf, type S3Double, startS3Double } from '../support/s3-double.ts';
import { findFreePort, removeData, type Service, spawnService, startService, waitUntil } from '../support/service.ts';

/** The built service with a bucket: workers write artifacts, the API reads them. */

let double: S3Double;
let service: Service;
const settings = () => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = configOf(double);
  return {
    ARTIFACT_STORE: 's3',
    SECRETS_KEY: 'the key for secrets of a bucket alone',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    OUTBOUND_ALLOW: '127.0.0.1',
  };
};
beforeAll(async () => {
  double = await startS3Double();
  service = await startService({ environment: settings() });
});
afterAll(async () => {
  await service.stop();
  await double.close();
  removeData(service);
});

it('stores evidence in a bucket, encrypted', async () => {
  const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
  const { key } = (await made.json()) as { key: string };
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const created = await fetch(`${service.url}/api/documents`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ filename: 'ľúbezná.xml', content: makeInvoice(), steps: ['validate', 'evidence'] }),
  });
  expect(created.status, await created.clone().text()).toBe(202);
  const { id } = (await created.json()) as { id: string };
  const get = (name: string) => fetch(`${service.url}/api/documents/${id}/artifacts/${name}`, { headers });
  // The evidence is final once it has its log proof.
  await waitUntil(async () => (await get('evidence.tlog-proof')).status === 200);
  const answer = await get('evidence.zip');
  const zip = Buffer.from(await answer.arrayBuffer());
  const sha256 = createHash('sha256').update(zip).digest('hex');
  expect([answer.status, answer.headers.get('etag'), zip.subarray(0, 2).toString()]).toEqual([
    200,
    `"${sha256}"`,
    'PK',
  ]);
  const [, sealed] = [...double.objects].find(([address]) => address.endsWith(sha256))!;
  // File names inside an archive are not compressed.
  expect(zip.includes('evidence.json')).toBe(true);
  expect([sealed.length, sealed.includes('evidence.json')]).toEqual([zip.length + 28, false]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/artifact_store_seconds_count\{[^}]*operation="get"/);
});

it('reports a bucket with wrong credentials at readiness, before its first use', async () => {
  const port = await findFreePort();
  const other = await spawnService({ environment: { ...settings(), S3_SECRET_ACCESS_KEY: 'another' }, port });
  try {
    let text = '';
    await waitUntil(async () => {
      const answer = await fetch(`${other.url}/readyz`).catch(() => null);
      text = answer === null ? '' : JSON.stringify(await answer.json());
      return text.includes('SignatureDoesNotMatch');
    });
    expect(text).toContain('The artifact store denied access (403 SignatureDoesNotMatch)');
  } finally {
    await other.stop();
    removeData(other);
  }
});
