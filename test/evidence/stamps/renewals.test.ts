import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStamping } from '../../../src/composition/stamping.ts';
import { drawReport, makeEvidence, makeExaminer, readAnchors } from '../../../src/modules/evidence/index.ts';
import { readKeys } from '../../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../../src/modules/rules/loader/index.ts';
import { type Config, makeMetrics, makeSecretCipher } from '../../../src/platform/index.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../../support/database.ts';
import { makeTestTransparency } from '../../support/transparency.ts';
import { startTsaDouble, type TsaDouble } from '../../support/tsa-double.ts';
import { verifyOne } from '../../verifier/verify-one.ts';
import { ORIGIN, resultOf } from '../make-one.ts';

const XML = '<broken/>';
const DAY = 86_400_000;
const START = Date.now();
const validity = (days: number) => ({ from: new Date(START - DAY), to: new Date(START + days * DAY) });
const root = makeCertificate('Root of stamps', validity(4_000));
const stampsUntil = (days: number) =>
  makeCertificate('Stamps', { ...validity(days), issuer: root, authority: false, stamps: 'critical' });

let folder: string;
let database: TestDatabase;
let tsa: TsaDouble;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-renewals-'));
  writeFileSync(join(folder, 'root.pem'), root.cert);
  database = await makeTestDatabase();
  tsa = await startTsaDouble([stampsUntil(200), root], START);
});
afterAll(async () => {
  await tsa.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('an archive written later contains the renewals of its time stamp, which verifiers and OpenSSL accept', async () => {
  const { db } = database;
  const now = () => tsa.time;
  const transparency = makeTestTransparency(db);
  const config = {
    outboundAllow: ['127.0.0.1'],
    timeAuthority: { url: tsa.url, ca: join(folder, 'root.pem'), policy: null, login: null, interval: 3_600_000 },
  } as unknown as Config;
  const metrics = makeMetrics('test');
  const parts = {
    config,
    db,
    log: testLog,
    metrics,
    now,
    role: 'test',
    name: 'test',
    newId: () => randomUUID(),
    cipher: makeSecretCipher(null),
  };
  const { stampCheckpoints, close } = makeStamping(parts, transparency);
  const evidence = makeEvidence({
    db,
    transparency,
    secret: () => 'a secret of the tests alone, 32 or more',
    engine: ORIGIN.engine,
    packOf: (id, version) => ({ id, version, digest: '1'.repeat(64) }),
    now,
    newId: () => 'rep_one',
    printReport: drawReport,
    site: null,
  });
  const origin = { ...ORIGIN, at: new Date(START).toISOString() };
  const written = await evidence.make({ result: resultOf(XML), sizeBytes: XML.length, origin, language: 'sk' });
  await evidence.log(written);
  const writer = transparency.startWriting();
  await expect.poll(() => transparency.checkpoint()).not.toBeNull();
  await writer.stop();
  await stampCheckpoints!();
  const early = await evidence.archive(written, null);
  for (const [after, days] of [
    [150, 1_000],
    [950, 3_000],
  ] as const) {
    tsa.time = START + after * DAY;
    tsa.chain = [stampsUntil(days), root];
    await stampCheckpoints!();
  }
  await close();

  const late = await evidence.archive(written, null);
  // The stored archive of a document is renewed in the same way for an export.
  expect(await evidence.renew(early)).toEqual(late);
  const trusted = await readKeys(JSON.stringify(await evidence.publishedKeys()));
  const examiner = makeExaminer(readAnchors(root.cert));
  const checksOf = async (bytes: Uint8Array): Promise<string[]> => {
    const { verdict, findings, checks } = await verifyOne(bytes, null, { trusted, examiner });
    expect([verdict, findings]).toEqual(['genuine', []]);
    return checks.filter(({ state }) => state === 'held').map(({ name }) => name);
  };
  expect(await checksOf(early)).not.toContain('renewals');
  expect(await checksOf(late)).toEqual(
    expect.arrayContaining(['time', 'renewals', 'stamp_signature', 'stamp_authority']),
  );

  if (!hasOpenssl()) return;
  const files = await readZip(late);
  const stamps = ['checkpoint.tsr', 'checkpoint.2.tsr', 'checkpoint.3.tsr'];
  for (const name of stamps) writeFileSync(join(folder, name), files.get(name)!);
  const [, text = ''] = Buffer.from(files.get('evidence.tlog-proof')!).toString().split('\n\n');
  const checkpoint = Buffer.from(`${text}\n`);
  const times = [START, START + 150 * DAY, START + 950 * DAY];
  for (const [index, name] of stamps.entries()) {
    const before = index === 0 ? [] : [files.get(stamps[index - 1]!)!];
    writeFileSync(join(folder, 'stamped.bin'), Buffer.concat([...before, checkpoint]));
    const at = String(Math.ceil(times[index]! / 1_000));
    const args = ['ts', '-verify', '-in', name, '-data', 'stamped.bin', '-CAfile', 'root.pem', '-attime', at];
    expect(execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).toContain('OK');
  }
});

function hasOpenssl(): boolean {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3');
  } catch {
    return false;
  }
}
