import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeChangelog, nextVersion, release } from '../../scripts/release.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n';
const DAY = '2026-11-23';

describe('next version (Semantic Versioning 2.0, items 6 to 8)', () => {
  it.each([
    ['0.1.9', 'patch', '0.1.10'],
    ['0.1.9', 'minor', '0.2.0'],
    ['0.1.9', 'major', '1.0.0'],
    ['0.9.0', '0.10.0', '0.10.0'],
  ])('%s %s → %s', (version, step, next) => {
    expect(nextVersion(version, step)).toBe(next);
  });

  it.each(['0.1.9', '0.1.8', '0.0.99', '1.0', 'next', ''])('rejects %s after 0.1.9', (step) => {
    expect(() => nextVersion('0.1.9', step)).toThrow(/neither|after/);
  });
});

describe('changelog', () => {
  it('keeps an empty section for unreleased changes', () => {
    expect(closeChangelog(CHANGELOG, '0.2.0', DAY)).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n',
    );
  });

  it('a version cannot be closed twice', () => {
    expect(() => closeChangelog(closeChangelog(CHANGELOG, '0.2.0', DAY), '0.3.0', DAY)).toThrow(
      'Nothing is unreleased',
    );
  });

  it('dates a version that is written before its release, and rejects another version', () => {
    const first = CHANGELOG.replace('[Unreleased]', '[1.0.0] - Unreleased');
    expect(closeChangelog(first, '1.0.0', DAY)).toContain('## [Unreleased]\n\n## [1.0.0] - 2026-11-23\n\n### Added\n');
    expect(() => closeChangelog(first, '0.2.0', DAY)).toThrow('expects 1.0.0');
  });

  it('every changelog of the repository has an unreleased section', () => {
    for (const folder of ['', 'packages/schematron/', 'packages/validator/'])
      expect(closeChangelog(readFileSync(`${folder}CHANGELOG.md`, 'utf8'), '1.0.0', DAY)).toContain(
        `## [1.0.0] - ${DAY}`,
      );
  });
});

describe('release', () => {
  let root: string;
  const git = (...parameters: string[]): string => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
  const write = (path: string, value: unknown): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
  };
  const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(root, path), 'utf8'));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'release-'));
    const engine = { name: '@e-invoice/schematron', version: '0.1.0' };
    const validator = {
      name: '@e-invoice/validator',
      version: '0.1.0',
      dependencies: { '@e-invoice/schematron': '0.1.0' },
    };
    write('package.json', { name: 'e-invoice-service', version: '0.1.0' });
    write('packages/schematron/package.json', engine);
    write('packages/validator/package.json', validator);
    write('package-lock.json', {
      version: '0.1.0',
      packages: { '': { version: '0.1.0' }, 'packages/schematron': engine, 'packages/validator': validator },
    });
    for (const folder of ['', 'packages/schematron/', 'packages/validator/']) write(`${folder}CHANGELOG.md`, CHANGELOG);
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.com');
    git('add', '.');
    git('commit', '--quiet', '--message', 'All');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('of a package: updates manifest, changelog, dependents and lockfile; one commit, one tag', () => {
    expect(release({ root, name: 'schematron', step: 'minor', day: DAY })).toMatchObject({
      version: '0.2.0',
      tag: 'schematron-v0.2.0',
    });
    expect(read('packages/schematron/package.json').version).toBe('0.2.0');
    expect(read('packages/validator/package.json')).toMatchObject({
      version: '0.1.0',
      dependencies: { '@e-invoice/schematron': '0.2.0' },
    });
    expect(read('package-lock.json').packages).toMatchObject({
      'packages/schematron': { version: '0.2.0' },
      'packages/validator': { dependencies: { '@e-invoice/schematron': '0.2.0' } },
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s', '-1', 'schematron-v0.2.0')).toBe('Release schematron 0.2.0\n');
  });

  it('of the service leaves the packages unchanged', () => {
    release({ root, name: 'service', step: '1.0.0', day: DAY });
    expect(read('package.json').version).toBe('1.0.0');
    expect(read('package-lock.json')).toMatchObject({ version: '1.0.0', packages: { '': { version: '1.0.0' } } });
    expect(read('packages/validator/package.json').version).toBe('0.1.0');
    expect(git('tag')).toBe('v1.0.0\n');
  });

  it('writes nothing in a dry run, and rejects a checkout with changes', () => {
    expect(release({ root, name: 'validator', step: 'patch', day: DAY, dryRun: true }).version).toBe('0.1.1');
    expect(git('status', '--porcelain') + git('tag')).toBe('');
    write('README.md', 'changed');
    expect(() => release({ root, name: 'validator', step: 'patch', day: DAY })).toThrow('not committed');
  });
});
