import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchiveFile } from '../../src/cli/replay/archive-file.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';

const root = findRoot();
const TEXTS = 'packages/validator/src/catalog/texts';
const TERM = 'Suma na úhradu';

/** Simulates an earlier release: a copy of the current sources with a changed message. */
function makeEarlierRelease(folder: string): void {
  const parts = ['src', 'workers', 'locales', 'packages', 'schematron', 'scripts', 'package.json', 'tsconfig.json'];
  const tests = ['test/evidence/real-reports.ts', 'test/evidence/make-one.ts', 'test/http/fake-validate.ts'];
  for (const part of [...parts, ...tests]) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@e-invoice'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@e-invoice'))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of ['schematron', 'validator'])
    symlinkSync(join(folder, 'packages', name), join(modules, '@e-invoice', name));
  for (const name of readdirSync(join(folder, TEXTS), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, TEXTS, name);
    if (!name.endsWith('.ts')) continue;
    const source = readFileSync(file, 'utf8');
    if (source.includes(TERM)) writeFileSync(file, source.replaceAll(TERM, 'Čiastka na zaplatenie'));
  }
  writeFileSync(
    join(folder, 'write-report.ts'),
    `import { readFileSync, writeFileSync } from 'node:fs';
import { makeRealReports } from './test/evidence/real-reports.ts';
const write = await makeRealReports();
writeFileSync('evidence.json', JSON.stringify(write(readFileSync('invoice.xml')).report));
`,
  );
}

type Ran = { readonly code: number; readonly output: string };

/** Runs Node in a folder. */
async function run(folder: string, ...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, DATA_DIR: join(folder, '.data') };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    return { code: 0, output: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}${stderr}` };
  }
}

describe('archive-rules and replay-evidence across releases', () => {
  let folder: string;
  let archived: Ran;
  const cli = (at: string, ...args: readonly string[]): Promise<Ran> =>
    run(folder, '--import', 'tsx', join(at, 'src/cli.ts'), ...args);
  const replay = (...more: readonly string[]): Promise<Ran> =>
    cli(root, 'replay-evidence', 'evidence.json', 'invoice.xml', ...more);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'einvoice-earlier-'));
    makeEarlierRelease(folder);
    writeFileSync(join(folder, 'invoice.xml'), makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')));
    expect(await run(folder, '--import', 'tsx', 'write-report.ts')).toEqual({ code: 0, output: '' });
    archived = await cli(folder, 'archive-rules', '--out', 'rules.mjs');
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('archive-rules prints the digest, engine and rules, and never overwrites an archive', async () => {
    expect(archived.code).toBe(0);
    expect(archived.output).toMatch(/^[0-9a-f]{64} {2}rules\.mjs\nEngine of release [\d.]+ \(SHA-256 [0-9a-f]{64}\), /);
    expect(archived.output).toContain('sk@1.0.0');
    expect(await cli(folder, 'archive-rules', '--out', 'rules.mjs')).toMatchObject({ code: 2 });
  });

  it('the current release reports changed messages and names the engine of the report', async () => {
    const { code, output } = await replay();
    expect(code).toBe(3);
    expect(output).toContain('The report was created by the engine of release');
    expect(output).toMatch(/Other findings, in: .*issues/);
  });

  it('an archive reproduces the report byte for byte, through the current release and standalone', async () => {
    expect(readFileSync(join(folder, 'evidence.json'), 'utf8')).toContain('Čiastka na zaplatenie');
    const digest = archived.output.slice(0, 64);
    expect(await replay('--archive', 'rules.mjs', '--sha256', digest)).toEqual({
      code: 0,
      output: 'The same findings, byte for byte: 1 fatal, 0 warnings, 0 notes.\n',
    });
    expect(await run(folder, 'rules.mjs', 'evidence.json', 'invoice.xml')).toEqual({
      code: 0,
      output: 'The same findings, byte for byte.\n',
    });
  });

  it('detects a modified report', async () => {
    const report = JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')) as { valid: boolean };
    writeFileSync(join(folder, 'changed.json'), JSON.stringify({ ...report, valid: true }));
    const { code, output } = await cli(
      root,
      'replay-evidence',
      'changed.json',
      'invoice.xml',
      '--archive',
      'rules.mjs',
    );
    expect(code).toBe(1);
    expect(output).toContain('Other findings, in: valid.');
  });

  it('reports rules that the archive lacks', async () => {
    const report = JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8'));
    report.ruleset.packs[0].digest = '0'.repeat(64);
    writeFileSync(join(folder, 'other-rules.json'), JSON.stringify(report));
    const { code, output } = await cli(
      root,
      'replay-evidence',
      'other-rules.json',
      'invoice.xml',
      '--archive',
      'rules.mjs',
    );
    expect(code).toBe(3);
    expect(output).toContain('different content');
  });

  it.each([
    ['of the program', -1000],
    ['of the rules', 100_000],
    ['of the digest', 80],
  ])('runs no archive with one changed byte %s', async (_, at) => {
    const bytes = readFileSync(join(folder, 'rules.mjs'));
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = bytes[place] === 0x61 ? 0x62 : 0x61;
    writeFileSync(join(folder, 'changed.mjs'), bytes);
    const { code, output } = await replay('--archive', 'changed.mjs');
    expect(code).toBe(2);
    expect(output).toContain('changed.mjs cannot be used: it was changed or is incomplete');
  });

  it('runs no archive with an unexpected digest, and no file that is not an archive', async () => {
    expect(await replay('--archive', 'rules.mjs', '--sha256', '0'.repeat(64))).toMatchObject({ code: 2 });
    writeFileSync(join(folder, 'none.mjs'), 'console.log("ran")');
    const { code, output } = await replay('--archive', 'none.mjs');
    expect(code).toBe(2);
    expect(output).toContain('it is not a rules archive');
    expect(output).not.toContain('ran\n');
  });

  it('the archive program reads only the archive, writes nothing and starts no process', async () => {
    const hostile = `import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
const tries = [() => readFileSync('${join(folder, 'invoice.xml')}'), () => writeFileSync('${join(folder, 'written')}', ''), () => spawnSync('true')];
const blocked = tries.filter((attempt) => { try { attempt(); return false; } catch { return true; } }).length;
console.error('blocked ' + blocked + ', settings ' + Object.keys(process.env).length);
process.exitCode = 9;
`;
    writeFileSync(join(folder, 'hostile.mjs'), writeArchiveFile({} as never, hostile));
    const { code, output } = await replay('--archive', 'hostile.mjs');
    expect(code).toBe(2);
    expect(output).toContain('blocked 3, settings 0');
  });
});
