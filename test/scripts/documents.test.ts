import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';

const root = findRoot();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const listed = (pattern: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

describe('documents', () => {
  it('link only to files that exist', () => {
    const broken = listed('*.md').flatMap((path) => {
      const prose = read(path).replaceAll(/^```[\s\S]*?^```$/gm, '');
      return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^(?:https?:|mailto:|#|\/)/.test(target))
        .filter((target) => !existsSync(join(root, dirname(path), decodeURI(target.split('#')[0]!))))
        .map((target) => `${path}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it.each(['CONTRIBUTING.md', 'README.md'])('%s names only paths that exist', (path) => {
    const named = [...read(path).matchAll(/`((?:src|packages|schematron|test|tools|web|workers|docs)\/[^`\s<>*]+)`/g)];
    expect(named.map(([, target]) => target!).filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it.each([
    ['README.md', 8],
    ['CONTRIBUTING.md', 10],
  ])('%s has at most %d KB', (path, kilobytes) => {
    expect(Buffer.byteLength(read(path))).toBeLessThanOrEqual(kilobytes * 1024);
  });

  it('package.json has at most 20 scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  });

  it('commands named in documents are scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const unknown = listed('*.md')
      .filter((path) => !path.startsWith('tools/bench/results/'))
      .flatMap((path) =>
        [...read(path).matchAll(/npm run ([a-z][a-z:-]*)/g)]
          .map(([, name]) => name!)
          .filter((name) => !(name in scripts)),
      );
    expect(unknown).toEqual([]);
  });
});
