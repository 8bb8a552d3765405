/**
 * Builds a workspace package in the form in which it is published: one module per entry point, shared chunks, and
 * bundled
 * libraries unless they are declared as dependencies. The service runs on the same files.
 *
 * Usage: node scripts/build-package.mjs <package> <folder> [--rules <folder>] [--types]
 *   --rules: output of `rules export`; adds the rules and the commands to the package
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import { trimmedParser } from './trim-parser.mjs';

const { values: flags, positionals } = parseArgs({
  options: { rules: { type: 'string' }, types: { type: 'boolean' } },
  allowPositionals: true,
});
const [from, to] = positionals;
if (to === undefined)
  throw new Error('usage: node scripts/build-package.mjs <package> <folder> [--rules <folder>] [--types]');
const here = resolve(from);
const folder = resolve(to);
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const { publishConfig = {} } = manifest;
const entries = Object.entries(manifest.exports)
  .filter(([name]) => !flags.rules || (publishConfig.exports ?? [name]).includes(name))
  .map(([name, source]) => ({ name, source }));

/** `./compile` → `compile`; the package itself is `index`. */
const fileOf = (name) => (name === '.' ? 'index' : name.slice('./'.length));
/** Declarations have the folder structure of the sources. */
const typesOf = (source) => source.replace('./src/', './types/').replace(/\.ts$/, '.d.ts');

const shared = {
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2023',
  // Inline constants here: a consumer's bundler cannot do it across files.
  minifySyntax: true,
  chunkNames: 'shared-[hash]',
  logLevel: 'warning',
  outdir: folder,
};
const external = ['node:*', ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];

/** Replaces the modules without releases in the sources by the exported releases. */
const releases = {
  name: 'releases',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(cii-)?releases\.ts$/ }, ({ path }) => ({
      path: `./rules/${path.endsWith('/cii-releases.ts') ? 'cii-' : ''}releases.js`,
      external: true,
    })),
};

/** Loads the diagnosis with the first file that has a warning or a fatal issue. */
const deferredDiagnosis = {
  name: 'deferred-diagnosis',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/explain-causes\.ts$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, 'explain-causes-when-loaded.ts'),
    })),
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  ...shared,
  entryPoints: entries.map(({ name, source }) => ({ in: join(here, source), out: fileOf(name) })),
  platform: 'browser',
  external,
  plugins: flags.rules ? [trimmedParser, deferredDiagnosis, releases] : [trimmedParser],
});
const published = toManifest();
if (flags.rules) {
  await addRules(flags.rules);
  await addCommands();
}
if (flags.types) {
  addTypes();
  addTypesOfNode10();
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
for (const [source, name] of [
  [join(here, 'README.md'), 'README.md'],
  [join(here, 'CHANGELOG.md'), 'CHANGELOG.md'],
  [join(here, '../../LICENSE'), 'LICENSE'],
  [join(here, 'THIRD-PARTY.md'), 'THIRD-PARTY.md'],
])
  if (existsSync(source)) copyFileSync(source, join(folder, name));

function toManifest() {
  const { private: _, devDependencies: __, publishConfig: ___, ...rest } = manifest;
  rest.exports = Object.fromEntries(
    entries.map(({ name, source }) => [name, { types: typesOf(source), default: `./${fileOf(name)}.js` }]),
  );
  return rest;
}

/** Adds declarations for `moduleResolution: node10`, which does not read `exports`. */
function addTypesOfNode10() {
  const { '.': main, ...subpaths } = published.exports;
  Object.assign(published, { main: main.default, types: main.types });
  published.typesVersions = {
    '*': Object.fromEntries(Object.entries(subpaths).map(([name, { types }]) => [fileOf(name), [types]])),
  };
}

/** Adds the exported rule modules, minified, and the code that imports them. */
async function addRules(place) {
  const types = { rules: 'RulesModule', texts: 'RuleTexts' };
  for (const [part, type] of Object.entries(types)) {
    mkdirSync(join(folder, part));
    for (const name of readdirSync(join(place, part))) {
      const text = readFileSync(join(place, part, name), 'utf8');
      const { code } = await transform(text, { format: 'esm', target: shared.target, minify: true, charset: 'utf8' });
      writeFileSync(join(folder, part, name), code);
    }
    const fields = type === 'RulesModule' ? ['manifest', 'sources', 'restrictions', 'rules'] : ['rules'];
    const lines = fields.map((field) => `export declare const ${field}: ${type}['${field}'];\n`);
    writeFileSync(
      join(folder, part, 'module.d.ts'),
      `import type { ${type} } from '../types/index.js';\n${lines.join('')}`,
    );
    published.exports[`./${part}/*`] = { types: `./${part}/module.d.ts`, default: `./${part}/*.js` };
  }
}

/** Adds the parts that run only in Node.js: the commands of the package and the threads they start. */
async function addCommands() {
  const { bin = {} } = publishConfig;
  const sources = Object.values(bin).flatMap((file) => {
    const name = file.slice('./'.length, -'.js'.length);
    return readdirSync(join(here, 'src', name))
      .filter((source) => source === 'main.ts' || source.endsWith('thread.ts'))
      .map((source) => ({
        in: join(here, 'src', name, source),
        out: source === 'main.ts' ? name : source.slice(0, -3),
      }));
  });
  if (sources.length === 0) return;
  await build({
    ...shared,
    entryPoints: sources,
    platform: 'node',
    // Import the package itself as its users do.
    external: ['./index.js', ...external],
    plugins: [
      {
        name: 'own package',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^(\.\.\/)+index\.ts$/ }, () => ({ path: './index.js', external: true })),
      },
    ],
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  published.bin = bin;
  for (const file of Object.values(bin)) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), `#!/usr/bin/env node\n${text}`, { mode: 0o755 });
  }
}

/** Adds the declarations that the entry points refer to, and no others. */
function addTypes() {
  const draft = join(folder, 'draft');
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.types.json'), '--outDir', draft], {
    stdio: 'inherit',
  });
  const sources = join(draft, existsSync(join(draft, 'packages')) ? `packages/${from.split('/').at(-1)}/src` : '');
  const declarations = entries.map(({ source }) => source.slice('./src/'.length).replace(/\.ts$/, '.d.ts'));
  for (let i = 0; i < declarations.length; i++) {
    const text = readFileSync(join(sources, declarations[i]), 'utf8');
    const place = join(folder, 'types', declarations[i]);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
    for (const [, specifier] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]*)\.ts['"]/g)) {
      const next = join(dirname(declarations[i]), `${specifier}.d.ts`);
      if (!declarations.includes(next)) declarations.push(next);
    }
  }
  rmSync(draft, { recursive: true });
}
