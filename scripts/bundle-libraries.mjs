/**
 * Bundles libraries that the service loads at startup into a folder of modules next to the transpiled sources, where
 * Node.js resolves them first. A start then opens tens of files instead of thirteen hundred.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Libraries with many files. Not included: libraries that load other files (a browser, a wasm module, a thread)
 * relative to their own path.
 */
const LIBRARIES = [
  '@fastify/busboy',
  '@formatjs/icu-messageformat-parser',
  '@koa/router',
  '@modelcontextprotocol/server',
  'bullmq',
  'bysquare',
  'bysquare/pay',
  'ioredis',
  'koa',
  'kysely',
  'markdown-it',
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

/**
 * Re-exports and dynamic imports of a library, which are rejected because `readImports` cannot collect their names.
 */
const OTHER_WAYS = /(?:^export\s+(?!type\b)[^;'"]*?\sfrom\s+|\bimport\()['"]([^'".][^'"]*)['"]/gm;

/** For each library, the names that the sources import as values: `default`, names, `*` for all. */
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
 * @param root folder of the sources and of node_modules
 * @param folder is created, with one folder and module per library
 */
export async function bundleLibraries(root, folder) {
  const imports = readImports(['locales', 'src', 'workers', 'packages'].map((part) => join(root, part)));
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
    // CommonJS libraries load Node.js built-ins with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // Every process and thread keeps the source text in memory, and a single non-Latin-1 character, such as a dash in
    // a comment, doubles its size.
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
          // Drop the validation messages of zod in fifty languages: the service does not use them.
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
