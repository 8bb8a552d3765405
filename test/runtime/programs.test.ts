import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOpenToAll } from '../../src/platform/embedded/account.ts';
import { findPrograms, stage } from '../../src/platform/embedded/programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runs = (program: string): boolean => spawnSync(program, ['--version'], { env: {} }).status === 0;

describe('findPrograms', () => {
  it('finds programs that run', () => {
    const { initdb, postgres } = findPrograms(process.getuid?.() === 0, [folder]);
    expect([runs(initdb), runs(postgres)]).toEqual([true, true]);
  });

  it('creates the library links of the install script in a copy, which all users may run', () => {
    const native = dirname(dirname(findPrograms(false, [folder]).postgres));
    const copy = stage(dirname(native), 'test', folder);
    const library = readdirSync(join(copy, 'lib')).find((name) => /^libicuuc\.so\.\d+$/.test(name));
    expect(library).toBeDefined();
    expect(runs(join(copy, 'bin', 'postgres'))).toBe(true);
    expect(statSync(join(copy, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
    expect(statSync(join(copy, 'share')).mode & 0o777).toBe(0o755);
  });

  it('reuses a complete copy, and replaces an incomplete one', () => {
    const root = dirname(dirname(dirname(findPrograms(false, [folder]).postgres)));
    const copy = stage(root, 'test', folder);
    writeFileSync(join(copy, 'bin', 'postgres.seen'), '');
    unlinkSync(join(copy, 'bin', 'initdb'));
    expect(stage(root, 'test', folder)).toBe(copy);
    expect(readdirSync(join(copy, 'bin'))).toContain('postgres.seen');
    unlinkSync(join(copy, 'bin', 'postgres'));
    expect(stage(root, 'test', folder)).toBe(copy);
    expect(readdirSync(join(copy, 'bin')).sort()).toEqual(['initdb', 'pg_ctl', 'postgres']);
  });
});

describe('isOpenToAll', () => {
  it('checks every parent folder', () => {
    const closed = join(folder, 'closed');
    mkdirSync(join(closed, 'inside'), { recursive: true, mode: 0o755 });
    expect(isOpenToAll(tmpdir())).toBe(true);
    // mkdtemp creates a folder that only its owner may enter.
    expect(isOpenToAll(join(closed, 'inside'))).toBe(false);
  });
});
