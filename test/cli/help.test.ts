import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TSX = `--import=${join(ROOT, 'node_modules/tsx/dist/loader.mjs')}`;
const PROGRAM = join(ROOT, 'src/cli.ts');
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

it('a command that is asked for help says its usage and does nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-help-'));
  for (const name of ['migrate', 'backup', 'web', 'queues', 'verify-evidence', 'generate']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSX, PROGRAM, name, '--help'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
    });
    expect([name, status, stdout, stderr]).toEqual([name, 0, expect.stringMatching(/^usage: /), '']);
  }
  // `backup --help` wrote a backup of that name, `migrate --help` migrated.
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it.each([
  ['migrate', '--dry-run'],
  ['backup', '--output'],
])('%s does nothing where it does not know an argument', (...args) => {
  const { status, stdout, stderr } = cli(...args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^usage: /)]);
});
