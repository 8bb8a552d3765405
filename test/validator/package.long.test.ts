import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { whenReady } from '@e-invoice/validator/validation';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';
import { makeZip } from '../support/make-zip.ts';

const ROOT = findRoot();
const TODAY = '2026-11-21';
const ORIGIN = 'http://validator.test';
const README = readFileSync(join(ROOT, 'packages/validator/README.md'), 'utf8');

/** The code blocks of the README in a language, in order. */
const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

const canaries = join(ROOT, 'schematron/canaries');
const golden = (name: string): string => join(ROOT, 'test/golden', name, 'invoice.xml');
const INVOICES = [
  ...readdirSync(canaries).map((name) => join(canaries, name)),
  ...readdirSync(join(ROOT, 'test/golden')).map(golden),
];

let folder: string;
let empty: string;
let tarballs: string[];

const npm = (cwd: string, ...parameters: string[]): string =>
  execFileSync('npm', [...parameters, '--offline', '--no-audit', '--no-fund', `--cache=${join(folder, 'npm')}`], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const run = (parameters: readonly string[], input = '') => {
  const command = join(empty, 'node_modules/.bin/einvoice-validate');
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: empty, encoding: 'utf8', input });
  return { status, stdout, stderr };
};

/** The current Node, and those listed in `SCHEMATRON_NODES` (paths, separated by `:`). */
const NODES = [process.execPath, ...(process.env.SCHEMATRON_NODES ?? '').split(':').filter(Boolean)];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-validator-'));
  empty = join(folder, 'empty');
  mkdirSync(empty);
  const packed = join(folder, 'packed');
  execFileSync(process.execPath, [join(ROOT, 'scripts/package.mjs'), packed], { cwd: ROOT, stdio: 'pipe' });
  tarballs = readdirSync(packed)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(packed, name));
  writeFileSync(join(empty, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  npm(empty, 'install', '--ignore-scripts', ...tarballs);
  copyFileSync(golden('wrong-amount-due'), join(empty, 'invoice.xml'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The results of the service for these invoices, without the digest of the business terms. */
async function byService(): Promise<unknown[]> {
  const { validator } = await openValidator({ root: ROOT, dataDir: null, maxXmlBytes: 10_485_760, today: TODAY });
  const results: unknown[] = [];
  for (const path of INVOICES) {
    const request = { filename: path, today: TODAY, clock: () => 0, cii: 'validate' as const };
    const result = await whenReady(() => validator.validate(readFileSync(path), request));
    const { semantic_digest: _, semantic_digest_version: __, ...others } = result;
    results.push(others);
  }
  return JSON.parse(JSON.stringify(results)) as unknown[];
}

describe('packed packages installed in an empty folder', () => {
  it.each(NODES)('run the examples of the README with %s', (program) => {
    const [inProgram = '', inConversion = ''] = blocks('js');
    const [onCommandLine, printed] = blocks('text');
    writeFileSync(join(empty, 'example.mjs'), inProgram);
    expect(execFileSync(program, ['example.mjs'], { cwd: empty, encoding: 'utf8' })).toBe(printed);
    writeFileSync(join(empty, 'conversion.mjs'), inConversion);
    expect(execFileSync(program, ['conversion.mjs'], { cwd: empty, encoding: 'utf8' })).toBe('64 true 0 0\n');
    const command = join(empty, 'node_modules/@e-invoice/validator/command.js');
    const { stdout, status } = spawnSync(program, [command, 'invoice.xml', '--lang', 'en'], {
      cwd: empty,
      encoding: 'utf8',
    });
    expect([stdout, status]).toEqual([onCommandLine, 1]);
  });

  it('give the same results as the service, field by field', async () => {
    const script = `
import { readFileSync } from 'node:fs';
import { validate } from '@e-invoice/validator';
const results = [];
for (const path of JSON.parse(process.argv[2]))
  results.push({ ...await validate(readFileSync(path), { filename: path, today: '${TODAY}' }), duration_ms: 0 });
console.log(JSON.stringify(results));`;
    writeFileSync(join(empty, 'all.mjs'), script);
    const parameters = ['--disallow-code-generation-from-strings', 'all.mjs', JSON.stringify(INVOICES)];
    const printed = execFileSync(process.execPath, parameters, { cwd: empty, encoding: 'utf8', maxBuffer: 1e8 });
    expect(JSON.parse(printed)).toEqual(await byService());
  });

  it('validate CII unless an option disables it, and load its rules only for CII', () => {
    const script = `
import { existsSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { correct, openValidator, validate } from '@e-invoice/validator';
const [cii, ubl] = [process.argv[2], 'invoice.xml'].map((path) => readFileSync(path));
const { rulesets } = await openValidator();
const rules = new URL('./rules/', import.meta.resolve('@e-invoice/validator'));
const files = readdirSync(rules).filter((name) => name.startsWith('en16931-cii@') || name === 'cii-tables.js');
for (const name of files) renameSync(new URL(name, rules), new URL(name + '.away', rules));
const unsupported = [await validate(ubl), await validate(cii, { cii: 'unsupported' })];
const missing = await validate(cii).catch(({ code }) => code);
for (const name of files) renameSync(new URL(name + '.away', rules), new URL(name, rules));
console.log(JSON.stringify({ rulesets, files: files.length, missing, unsupported: unsupported.map(({ document_type, issues }) => [document_type, issues[0].rule_id]) }));`;
    const again = `
import { readFileSync } from 'node:fs';
import { correct, openValidator, validate } from '@e-invoice/validator';
import * as rules from '@e-invoice/validator/rules/en16931-cii@1.3.16';
import * as ubl from '@e-invoice/validator/rules/en16931-ubl@1.3.16';
const cii = readFileSync(process.argv[2], 'utf8');
const bytes = new TextEncoder().encode(cii.replace(/(<ram:InvoiceCurrencyCode>)[^<]*/, '$1EURO'));
const { root_causes } = await validate(bytes);
const corrected = correct(bytes, root_causes[0].corrections[0].patch);
const only = await openValidator({ rules: [rules] });
const without = await openValidator({ rules: [ubl] });
console.log(JSON.stringify([new TextDecoder().decode(corrected) === cii, only.rulesets, (await only.validate(bytes)).ruleset.id, (await without.validate(bytes)).issues[0].rule_id]));`;
    const runScript = (text: string) => {
      writeFileSync(join(empty, 'cii.mjs'), text);
      const parameters = ['cii.mjs', join(canaries, 'en16931-cii.good.xml')];
      return JSON.parse(execFileSync(process.execPath, parameters, { cwd: empty, encoding: 'utf8' }));
    };
    expect(runScript(script)).toEqual({
      rulesets: expect.arrayContaining(['en16931-cii@1.3.16', 'en16931@1.3.16']),
      ...{ files: 2, missing: 'ERR_MODULE_NOT_FOUND' },
      unsupported: [
        ['ubl-invoice', 'BR-CO-16'],
        ['cii', 'CII-UNSUPPORTED'],
      ],
    });
    expect(runScript(again)).toEqual([true, ['en16931-cii@1.3.16'], 'en16931-cii', 'CII-UNSUPPORTED']);
  });

  it('apply only the rules passed to them, and reject others by name', () => {
    const script = `
import { readFileSync } from 'node:fs';
import { openValidator, RulesetUnknown } from '@e-invoice/validator';
import * as en16931 from '@e-invoice/validator/rules/en16931-ubl@1.3.16';
const { rulesets, validate } = await openValidator({ rules: [en16931], sha256: () => 'handed in' });
const { sha256, fatal_count } = await validate(readFileSync('invoice.xml'));
const refused = await validate(new Uint8Array(), { ruleset: 'peppol-bis-3' }).catch((error) => error);
console.log(JSON.stringify([rulesets, sha256, fatal_count, refused instanceof RulesetUnknown]));`;
    writeFileSync(join(empty, 'alone.mjs'), script);
    const printed = execFileSync(process.execPath, ['alone.mjs'], { cwd: empty, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([['en16931@1.3.16'], 'handed in', 1, true]);
  });

  it('include types, also for releases and texts', () => {
    writeFileSync(
      join(empty, 'typed.ts'),
      `import { type FileResult, openValidator, validate } from '@e-invoice/validator';
import * as en16931 from '@e-invoice/validator/rules/en16931-ubl@1.3.16';
import { rules } from '@e-invoice/validator/texts/en';
export const findings = async (bytes: Uint8Array): Promise<FileResult> =>
  (await openValidator({ rules: [en16931] })).validate(bytes, { asOf: '2026-11-21', language: 'en' });
export const titles: string[] = rules.map(({ title }) => title);
// @ts-expect-error: bytes, not a text
validate('<Invoice/>');
`,
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
    const checked = spawnSync(process.execPath, [compiler, ...options, '--ignoreConfig', 'typed.ts'], {
      cwd: empty,
      encoding: 'utf8',
    });
    expect([checked.stdout, checked.status]).toEqual(['', 0]);
  });

  it('include the catalog in both languages, with an entry for every broken rule', async () => {
    const place = join(empty, 'node_modules/@e-invoice/validator/texts');
    const { rules } = await import(join(place, 'sk.js'));
    const ids = new Set(rules.map(({ rule_id }: { rule_id: string }) => rule_id));
    const broken = (await byService()).flatMap((result) =>
      (result as { issues: { rule_id: string }[] }).issues.map(({ rule_id }) => rule_id),
    );
    expect(broken.filter((id) => !ids.has(id))).toEqual([]);
    expect((await import(join(place, 'en.js'))).rules).toHaveLength(rules.length);
  });
});

describe('types of the packed packages', () => {
  // The compiler of the repository no longer supports `node10`; this library includes an older one.
  const older = createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core')).resolve(
    'typescript/bin/tsc',
  );
  const STRICT = ['--strict', '--target', 'es2022', '--outDir', 'compiled'];
  const compile = (file: string, source: string, options: readonly string[]) => {
    writeFileSync(join(commonjs, file), source);
    const parameters = [older, ...STRICT, ...options, file];
    const { status, stdout } = spawnSync(process.execPath, parameters, { cwd: commonjs, encoding: 'utf8' });
    return { status, stdout };
  };
  const SOURCE = `import { validate } from '@e-invoice/validator';
import * as en16931 from '@e-invoice/validator/rules/en16931-ubl@1.3.16';
import { rules } from '@e-invoice/validator/texts/en';
import { load } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { parseDecimal } from '@e-invoice/schematron/decimal';
import { loadExplanations } from '@e-invoice/schematron/explain';
import { toLiteral } from '@e-invoice/schematron/javascript';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { parseXml } from '@e-invoice/schematron/xml';
export const titles: string[] = rules.map(({ title }) => title);
export const used = [load, compile, loadExplanations, toLiteral, toSvrl, parseXml, en16931.manifest];
// @ts-expect-error: the first parameter is bytes
export const wrong = () => validate('<Invoice/>');
validate(new Uint8Array(), { language: 'en' }).then(({ valid }) => console.log(valid, String(parseDecimal('1.5'))));
`;
  let commonjs: string;
  beforeAll(() => {
    commonjs = join(folder, 'commonjs');
    mkdirSync(commonjs);
    writeFileSync(join(commonjs, 'package.json'), '{ "name": "commonjs", "private": true }');
    npm(commonjs, 'install', '--ignore-scripts', ...tarballs, join(ROOT, 'node_modules/fontoxpath'));
  });

  it('resolve for every entry point, except a static import from CommonJS with node16', async () => {
    for (const tarball of tarballs) {
      const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
      const problems = checked.types === false ? ['no types'] : checked.problems;
      expect(
        problems.filter((problem) => typeof problem === 'string' || problem.kind !== 'CJSResolvesToESM'),
        tarball,
      ).toEqual([]);
    }
  });

  it('are found with node10 in a CommonJS project, whose compiled code runs', () => {
    const options = ['--module', 'commonjs', '--moduleResolution', 'node10'];
    expect(compile('old.ts', SOURCE, options)).toEqual({ status: 0, stdout: '' });
    // Uses `require` of ES modules, which Node 20.19 and later support.
    const printed = execFileSync(process.execPath, ['compiled/old.js'], { cwd: commonjs, encoding: 'utf8' });
    expect(printed).toBe('false 1.5\n');
  });

  it('are found with node16: in ES modules by import, in CommonJS by import()', () => {
    const options = ['--module', 'node16', '--moduleResolution', 'node16'];
    expect(compile('module.mts', SOURCE, options)).toEqual({ status: 0, stdout: '' });
    const dynamic = `export const check = async (bytes: Uint8Array): Promise<boolean> => {
  const { validate } = await import('@e-invoice/validator');
  const { parseXml } = await import('@e-invoice/schematron/xml');
  return parseXml(bytes).ok && (await validate(bytes)).valid;
};
`;
    expect(compile('dynamic.cts', dynamic, options)).toEqual({ status: 0, stdout: '' });
  });
});

describe('einvoice-validate', () => {
  it('exits with 0, 1 or 2 and reports the reason', () => {
    cpSync(join(canaries, 'sk.bad.xml'), join(empty, 'warned.xml'));
    expect(run(['warned.xml']).status).toBe(0);
    expect(run(['warned.xml', '--fail-on', 'warning']).status).toBe(1);
    expect(run(['invoice.xml', 'none.xml', '--format', 'json', '--lang', 'en'])).toMatchObject({
      ...{ status: 2, stderr: 'none.xml: There is no such file\n' },
    });
    expect(run(['--format', 'yaml', 'invoice.xml'])).toMatchObject({ status: 2, stdout: '' });
    const refused = ['en', 'sk'].map((language) => run(['invoice.xml', '--ruleset', 'none', '--lang', language]));
    expect(refused.map(({ status }) => status)).toEqual([2, 2]);
    expect(refused[0]!.stderr).toContain('Installed: en16931@');
    expect(refused[1]!.stderr).toContain('Nainštalované sú: en16931@');
    expect(run(['none.xml', '--nope', '--lang', 'sk']).stderr).toMatch(/^Voľbu --nope program nepozná.*\nPomoc: /);
    expect(run(['--help', '--lang', 'en'])).toMatchObject({
      ...{ status: 0, stderr: '', stdout: expect.stringContaining('Usage: ') },
    });
    expect(run(['--help']).stdout).toContain('Použitie: ');
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('keeps its exit code when the reader closes the pipe, and exits with 2 when the output cannot be written', () => {
    const pages = join(empty, 'pages');
    mkdirSync(pages);
    for (let i = 0; i < 40; i++) cpSync(join(canaries, 'sk.bad.xml'), join(pages, `${i}.xml`));
    const shell = (parameters: string, rest: string) => {
      const line = `set -o pipefail; node_modules/.bin/einvoice-validate ${parameters} ${rest}`;
      const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: empty, encoding: 'utf8' });
      return { status, stderr };
    };
    // More output than a pipe buffers, so that data is left whenever the reader closes the pipe.
    expect(shell('pages --format json', '| head -c 1 >/dev/null')).toEqual({ status: 0, stderr: '' });
    expect(shell('pages --format json --fail-on warning', '| head -c 1 >/dev/null')).toEqual({ status: 1, stderr: '' });
    expect(shell('pages none.xml --format json', '2>&1 | true')).toEqual({ status: 2, stderr: '' });
    const full = 'The output could not be written: There is no space left on the disk\n';
    expect(shell('pages/0.xml --lang en', '>/dev/full')).toEqual({ status: 2, stderr: full });
    expect(shell('--version --lang en', '>/dev/full')).toEqual({ status: 2, stderr: full });
    const refused = run(['pages/0.xml', '--output', 'none/report.txt']);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toBe('Výstup sa nedal zapísať do none/report.txt: Taký priečinok neexistuje\n');
    expect(run(['pages/0.xml', '--output', '.', '--lang', 'en']).stderr).toMatch(/ to \.: This is a folder/);
  });

  it('validates the other files when the rules of one are not in force on the day', () => {
    cpSync(join(canaries, 'sk.good.xml'), join(empty, 'slovak.xml'));
    const { status, stdout } = run([
      'slovak.xml',
      'invoice.xml',
      '--as-of',
      '2025-12-01',
      '--lang',
      'en',
      '--format',
      'json',
    ]);
    const [refused, validated] = JSON.parse(stdout).results;
    expect(refused.error).toMatch(/^The ruleset peppol-bis-3\+sk \(2025-12-01\) is not installed, or not in force/);
    expect([validated.ruleset.version, validated.valid, status]).toEqual(['1.3.15', false, 2]);
    expect(run(['invoice.xml', '--ruleset', 'peppol-bis-3', '--as-of', '2020-01-01'])).toMatchObject({
      status: 2,
      stdout: '',
    });
  });

  it('validates CII in files and archives and in every format, unless --cii is unsupported', () => {
    const content = readFileSync(join(canaries, 'en16931-cii.bad.xml'));
    writeFileSync(join(empty, 'cii.zip'), makeZip([{ name: 'cii.xml', content }]));
    const json = run(['cii.zip', '--format', 'json']);
    const [result] = JSON.parse(json.stdout).results;
    expect([json.status, result.filename, result.document_type]).toEqual([1, 'cii.zip/cii.xml', 'cii']);
    expect(result.ruleset.layers).toEqual(['XML', 'CII', 'EN16931']);
    const { runs } = JSON.parse(run(['cii.zip', '--format', 'sarif']).stdout);
    expect(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('BR-CO-16');
    for (const format of ['text', 'markdown', 'html'])
      expect(run(['cii.zip', '--format', format]).stdout).toContain('BR-CO-16');
    const unsupported = run(['cii.zip', '--cii', 'unsupported', '--format', 'json']);
    expect(JSON.parse(unsupported.stdout).results[0].issues).toMatchObject([{ rule_id: 'CII-UNSUPPORTED' }]);
  });

  it('reads folders, archives and standard input, and keeps their order with several threads', () => {
    const many = join(empty, 'many');
    mkdirSync(many);
    const bytes = readFileSync(join(empty, 'invoice.xml'));
    for (let i = 10; i < 40; i++) writeFileSync(join(many, `${i}.xml`), i % 2 === 0 ? bytes : '<not-closed>');
    writeFileSync(join(many, 'z.zip'), makeZip([{ name: 'in.xml', content: bytes }]));
    const { stdout, status } = run(['many', '-', '--format', 'json', '--threads', '3'], String(bytes));
    const { total, results } = JSON.parse(stdout);
    expect([total, status]).toEqual([32, 1]);
    const names = results.map(({ filename }: { filename: string }) => filename);
    expect(names).toEqual([...names.slice(0, 30).sort(), 'many/z.zip/in.xml', 'standard input']);
    expect(results[1].issues[0].rule_id).toBe('XML-NOT-WELL-FORMED');
  });
});

describe('einvoice-validate convert and diff', () => {
  it('convert an invoice to CII and back, and find no difference', () => {
    expect(run(['convert', 'invoice.xml', '--to', 'cii', '-o', 'cii.xml'])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const back = run(['convert', '-', '--to', 'ubl'], readFileSync(join(empty, 'cii.xml'), 'utf8'));
    expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining('<Invoice '), stderr: '' });
    writeFileSync(join(empty, 'back.xml'), back.stdout);
    expect(run(['diff', 'cii.xml', 'back.xml', '--lang', 'en'])).toMatchObject({
      ...{ status: 0, stdout: expect.stringContaining('cii.xml ↔ back.xml: no difference\n'), stderr: '' },
    });
  });

  it('exit with 1 for a loss and for a difference, and with 2 for invalid usage or another file', () => {
    const xml = readFileSync(join(empty, 'invoice.xml'), 'utf8');
    writeFileSync(join(empty, 'lossy.xml'), xml.replace('<cbc:ID>', '<cbc:UUID>u-1</cbc:UUID><cbc:ID>'));
    writeFileSync(join(empty, 'other.xml'), '<a/>');
    const lossy = ['convert', 'lossy.xml', '--to', 'cii', '--lang', 'en'];
    expect(run(lossy)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('use --allow-loss') });
    expect(run([...lossy, '--allow-loss'])).toMatchObject({ status: 0, stderr: expect.stringContaining('u-1') });
    const differing = run(['diff', 'invoice.xml', join(canaries, 'sk.bad.xml'), '--format', 'json']);
    expect([differing.status, JSON.parse(differing.stdout).equal]).toEqual([1, false]);
    expect(run(['convert', 'other.xml', '--to', 'ubl', '--lang', 'en'])).toEqual({
      ...{ status: 2, stdout: '', stderr: 'other.xml: It is not a UBL or CII invoice\n' },
    });
    expect(run(['diff', 'none.xml', 'invoice.xml']).stderr).toBe('none.xml: Taký súbor neexistuje\n');
    expect(run(['convert', 'invoice.xml'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Pomoc: ') });
    expect(run(['diff', '--help', '--lang', 'en']).stdout).toContain('Usage: einvoice-validate');
  });
});

describe('GitHub action', () => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  type Step = { uses?: string; run?: string; env?: Record<string, string>; if?: string; id?: string };

  /** Runs the steps like the runner, with expressions replaced; `uses` steps are skipped. */
  function take(inputs: Readonly<Record<string, string>>) {
    const temporary = mkdtempSync(join(folder, 'runner-'));
    const files = { GITHUB_OUTPUT: join(temporary, 'output'), GITHUB_STEP_SUMMARY: join(temporary, 'summary') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const outputs = (): Map<string, string> =>
      new Map(
        readFileSync(files.GITHUB_OUTPUT, 'utf8')
          .split('\n')
          .map((line) => [line.split('=')[0]!, line.split('=').slice(1).join('=')]),
      );
    const fill = (text: string): string =>
      text.replace(/\$\{\{ (inputs|steps\.validate\.outputs)\.([\w-]+) \}\}/g, (_, from, name) =>
        from === 'inputs' ? (inputs[name] ?? action.inputs[name].default) : (outputs().get(name) ?? ''),
      );
    const codes = (action.runs.steps as Step[]).flatMap(({ run: script, env = {} }) => {
      if (script === undefined) return [];
      const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
      const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
        cwd: empty,
        encoding: 'utf8',
        env: {
          ...process.env,
          ...{ npm_config_offline: 'true', npm_config_cache: join(folder, 'npm'), RUNNER_TEMP: temporary },
          ...files,
          ...filled,
        },
      });
      return [status === 0 ? 0 : `${status} ${stderr}`.trim()];
    });
    return { codes, outputs: outputs(), summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
  }

  it('installs the packed command line, writes SARIF and a summary, and fails according to the verdict', () => {
    const { codes, outputs, summary } = take({ files: 'invoice.xml\n\nwarned.xml\n', package: tarballs.join('\n') });
    expect(codes).toEqual([0, 0, '1']);
    expect(outputs.get('exit-code')).toBe('1');
    const { runs } = JSON.parse(readFileSync(outputs.get('sarif')!, 'utf8'));
    expect(runs[0].results[0]).toMatchObject({ ruleId: 'BR-CO-16', level: 'error' });
    expect(summary).toContain('# Validation of invoices: 1/2 valid');
    expect(take({ files: 'warned.xml', package: tarballs.join('\n') }).codes).toEqual([0, 0, 0]);
  });

  it('pins actions by commit', () => {
    const used = (action.runs.steps as Step[]).flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(name))).toEqual([]);
    expect(README).toMatch(/actions\/checkout@[0-9a-f]{40} /);
  });
});

const PAGE = `
import { validate } from '@e-invoice/validator';
const { invoices, today } = await (await fetch('./task.json')).json();
const encoder = new TextEncoder();
globalThis.validateRange = async (from, to) => {
  const results = [];
  for (const [filename, xml] of invoices.slice(from, to))
    results.push({ ...await validate(encoder.encode(xml), { filename, today }), duration_ms: 0 });
  return results;
};
`;

const reason = await whyNoChromium();

describe.skipIf(reason !== null)(`in Chromium${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it("validates as in Node under script-src 'self', and loads at most 250 KiB (Brotli) for a Slovak Peppol invoice, 330 KiB with CII", async () => {
    const { outputFiles } = await build({
      stdin: { contents: PAGE, resolveDir: empty, sourcefile: 'page.js' },
      ...{ bundle: true, splitting: true, write: false, minify: true, charset: 'utf8', logLevel: 'silent' },
      ...{ platform: 'browser', format: 'esm', outdir: '/', target: 'es2023' },
    });
    // The first invoices determine what is loaded, so the Slovak Peppol one and one in CII come first.
    const first = ['sk.good.xml', 'en16931-cii.good.xml'].map((name) => join(canaries, name));
    const ordered = [...first, ...INVOICES.filter((path) => !first.includes(path))];
    const invoices = ordered.map((path) => [path, readFileSync(path, 'utf8')]);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      let loaded = 0;
      await page.route(`${ORIGIN}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const headers = { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" };
        if (pathname === '/') {
          const body = '<!doctype html><script type="module" src="/stdin.js"></script>';
          return route.fulfill({ contentType: 'text/html', body, headers });
        }
        if (pathname === '/task.json') return route.fulfill({ json: { invoices, today: TODAY }, headers });
        const file = outputFiles.find(({ path }) => path === pathname);
        if (file === undefined) return route.fulfill({ status: 404 });
        loaded += brotliCompressSync(file.contents).length;
        return route.fulfill({ contentType: 'text/javascript', body: file.text, headers });
      });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`${ORIGIN}/`);
      await page
        .waitForFunction(() => 'validateRange' in globalThis)
        .catch((error: Error) => faults.push(error.message));
      type Validate = { validateRange: (from: number, to: number) => Promise<{ filename: string }[]> };
      const validateRange = (from: number, to: number) =>
        page.evaluate(([a, b]) => (globalThis as unknown as Validate).validateRange(a!, b!), [from, to]);
      const expectLoaded = (limit: number, stated: RegExp): void => {
        expect(loaded).toBeLessThanOrEqual(limit * 1024);
        const bytes = Number(stated.exec(README)![1]) * 1024;
        expect(Math.abs(loaded - bytes) / bytes, `${loaded} bytes`).toBeLessThan(0.05);
      };
      const ubl = await validateRange(0, 1);
      expect(faults).toEqual([]);
      expect(ubl).toMatchObject([{ valid: true, ruleset: { id: 'peppol-bis-3+sk' } }]);
      expectLoaded(250, /loads (\d+) KB \(Brotli\)/);
      const cii = await validateRange(1, 2);
      expect(cii).toMatchObject([{ valid: true, ruleset: { id: 'en16931-cii' } }]);
      expectLoaded(330, /first CII invoice it is\s+(\d+) KB/);
      const all = [...ubl, ...cii, ...(await validateRange(2, invoices.length))];
      const sorted = (results: readonly unknown[]) =>
        INVOICES.map((path) => results.find((result) => (result as { filename: string }).filename === path));
      expect(sorted(all)).toEqual(await byService());
    } finally {
      await browser.close();
    }
  });
});
