/**
 * Bundles the browser code of the pages: `web/*.ts`, with the validator from its sources and the exported rules.
 * Entry points keep their names; shared chunks, the XML editor and each release of the rules are separate files, loaded
 * on demand and named by content hash. Each file is also written compressed with maximum Brotli quality (`.br`), which would take the server
 * seconds on the first request.
 *
 * Usage: node scripts/build-web.mjs <exported rules> <folder>
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'esbuild';
import { locales } from './bundle-locales.mjs';
import { drawCard } from './draw-card.mjs';
import { trimmedCompressor } from './trim-compressor.mjs';
import { trimmedParser } from './trim-parser.mjs';
import { trimmedValidator } from './trim-validator.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [rules, folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/build-web.mjs <exported rules> <folder>');

/** Replaces the modules without releases in the sources by the exported releases. */
const releases = {
  name: 'releases',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(cii-)?releases\.ts$/ }, ({ path }) => ({
      path: resolve(rules, 'rules', path.endsWith('/cii-releases.ts') ? 'cii-releases.js' : 'releases.js'),
    })),
};

/** The start module is a separate file, so that the page and the HTML document load it once. */
const START = './start.js';
const start = {
  name: 'start',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: START, external: true })),
};

const shared = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.xml': 'text' },
  absWorkingDir: root,
};

const { version } = JSON.parse(readFileSync(join(root, 'packages/validator/package.json'), 'utf8'));

const brotliOf = promisify(brotliCompress);

/**
 * The editor is one file that the page imports by its address, because a part of it that could not be loaded could not
 * be requested again (`web/load-editor.ts`).
 */
const buildEditor = () =>
  build({
    ...shared,
    write: false,
    entryPoints: [join(root, 'web/xml-pane.ts')],
    entryNames: '[name]-[hash]',
    outdir: '/',
  });

const draft = `${resolve(folder)}-draft-${process.pid}`;
try {
  const editor = await buildEditor();
  const entries = await build({
    ...shared,
    splitting: true,
    write: false,
    plugins: [trimmedParser, trimmedValidator, trimmedCompressor, releases, start, locales],
    define: { VERSION: JSON.stringify(version), EDITOR: JSON.stringify(basename(editor.outputFiles[0].path)) },
    entryPoints: [
      { in: join(root, 'web/page.ts'), out: 'page' },
      { in: join(root, 'web/worker.ts'), out: 'worker' },
      { in: join(root, 'web/documents/documents.ts'), out: 'documents' },
      { in: join(root, 'web/draft/draft.ts'), out: 'draft' },
      { in: join(root, 'web/docs/try.ts'), out: 'try' },
      { in: join(root, 'web/verify/verify.ts'), out: 'verify' },
      { in: join(root, 'web/verify/verifier.ts'), out: 'verifier' },
    ],
    chunkNames: '[name]-[hash]',
    outdir: '/',
  });
  const first = await build({ ...shared, write: false, entryPoints: [join(root, 'web/start.ts')], outdir: '/' });
  const outputFiles = [...first.outputFiles, ...editor.outputFiles, ...entries.outputFiles];
  mkdirSync(draft, { recursive: true });
  await Promise.all(
    outputFiles.map(async ({ path, contents }) => {
      writeFileSync(join(draft, basename(path)), contents);
      writeFileSync(join(draft, `${basename(path)}.br`), await brotliOf(contents));
    }),
  );
  const offline = await build({
    ...shared,
    write: false,
    entryPoints: [join(root, 'web/offline.ts')],
    define: {
      FILES: JSON.stringify(outputFiles.map(({ path }) => basename(path))),
      RELEASE: JSON.stringify(outputFiles.map(({ hash }) => hash).join('')),
    },
  });
  writeFileSync(join(draft, 'card.png'), drawCard());
  writeFileSync(join(draft, 'offline.js'), offline.outputFiles[0].contents);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
