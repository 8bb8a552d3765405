import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';

const run = promisify(execFile);

/** Inputs of the build, and files that the built service reads in place. */
export const SOURCES = [
  'locales',
  'packages',
  'src',
  'workers',
  'web',
  'schematron',
  'migrations',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'scripts',
  'LICENSE',
];

/** Compiled rules are cached by digest, so that builds of different sources may share them. */
const SHARED = ['packs', 'reference'];

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Advisory lock key (arbitrary) that serialises concurrent builds. */
const TURN = 7_204_113;

let built: Promise<string> | undefined;

/**
 * Folder of the built service, as used by `npm start`; built once per state of the sources. Starting from TypeScript
 * would transpile them in each process, which on a busy machine takes longer than the test.
 */
export function builtService(): Promise<string> {
  built ??= inTurn(build);
  return built;
}

/** Node's parameters for starting the built service. */
export const builtScript = async (name: 'main' | 'cli'): Promise<string> =>
  join(await builtService(), 'dist/src', `${name}.js`);

/** Compiles the rules of the reference validator unless an earlier run did; takes minutes for a changed rule. */
export async function compileForReferenceValidator(): Promise<void> {
  const folder = await builtService();
  await inTurn(() => run(process.execPath, [join(folder, 'dist/src/cli.js'), 'rules', 'compile'], { cwd: folder }));
}

/**
 * Commit of the release before this commit: the newest tag from v1.0.0 on. Null without such a tag, or when this is not a
 * clone of the repository with its history.
 */
export async function findLastRelease(): Promise<string | null> {
  const root = findRoot();
  const git = async (...parameters: string[]): Promise<string> =>
    (await run('git', parameters, { cwd: root })).stdout.trim();
  try {
    const tags = (await git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD^')).split('\n');
    const release = tags.find((tag) => /^v[1-9]\d*\.\d+\.\d+$/.test(tag));
    return release === undefined ? null : await git('rev-parse', `${release}^{commit}`);
  } catch {
    return null;
  }
}

/** Folder of the service at a commit, built once, with the current libraries. */
export const builtCommit = (commit: string): Promise<string> =>
  inTurn(async () => {
    const root = findRoot();
    const shelf = join(root, 'dist/tests');
    const folder = join(shelf, `commit-${commit}`);
    if (existsSync(folder)) return folder;
    const draft = join(shelf, `draft-${randomUUID()}`);
    mkdirSync(draft, { recursive: true });
    try {
      const archive = join(draft, 'release.tar');
      await run('git', ['archive', '--output', archive, commit], { cwd: root });
      await run('tar', ['--extract', '--file', archive], { cwd: draft });
      rmSync(archive);
      linkModules(join(root, 'node_modules'), join(draft, 'node_modules'));
      await run(process.execPath, ['scripts/build.mjs'], { cwd: draft });
      await run(process.execPath, ['dist/src/cli.js', 'rules', 'compile', '--engine-only'], { cwd: draft });
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    return folder;
  });

/** Links the installed libraries, but keeps the relative links of workspaces, so that a commit uses its own packages. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path), join(to, entry.name));
    else if (entry.name.startsWith('@')) linkModules(path, join(to, entry.name));
    else symlinkSync(path, join(to, entry.name));
  }
}

async function build(): Promise<string> {
  const root = findRoot();
  const shelf = join(root, 'dist/tests');
  const folder = join(shelf, digestOf(root));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  mkdirSync(shelf, { recursive: true });
  for (const old of readdirSync(shelf)) {
    const path = join(shelf, old);
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
  const draft = join(shelf, `draft-${randomUUID()}`);
  mkdirSync(join(draft, 'dist'), { recursive: true });
  try {
    for (const name of [
      'locales',
      'packages',
      'src',
      'workers',
      'web',
      'scripts',
      'schematron',
      'migrations',
      'docs',
      'node_modules',
    ])
      symlinkSync(join(root, name), join(draft, name));
    for (const name of SHARED) {
      mkdirSync(join(root, 'dist', name), { recursive: true });
      symlinkSync(join(root, 'dist', name), join(draft, 'dist', name));
    }
    copyFileSync(join(root, 'package.json'), join(draft, 'package.json'));
    await run(process.execPath, [join(root, 'scripts/build.mjs'), join(draft, 'dist')]);
    const compile = [join(draft, 'dist/src/cli.js'), 'rules', 'compile', '--engine-only'];
    await run(process.execPath, compile, { cwd: draft });
    renameSync(draft, folder);
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((place) => listFiles(join(root, place))))
    hash.update(`\0${path}\0`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 32);
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Test files run concurrently in separate processes; the lock is released when its process ends. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TURN]);
    return await work();
  } finally {
    await client.end();
  }
}
