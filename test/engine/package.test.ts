import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(join(ROOT, 'packages/schematron/README.md'), 'utf8');

/** The code block of the README after these words. */
const block = (words: string): string => {
  const after = README.slice(README.indexOf(words));
  return /```\w+\n([\s\S]*?)```/.exec(after)![1]!;
};

let folder: string;
let published: string;
let empty: string;

const npm = (cwd: string, ...parameters: string[]): string => {
  const cache = join(folder, 'npm');
  return execFileSync('npm', [...parameters, '--offline', '--no-audit', '--no-fund', `--cache=${cache}`], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};
const node = (...parameters: string[]): string =>
  execFileSync(process.execPath, parameters, { cwd: empty, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The current Node.js, and those in `SCHEMATRON_NODES` (paths separated by `:`). */
const NODES = [process.execPath, ...(process.env.SCHEMATRON_NODES ?? '').split(':').filter(Boolean)];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-package-'));
  published = join(folder, 'published');
  empty = join(folder, 'empty');
  mkdirSync(empty);
  const sources = join(ROOT, 'packages/schematron');
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-package.mjs'), sources, published, '--types']);
  npm(published, 'pack', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  writeFileSync(join(empty, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  // Install the compiler's only dependency from the local copy, so that the test makes no registry request.
  npm(empty, 'install', '--ignore-scripts', join(folder, tarball), join(ROOT, 'node_modules/fontoxpath'));
  writeFileSync(join(empty, 'order.sch'), block('`order.sch`:'));
  writeFileSync(join(empty, 'compile.mjs'), block('`compile.mjs`'));
  writeFileSync(join(empty, 'validate.mjs'), block('`validate.mjs`:'));
  writeFileSync(join(empty, 'compile-why.mjs'), block('`compile-why.mjs`'));
  writeFileSync(join(empty, 'why.mjs'), block('`why.mjs`:'));
  node('compile.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package in an empty folder', () => {
  it.each(NODES)('runs the README example with %s', (program) => {
    for (const script of ['compile.mjs', 'validate.mjs']) {
      const printed = execFileSync(program, [script], { cwd: empty, encoding: 'utf8' });
      if (script === 'validate.mjs') expect(printed).toBe(block('It prints'));
    }
  });

  it('runs the README example for explanations', () => {
    node('compile-why.mjs');
    expect(node('why.mjs')).toBe(block('What it shows:'));
  });

  it('validates without any other package installed', () => {
    const alone = join(folder, 'alone');
    mkdirSync(join(alone, 'node_modules'), { recursive: true });
    execFileSync('cp', ['-r', join(empty, 'node_modules/@e-invoice'), join(alone, 'node_modules')]);
    for (const name of ['validate.mjs', 'order-rules.mjs', 'package.json'])
      writeFileSync(join(alone, name), readFileSync(join(empty, name)));
    const printed = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', 'validate.mjs'], {
      cwd: alone,
      encoding: 'utf8',
    });
    expect(printed).toBe(block('It prints'));
    const manifest = JSON.parse(readFileSync(join(published, 'package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.private]).toEqual([undefined, undefined]);
  });

  it('ships the types of every entry point', () => {
    writeFileSync(
      join(empty, 'typed.ts'),
      `import { type CompiledRules, load, type Outcome, runPack, validate } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { type CompiledExplanations, type Explanation, loadExplanations, makeExplainer } from '@e-invoice/schematron/explain';
import { type Contexts, contextsOf } from '@e-invoice/schematron/contexts';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { parseXml } from '@e-invoice/schematron/xml';
import { parseDecimal } from '@e-invoice/schematron/decimal';
export const findings = (compiled: CompiledRules, bytes: Uint8Array): Outcome => validate(load(compiled), bytes);
export const code: string = compile({ file: 'a.sch', readFile: () => new Uint8Array() }).code;
export const svrl = (compiled: CompiledRules): boolean => toSvrl(load(compiled), new Uint8Array()).wellFormed;
export const ok: boolean = parseXml(new Uint8Array()).ok;
export const why = (compiled: CompiledRules, code: CompiledExplanations, bytes: Uint8Array): (Explanation | null)[] => {
  const rules = load(compiled);
  const parsed = parseXml(bytes, { names: rules.names });
  if (!parsed.ok) return [];
  return runPack(rules, parsed.document).map(makeExplainer(loadExplanations(code, rules.names), parsed.document));
};
export const ways = (compiled: CompiledRules): Contexts => contextsOf(load(compiled));
export const one: string = String(parseDecimal('1'));
// @ts-expect-error: rules are what load gives
validate('rules', new Uint8Array());
`,
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
    const check = () => node(compiler, ...options, '--ignoreConfig', 'typed.ts');
    expect(check).not.toThrow();
  });

  it('ships the types of every entry point for moduleResolution node10, which ignores exports', () => {
    const { exports, main, types, typesVersions } = JSON.parse(readFileSync(join(published, 'package.json'), 'utf8'));
    const found = Object.keys(exports).map((name) =>
      name === '.' ? types : typesVersions['*'][name.slice('./'.length)]?.join(),
    );
    expect(found).toEqual(Object.values<{ types: string }>(exports).map((entry) => entry.types));
    expect(found.filter((path) => !existsSync(join(published, path)))).toEqual([]);
    expect(main).toBe(exports['.'].default);
  });

  it('is at most 40 KiB (gzip) for a page that validates, and evaluates no text as code', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from '@e-invoice/schematron';", resolveDir: empty },
      bundle: true,
      write: false,
      minify: true,
      platform: 'browser',
      format: 'esm',
    });
    const [{ contents, text }] = outputFiles as [(typeof outputFiles)[number]];
    expect(gzipSync(contents).length).toBeLessThanOrEqual(40 * 1024);
    expect(text).not.toMatch(/\bnew Function\b|\beval\(/);
  });
});
