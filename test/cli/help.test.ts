import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const cli = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'src/cli.ts', ...args], { cwd: ROOT, encoding: 'utf8' });

it.each([[], ['help'], ['--help'], ['-h']])('lists the commands: %s', (...args) => {
  const { status, stdout } = cli(...args);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^backup +\S/m);
});

it('a command that does not exist is a fault of usage', () => {
  const { status, stderr } = cli('--halp');
  expect([status, stderr]).toEqual([2, 'There is no command --halp; try help\n']);
});
