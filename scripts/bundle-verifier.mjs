/**
 * Bundles the evidence verifier into the single file that every evidence archive contains: it needs only Node.js and
 * makes
 * no network requests. Not minified, so that users can review the code they rely on.
 *
 * Usage: node scripts/bundle-verifier.mjs <file>
 */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { locales } from './bundle-locales.mjs';

const HEAD = `/*
 * Verifies an archive of evidence (evidence.zip) offline, without the service.
 *
 *   node verify.mjs evidence.zip [--invoice invoice.xml] [--keys jwks.json] [--log-key key] [--lang sk|en] [--json]
 *
 * Requires Node 20 or newer. If you do not trust the copy in the archive, get it from the service or from a release.
 */`;

const START = `import { verifyFile } from './src/cli/verify-file.ts';
// Node 20 warns on every run that Ed25519 in WebCrypto is experimental. The warning does not concern the evidence.
process.removeAllListeners('warning');
process.exitCode = await verifyFile('node verify.mjs', process.argv.slice(2));
`;

/** @returns the bytes of the file; identical for identical sources */
async function bundleVerifier(root) {
  const { outputFiles } = await build({
    stdin: { contents: START, resolveDir: root, sourcefile: 'verify.mjs', loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [locales],
    banner: { js: HEAD },
  });
  return outputFiles[0].contents;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node scripts/bundle-verifier.mjs <file>');
writeFileSync(file, await bundleVerifier(root));
