/**
 * Releases the service or a workspace package: sets the version, closes the section of the changelog, commits and
 * tags.
 * Does not push or publish.
 *
 * Usage: npm run release -- <service|schematron|validator> <major|minor|patch|x.y.z> [--dry-run]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['service', 'schematron', 'validator'] as const;
type Name = (typeof NAMES)[number];

type Manifest = { name: string; version: string; dependencies?: Record<string, string> };
type Lock = { version: string; packages: Record<string, Manifest> };
/** Keep a Changelog: changes without a version yet, or of a version that is not tagged yet. */
const UNRELEASED = /^## \[(?:Unreleased\]|(\d+\.\d+\.\d+)\] - Unreleased)\n/m;

/**
 * The next version.
 *
 * @throws Error if the step is invalid or the version does not increase
 */
export function nextVersion(version: string, step: string): string {
  const parts = version.split('.').map(Number);
  const place = ['major', 'minor', 'patch'].indexOf(step);
  if (place !== -1) return parts.map((part, at) => (at < place ? part : at === place ? part + 1 : 0)).join('.');
  if (!/^\d+\.\d+\.\d+$/.test(step)) throw new Error(`${step} is neither major, minor, patch nor a version`);
  const requested = step.split('.').map(Number);
  const first = requested.findIndex((part, at) => part !== parts[at]);
  if (first === -1 || requested[first]! < parts[first]!) throw new Error(`${step} does not come after ${version}`);
  return step;
}

/**
 * The changelog with its unreleased section dated and moved under the version.
 *
 * @throws Error if there is nothing unreleased, or it belongs to another version
 */
export function closeChangelog(text: string, version: string, day: string): string {
  const heading = UNRELEASED.exec(text);
  if (heading === null) throw new Error('The changelog has no unreleased section');
  const planned = heading[1] ?? version;
  if (planned !== version) throw new Error(`The changelog expects ${planned}, not ${version}`);
  const after = text.slice(heading.index + heading[0].length);
  const to = after.search(/^## /m);
  const body = (to === -1 ? after : after.slice(0, to)).trim();
  if (body === '') throw new Error('Nothing is unreleased');
  const rest = to === -1 ? '' : `\n${after.slice(to)}`;
  return `${text.slice(0, heading.index)}## [Unreleased]\n\n## [${version}] - ${day}\n\n${body}\n${rest}`;
}

const folderOf = (name: Name): string => (name === 'service' ? '.' : `packages/${name}`);
const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

type Requested = {
  readonly root: string;
  readonly name: string;
  readonly step: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly dryRun?: boolean;
};

type Release = { readonly version: string; readonly tag: string; readonly files: readonly string[] };

/**
 * Releases in the checkout at `root`.
 *
 * @returns version, tag and the changed files
 * @throws Error if the checkout has changes, or the version or changelog does not allow it
 */
export function release({ root, name: named, step, day, dryRun = false }: Requested): Release {
  const name = NAMES.find((one) => one === named);
  if (name === undefined) throw new Error(`There is no ${named}; released are ${NAMES.join(', ')}`);
  const git = (...parameters: string[]): string => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain') !== '') throw new Error('The checkout has changes that are not committed');
  const manifestPath = join(root, folderOf(name), 'package.json');
  const manifest = readJson<Manifest>(manifestPath);
  const version = nextVersion(manifest.version, step);
  const changelogPath = join(root, folderOf(name), 'CHANGELOG.md');
  const changelog = closeChangelog(readFileSync(changelogPath, 'utf8'), version, day);
  const tag = name === 'service' ? `v${version}` : `${name}-v${version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`${tag} is there already`);
  if (dryRun) return { version, tag, files: [] };

  const files = [manifestPath, changelogPath];
  writeJson(manifestPath, { ...manifest, version });
  writeFileSync(changelogPath, changelog);
  // Workspace packages depend on each other by exact version, and the lockfile repeats the manifests.
  const lockPath = join(root, 'package-lock.json');
  const lock = readJson<Lock>(lockPath);
  const placeOf = (one: Name): Manifest => lock.packages[one === 'service' ? '' : folderOf(one)]!;
  placeOf(name).version = version;
  if (name === 'service') lock.version = version;
  for (const other of NAMES.filter((one) => one !== name)) {
    const path = join(root, folderOf(other), 'package.json');
    if (!existsSync(path)) continue;
    const dependent = readJson<Manifest>(path);
    if (dependent.dependencies?.[manifest.name] === undefined) continue;
    dependent.dependencies[manifest.name] = version;
    writeJson(path, dependent);
    placeOf(other).dependencies![manifest.name] = version;
    files.push(path);
  }
  writeJson(lockPath, lock);
  files.push(lockPath);
  git('commit', '--quiet', '--message', `Release ${name} ${version}`, '--', ...files);
  git('tag', '--annotate', tag, '--message', `${name} ${version}`);
  return { version, tag, files };
}

if (import.meta.filename === process.argv[1]) {
  const [name = '', step = '', ...flags] = process.argv.slice(2);
  try {
    const day = new Date().toISOString().slice(0, 10);
    const { version, tag } = release({ root: process.cwd(), name, step, day, dryRun: flags.includes('--dry-run') });
    console.log(`${name} ${version}, tagged ${tag}${flags.includes('--dry-run') ? ' (not written)' : ''}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
