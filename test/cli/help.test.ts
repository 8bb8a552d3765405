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

it('exits with 2 for an unknown command', () => {
  const { status, stderr } = cli('--halp');
  expect([status, stderr]).toEqual([2, 'Unknown command --halp; try help\n']);
});

it('prints the usage for --help without running the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-help-'));
  for (const name of ['migrate', 'backup', 'web', 'queues', 'verify-evidence', 'generate']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSX, PROGRAM, name, '--help'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
    });
    expect([name, status, stdout, stderr]).toEqual([name, 0, expect.stringMatching(/^usage: /), '']);
  }
  // Regression: `backup --help` wrote a backup of that name, and `migrate --help` migrated.
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it.each([
  ['migrate', '--dry-run'],
  ['backup', '--output'],
])('%s does nothing when an argument is unknown', (...args) => {
  const { status, stdout, stderr } = cli(...args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^usage: /)]);
});
