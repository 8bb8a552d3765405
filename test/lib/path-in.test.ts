import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathIn } from '../../src/lib/path-in.ts';

describe('pathIn', () => {
  it('returns the same path as join', () => {
    for (const name of ['a.xml', '...', '..a', 'a..', '. ', 'č ž', '\\..\\a', '%2e%2e', '-'])
      expect(pathIn('/srv/files', name)).toBe(join('/srv/files', name));
  });

  it('rejects names that leave the folder, contain a subfolder, or are empty', () => {
    for (const name of ['', '.', '..', '../a', 'a/../../b', '/', '/etc/passwd', 'a/b', 'a/', 'a\0.xml'])
      expect(() => pathIn('/srv/files', name), name).toThrow(RangeError);
  });
});
