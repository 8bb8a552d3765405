import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { jobs } from '../../src/platform/queue/index.ts';
import { checkFiles } from '../../workers/main.ts';

const FILES = [
  ...Object.keys(jobs)
    .map((job) => `${job}.ts`)
    .sort(),
  'main.ts',
  'pools.ts',
  'worker.ts',
];

it('accepts files in workers/ that match the job table', () => {
  expect(() => checkFiles(readdirSync(join(findRoot(), 'workers')))).not.toThrow();
  expect(() => checkFiles(FILES)).not.toThrow();
});

it('accepts compiled files and ignores other files', () => {
  const compiled = FILES.flatMap((file) => ['.js', '.js.map', '.d.ts'].map((end) => file.replace(/\.ts$/, end)));
  expect(() => checkFiles(compiled)).not.toThrow();
});

it('rejects a job without a file and a file without a job', () => {
  expect(() => checkFiles(FILES.slice(1))).toThrow('No file in workers/ handles batch.validate-slice');
  expect(() => checkFiles([...FILES, 'document.dream.ts'])).toThrow('No job type matches workers/document.dream');
});
