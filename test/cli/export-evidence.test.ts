import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { exportEvidence } from '../../src/cli/export-evidence.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { drawReport, makeEvidence, type SignedReport } from '../../src/modules/evidence/index.ts';
import { readZip } from '../../src/modules/rules/loader/read-zip.ts';
import { findRoot } from '../../src/platform/index.ts';
import { ORIGIN, resultOf } from '../evidence/make-one.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { ENGINE, makeId, makeWorkspace } from '../support/records.ts';
import { makeTestTransparency } from '../support/transparency.ts';
import { startVaultDouble, type VaultDouble } from '../support/vault-double.ts';
import { isSigned } from '../verifier/verify-one.ts';

const SECRET = 'a secret of the tests alone, 32 or more';

let test: TestDatabase;
let vault: VaultDouble;
let folder: string;
let scope: Scope;
let stored: readonly SignedReport[];
let lines: string[];
beforeAll(async () => {
  test = await makeTestDatabase();
  vault = await startVaultDouble('ecdsa-p256', Date.UTC(2026, 0));
  folder = mkdtempSync(join(tmpdir(), 'einvoice-export-'));
  scope = await makeWorkspace(test.db);
  stored = await keepTwo();
});
afterAll(async () => {
  await vault.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  lines = [];
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void lines.push(line));
  const variables = {
    DATABASE_URL: test.url,
    DATA_DIR: folder,
    EVIDENCE_SECRET: SECRET,
    EVIDENCE_SEALER: 'vault',
    EVIDENCE_SEALER_SIGNS: 'all',
    VAULT_ADDR: vault.url,
    VAULT_TRANSIT_KEY: 'transit/evidence',
    VAULT_TOKEN: vault.token,
    OUTBOUND_ALLOW: '127.0.0.1',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Creates two reports of a workspace; the first is in the log. */
async function keepTwo(): Promise<readonly SignedReport[]> {
  const now = (): number => Date.now();
  const transparency = makeTestTransparency(test.db);
  const evidence = makeEvidence({
    db: test.db,
    secret: () => SECRET,
    engine: ENGINE,
    packOf: (id, version) => ({ id, version, digest: '1'.repeat(64) }),
    now,
    newId: makeId,
    transparency,
    printReport: drawReport,
    site: null,
  });
  const storeReport = async (xml: string): Promise<SignedReport> => {
    const result = resultOf(xml);
    const written = await evidence.make({ result, sizeBytes: xml.length, origin: ORIGIN, language: 'sk' });
    await evidence.keep(scope, written);
    return written.report;
  };
  const first = await storeReport('<valid/>');
  const writing = transparency.startWriting();
  const digest = hash('sha256', toCanonicalJson(first as unknown as JsonValue), 'buffer');
  expect(await transparency.waitForProof(digest, 60_000, new AbortController().signal)).toHaveProperty('file');
  await writing.stop();
  return [first, await storeReport('<broken/>')];
}

it("creates the same export as the API: signed with the installation's key, each sample with all its files", async () => {
  const out = join(folder, 'month.zip');
  const options = ['--workspace', scope.workspaceId, '--month', '2026-11', '--sample', '2', '--out', out];
  expect([await exportEvidence(options), lines]).toEqual([0, [out]]);

  const files = await readZip(readFileSync(out));
  const textOf = (name: string): string => Buffer.from(files.get(name)!).toString();
  const signature = textOf('SHA256SUMS.jws');
  expect(await isSigned(files, textOf('keys.json'))).toBe(true);
  expect(JSON.parse(Buffer.from(signature.split('.')[0]!, 'base64url').toString())).toMatchObject({ alg: 'ES256' });
  for (const line of textOf('SHA256SUMS').trimEnd().split('\n')) {
    const [digest, name] = line.split('  ') as [string, string];
    expect(hash('sha256', files.get(name)!)).toBe(digest);
  }
  expect(JSON.parse(textOf('summary.json'))).toMatchObject({ totals: { reports: 2, valid: 1, invalid: 1 } });

  const list: { id: string; log_index: number | null }[] = JSON.parse(textOf('evidence.json'));
  expect(list.map(({ id, log_index }) => [id, log_index])).toEqual([
    [stored[0]!.id, 0],
    [stored[1]!.id, null],
  ]);
  expect(textOf('evidence.csv')).toMatch(/;Miesto vo verejnom denníku;Doklad \(ID\)\r\n1;.*;0;\r\n2;.*;;\r\n$/);
  const [logged, waiting] = await Promise.all(stored.map(({ id }) => readZip(files.get(`samples/${id}.zip`)!)));
  expect(Buffer.from(logged!.get('evidence.tlog-proof')!).toString()).toContain('\nindex 0\n');
  expect(waiting!.has('evidence.tlog-proof')).toBe(false);
  const isBuilt = existsSync(join(findRoot(), 'dist/verify.mjs'));
  for (const sample of [logged!, waiting!]) expect(sample.has('verify.mjs')).toBe(isBuilt);
});

it('refuses to overwrite a file', async () => {
  const options = ['--workspace', scope.workspaceId, '--month', '2026-11', '--out', join(folder, 'there.zip')];
  expect(await exportEvidence(options)).toBe(0);
  expect(await exportEvidence(options)).toBe(2);
  expect(lines.at(-1)).toMatch(/there\.zip cannot be written: EEXIST$/);
});

it('removes a partial export after an error', async () => {
  vi.stubEnv('VAULT_TOKEN', 'hvs.wrong');
  const out = join(folder, 'half.zip');
  await expect(
    exportEvidence(['--workspace', scope.workspaceId, '--month', '2026-11', '--out', out]),
  ).rejects.toThrow();
  expect(existsSync(out)).toBe(false);
});

it.each([[[]], [['--month', '2026-13', '--workspace', 'w']], [['--what']]])(
  'prints its usage for the arguments %j',
  async (args) => {
    expect(await exportEvidence(args)).toBe(2);
    expect(lines.at(-1)).toMatch(/^usage: export-evidence/);
  },
);
