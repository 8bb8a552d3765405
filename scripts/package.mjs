/**
 * Builds the workspace packages for publishing, with rules and types, and packs them as tarballs.
 *
 * Usage: node scripts/package.mjs [folder] (default: dist/packages)
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'dist/packages'));
const run = (program, parameters, cwd = root) =>
  execFileSync(program, parameters, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });

const rules = join(out, 'exported');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
run(process.execPath, ['--import', 'tsx', 'src/cli.ts', 'rules', 'export', rules]);
for (const [name, ...further] of [['schematron'], ['validator', '--rules', rules]]) {
  const built = join(out, name);
  run(process.execPath, [
    join(root, 'scripts/build-package.mjs'),
    join(root, 'packages', name),
    built,
    '--types',
    ...further,
  ]);
  run('npm', ['pack', '--offline', '--ignore-scripts', '--silent', '--pack-destination', out], built);
}
rmSync(rules, { recursive: true });
