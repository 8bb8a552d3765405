import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Folders whose tests need PostgreSQL; the others need only Node. */
const platform = [
  'accounts',
  'http',
  'artifact-store',
  'batches',
  'cli',
  'contract',
  'db',
  'documents',
  'sftp-intake',
  'evidence',
  'flows',
  'mcp',
  'partitions',
  'partners',
  'peppol',
  'process-metrics',
  'queue',
  'rule-releases',
  'runtime',
  'sending',
  'sftp',
  'transparency',
  'vat',
  'webhooks',
  'workers',
];

/** Tests that take minutes (killed processes, load, random cases); `npm run test:long` runs them. */
const LONG = 'test/**/*.long.test.ts';

/** Tests of rules: `npm test` uses the engine, `npm run test:long` also SaxonJS. */
const JUDGED_TWICE = [
  'comments',
  'en16931-cii/rules',
  'peppol/branches',
  'peppol/releases',
  'peppol/scope',
  'sk/sk',
].map((name) => `test/rules/${name}.test.ts`);

/** Tests that run with few cases in `npm test` and with all in `npm run test:long` (`test/support/cases.ts`). */
const TRIED_WITH_CASES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
  .map((name) => `test/${name}`)
  .filter((path) => readFileSync(path, 'utf8').includes('/support/cases.ts'));

/** Tests that replace modules, which tests in the same worker must not see. */
const ISOLATED = 'test/locales/**/*.test.ts';

export default defineConfig({
  test: {
    // Only stops tests that hang: results must not depend on the speed of the machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    // The smallest supported machine has two cores. Tests wait for half of their time (database, browser, processes,
    // pauses), so that four workers use both cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [...platform.map((folder) => `test/${folder}/**`), LONG, ISOLATED],
          // These tests share only modules; loading the modules again for each file took most of the time.
          pool: 'threads',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: [ISOLATED] } },
      {
        extends: true,
        test: {
          name: 'platform',
          include: platform.map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [LONG],
          // Each file has its own database and app; modules are loaded once per worker instead of once per file.
          isolate: false,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'twice',
          include: JUDGED_TWICE,
          env: { BOTH_PROCESSORS: '1' },
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'cases',
          include: TRIED_WITH_CASES,
          env: { EVERY_CASE: '1' },
          isolate: false,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'long', include: [LONG], globalSetup: ['test/support/global-setup.ts'] },
      },
    ],
  },
});
