/**
 * Builds the program of a rule archive: one module with the engine, for Node.js only.
 *
 * Usage: node scripts/build-replay.mjs <file>
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { locales } from './bundle-locales.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await build({
  entryPoints: [join(root, 'src/cli/replay/program.ts')],
  outfile: process.argv[2],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: true,
  logLevel: 'warning',
  plugins: [locales],
});
