import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTimeAuthority } from '../../../src/modules/evidence/timestamps/authority.ts';
import { makeStampRequest, readStampResponse, toNonce } from '../../../src/modules/evidence/timestamps/time-stamp.ts';
import { type HttpClient, makeHttpClient } from '../../../src/platform/index.ts';
import { type Certificate, makeCertificate } from '../../support/certificate.ts';
import { POLICY, startTsaDouble, type TsaDouble } from '../../support/tsa-double.ts';

const TIME = Date.UTC(2026, 10, 21, 12);
const YEAR_MS = 365 * 86_400_000;
const validity = { from: new Date(TIME - YEAR_MS), to: new Date(TIME + YEAR_MS) };
const derOf = ({ cert }: Certificate): Buffer => new X509Certificate(cert).raw;

const root = makeCertificate('Root of stamps', validity);
const issuer = makeCertificate('Issuer of stamps', { ...validity, issuer: root });
const own = makeCertificate('Stamps', { ...validity, issuer, authority: false, stamps: 'critical' });

let tsa: TsaDouble;
let http: HttpClient;
beforeAll(async () => {
  tsa = await startTsaDouble([own, issuer], TIME);
  http = makeHttpClient({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await http.close();
  await tsa.close();
});
beforeEach(() => {
  tsa.trouble = null;
  tsa.chain = [own, issuer];
  tsa.qualified = false;
  tsa.requests.length = 0;
});

const CONTENT = Buffer.from('log.example\n1\nroot\n');
const authority = (changes: Partial<Parameters<typeof makeTimeAuthority>[0]> = {}) =>
  makeTimeAuthority({
    http,
    url: tsa.url,
    policy: null,
    login: null,
    anchors: [derOf(root)],
    random: (length) => Buffer.alloc(length, 0xff),
    ...changes,
  });

describe('requesting a time stamp', () => {
  it('RFC 3161: requests, verifies and parses a stamp', async () => {
    const login = { user: 'us', password: 'secret' };
    const stamped = await authority({ policy: POLICY, login }).stamp(CONTENT);
    expect(stamped).toMatchObject({ at: new Date(TIME), policy: POLICY, expiresAt: validity.to, isQualified: false });
    expect(tsa.requests[0]!.headers).toMatchObject({
      'content-type': 'application/timestamp-query',
      authorization: `Basic ${Buffer.from('us:secret').toString('base64')}`,
    });
    // The stored response verifies later without its nonce.
    const later = { content: CONTENT, nonce: null, policy: null, anchors: [derOf(root)] };
    const { response, ...fields } = stamped;
    expect(await readStampResponse(response, later)).toEqual(fields);
  });

  it('ETSI EN 319 422, 9.1: returns whether the stamp declares itself as qualified', async () => {
    tsa.qualified = true;
    expect((await authority().stamp(CONTENT)).isQualified).toBe(true);
  });

  for (const [trouble, message] of [
    ['busy', 'status 503'],
    ['page', 'not a time stamp'],
    ['refuses', 'no time stamp issued: status 2'],
    ['other imprint', 'for other content'],
    ['other nonce', 'different nonce'],
    ['other policy', 'policy 1.3.6.1.4.1.99999.2'],
    ['broken signature', 'not trusted'],
    ['unnamed certificate', 'names another certificate'],
  ] as const) {
    it(`is refused: ${trouble}`, async () => {
      tsa.trouble = trouble;
      await expect(authority({ policy: POLICY }).stamp(CONTENT)).rejects.toThrow(message);
    });
  }

  it('fails on timeout', async () => {
    tsa.trouble = 'hang';
    const hasty = makeHttpClient({ allow: ['127.0.0.1'], timeLimit: 100 });
    await expect(authority({ http: hasty }).stamp(CONTENT)).rejects.toMatchObject({ kind: 'timeout' });
    await hasty.close();
  });

  it('rejects certificates that are untrusted, expired, or not only for time stamping', async () => {
    const stranger = makeCertificate('Somebody else', validity);
    await expect(authority({ anchors: [derOf(stranger)] }).stamp(CONTENT)).rejects.toThrow('not trusted');
    await expect(authority({ anchors: null }).stamp(CONTENT)).resolves.toBeDefined();
    const parts = { ...validity, issuer, authority: false } as const;
    for (const options of [{ ...parts, stamps: 'not critical' as const }, parts]) {
      tsa.chain = [makeCertificate('Stamps', options), issuer];
      await expect(authority().stamp(CONTENT)).rejects.toThrow('not exclusively for time stamping');
    }
    const to = new Date(TIME - 1000);
    tsa.chain = [makeCertificate('Stamps', { ...parts, stamps: 'critical', to }), issuer];
    await expect(authority({ anchors: null }).stamp(CONTENT)).rejects.toThrow('not valid at the time');
  });

  it('rejects a response with any relevant byte changed', async () => {
    const { response } = await authority().stamp(CONTENT);
    const later = { content: CONTENT, nonce: null, policy: null, anchors: [derOf(root)] };
    const truth = await readStampResponse(response, later);
    const results: unknown[] = [];
    for (let index = 0; index < response.length; index += 13) {
      const changed = Buffer.from(response);
      changed[index]! ^= 0x01;
      const read = await readStampResponse(changed, later).catch(() => null);
      if (read !== null) results.push(read);
    }
    // Certificates other than that of the signer may differ; the result is the same.
    for (const one of results) expect(one).toEqual(truth);
  });
});

/** Runs OpenSSL in a temporary folder. */
function withOpenssl<T>(work: (folder: string, run: (...args: string[]) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-stamp-'));
  try {
    return work(folder, (...args) => execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasOpenssl = (): boolean => {
  try {
    return withOpenssl((_, run) => run('version')).startsWith('OpenSSL 3');
  } catch {
    return false;
  }
};

// Skipped without OpenSSL 3, because there is no other independent implementation to compare with.
describe.skipIf(!hasOpenssl())('interoperability with OpenSSL', () => {
  it('OpenSSL verifies received stamps and rejects them for other content', async () => {
    const now = new Date();
    const today = { from: new Date(+now - 86_400_000), to: new Date(+now + 86_400_000) };
    const anchor = makeCertificate('Root of stamps', today);
    tsa.chain = [makeCertificate('Stamps', { ...today, issuer: anchor, authority: false, stamps: 'critical' })];
    tsa.time = +now;
    const { response } = await authority({ anchors: [derOf(anchor)] }).stamp(CONTENT);
    tsa.time = TIME;
    withOpenssl((folder, run) => {
      writeFileSync(join(folder, 'stamp.tsr'), response);
      writeFileSync(join(folder, 'root.pem'), anchor.cert);
      writeFileSync(join(folder, 'content'), CONTENT);
      const args = ['ts', '-verify', '-in', 'stamp.tsr', '-CAfile', 'root.pem', '-data', 'content'];
      expect(run(...args)).toContain('Verification: OK');
      writeFileSync(join(folder, 'content'), 'another');
      expect(() => run(...args)).toThrow();
    });
  });

  it('OpenSSL responds to generated requests, and its stamps are accepted', async () => {
    const now = Date.now();
    const today = { from: new Date(now - 86_400_000), to: new Date(now + 86_400_000) };
    const anchor = makeCertificate('Root of stamps', today);
    const stamping = makeCertificate('Stamps', { ...today, issuer: anchor, authority: false, stamps: 'critical' });
    const nonce = toNonce(Buffer.alloc(16, 7));
    const response = withOpenssl((folder, run) => {
      const config = `[tsa]\ndefault_tsa = one\n[one]\nserial = serial\ncrypto_device = builtin\nsigner_cert = own.pem\ncerts = own.pem\nsigner_key = own.key\nsigner_digest = sha256\ndefault_policy = ${POLICY}\ndigests = sha256\n`;
      const files = { 'tsa.cnf': config, serial: '01\n', 'own.pem': stamping.cert, 'own.key': stamping.key };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      writeFileSync(join(folder, 'request.tsq'), makeStampRequest(CONTENT, nonce, POLICY));
      expect(run('ts', '-query', '-in', 'request.tsq', '-text')).toContain(`Policy OID: ${POLICY}`);
      run('ts', '-reply', '-queryfile', 'request.tsq', '-config', 'tsa.cnf', '-out', 'stamp.tsr');
      return readFileSync(join(folder, 'stamp.tsr'));
    });
    const stamp = await readStampResponse(response, {
      content: CONTENT,
      nonce,
      policy: POLICY,
      anchors: [derOf(anchor)],
    });
    expect(Math.abs(+stamp.at - now)).toBeLessThan(600_000);
    expect(stamp.policy).toBe(POLICY);
  });
});
