/**
 * Runs one part of the measurements in a process of its own:
 * `npm run bench -- [part] [options]` and `npm run load -- [part] [options]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

type Part = { readonly file: string; readonly flags?: readonly string[] };

/** `default` runs without a part. The parts of `load`, and `bench -- sftp`, need the built service. */
const PARTS: Readonly<Record<'bench' | 'load', ReadonlyMap<string, Part>>> = {
  bench: new Map([
    ['default', { file: 'run.ts', flags: ['--max-semi-space-size=64'] }],
    ['causes', { file: 'causes.ts' }],
    ['log', { file: 'log.ts' }],
    ['page', { file: 'page.ts' }],
    ['period', { file: 'period.ts' }],
    ['rounding', { file: 'rounding.ts' }],
    ['sftp', { file: 'sftp.ts' }],
    ['verify', { file: 'verify.ts' }],
  ]),
  load: new Map([
    ['default', { file: 'load.ts' }],
    ['attack', { file: 'attack.ts' }],
    ['evidence', { file: 'evidence-load.ts' }],
    ['sends', { file: 'sends.ts' }],
    ['vat', { file: 'vat.ts' }],
  ]),
};

const [kind, ...rest] = process.argv.slice(2);
const parts = PARTS[kind === 'load' ? 'load' : 'bench'];
const isNamed = rest[0] !== undefined && !rest[0].startsWith('-');
const name = isNamed ? rest[0]! : 'default';
const part = parts.get(name);
if (part === undefined) {
  console.error(`Unknown part: ${name}. Parts: ${[...parts.keys()].join(', ')}.`);
  process.exitCode = 2;
} else {
  const file = join(import.meta.dirname, part.file);
  const options = rest.slice(isNamed ? 1 : 0);
  const { status } = spawnSync(process.execPath, [...(part.flags ?? []), '--import', 'tsx', file, ...options], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
