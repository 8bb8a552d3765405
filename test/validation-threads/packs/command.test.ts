import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rules } from '../../../src/cli/rules.ts';
import { findRoot } from '../../../src/platform/index.ts';

const root = findRoot();

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-rules-'));
  lines = [];
  vi.stubEnv('DATA_DIR', folder);
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command; returns its exit code and output. */
async function run(...args: string[]): Promise<{ code: number; out: string }> {
  lines.length = 0;
  return { code: await rules(args), out: lines.join('\n') };
}

it('installs, lists and removes a release', async () => {
  const canaries = ['good', 'bad'].flatMap((kind) => [
    `--${kind}`,
    join(root, `schematron/canaries/en16931-ubl.${kind}.xml`),
  ]);
  const schema = (test: string) =>
    writeFileSync(
      join(folder, 'house.sch'),
      `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="/*"><assert id="HOUSE-7" test="${test}">No.</assert></rule></pattern></schema>`,
    );
  const dates = ['--version', '1', '--mandatory-from', '2026-01-01', '--for-customization', 'urn:peppol:pint:*'];
  const install = () => run('install', folder, '--id', 'house', ...dates, ...canaries);

  schema('unknown-function(.)');
  expect(await install()).toMatchObject({ code: 1, out: expect.stringContaining('[HOUSE-7]') });
  schema("*:ID = '2026-0007'");
  const installed = await install();
  expect(installed).toMatchObject({ code: 0, out: expect.stringMatching(/house@1: 1 rules.*after a restart/s) });
  expect(installed.out).toContain('house@1 is applied to Invoice and CreditNote documents.');
  expect((await run('list')).out).toMatch(
    /house@1: 1 rules, NATIONAL, published –, mandatory from 2026-01-01 to …, installed, for urn:peppol:pint:\*/,
  );
  expect(await run('remove', 'house@1')).toMatchObject({ code: 0 });
  expect(await run('remove', 'house@1')).toMatchObject({ code: 1, out: 'house@1 is not installed' });
  expect((await run('list')).out).not.toContain('house');
});

it.each([
  [[]],
  [['nonsense']],
  [['remove', 'house']],
  [['install', '.', '--id', 'house']],
  [['install', '--id', 'house', '--version', '1', '--mandatory-from', '2026-01-01']],
  [['install', '.', '--colour', 'red']],
  [['install', '.', '--id', 'a', '--version', '1', '--in-force-from', '2026-01-01', '--layer', 'MINE']],
])('prints the usage for the arguments %j', async (args) => {
  expect(await run(...args)).toMatchObject({ code: 2, out: expect.stringContaining('usage: rules') });
});

it('lists the built-in packs when run as a process', () => {
  const out = execFileSync(process.execPath, ['--import', 'tsx', 'src/cli.ts', 'rules', 'list'], { cwd: root });
  expect(out.toString()).toMatch(/^en16931-ubl@\S+: \d+ rules, EN16931, published .*, mandatory from .*, built-in$/m);
});
