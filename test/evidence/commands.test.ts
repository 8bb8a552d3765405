import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayEvidence } from '../../src/cli/replay-evidence.ts';
import { verifyEvidence } from '../../src/cli/verify-evidence.ts';
import type { Report } from '../../src/evidence/index.ts';
import { signReport } from '../../src/evidence/signature.ts';
import { readZip } from '../../src/packs/index.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { makeRealReports } from './judge-real.ts';
import { archive, makeKey } from './make-one.ts';

const root = findRoot();
const read = (path: string): Buffer => readFileSync(join(root, path));
const INVOICE = read('schematron/canaries/peppol-bis-3.bad.xml');

const key = makeKey();
let writeReal: Awaited<ReturnType<typeof makeRealReports>>;
const toReport = (xml: Uint8Array): Report => writeReal(xml).report;
let folder: string;
let said: string[];
beforeAll(async () => {
  writeReal = await makeRealReports();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  said = [];
  vi.stubEnv('DATA_DIR', folder);
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void said.push(line));
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

type Said = { code: number; out: string };
const run = async (command: (args: string[]) => Promise<number>, ...args: string[]): Promise<Said> => {
  said.length = 0;
  return { code: await command(args), out: said.join('\n') };
};

describe('verify-evidence', () => {
  const jwks = (): string => write('keys.json', { keys: [makeKey().jwk, key.jwk] });
  const signed = () => signReport(toReport(INVOICE), key);
  const signedWithFiles = () => {
    const { report, texts } = writeReal(INVOICE);
    return { report: signReport(report, key), texts };
  };

  it('knows a genuine report and a genuine archive, and says what they are about', async () => {
    const written = signedWithFiles();
    const { report } = written;
    for (const path of [write('e.json', report), write('e.zip', await archive(written, key, INVOICE))]) {
      const { code, out } = await run(verifyEvidence, path, '--jwks', jwks());
      expect(code).toBe(0);
      expect(out).toContain(`GENUINE: the report ${report.id} of 2026-11-21T12:34:56.789Z`);
      expect(out).toContain(
        `SHA-256 ${report.sha256}${path.endsWith('zip') ? ', which is enclosed' : ''}; the result: not valid.`,
      );
      expect(out).toContain('PRAVÉ: protokol');
    }
  });

  it('takes the keys that lie beside the evidence', async () => {
    const path = write('e.json', signed());
    expect(await run(verifyEvidence, path)).toMatchObject({ code: 2, out: expect.stringContaining('jwks.json') });
    write('jwks.json', { keys: [key.jwk] });
    expect(await run(verifyEvidence, path)).toMatchObject({ code: 0 });
    rmSync(join(folder, 'jwks.json'));
  });

  it('names the file of an archive that differs', async () => {
    const report = signed();
    const entries = [
      { name: 'evidence.json', content: JSON.stringify(report) },
      { name: 'report.html', content: '' },
      { name: 'report.md', content: 'Všetko je v poriadku.' },
      { name: 'developer-summary.md', content: report.developer_summary },
      { name: 'issues.csv', content: '' },
    ];
    const { code, out } = await run(verifyEvidence, write('t.zip', makeZip(entries)), '--jwks', jwks());
    expect(code).toBe(1);
    expect(out).toContain('NOT GENUINE: the file report.md of the archive differs');
    expect(out).toContain('NOT GENUINE: the file issues.csv of the archive differs');
    expect(out).not.toContain('developer-summary.md');
  });

  it('tells a changed report from one under an unknown key', async () => {
    const changed = write('c.json', { ...signed(), valid: true });
    expect(await run(verifyEvidence, changed, '--jwks', jwks())).toMatchObject({
      code: 1,
      out: expect.stringContaining(`NOT GENUINE: the report was changed after it was signed with the key ${key.kid}`),
    });
    const stranger = makeKey();
    const other = write('o.json', signReport(toReport(INVOICE), stranger));
    expect(await run(verifyEvidence, other, '--jwks', jwks())).toMatchObject({
      code: 3,
      out: expect.stringContaining(`names the key ${stranger.kid}, which is not among`),
    });
  });

  it('lets no control character of a file reach the terminal', async () => {
    const files = await readZip(await archive(signedWithFiles(), key, null));
    const entries = [...files].map(([name, content]) => ({ name, content }));
    const path = write('x.zip', makeZip([...entries, { name: 'a\u001B[2Jb', content: '' }]));
    const { code, out } = await run(verifyEvidence, path, '--jwks', jwks());
    expect([code, out]).toEqual([1, expect.stringContaining('the file a\uFFFD[2Jb does not belong')]);
    expect(out).not.toContain('\u001B');
  });

  it.each([
    [[], 'usage:'],
    [['a', 'b'], 'usage:'],
    [['a', '--keys', 'b'], 'usage:'],
    [['/nowhere/e.json', '--jwks', '/nowhere/k.json'], '/nowhere/e.json cannot be read (ENOENT)'],
  ])('is told %j and says what it needs', async (args, text) => {
    expect(await run(verifyEvidence, ...args)).toMatchObject({ code: 2, out: expect.stringContaining(text) });
  });

  it('says what is wrong with a broken archive, a report that is none, and keys that are none', async () => {
    const broken = write('b.zip', Buffer.from('PK, but no archive at all, though long enough'));
    expect(await run(verifyEvidence, broken, '--jwks', jwks())).toMatchObject({ code: 2 });
    expect(await run(verifyEvidence, write('n.json', Buffer.from('{')), '--jwks', jwks())).toMatchObject({ code: 1 });
    expect(await run(verifyEvidence, write('e.json', signed()), '--jwks', write('x', {}))).toMatchObject({
      code: 2,
      out: expect.stringContaining('is no JWK set'),
    });
  });
});

describe('replay-evidence', () => {
  const replay = (report: object, invoice: Uint8Array = INVOICE) =>
    run(replayEvidence, write('r.json', report), write('invoice.xml', invoice));

  it.each(['peppol-bis-3.bad.xml', 'peppol-bis-3.good.xml', 'en16931-ubl.bad.xml', 'sk.bad.xml'])(
    'finds the same in %s, byte for byte',
    async (name) => {
      const invoice = read(`schematron/canaries/${name}`);
      expect(await replay(toReport(invoice), invoice)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The same/),
      });
    },
  );

  it('finds the same in what is no XML, and in an empty file', async () => {
    for (const invoice of [Buffer.from('<a'), Buffer.alloc(0)])
      expect(await replay(toReport(invoice), invoice)).toMatchObject({ code: 0 });
  });

  it('refuses another file', async () => {
    const { code, out } = await replay(toReport(INVOICE), Buffer.concat([INVOICE, Buffer.from('\n')]));
    expect([code, out]).toEqual([2, expect.stringContaining('This is not the judged file: its SHA-256 is ')]);
  });

  it('says which release of which pack is missing, or has other content', async () => {
    const { ruleset, ...rest } = toReport(INVOICE);
    const packs = ruleset.packs.map((pack, index) =>
      index === 0 ? { ...pack, version: '1.2.0' } : index === 1 ? { ...pack, digest: 'b'.repeat(64) } : pack,
    );
    const { code, out } = await replay({ ...rest, ruleset: { ...ruleset, packs } });
    expect(code).toBe(3);
    expect(out).toContain(`The rule pack ${packs[0]!.id}@1.2.0 (SHA-256 ${packs[0]!.digest}) is missing.`);
    expect(out).toContain(`The rule pack ${packs[1]!.id}@${packs[1]!.version} is here with other content`);
    expect(out).not.toContain('sk@');
  });

  it('says which engine made the report, and judges with the one that is here', async () => {
    const report = toReport(INVOICE);
    const engine = { version: '0.0.9', digest: 'c'.repeat(64) };
    const same = await replay({ ...report, engine });
    expect(same.code).toBe(0);
    expect(same.out).toMatch(
      /^The report was made by the engine of release 0\.0\.9 \(SHA-256 c{64}\); here is .*\nThe same/,
    );
    const other = await replay({ ...report, engine, issues: report.issues.slice(1) });
    expect([other.code, other.out]).toEqual([3, expect.stringContaining('Other findings, in: issues.')]);
  });

  it('a report that was changed has other findings', async () => {
    const report = toReport(INVOICE);
    const [first, ...others] = report.issues;
    const { code, out } = await replay({ ...report, valid: true, issues: [{ ...first, level: 'info' }, ...others] });
    expect(code).toBe(1);
    expect(out).toContain('Other findings, in: valid, issues.\nRules and engine are those of the report');
  });

  it.each([[[]], [['e.json']], [['a', 'b', '--jwks', 'c']]])('is told %j and says what it needs', async (args) => {
    expect(await run(replayEvidence, ...args)).toMatchObject({ code: 2, out: expect.stringContaining('usage:') });
  });

  it('takes no report for one that is none', async () => {
    expect(await replay({ sha256: 'x' })).toMatchObject({ code: 2, out: expect.stringContaining('no report') });
  });
});
