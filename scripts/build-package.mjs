/**
 * Makes a package of the workspace as it is published from its sources: one module for each entry point and what they
 * share, with the libraries inside that it does not name as dependencies. The service runs on the same files.
 *
 * Usage: node scripts/build-package.mjs <package> <folder> [--types]
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const [from, to, ...flags] = process.argv.slice(2);
if (to === undefined) throw new Error('usage: node scripts/build-package.mjs <package> <folder> [--types]');
const here = resolve(from);
const folder = resolve(to);
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const entries = Object.entries(manifest.exports).map(([name, source]) => ({ name, source }));

/** `./compile` → `compile`; the package itself is `index`. */
const fileOf = (name) => (name === '.' ? 'index' : name.slice('./'.length));
/** Declarations lie as the sources do. */
const typesOf = (source) => source.replace('./src/', './types/').replace(/\.ts$/, '.d.ts');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: entries.map(({ name, source }) => ({ in: join(here, source), out: fileOf(name) })),
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  // Constants are put where they are used; what bundles this could not do it across files.
  minifySyntax: true,
  // The tables of XML 1.1 are never asked: `parse.ts` forces version 1.0.
  alias: { 'xmlchars/xml/1.1/ed2': 'xmlchars/xml/1.0/ed5' },
  external: ['node:*', ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
  chunkNames: 'shared-[hash]',
  logLevel: 'warning',
});

if (flags.includes('--types')) {
  const types = join(folder, 'types');
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.types.json'), '--outDir', types], {
    stdio: 'inherit',
  });
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(types, file), 'utf8');
    writeFileSync(join(types, file), text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

const { private: _, devDependencies: __, ...published } = manifest;
published.exports = Object.fromEntries(
  entries.map(({ name, source }) => [name, { types: typesOf(source), default: `./${fileOf(name)}.js` }]),
);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(folder, 'README.md'));
copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'));
if (existsSync(join(here, 'THIRD-PARTY.md')))
  copyFileSync(join(here, 'THIRD-PARTY.md'), join(folder, 'THIRD-PARTY.md'));
