import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, flattenedVerify, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { readKeys } from '../../src/modules/evidence/verifier/index.ts';
import { codesOf, verifyOne } from '../verifier/verify-one.ts';
import { makeKey, report, signed, toBytes } from './make-one.ts';

const key = makeKey();
const codesFor = async (bytes: Uint8Array): Promise<string[]> => codesOf(await verifyOne(bytes, key));

describe('report signature', () => {
  it('RFC 7515, appendix F; RFC 8037: verifies with an independent JOSE library', async () => {
    const { signature, ...content } = await signed('<broken/>', key);
    const payload = Buffer.from(toCanonicalJson(content as never)).toString('base64url');
    const whole = signature.replace('..', `.${payload}.`);
    const verified = await compactVerify(whole, createLocalJWKSet({ keys: [key.jwk] }), { algorithms: ['EdDSA'] });
    expect(verified.protectedHeader).toEqual({ alg: 'EdDSA', kid: key.kid, typ: 'evidence+jws' });
    expect(JSON.parse(Buffer.from(verified.payload).toString())).toEqual(content);
    const [header, , tail] = signature.split('.');
    const flat = { protected: header!, payload, signature: tail! };
    await expect(flattenedVerify(flat, await importJWK(key.jwk, 'EdDSA'))).resolves.toBeDefined();
  });

  it('RFC 7638: the key id is the thumbprint of the key', async () => {
    expect(await calculateJwkThumbprint(key.jwk, 'sha256')).toBe(key.kid);
  });

  it('RFC 8032: is deterministic', async () => {
    expect(await signed('<broken/>', key)).toEqual(await signed('<broken/>', key));
  });

  it('verifies after a program has reformatted and reordered the JSON', async () => {
    const one = await signed('<broken/>', key);
    const turned = Object.fromEntries(Object.entries(one).reverse());
    expect(await verifyOne(toBytes(one), key)).toMatchObject({ verdict: 'genuine', findings: [], report: one });
    expect(await codesFor(Buffer.from(JSON.stringify(turned, null, 2)))).toEqual([]);
  });

  it('does not verify after any byte of the report was changed', async () => {
    const bytes = toBytes(await signed('<broken/>', key, { filename: 'a.xml' }));
    const verified: string[] = [];
    for (const mask of [0x01, 0x20]) {
      for (let index = 0; index < bytes.length; index += 7) {
        bytes[index]! ^= mask;
        if ((await verifyOne(bytes, key)).verdict === 'genuine') verified.push(`${index} ^ ${mask}`);
        bytes[index]! ^= mask;
      }
    }
    expect(verified).toEqual([]);
    expect(await codesFor(bytes)).toEqual([]);
  });

  it('does not verify after any bit of the signature was changed, including unused bits', async () => {
    const one = await signed('<broken/>', key);
    const { length } = one.signature;
    for (let index = 0; index < length; index += length - index > 6 ? 5 : 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const code = one.signature.charCodeAt(index) ^ (1 << bit);
        const signature = one.signature.slice(0, index) + String.fromCharCode(code) + one.signature.slice(index + 1);
        expect((await verifyOne(toBytes({ ...one, signature }), key)).verdict).not.toBe('genuine');
      }
    }
  });

  it('reports a missing signature, an unknown key, a modified report and unreadable JSON', async () => {
    const one = await signed('<broken/>', key);
    const { signature: _, ...bare } = one;
    const missing = ['signature_missing evidence.json'];
    expect(await codesFor(toBytes(bare))).toEqual(missing);
    expect(await codesFor(toBytes({ ...one, signature: 'a..b.c' }))).toEqual(missing);
    expect(await codesFor(toBytes({ ...one, signature: null }))).toEqual(missing);
    const broken = ['signature_broken evidence.json'];
    expect(await codesFor(toBytes({ ...one, valid: true }))).toEqual(broken);
    expect(await codesFor(toBytes({ ...one, note: 'more' }))).toEqual(broken);
    const other = toBytes(await signReport(report('<broken/>'), makeKey()));
    expect(await verifyOne(other, key)).toMatchObject({ verdict: 'unverifiable', findings: [] });
    const unreadable = (detail: string) => ({ findings: [{ code: 'report_unreadable', detail }] });
    expect(await verifyOne(toBytes([one]), key)).toMatchObject(unreadable('not_object'));
    expect(await verifyOne(Buffer.from([0xff, 0x7b]), key)).toMatchObject(unreadable('not_json'));
  });

  it('RFC 7493, 2.3: rejects duplicate names regardless of which one a parser would use', async () => {
    const one = JSON.stringify(await signed('<broken/>', key));
    for (const text of [one.replace('{', '{"valid":true,'), one.replace('"counts":{', '"counts":{"fatal":0,')]) {
      expect(JSON.parse(text)).toEqual(JSON.parse(one));
      const found = await verifyOne(Buffer.from(text), key);
      expect(found.findings).toMatchObject([{ code: 'report_unreadable', detail: 'name_twice' }]);
    }
  });

  it('rejects deeply nested JSON before parsing it', async () => {
    const deep = Buffer.from(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    const { findings } = await verifyOne(deep, key);
    expect(findings).toMatchObject([{ code: 'report_unreadable', detail: 'too_deep' }]);
  });

  it('RFC 8725, 3.1 and 3.11: rejects other algorithms, types and critical headers', async () => {
    const one = await signed('<broken/>', key);
    for (const change of [{ alg: 'none' }, { alg: 'HS256' }, { typ: 'JWT' }, { crit: ['b64'], b64: false }]) {
      const header = { alg: 'EdDSA', kid: key.kid, typ: 'evidence+jws', ...change };
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      const signature = `${encoded}..${one.signature.split('.')[2]}`;
      expect(await codesFor(toBytes({ ...one, signature }))).toEqual(['signature_missing evidence.json']);
    }
  });
});

describe('reading a JWK set', () => {
  it('ignores keys of other types and the private part of a key', async () => {
    const { jwk } = makeKey();
    const { keys } = await readKeys(
      JSON.stringify({ keys: [{ kty: 'RSA', kid: 'r', n: 'AQ', e: 'AQAB' }, { ...jwk, d: 'AA' }, null] }),
    );
    expect([...keys.keys()]).toEqual([jwk.kid]);
    expect(Object.keys(keys.get(jwk.kid)!.jwk)).toEqual(['crv', 'kty', 'x']);
  });

  it.each(['{}', 'null', '[]'])('rejects %s', async (text) => {
    await expect(readKeys(text)).rejects.toThrow('no list of keys');
  });
});
