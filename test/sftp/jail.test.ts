import { describe, expect, it } from 'vitest';
import { normalise, resolvePath } from '../../src/modules/sftp/jail.ts';

describe('client paths', () => {
  it.each([
    ['', '/'],
    ['.', '/'],
    ['/..', '/'],
    ['../../etc/passwd', '/etc/passwd'],
    ['/inbox/../../../inbox/a', '/inbox/a'],
    ['//inbox//a/', '/inbox/a'],
    ['inbox/./a', '/inbox/a'],
  ])('normalises %j to %s', (path, whole) => expect(normalise(path)).toBe(whole));

  it.each([
    ['/', { kind: 'root' }],
    ['README.txt', { kind: 'readme' }],
    ['/inbox', { kind: 'area', area: 'inbox' }],
    ['/inbox/faktúra č. 7.xml', { kind: 'entry', area: 'inbox', names: ['faktúra č. 7.xml'] }],
    ['results/a.results/b', { kind: 'entry', area: 'results', names: ['a.results', 'b'] }],
    ['/archive/2026-11-23/a', { kind: 'entry', area: 'archive', names: ['2026-11-23', 'a'] }],
    ['/inbox/../archive', { kind: 'area', area: 'archive' }],
  ])('resolves %j to %j', (path, place) => expect(resolvePath(path)).toEqual(place));

  it.each([
    '/etc/passwd',
    '/../../etc/passwd',
    '/inbox/a/b',
    '/results/a/b/c',
    '/README.txt/a',
    '/inbox/a\0b',
    '/inbox/a\nb',
    '/inbox\\..\\..\\etc',
    `/inbox/${'x'.repeat(256)}`,
    `/inbox/${'č'.repeat(128)}`,
    `/${'a/'.repeat(3_000)}`,
    '/work/staging',
    '/Inbox',
    '/inbox/a\uFFFD',
    '/__proto__',
    '/constructor',
  ])('resolves %j to null', (path) => expect(resolvePath(path)).toBeNull());

  it('never resolves any text to a path outside the virtual tree', () => {
    const parts = ['..', '.', '', 'inbox', 'results', 'archive', 'a', '~', '%2e%2e', '\u2215'];
    for (let seed = 0; seed < 20_000; seed++) {
      const path = Array.from({ length: 6 }, (_, index) => parts[Math.floor(seed / 3 ** index) % parts.length]).join(
        '/',
      );
      const place = resolvePath(path);
      if (place?.kind === 'entry') expect(place.names.every((name) => name !== '..' && !name.includes('/'))).toBe(true);
    }
  });
});
