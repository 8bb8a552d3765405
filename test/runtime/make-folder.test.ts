import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../../src/platform/index.ts';

const root = mkdtempSync(join(tmpdir(), 'einvoice-make-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('creates missing folders, and accepts existing ones', () => {
  const path = join(root, 'a/b/c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('reports a file at the path', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'), 0o700)).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/x'), 0o700)).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('terminates where the file system allows no folders', () => {
  expect(() => makeFolder('/proc/nowhere/data', 0o700)).toThrow(/ENOENT.*'\/proc\/nowhere'/);
});
