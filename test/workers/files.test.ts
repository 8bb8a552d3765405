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

it('the folder of workers is the list of jobs', () => {
  expect(() => checkFiles(readdirSync(join(findRoot(), 'workers')))).not.toThrow();
  expect(() => checkFiles(FILES)).not.toThrow();
});

it('compiled files count as well, and what stands beside them does not', () => {
  const compiled = FILES.flatMap((file) => ['.js', '.js.map', '.d.ts'].map((end) => file.replace(/\.ts$/, end)));
  expect(() => checkFiles(compiled)).not.toThrow();
});

it('a job without a file, and a file without a job, are faults', () => {
  expect(() => checkFiles(FILES.slice(1))).toThrow('No file in workers/ does batch.validate-slice');
  expect(() => checkFiles([...FILES, 'document.dream.ts'])).toThrow('No job is named like workers/document.dream');
});
