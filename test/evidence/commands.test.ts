import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayEvidence } from '../../src/cli/replay-evidence.ts';
import type { Report } from '../../src/modules/evidence/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeRealReports, makeReportWithCii } from './real-reports.ts';

const root = findRoot();
const read = (path: string): Buffer => readFileSync(join(root, path));
const INVOICE = read('schematron/canaries/peppol-bis-3.bad.xml');

let writeReal: Awaited<ReturnType<typeof makeRealReports>>;
const toReport = (xml: Uint8Array): Report => writeReal(xml).report;
let folder: string;
let lines: string[];
beforeAll(async () => {
  writeReal = await makeRealReports();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  lines = [];
  vi.stubEnv('DATA_DIR', folder);
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function write(name: string, content: Uint8Array | object): string {
  const path = join(folder, name);
  writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

type Statement = { code: number; out: string };
const run = async (command: (args: string[]) => Promise<number>, ...args: string[]): Promise<Statement> => {
  lines.length = 0;
  return { code: await command(args), out: lines.join('\n') };
};

describe('replay-evidence', () => {
  const replay = (report: object, invoice: Uint8Array = INVOICE) =>
    run(replayEvidence, write('r.json', report), write('invoice.xml', invoice));

  it('repeats the requested layers of a report', async () => {
    const { report } = writeReal(INVOICE, 'invoice.xml', ['UBL']);
    expect(report.ruleset.skipped).toContainEqual(expect.objectContaining({ code: 'not_requested' }));
    expect(await replay(report)).toMatchObject({ code: 0, out: expect.stringMatching(/^The same/) });
  });

  it.each(['peppol-bis-3.bad.xml', 'peppol-bis-3.good.xml', 'en16931-ubl.bad.xml', 'sk.bad.xml'])(
    'reproduces the findings of %s byte for byte',
    async (name) => {
      const invoice = read(`schematron/canaries/${name}`);
      expect(await replay(toReport(invoice), invoice)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The same/),
      });
    },
  );

  it.each([
    ['en16931-cii.good.xml', { cii: 'validate' }, true],
    ['en16931-cii.bad.xml', { cii: 'validate' }, false],
    ['en16931-cii.bad.xml', { ruleset: 'en16931-cii' }, false],
    ['en16931-cii.good.xml', {}, false],
    ['en16931-cii.good.xml', { cii: 'validate', ruleset: 'en16931' }, false],
    ['en16931-ubl.good.xml', { ruleset: 'en16931-cii' }, false],
  ] as const)('reproduces the findings of %s, requested with %j', async (name, request, valid) => {
    const invoice = read(`schematron/canaries/${name}`);
    const report = await makeReportWithCii(invoice, request);
    expect(report.valid).toBe(valid);
    expect(await replay(report, invoice)).toMatchObject({ code: 0, out: expect.stringMatching(/^The same/) });
  });

  it('reproduces the findings of malformed XML and of an empty file', async () => {
    for (const invoice of [Buffer.from('<a'), Buffer.alloc(0)])
      expect(await replay(toReport(invoice), invoice)).toMatchObject({ code: 0 });
  });

  it('rejects a file other than the validated one', async () => {
    const { code, out } = await replay(toReport(INVOICE), Buffer.concat([INVOICE, Buffer.from('\n')]));
    expect([code, out]).toEqual([2, expect.stringContaining('This is not the validated file: its SHA-256 is ')]);
  });

  it('names rule packs that are missing or have different content', async () => {
    const { ruleset, ...rest } = toReport(INVOICE);
    const packs = ruleset.packs.map((pack, index) =>
      index === 0 ? { ...pack, version: '1.2.0' } : index === 1 ? { ...pack, digest: 'b'.repeat(64) } : pack,
    );
    const { code, out } = await replay({ ...rest, ruleset: { ...ruleset, packs } });
    expect(code).toBe(3);
    expect(out).toContain(`The rule pack ${packs[0]!.id}@1.2.0 (SHA-256 ${packs[0]!.digest}) is missing.`);
    expect(out).toContain(`The installed rule pack ${packs[1]!.id}@${packs[1]!.version} has different content`);
    expect(out).not.toContain('sk@');
    expect(out).toContain(
      `rules archive of release ${rest.engine.version} whose engine has SHA-256 ${rest.engine.digest}`,
    );
    expect(out).toMatch(/replay-evidence … --archive <file>.*archive-rules --out <file>/);
  });

  it('names the engine of the report and validates with the installed one', async () => {
    const report = toReport(INVOICE);
    const engine = { version: '0.0.9', digest: 'c'.repeat(64) };
    const same = await replay({ ...report, engine });
    expect(same.code).toBe(0);
    expect(same.out).toMatch(
      /^The report was created by the engine of release 0\.0\.9 \(SHA-256 c{64}\); this is release .*\nThe same/,
    );
    const other = await replay({ ...report, engine, issues: report.issues.slice(1) });
    expect([other.code, other.out]).toEqual([3, expect.stringContaining('Other findings, in: issues.')]);
    expect(other.out).toContain(`rules archive of release 0.0.9 whose engine has SHA-256 ${'c'.repeat(64)}`);
    expect(same.out).not.toContain('rules archive');
  });

  it('reports differing findings for a modified report', async () => {
    const report = toReport(INVOICE);
    const [first, ...others] = report.issues;
    const { code, out } = await replay({ ...report, valid: true, issues: [{ ...first, level: 'info' }, ...others] });
    expect(code).toBe(1);
    expect(out).toContain('Other findings, in: valid, issues.\nRules and engine match the report');
  });

  it.each([[[]], [['e.json']], [['a', 'b', '--jwks', 'c']]])('prints the usage for the arguments %j', async (args) => {
    expect(await run(replayEvidence, ...args)).toMatchObject({ code: 2, out: expect.stringContaining('usage:') });
  });

  it('rejects a file that is not a report', async () => {
    expect(await replay({ sha256: 'x' })).toMatchObject({ code: 2, out: expect.stringContaining('not a report') });
  });
});
