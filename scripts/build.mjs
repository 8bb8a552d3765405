/**
 * Transpiles the service into `dist` or the named folder, unless the folder is up to date. Does not check types, so
 * that a start is not delayed; `npm run check` does.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibraries } from './bundle-libraries.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'dist'));

/** The transpiled sources and their output folders; workspace packages are written to where Node.js resolves them. */
const TRANSPILED = ['locales', 'src', 'workers'];
const PARTS = [...TRANSPILED, 'node_modules', 'replay.mjs', 'verify.mjs'];
/** The inputs of the build, including the rules, because changed rules invalidate `engine.json`. */
const SOURCES = [
  ...TRANSPILED,
  'packages',
  'web',
  'scripts',
  'schematron',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Records the sources that the folder was built from. Written last, so a folder without it is incomplete. */
const NOTE = join(out, 'built-from');

/** Marks the rules as compiled; written by `rules compile`. */
const RULES_NOTE = join(out, 'engine.json');

/**
 * Runs a Node.js program to completion.
 *
 * @throws Error if it fails
 */
async function run(parameters) {
  const [code] = await once(spawn(process.execPath, parameters, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${parameters[0]} ended with ${code}`);
}

function listFiles(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return existsSync(path) ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digestOf(folder) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((place) => listFiles(join(folder, place))))
    hash.update(`\0${path.slice(folder.length)}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

const digest = digestOf(root);
if (!existsSync(NOTE) || readFileSync(NOTE, 'utf8') !== digest) {
  const draft = join(out, `draft-${process.pid}`);
  mkdirSync(out, { recursive: true });
  try {
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const parameters = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', draft];
    const modules = join(draft, 'node_modules');
    mkdirSync(draft, { recursive: true });
    const packages = ['schematron', 'validator'].map((name) =>
      run([join(root, 'scripts/build-package.mjs'), join(root, 'packages', name), join(modules, '@e-invoice', name)]),
    );
    const replay = run([join(root, 'scripts/build-replay.mjs'), join(draft, 'replay.mjs')]);
    const verifier = run([join(root, 'scripts/bundle-verifier.mjs'), join(draft, 'verify.mjs')]);
    // Wait for all of them: a program that is still writing would recreate the draft folder removed after a failure.
    const programs = [...packages, replay, verifier];
    const parts = await Promise.allSettled([run(parameters), bundleLibraries(root, modules), ...programs]);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
    for (const note of [NOTE, RULES_NOTE]) rmSync(note, { force: true });
    // Remove the outdated browser code; `web` builds it.
    rmSync(join(out, 'web'), { recursive: true, force: true });
    for (const part of PARTS) {
      rmSync(join(out, part), { recursive: true, force: true });
      renameSync(join(draft, part), join(out, part));
    }
    writeFileSync(NOTE, digest);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
