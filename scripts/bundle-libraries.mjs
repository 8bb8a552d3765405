/**
 * Puts libraries that a process of the service loads at its start into a folder of modules beside the transpiled
 * sources, where Node finds them first. A start then opens tens of files instead of thirteen hundred.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Those of many files. What finds files beside itself (a browser, a wasm module, a thread) stays where it was installed. */
const LIBRARIES = [
  '@fastify/busboy',
  '@koa/router',
  '@modelcontextprotocol/server',
  'bullmq',
  'bysquare',
  'bysquare/pay',
  'ioredis',
  'koa',
  'kysely',
  'pg',
  'prom-client',
  'qrcode',
  'stdnum',
  'undici',
  'xml-crypto',
  'yauzl',
  'zod',
  'zod-openapi',
];

const IMPORT = /^import\s+(?!type\b)([^;'"]+?)\s+from\s+['"]([^'".][^'"]*)['"]/gm;

/** Other ways to a library, whose names this would not see. */
const OTHER_WAYS = /(?:^export\s+(?!type\b)[^;'"]*?\sfrom\s+|\bimport\()['"]([^'".][^'"]*)['"]/gm;

/** By library, what the sources import of it as a value: `default`, names, `*` for all. */
function readImports(folders) {
  const imports = new Map(LIBRARIES.map((name) => [name, new Set()]));
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, library] of text.matchAll(OTHER_WAYS)) {
        if (imports.has(library)) throw new Error(`${file}: ${library} is imported by its names, at the top of a file`);
      }
      for (const [, clause, library] of text.matchAll(IMPORT)) {
        const names = imports.get(library);
        if (names === undefined) continue;
        const [, direct, listed] = /^([\w$*][^{,]*)?,?\s*(?:\{([^}]*)\})?$/s.exec(clause.trim()) ?? [];
        if (direct !== undefined) names.add(direct.trim().startsWith('*') ? '*' : 'default');
        for (const one of (listed ?? '').split(',').map((text) => text.trim())) {
          if (one !== '' && !one.startsWith('type ')) names.add(one.split(/\s+as\s+/)[0]);
        }
      }
    }
  }
  return imports;
}

const moduleOf = (library, names) =>
  names.has('*') ? `export * from '${library}';` : `export { ${[...names].sort().join(', ')} } from '${library}';`;

/**
 * @param root where the sources are and the libraries are installed
 * @param folder is made: a folder for each library, with one module
 */
export async function bundleLibraries(root, folder) {
  const imports = readImports(['src', 'workers', 'packages'].map((part) => join(root, part)));
  const used = [...imports].filter(([, names]) => names.size > 0);
  await build({
    entryPoints: used.map(([library]) => ({ in: `library:${library}`, out: `${library}/index` })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    chunkNames: '.shared/[hash]',
    external: ['pg-native', 'supports-color'],
    // Libraries in the older form of modules ask for Node's own ones by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // Every process and thread holds the text of what it loads, and a single dash in a comment doubles it.
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [
      {
        name: 'libraries',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^library:/ }, ({ path }) => ({
            path: path.slice('library:'.length),
            namespace: 'library',
          }));
          // Sentences of fifty languages about faulty input, of which none is told to anybody.
          onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
            contents: "export { default as en } from './en.js';",
          }));
          onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) => ({
            contents: moduleOf(path, imports.get(path)),
            resolveDir: root,
            loader: 'js',
          }));
        },
      },
    ],
  });
  const packages = new Map(used.map(([specifier]) => [packageOf(specifier), []]));
  for (const [specifier] of used) packages.get(packageOf(specifier)).push(specifier);
  for (const [name, specifiers] of packages) {
    const { version, license } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    const exports = Object.fromEntries(
      specifiers.map((specifier) => [`.${specifier.slice(name.length)}`, `.${specifier.slice(name.length)}/index.js`]),
    );
    const manifest = { name, version, license, type: 'module', exports };
    writeFileSync(join(folder, name, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/** `bysquare/pay` → `bysquare`, `@koa/router` → itself. */
const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
