import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../../src/platform/index.ts';

const root = mkdtempSync(join(tmpdir(), 'einvoice-make-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('makes what is missing, and takes what is there', () => {
  const path = join(root, 'a/b/c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('says that a file is in the way', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'), 0o700)).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/x'), 0o700)).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('ends where a file system has no folders to make', () => {
  expect(() => makeFolder('/proc/nowhere/data', 0o700)).toThrow(/ENOENT.*'\/proc\/nowhere'/);
});
