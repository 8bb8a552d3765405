import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../src/platform/index.ts';
import { type PeppolDouble, SMP_HOST, startPeppolDouble, ZONE } from '../peppol/peppol-double.ts';
import { testLog } from '../support/database.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { INVOICE } from '../support/smp-double.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { type Client, makeClient } from './client.ts';

/**
 * All processes of an installation share cached register and network lookups: two API and one worker process, each
 * with its own folder, as on separate machines.
 */

const QUEUES: [string, boolean][] = [
  ['PostgreSQL', false],
  ...(hasRedis ? [['Redis', true] as [string, boolean]] : []),
];
const VALID = 'SK2020317068';
const OTHERS = ['SK2020270780', 'SK2021853504'];
const MEMBER = '0245:2020317068';
const UNREGISTERED = '0245:2120123456';

type Verified = { readonly valid: boolean; readonly cached: boolean };
type Found = { readonly registered: boolean; readonly cached: boolean };

describe.each(QUEUES)('processes with one database, queue on %s', (_, onRedis) => {
  let folder: string;
  let database: EmbeddedPostgres;
  let redis: TestRedis | null = null;
  let vies: ViesDouble;
  let network: PeppolDouble;
  let processes: Service[] = [];
  let here: Client;
  let there: Client;

  const start = async (role: string): Promise<Service> => {
    const port = await findFreePort();
    return startService({
      port,
      parameters: [`--run=${role}`],
      environment: {
        DATABASE_URL: database.url,
        REDIS_URL: redis?.url ?? '',
        EVIDENCE_SECRET: 'the evidence secret of shared caches alone',
        SECRETS_KEY: 'the key for secrets of shared caches alone',
        VIES_URL: vies.restUrl,
        VIES_SOAP_URL: vies.soapUrl,
        PEPPOL_ZONE: ZONE,
        DNS_SERVERS: network.dns.address,
        PEPPOL_TRUST_ANCHORS: join(folder, 'anchors.pem'),
        NODE_EXTRA_CA_CERTS: join(folder, 'web-ca.pem'),
        OUTBOUND_ALLOW: `127.0.0.1,${SMP_HOST}`,
        // Workers serve readiness on their metrics port.
        ...(role === 'workers' && { METRICS_PORT: String(port) }),
      },
    });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'einvoice-caches-'));
    database = await startPostgres({ dataDir: join(folder, 'database'), log: testLog, maxConnections: 100 });
    redis = onRedis ? await startTestRedis(tmpdir()) : null;
    vies = await startViesDouble();
    network = await startPeppolDouble();
    network.enter(MEMBER);
    network.smp.publish(MEMBER, [INVOICE], { certificate: network.pki.accessPoint }, network.pki.smp);
    writeFileSync(join(folder, 'anchors.pem'), network.pki.smpCa.cert);
    writeFileSync(join(folder, 'web-ca.pem'), network.webCa);
    // Sequentially: the first one migrates the database.
    for (const role of ['api', 'api', 'workers']) processes.push(await start(role));
    const key = randomUUID();
    [here, there] = [0, 1].map((at) => makeClient(() => processes[at]!.url, key)) as [Client, Client];
  });
  afterAll(async () => {
    for (const service of processes) {
      await service.stop();
      removeData(service);
    }
    processes = [];
    await vies?.close();
    await network?.close();
    await redis?.stop();
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are separate operating system processes', () => {
    expect(new Set(processes.flatMap((service) => service.processes())).size).toBeGreaterThanOrEqual(3);
  });

  it('share cached VAT verifications, including negative ones', async () => {
    const verify = (client: Client, vat: string) => client.get<Verified>(`/v1/vat/verify?vat=${vat}`);
    const first = await verify(here, VALID);
    expect(first).toMatchObject({ cached: false });
    const before = vies.requests.length;
    expect(before).toBeGreaterThan(0);
    expect(await verify(there, VALID)).toMatchObject({ valid: first.valid, cached: true });
    expect(vies.requests.length).toBe(before);
  });

  it('reuse verifications of the API in a batch that the workers process', async () => {
    for (const vat of OTHERS) await there.get(`/v1/vat/verify?vat=${vat}`);
    const before = vies.requests.length;
    const answer = await here.fetch('/v1/vat/verify/batch', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ vats: [VALID, ...OTHERS] }),
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(202);
    const { id } = JSON.parse(text) as { id: string };
    await waitUntil(
      async () => (await here.get<{ status: string }>(`/v1/vat/verify/batch/${id}`)).status === 'completed',
    );
    expect(vies.requests.length).toBe(before);
  });

  it('share cached Peppol lookups, including unregistered participants', async () => {
    const lookUp = (client: Client, participant: string) =>
      client.get<Found>(`/api/peppol/participants/${participant}?document_type=invoice`);
    const countRequests = () => [network.dns.requests.length, network.smp.requests.length];
    const start = countRequests();
    expect(await lookUp(here, MEMBER)).toMatchObject({ registered: true, cached: false });
    const before = countRequests();
    expect(before.every((count, at) => count > start[at]!)).toBe(true);
    expect(await lookUp(there, MEMBER)).toMatchObject({ registered: true, cached: true });
    expect(await lookUp(there, UNREGISTERED)).toMatchObject({ registered: false, cached: false });
    const after = countRequests();
    expect(await lookUp(here, UNREGISTERED)).toMatchObject({ registered: false, cached: true });
    expect(countRequests()).toEqual(after);
    expect(after[1]).toBe(before[1]);
  });
});
