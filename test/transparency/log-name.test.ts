import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLogName, checkLogNameOfFolder } from '../../src/composition/check-log-name.ts';
import { ConfigProblems, readConfig } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeTestTransparency } from '../support/transparency.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-log-name-'));
let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.drop();
});

const SECRET = 'x'.repeat(43);
const configOf = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment });
const PRODUCTION = { ENVIRONMENT: 'production', EVIDENCE_SECRET: SECRET, SECRETS_KEY: SECRET };
const NAMED: readonly Record<string, string>[] = [
  {},
  { ...PRODUCTION, PUBLIC_URL: 'https://einvoice.example.com' },
  { ...PRODUCTION, LOG_ORIGIN: 'einvoice.example.com/log' },
];

/** The message of the error, which names both variables. */
const refused = (error: unknown): string => {
  expect(error).toBeInstanceOf(ConfigProblems);
  return (error as Error).message;
};

describe('a transparency log without a name of its own', () => {
  it('is not begun in production, neither in an embedded database nor in an existing one', async () => {
    const config = configOf(PRODUCTION);
    const messages = [
      await Promise.resolve(config).then(checkLogNameOfFolder).catch(refused),
      await checkLogName(config, test.db).catch(refused),
    ];
    for (const message of messages) expect(message).toMatch(/PUBLIC_URL.*LOG_ORIGIN/s);
  });

  it.each(NAMED)('is allowed in a sandbox or with a name: %j', async (environment) => {
    const config = configOf(environment);
    expect(() => checkLogNameOfFolder(config)).not.toThrow();
    await expect(checkLogName(config, test.db)).resolves.toBeUndefined();
  });

  it('continues when it already exists', async () => {
    const config = configOf(PRODUCTION);
    mkdirSync(join(folder, 'postgres'));
    await makeTestTransparency(test.db, { now: Date.now }).identity();
    expect(() => checkLogNameOfFolder(config)).not.toThrow();
    await expect(checkLogName(config, test.db)).resolves.toBeUndefined();
  });
});
