import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOW_TO_VERIFY } from '../../src/modules/evidence/how-to-verify.data.ts';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { findRoot } from '../../src/platform/index.ts';
import { archive, makeKey, toBytes, written } from '../evidence/make-one.ts';

const XML = '<broken/>';
const key = makeKey();
let folder: string;
const inFolder = (name: string): string => join(folder, name);
const hasTools =
  spawnSync('sh', ['-c', 'unzip -v && sha256sum --version && openssl version && bash --version']).status === 0;

/** Unpacks an archive for independent programs. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-foreign-'));
  execFileSync(process.execPath, [join(findRoot(), 'scripts/bundle-verifier.mjs'), inFolder('built.mjs')]);
  const { report, texts } = written(XML);
  const extras = new Map([
    ['keys.json', toBytes({ keys: [key.jwk] })],
    ['verify.mjs', readFileSync(inFolder('built.mjs'))],
  ]);
  const zip = await archive({ report: await signReport(report, key), texts }, key, Buffer.from(XML), extras);
  writeFileSync(inFolder('evidence.zip'), zip);
  writeFileSync(inFolder('published.json'), toBytes({ keys: [key.jwk] }));
  if (hasTools) execFileSync('unzip', ['-q', 'evidence.zip'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the commands in the English part of `OVERENIE.txt`, grouped by the patterns. */
function commandsOf(...kinds: readonly RegExp[]): string {
  const lines = HOW_TO_VERIFY.en.split('\n');
  return kinds.flatMap((kind) => lines.filter((line) => kind.test(line))).join('\n');
}

const verify = (...args: string[]): { status: number | null; out: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inFolder('built.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  });
  return { status, out: stdout + stderr };
};

describe('verify.mjs', () => {
  it('requires only Node and prints the result of its checks without warnings', () => {
    const { status, out } = verify('evidence.zip', '--keys', 'published.json', '--invoice', 'evidence.zip');
    expect([status, out]).toEqual([1, expect.stringContaining('The invoice is not the one')]);
    const right = verify('evidence.zip', '--keys', 'published.json', '--lang', 'en');
    expect([right.status, right.out]).toEqual([0, expect.stringMatching(/^GENUINE: the report rep_/)]);
    expect(right.out).not.toContain('Warning');
    expect(verify('evidence.zip')).toMatchObject({ status: 3, out: expect.stringContaining(key.kid) });
    expect(verify()).toMatchObject({ status: 2, out: expect.stringMatching(/^usage: node verify\.mjs/) });
  });

  it('names the file in which a byte was changed', () => {
    const bytes = readFileSync(inFolder('evidence.zip'));
    bytes[bytes.indexOf('report.md') + 40]! ^= 1;
    writeFileSync(inFolder('changed.zip'), bytes);
    const { status, out } = verify('changed.zip', '--keys', 'published.json', '--lang', 'sk');
    expect([status, out]).toEqual([1, expect.stringContaining('Obsah súboru report.md je v archíve poškodený')]);
  });

  it('has the same bytes when built again from the same sources', () => {
    execFileSync(process.execPath, [join(findRoot(), 'scripts/bundle-verifier.mjs'), inFolder('again.mjs')]);
    expect(readFileSync(inFolder('again.mjs')).equals(readFileSync(inFolder('built.mjs')))).toBe(true);
  });
});

describe.skipIf(!hasTools)('verifying an archive with independent programs', () => {
  it('sha256sum accepts the list of digests', () => {
    const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(checked.match(/: OK/g)).toHaveLength(9);
  });

  it('jose verifies the signature of the list', async () => {
    const [header, , signature] = readFileSync(inFolder('SHA256SUMS.jws'), 'utf8').split('.');
    const content = readFileSync(inFolder('SHA256SUMS')).toString('base64url');
    const { protectedHeader } = await compactVerify(
      `${header}.${content}.${signature}`,
      createLocalJWKSet({ keys: [key.jwk] }),
    );
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: key.kid, typ: 'sums+jws' });
  });

  it('openssl verifies the signature of the list with the commands in OVERENIE.txt', () => {
    const script = commandsOf(/^ {5}node -p/, /^ {5}(IFS|printf|openssl pkeyutl)/);
    writeFileSync(inFolder('jwks.json'), toBytes({ keys: [key.jwk] }));
    const verified = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect([verified.stderr, verified.stdout]).toEqual([
      '',
      expect.stringContaining('Signature Verified Successfully'),
    ]);
  });
});
