import { X509Certificate } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { compactVerify, createLocalJWKSet, importX509 } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEvidenceKeys, makeRemoteKey, type SignedReport } from '../../../src/modules/evidence/index.ts';
import { signBytes, signReport } from '../../../src/modules/evidence/signature.ts';
import { type HttpClient, makeHttpClient, type SealerConfig } from '../../../src/platform/index.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { type CscDouble, startCscDouble } from '../../support/csc-double.ts';
import { makeTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startVaultDouble, type VaultDouble } from '../../support/vault-double.ts';
import { faultsOf, keySet, verifyOne } from '../../verifier/verify-one.ts';
import { AT, report, toBytes } from '../make-one.ts';

let database: TestDatabase;
let http: HttpClient;
beforeAll(async () => {
  database = await makeTestDatabase();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

let time: number;
let faults: unknown[];
beforeEach(() => {
  time = AT;
  faults = [];
});

const open = (config: SealerConfig) =>
  makeEvidenceKeys({
    db: database.db,
    secret: () => 'a',
    now: () => time,
    remote: {
      key: makeRemoteKey(config, http, () => time),
      timeLimit: config.timeLimit,
      signs: config.signs,
      onFault: (error) => faults.push(error),
    },
  });

type Keys = ReturnType<typeof open>;
const sealed = async (keys: Keys): Promise<SignedReport> => signReport(report('<broken/>'), await keys.sealing());
const codesFor = async (keys: Keys, signed: SignedReport): Promise<string[]> => {
  const found = await verifyOne(toBytes(signed), null, { trusted: await keySet((await keys.published()).keys) });
  expect(found.verdict === 'genuine').toBe(faultsOf(found).length === 0);
  return faultsOf(found);
};
const unavailable = (seconds: unknown) => ({ code: 'sealer_unavailable', values: { seconds } });
const wholeOf = ({ signature, ...content }: SignedReport): string =>
  signature.replace('..', `.${Buffer.from(toCanonicalJson(content as never)).toString('base64url')}.`);

describe('signing key in Vault', () => {
  let vault: VaultDouble;
  afterEach(() => vault.close());
  const configOf = (more: Partial<SealerConfig> = {}): SealerConfig =>
    ({
      kind: 'vault',
      url: vault.url,
      key: 'transit/evidence',
      token: { text: vault.token },
      namespace: null,
      signs: 'reports',
      timeLimit: 300_000,
      ...more,
    }) as SealerConfig;

  for (const [kind, alg] of [
    ['ed25519', 'EdDSA'],
    ['ecdsa-p256', 'ES256'],
  ] as const) {
    it(`signs reports with ${alg}, which an independent JOSE library verifies`, async () => {
      vault = await startVaultDouble(kind, AT - 1000);
      const keys = open(configOf());
      const one = await sealed(keys);
      const jwks = await keys.published();
      const { protectedHeader } = await compactVerify(wholeOf(one), createLocalJWKSet(jwks as never));
      expect(protectedHeader).toEqual({ alg, kid: (await keys.sealing()).kid, typ: 'evidence+jws' });
      expect(await codesFor(keys, one)).toEqual([]);
      expect(await codesFor(keys, { ...one, valid: !one.valid })).toEqual(['signature_broken evidence.json']);
      // Result files are signed with the local key: the remote key is reserved for stored reports.
      expect((await keys.signing()).kid).not.toBe(protectedHeader.kid);
      expect((await open(configOf({ signs: 'all' })).signing()).kid).toBe(protectedHeader.kid);
    });
  }

  it('detects an external rotation within a minute, and publishes all versions even without Vault', async () => {
    vault = await startVaultDouble('ed25519', AT - 3_600_000);
    const keys = open(configOf());
    const before = await sealed(keys);
    vault.rotate();
    expect((await keys.sealing()).kid).toBe(JSON.parse(atob(before.signature.split('.')[0]!)).kid);
    time += 60_000;
    const after = await sealed(keys);
    const rotated = await keys.rotate();
    const third = await sealed(keys);
    vault.trouble = 'drop';
    time += 120_000;
    for (const one of [before, after, third]) expect(await codesFor(open(configOf()), one)).toEqual([]);
    const held = (await keys.list()).filter(
      ({ held_by, own }) => held_by === `vault ${new URL(vault.url).host} transit/evidence` && own,
    );
    expect(held.map(({ retired_at }) => retired_at !== null)).toEqual([true, true, false]);
    expect(held[2]!.kid).toBe(rotated!.kid);
  });

  it('stops sending requests for a while after three failures, and logs no secrets', async () => {
    vault = await startVaultDouble('ed25519', AT - 1000);
    const keys = open(configOf());
    const sealer = await keys.sealing();
    vault.trouble = 'drop';
    for (const _ of [1, 2, 3])
      await expect(signReport(report('<broken/>'), sealer)).rejects.toMatchObject(unavailable(expect.any(Number)));
    const calls = vault.requests.length;
    await expect(signReport(report('<broken/>'), sealer)).rejects.toMatchObject(unavailable(5));
    expect(vault.requests.length).toBe(calls);
    vault.trouble = null;
    time += 5_000;
    expect(await codesFor(keys, await signReport(report('<broken/>'), sealer))).toEqual([]);
    expect(faults.map(String).join()).not.toContain(vault.token);
  });

  it('rejects signatures of another key and malformed responses', async () => {
    vault = await startVaultDouble('ecdsa-p256', AT - 1000);
    const sealer = await open(configOf()).sealing();
    for (const trouble of ['other key', 'garbage'] as const) {
      vault.trouble = trouble;
      await expect(signReport(report('<broken/>'), sealer)).rejects.toMatchObject(unavailable(1));
    }
    vault.trouble = 'sealed';
    await expect(sealer.sign(Buffer.from('a'))).rejects.toMatchObject(unavailable(5));
  });

  it('waits 15 minutes after permission is denied, and rejects an unsupported key type', async () => {
    vault = await startVaultDouble('ed25519', AT - 1000);
    vault.trouble = 'denied';
    const keys = open(configOf());
    await expect(keys.sealing()).rejects.toMatchObject(unavailable(900));
    vault.trouble = null;
    await expect(keys.sealing()).rejects.toMatchObject(unavailable(900));
    time += 900_000;
    await expect(keys.sealing()).resolves.toBeDefined();
    await vault.close();
    vault = await startVaultDouble('rsa-2048', AT);
    await expect(open(configOf()).sealing()).rejects.toMatchObject(unavailable(900));
    expect(String(faults.at(-1))).toContain('rsa-2048');
  });
});

describe('signing key of a remote signing service', () => {
  const root = makeCertificate('Root of the test');
  const own = makeCertificate('Seal of the test', { issuer: root, authority: false, qualified: 'seal' });
  let csc: CscDouble;
  afterEach(() => csc.close());
  const configOf = (more: Partial<SealerConfig> = {}): SealerConfig =>
    ({
      kind: 'csc',
      url: csc.url,
      tokenUrl: null,
      clientId: csc.clientId,
      clientSecret: csc.clientSecret,
      credentialId: csc.credentialId,
      pin: csc.pin,
      signs: 'reports',
      timeLimit: 300_000,
      ...more,
    }) as SealerConfig;

  for (const writes of ['der', 'raw'] as const) {
    it(`ETSI TS 119 182-1: the header is JAdES B-B, and the certificate verifies it (${writes})`, async () => {
      csc = await startCscDouble({ chain: [own, root], writes });
      const keys = open(configOf());
      const one = await sealed(keys);
      const options = { crit: { sigD: true } };
      const key = await importX509(own.cert, 'ES256');
      const { protectedHeader } = await compactVerify(wholeOf(one), key, options);
      expect(protectedHeader).toEqual({
        alg: 'ES256',
        kid: (await keys.sealing()).kid,
        typ: 'evidence+jws',
        iat: Math.floor(AT / 1000),
        'x5t#S256': Buffer.from(new X509Certificate(own.cert).fingerprint256.replaceAll(':', ''), 'hex').toString(
          'base64url',
        ),
        x5c: [own, root].map(({ cert }) => new X509Certificate(cert).raw.toString('base64')),
        sigD: { mId: 'http://uri.etsi.org/19182/ObjectIdByURI', pars: ['evidence.payload.json'] },
        crit: ['sigD'],
      });
      // A verifier that does not support a critical header must reject the signature (RFC 7515, 4.1.11).
      await expect(compactVerify(wholeOf(one), key)).rejects.toThrow('sigD');
      expect(await codesFor(keys, one)).toEqual([]);
      expect(await keys.rotate()).toBeNull();
    });
  }

  it('retries with a new token after the old one was revoked', async () => {
    csc = await startCscDouble({ chain: [own], writes: 'der' });
    const keys = open(configOf());
    await sealed(keys);
    csc.trouble = 'token withdrawn';
    expect(await codesFor(keys, await sealed(keys))).toEqual([]);
    expect(csc.requests.filter(({ path }) => path === 'oauth2/token')).toHaveLength(2);
  });

  it('does not send a rejected PIN again for 15 minutes', async () => {
    csc = await startCscDouble({ chain: [own], writes: 'der' });
    const sealer = await open(configOf({ pin: '0000' } as never)).sealing();
    for (const _ of [1, 2, 3]) await expect(sealer.sign(Buffer.from('a'))).rejects.toMatchObject(unavailable(900));
    expect(csc.requests.filter(({ path }) => path === 'credentials/authorize')).toHaveLength(1);
    expect(faults.map(String).join()).not.toMatch(/0000|[0-9a-f]{16}/);
    expect(String(faults[0])).toContain('invalid_pin');
  });

  it('fails on timeouts, overload, wrong signatures, missing authorization and disabled credentials', async () => {
    csc = await startCscDouble({ chain: [own], writes: 'der' });
    for (const trouble of ['hang', 'busy', 'other signature', 'unauthorised seal', 'disabled'] as const) {
      csc.trouble = trouble;
      const keys = open(configOf({ timeLimit: trouble === 'hang' ? 100 : 300_000 }));
      await expect(sealed(keys)).rejects.toMatchObject({ code: 'sealer_unavailable' });
    }
    expect(faults).toHaveLength(5);
  });

  it('a signature whose header contains another certificate is rejected', async () => {
    csc = await startCscDouble({ chain: [own], writes: 'der' });
    const sealer = await open(configOf()).sealing();
    const other = makeCertificate('Somebody else');
    const x5c = [new X509Certificate(other.cert).raw.toString('base64')];
    const claimed = { ...sealer, headerOf: (type: 'evidence+jws') => ({ ...sealer.headerOf(type), x5c }) };
    const one = await signReport(report('<broken/>'), claimed as never);
    expect(await codesFor(open(configOf()), one)).toEqual(['certificate_differs evidence.json']);
  });

  it('the JAdES header names SHA256SUMS as the signed file', async () => {
    csc = await startCscDouble({ chain: [own], writes: 'der' });
    const signature = await signBytes(
      Buffer.from('sums'),
      'sums+jws',
      await open(configOf({ signs: 'all' })).signing(),
    );
    expect(JSON.parse(atob(signature.split('.')[0]!)).sigD.pars).toEqual(['SHA256SUMS']);
  });
});
