import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../../../locales/index.ts';
import { makeStamping } from '../../../src/composition/stamping.ts';
import { drawReport, makeEvidence, makeRemoteKey } from '../../../src/modules/evidence/index.ts';
import { readZip } from '../../../src/modules/rules/loader/index.ts';
import {
  type Config,
  type HttpClient,
  makeHttpClient,
  makeMetrics,
  makeSecretCipher,
  type SealerConfig,
} from '../../../src/platform/index.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { type CscDouble, startCscDouble } from '../../support/csc-double.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../../support/database.ts';
import { makeTestTransparency } from '../../support/transparency.ts';
import { startTsaDouble, type TsaDouble } from '../../support/tsa-double.ts';
import { ORIGIN, resultOf } from '../make-one.ts';

const XML = '<broken/>';
const root = makeCertificate('Root of a provider');
const seal = makeCertificate('Seal', { issuer: root, authority: false, qualified: 'seal' });
const stamps = makeCertificate('Stamps', { issuer: root, authority: false, stamps: 'critical' });

let folder: string;
let database: TestDatabase;
let http: HttpClient;
let csc: CscDouble;
let tsa: TsaDouble;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-qualified-'));
  writeFileSync(join(folder, 'root.pem'), root.cert);
  database = await makeTestDatabase();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  csc = await startCscDouble({ chain: [seal, root], writes: 'der' });
  tsa = await startTsaDouble([stamps, root], Date.now());
});
afterAll(async () => {
  await Promise.all([csc.close(), tsa.close(), http.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('a sealed, logged and stamped report is graded as qualified, and OpenSSL verifies it', async () => {
  const { db } = database;
  const now = () => Date.now();
  const metrics = makeMetrics('test');
  const transparency = makeTestTransparency(db);
  const config = {
    outboundAllow: ['127.0.0.1'],
    timeAuthority: { url: tsa.url, ca: join(folder, 'root.pem'), policy: null, login: null, interval: 3_600_000 },
  } as unknown as Config;
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
  const sealer = {
    ...csc,
    kind: 'csc',
    tokenUrl: null,
    signs: 'reports',
    timeLimit: 30_000,
  } as unknown as SealerConfig;
  const grades: string[] = [];
  const evidence = makeEvidence({
    db,
    transparency,
    secret: () => 'a secret of the tests alone, 32 or more',
    engine: ORIGIN.engine,
    packOf: (id, version) => ({ id, version, digest: '1'.repeat(64) }),
    now,
    newId: () => 'rep_one',
    printReport: (sheet) => {
      grades.push(sheet.grade);
      return drawReport(sheet);
    },
    site: null,
    remote: { key: makeRemoteKey(sealer, http, now), timeLimit: 30_000, signs: 'reports', onFault: () => undefined },
  });
  const written = await evidence.make({ result: resultOf(XML), sizeBytes: XML.length, origin: ORIGIN, language: 'sk' });
  await evidence.archive(written, null);

  const writer = transparency.startWriting();
  await evidence.log(written);
  await expect.poll(() => transparency.checkpoint()).not.toBeNull();
  await writer.stop();
  await evidence.archive(written, null);

  // An unavailable authority does not fail the job; it retries a minute later.
  tsa.trouble = 'busy';
  await stampCheckpoints!();
  tsa.trouble = null;
  tsa.qualified = true;
  await stampCheckpoints!();
  const files = await readZip(await evidence.archive(written, null));
  expect(grades.filter((grade, index) => grade !== grades[index - 1])).toEqual([
    'signed',
    'signed_and_logged',
    'qualified',
  ]);
  expect(await evidence.gradeOf(written)).toBe('qualified');
  const printed = await extractText(await getDocumentProxy(new Uint8Array(files.get('report.pdf')!)), {
    mergePages: true,
  });
  expect(printed.text.replaceAll(/\s+/g, ' ')).toContain(textIn('sk', 'evidence-pdf.grade.qualified'));
  expect(await metrics.render()).toMatch(/time_stamps_total\{outcome="failed"[^}]*\} 1\n/);
  await close();

  const [, checkpoint = ''] = Buffer.from(files.get('evidence.tlog-proof')!).toString().split('\n\n');
  writeFileSync(join(folder, 'checkpoint.txt'), `${checkpoint}\n`);
  writeFileSync(join(folder, 'checkpoint.tsr'), files.get('checkpoint.tsr')!);
  if (!hasOpenssl()) return;
  const args = ['ts', '-verify', '-in', 'checkpoint.tsr', '-data', 'checkpoint.txt', '-CAfile', 'root.pem'];
  expect(execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).toContain('Verification: OK');
});

function hasOpenssl(): boolean {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3');
  } catch {
    return false;
  }
}
