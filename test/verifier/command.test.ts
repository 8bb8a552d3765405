import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyEvidence } from '../../src/cli/verify-evidence.ts';
import { verifyFile } from '../../src/cli/verify-file.ts';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { archive, makeKey, written } from '../evidence/make-one.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makeZip } from '../support/make-zip.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeWhole } from './complete-archive.ts';

const XML = '<broken/>';
const key = makeKey();
const signedOf = async (xml = XML) => {
  const { report, texts } = written(xml);
  return { report: await signReport(report, key), texts };
};

let folder: string;
let lines: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  lines = [];
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

const run = async (...args: string[]): Promise<{ code: number; out: string }> => {
  lines.length = 0;
  return { code: await verifyEvidence(args), out: lines.join('\n') };
};

const keys = (): string => write('keys.json', { keys: [makeKey().jwk, key.jwk] });

describe('verify-evidence', () => {
  it('reports a genuine archive, its subject, and performed and skipped checks, in both languages', async () => {
    const { report, ...rest } = await signedOf();
    const path = write('e.zip', await archive({ report, ...rest }, key, Buffer.from(XML)));
    const { code, out } = await run(path, '--keys', keys());
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`GENUINE: the report ${report.id} of 21 November 2026 12:34:56 UTC is`),
    ]);
    expect(out).toContain('PRAVÉ: protokol');
    expect(out).toContain(
      `Je o súbore faktúra.xml s odtlačkom SHA-256 ${report.sha256}; výsledok kontroly: nevyhovuje.`,
    );
    expect(out).toContain('Grade: signed.');
    expect(out).toContain('[x] Invoice: it is exactly the file');
    expect(out).toContain('[ ] Public log: there is no proof');
    expect(out).not.toContain('[!]');
    expect((await run(path, '--keys', keys(), '--lang', 'en')).out).not.toContain('PRAVÉ');
  });

  it('verifies a bare report and a separate invoice', async () => {
    const path = write('e.json', (await signedOf()).report);
    const [right, wrong] = [write('i.xml', Buffer.from(XML)), write('j.xml', Buffer.from(`${XML}\n`))];
    expect(await run(path, '--keys', keys(), '--invoice', right)).toMatchObject({ code: 0 });
    const { code, out } = await run(path, '--keys', keys(), '--invoice', wrong);
    expect([code, out]).toEqual([1, expect.stringContaining('The invoice is not the one that the report is about')]);
  });

  it('prints the same result as JSON', async () => {
    const path = write('e.zip', await archive(await signedOf(), key, null));
    const { out } = await run(path, '--keys', keys(), '--json');
    const result = JSON.parse(out);
    expect(result).toMatchObject({ verdict: 'genuine', grade: 'signed', findings: [] });
    expect(result.checks).toContainEqual(expect.objectContaining({ name: 'files', state: 'held', detail: '9' }));
  });

  it('verifies a time stamp in full with the trusted authority of the command line', async () => {
    const root = makeCertificate('Root of stamps');
    const stamps = makeCertificate('Stamps', { issuer: root, authority: false, stamps: 'critical' });
    const { bytes, key: signer } = await makeWhole({ chain: [stamps] });
    const [path, published] = [write('s.zip', bytes), write('s.json', { keys: [signer.jwk] })];
    const at = [path, '--keys', published, '--lang', 'en'];
    expect(await run(...at)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\[x\] Signature of the time stamp: it holds.*\n\[ \] Authority of the time stamp/),
    });
    expect(await run(...at, '--tsa-ca', write('root.pem', Buffer.from(root.cert)))).toMatchObject({
      code: 0,
      out: expect.stringContaining('[x] Authority of the time stamp: its certificate leads to the authority'),
    });
    const other = write('other.pem', Buffer.from(makeCertificate('Somebody else').cert));
    expect(await run(...at, '--tsa-ca', other)).toMatchObject({
      code: 3,
      out: expect.stringContaining('[!] Authority of the time stamp'),
    });
    const unstamped = write('e.zip', await archive(await signedOf(), key, null));
    expect(await run(unstamped, '--keys', keys(), '--tsa-ca', other)).toMatchObject({ code: 3 });
    expect(await run(...at, '--tsa-ca', published)).toMatchObject({
      code: 2,
      out: expect.stringContaining('contains no PEM certificate'),
    });
    expect(await verifyFile('node verify.mjs', [...at, '--tsa-ca', other])).toBe(2);
  });

  it('reads keys from a file or URL and names the source; without keys the signer is not confirmed', async () => {
    const path = write('e.zip', await archive(await signedOf(), key, null));
    const none = await run(path);
    expect(none).toMatchObject({ code: 3, out: expect.stringContaining('INTACT, SIGNER NOT CONFIRMED') });
    expect(none.out).toContain(`Compare ${key.kid} with the keys that the service publishes`);
    expect(none.out).toContain('Public keys: none specified.');
    expect((await run(path, '--keys', keys())).out).toContain(`Public keys: ${keys()}, from --keys.`);
    const service = await startReceiver((_, response) => response.end(JSON.stringify({ keys: [key.jwk] })));
    vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
    expect(await run(path, '--keys', `${service.url}/.well-known/jwks.json`)).toMatchObject({ code: 0 });
    await service.stop();
  });

  it('does not trust a key file next to the evidence, because a forger could have put it there', async () => {
    const forger = makeKey();
    const { report, texts } = written(XML);
    const path = write('e.zip', await archive({ report: await signReport(report, forger), texts }, forger, null));
    const unused = write('jwks.json', { keys: [forger.jwk] });
    const { code, out } = await run(path, '--lang', 'en');
    expect([code, out]).toEqual([3, expect.stringContaining('INTACT, SIGNER NOT CONFIRMED')]);
    expect(out).toContain('[ ] Key: that it is the service’s was not checked.');
    expect(out).toContain(`Public keys: none specified. ${unused} was not used`);
    const result = JSON.parse((await run(path, '--json')).out);
    expect(result).toMatchObject({ verdict: 'unconfirmed', keys: { from: null, not_used: unused } });
    expect(await verifyFile('node verify.mjs', [path])).toBe(3);
    expect(await run(path, '--keys', keys())).toMatchObject({ code: 3 });
    rmSync(unused);
  });

  it('distinguishes a modified report from one signed with an unknown key', async () => {
    const changed = write('c.json', { ...(await signedOf()).report, valid: true });
    expect(await run(changed, '--keys', keys())).toMatchObject({
      code: 1,
      out: expect.stringContaining(`evidence.json was changed after it was signed with the key ${key.kid}`),
    });
    const stranger = makeKey();
    const { report, texts } = written(XML);
    const foreign = { report: await signReport(report, stranger), texts };
    // The archive contains the other signer's keys, which do not replace those of the service.
    const other = write('o.zip', await archive(foreign, stranger, null));
    const { code, out } = await run(other, '--keys', keys());
    expect([code, out]).toEqual([3, expect.stringContaining('CANNOT BE VERIFIED')]);
    expect(out).toContain(`Key: ${stranger.kid} is not among the given public keys`);
  });

  it('does not blame the report key if only the list of files has an unknown key', async () => {
    const later = makeKey();
    const both = new Map([['keys.json', Buffer.from(JSON.stringify({ keys: [key.jwk, later.jwk] }))]]);
    const path = write('l.zip', await archive(await signedOf(), later, null, both));
    const { code, out } = await run(path, '--keys', keys(), '--lang', 'en');
    expect([code, out]).toEqual([3, expect.stringContaining('CANNOT BE VERIFIED')]);
    expect(out).not.toContain('the key that the report is signed with');
    expect(out).toContain(`Key: ${later.kid} is not among the given public keys of the service, which may be newer`);
  });

  it('removes control characters in file names from the terminal output', async () => {
    const files = await readZip(await archive(await signedOf(), key, null));
    const entries = [...files].map(([name, content]) => ({ name, content }));
    const path = write('x.zip', makeZip([...entries, { name: 'a\u001B[2Jb', content: '' }]));
    const { code, out } = await run(path, '--keys', keys());
    expect([code, out]).toEqual([1, expect.stringContaining('The file a\uFFFD[2Jb does not belong to the archive')]);
    expect(out).not.toContain('\u001B');
  });

  it.each(['--help', '-h'])('prints the usage for %s with exit code 0', async (option) => {
    const errors = vi.spyOn(console, 'error').mockReset();
    expect(await run(option)).toEqual({ code: 0, out: expect.stringMatching(/^usage: verify-evidence .*--tsa-ca/) });
    expect(await verifyFile('node verify.mjs', ['some.zip', option])).toBe(0);
    expect(lines.at(-1)).toMatch(/^usage: node verify\.mjs /);
    expect(errors).not.toHaveBeenCalled();
  });

  it.each([
    [[], 'usage:'],
    [['a', 'b'], 'usage:'],
    [['a', '--jwks', 'b'], 'usage:'],
    [['a', '--lang', 'de'], 'usage:'],
    [['/nowhere/e.json', '--keys', '/nowhere/k.json'], '/nowhere/e.json cannot be read (ENOENT)'],
  ])('prints an error or the usage for the arguments %j', async (args, text) => {
    expect(await run(...args)).toMatchObject({ code: 2, out: expect.stringContaining(text) });
  });

  it('explains a damaged archive, a malformed report and a malformed key file', async () => {
    const broken = write('b.zip', Buffer.from('PK, but no archive at all, though long enough'));
    expect(await run(broken, '--keys', keys())).toMatchObject({
      code: 1,
      out: expect.stringContaining('no whole ZIP'),
    });
    expect(await run(write('n.json', Buffer.from('{')), '--keys', keys())).toMatchObject({ code: 1 });
    expect(await run(write('e.json', (await signedOf()).report), '--keys', write('x', {}))).toMatchObject({
      code: 2,
      out: expect.stringContaining('is not a JWK set'),
    });
  });
});
