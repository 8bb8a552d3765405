import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkEvidenceSecret, checkFolder, makeReadiness, type ReadinessCheck } from '../../src/platform/index.ts';
import { testLog as log } from '../support/database.ts';

let folder: string;
let now = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-readiness-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (...checks: ReadinessCheck[]) => makeReadiness({ checks, log, now: () => now }).check();

describe('folder check', () => {
  it('succeeds for a writable folder, existing or not, and leaves no files', async () => {
    mkdirSync(join(folder, 'uploads'));
    const fine = (id: string) => ({ id, ok: true, required: true, detail: null });
    const checks = ['', 'uploads', 'rules'].map((name) => checkFolder(name || 'data_dir', folder, name, log));
    expect(await check(...checks)).toEqual([fine('data_dir'), fine('uploads'), fine('rules')]);
    const absent = join(folder, 'not', 'there');
    expect(await check(checkFolder('data_dir', absent, '', log))).toEqual([fine('data_dir')]);
    expect([readdirSync(folder), readdirSync(join(folder, 'uploads'))]).toEqual([['uploads'], []]);
  });

  it('reports an unwritable folder by name and system error, without its path', async () => {
    writeFileSync(join(folder, 'uploads'), 'a file where the folder should be');
    expect(await check(checkFolder('uploads', folder, 'uploads', log))).toEqual([
      {
        id: 'uploads',
        ok: false,
        required: true,
        detail: 'The folder uploads in DATA_DIR cannot be written (ENOTDIR)',
      },
    ]);
    const [found] = await check(checkFolder('data_dir', join(folder, 'uploads', 'data'), '', log));
    expect(found).toEqual({
      id: 'data_dir',
      ok: false,
      required: true,
      detail: 'DATA_DIR cannot be written (ENOTDIR)',
    });
  });
});

describe('evidence secret check', () => {
  const isReady = async (dataDir: string, evidenceSecret: string | null = null): Promise<boolean> =>
    (await check(checkEvidenceSecret({ dataDir, evidenceSecret })))[0]!.ok;

  it('succeeds when the secret is configured, stored, or can be created', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await isReady(join(folder, 'file'), 'a secret of at least 32 characters')).toBe(true);
    expect(await isReady(folder)).toBe(true);
    writeFileSync(join(folder, 'evidence.secret'), 'kept');
    expect(await isReady(folder)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['evidence.secret', 'file']);
  });

  it('fails otherwise', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await isReady(join(folder, 'file'))).toBe(false);
    mkdirSync(join(folder, 'evidence.secret'));
    expect(await isReady(folder)).toBe(false);
  });
});

it('caches results for a few seconds; a check that throws has failed', async () => {
  let calls = 0;
  const counted = async (): Promise<string | null> => {
    calls += 1;
    if (calls > 1) throw new Error('away');
    return null;
  };
  const readiness = makeReadiness({ checks: [{ id: 'it', ask: counted }], log, now: () => now });
  await Promise.all(Array.from({ length: 50 }, readiness.check));
  expect([calls, await readiness.check()]).toEqual([1, [{ id: 'it', ok: true, required: true, detail: null }]]);
  now += 4_000;
  expect(await readiness.check()).toEqual([{ id: 'it', ok: false, required: true, detail: 'It could not be checked' }]);
  expect(calls).toBe(2);
});

it('reports a failing informational check as such', async () => {
  const failing = { id: 'it', ask: async () => 'It is away', advisory: true };
  expect(await check(failing)).toEqual([{ id: 'it', ok: false, required: false, detail: 'It is away' }]);
});
