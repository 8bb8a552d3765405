import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Folders whose tests need PostgreSQL; the rest runs with nothing but Node. */
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

/** What takes minutes: processes that are killed and started, load, chance; `npm run test:long` runs them. */
const LONG = 'test/**/*.long.test.ts';

/** Their documents are judged by the engine in `npm test`, and by SaxonJS beside it in `npm run test:long`. */
const JUDGED_TWICE = ['comments', 'peppol/branches', 'peppol/releases', 'peppol/scope', 'sk/sk'].map(
  (name) => `test/rules/${name}.test.ts`,
);

/** What `npm test` tries with a few cases, and `npm run test:long` with all of them: `test/support/cases.ts`. */
const TRIED_WITH_CASES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
  .map((name) => `test/${name}`)
  .filter((path) => readFileSync(path, 'utf8').includes('/support/cases.ts'));

export default defineConfig({
  test: {
    // They end what hangs. However busy the machine is, what a test tells must not depend on how fast it is.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    // Two cores are the smallest machine we promise to work on. A test waits half of its time, for a database, a browser, a
    // process or a pause between attempts: two further workers work meanwhile.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [...platform.map((folder) => `test/${folder}/**`), LONG],
          // They share no state but the modules, and reading those for each file anew was most of their time.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'platform',
          include: platform.map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [LONG],
          // Each file has a database and an app of its own; modules are read once a worker instead of once a file.
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
