import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { explainFailure, keepRunning } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keep-running-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program that writes a letter at each start and then exits with the code. */
const runEnding = (code: number) => {
  const [script, starts] = [join(folder, 'ends.mjs'), join(folder, 'starts')];
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(starts)}, 's');
process.exit(${code});
`,
  );
  const supervised = keepRunning({ name: 'api', script, parameters: [], options: [], log: testLog });
  return { supervised, starts: () => readFileSync(starts, 'utf8').length };
};

it('does not restart a process with an invalid configuration, and exits with the same code', async () => {
  const { supervised, starts } = runEnding(2);
  const error = await supervised.ready.catch((caught: unknown) => caught);
  expect(starts()).toBe(1);
  const { text, exitCode } = explainFailure(error);
  expect(exitCode).toBe(2);
  expect(text).toBe('The service ends: the configuration of the process api is wrong, see its message above.');
});

it('reports a process that repeatedly dies before it is ready, without a stack trace', async () => {
  const { supervised, starts } = runEnding(1);
  const error = await supervised.ready.catch((caught: unknown) => caught);
  expect(starts()).toBe(5);
  const { text, exitCode } = explainFailure(error);
  expect(exitCode).toBe(1);
  expect(text).toBe('The service ends: the process api does not start (exit code 1), see its messages above.');
});
