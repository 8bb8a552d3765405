import { defineConfig } from 'vitest/config';

/** Folders whose tests need PostgreSQL; the rest runs with nothing but Node. */
const platform = [
  'accounts',
  'api',
  'batches',
  'contract',
  'db',
  'documents',
  'evidence',
  'flows',
  'mcp',
  'peppol',
  'processes',
  'queue',
  'radar',
  'runtime',
  'vat',
  'webhooks',
  'workers',
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores are the smallest machine we promise to work on.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: platform.map((folder) => `test/${folder}/**`),
        },
      },
      {
        extends: true,
        test: {
          name: 'platform',
          include: platform.map((folder) => `test/${folder}/**/*.test.ts`),
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
});
