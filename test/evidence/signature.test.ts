import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, flattenedVerify, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { readJwks, verifyReport } from '../../src/evidence/index.ts';
import { signReport } from '../../src/evidence/signature.ts';
import { makeKey, report, signed, toBytes } from './make-one.ts';

const key = makeKey();

describe('the signature', () => {
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

  it('RFC 7638: a key goes by its thumbprint', async () => {
    expect(await calculateJwkThumbprint(key.jwk, 'sha256')).toBe(key.kid);
  });

  it('RFC 8032: the same report has the same signature', async () => {
    expect(await signed('<broken/>', key)).toEqual(await signed('<broken/>', key));
  });

  it('verifies here, also when a program has written the JSON with blanks and in another order', async () => {
    const one = await signed('<broken/>', key);
    const turned = Object.fromEntries(Object.entries(one).reverse());
    expect(verifyReport(toBytes(one), key.keys)).toMatchObject({ kid: key.kid, faults: [], report: one });
    expect(verifyReport(Buffer.from(JSON.stringify(turned, null, 2)), key.keys).faults).toEqual([]);
  });

  it('never verifies with any byte of a report changed', async () => {
    const bytes = toBytes(await signed('<broken/>', key, { filename: 'a.xml' }));
    const verified: string[] = [];
    for (const mask of [0x01, 0x20]) {
      for (let index = 0; index < bytes.length; index += 1) {
        bytes[index]! ^= mask;
        const { report: read, faults } = verifyReport(bytes, key.keys);
        if (read !== null || faults.length === 0) verified.push(`${index} ^ ${mask}`);
        bytes[index]! ^= mask;
      }
    }
    expect(verified).toEqual([]);
    expect(verifyReport(bytes, key.keys).faults).toEqual([]);
  });

  it('every bit of the signature counts, those that no byte needs too', async () => {
    const one = await signed('<broken/>', key);
    for (let index = 0; index < one.signature.length; index += 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const code = one.signature.charCodeAt(index) ^ (1 << bit);
        const signature = one.signature.slice(0, index) + String.fromCharCode(code) + one.signature.slice(index + 1);
        expect(verifyReport(toBytes({ ...one, signature }), key.keys).report).toBeNull();
      }
    }
  });

  it('says what is wrong: no signature, an unknown key, a changed report, no report', async () => {
    const one = await signed('<broken/>', key);
    const faultOf = (value: unknown) => verifyReport(toBytes(value), key.keys).faults;
    const { signature: _, ...bare } = one;
    expect(faultOf(bare)).toEqual([{ fault: 'no signature' }]);
    expect(faultOf({ ...one, signature: 'a..b.c' })).toEqual([{ fault: 'no signature' }]);
    expect(faultOf({ ...one, signature: null })).toEqual([{ fault: 'no signature' }]);
    expect(faultOf({ ...one, valid: true })).toEqual([{ fault: 'tampered', kid: key.kid }]);
    expect(faultOf({ ...one, note: 'more' })).toEqual([{ fault: 'tampered', kid: key.kid }]);
    expect(faultOf([one])).toEqual([{ fault: 'unreadable', reason: 'It is not a JSON object' }]);
    const other = makeKey();
    expect(faultOf(await signReport(report('<broken/>'), other))).toEqual([{ fault: 'unknown key', kid: other.kid }]);
    expect(verifyReport(Buffer.from([0xff, 0x7b]), key.keys).faults).toMatchObject([{ fault: 'unreadable' }]);
  });

  it('RFC 7493, 2.3: refuses a name that stands twice, whichever reader would see which', async () => {
    const one = JSON.stringify(await signed('<broken/>', key));
    for (const text of [one.replace('{', '{"valid":true,'), one.replace('"counts":{', '"counts":{"fatal":0,')]) {
      expect(JSON.parse(text)).toEqual(JSON.parse(one));
      expect(verifyReport(Buffer.from(text), key.keys).faults).toMatchObject([{ fault: 'unreadable' }]);
    }
  });

  it('refuses what is nested deeper than any report, before it is read', async () => {
    const deep = Buffer.from(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(verifyReport(deep, key.keys).faults).toEqual([
      { fault: 'unreadable', reason: 'It is nested deeper than any report' },
    ]);
  });

  it('RFC 8725, 3.1 and 3.11: takes no other algorithm, type or critical header', async () => {
    const one = await signed('<broken/>', key);
    for (const change of [{ alg: 'none' }, { alg: 'HS256' }, { typ: 'JWT' }, { crit: ['b64'], b64: false }]) {
      const header = { alg: 'EdDSA', kid: key.kid, typ: 'evidence+jws', ...change };
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      const signature = `${encoded}..${one.signature.split('.')[2]}`;
      expect(verifyReport(toBytes({ ...one, signature }), key.keys).faults).toEqual([{ fault: 'no signature' }]);
    }
  });
});

describe('a JWK set', () => {
  it('may hold keys of other kinds; a private half in it is not used', async () => {
    const { jwk } = makeKey();
    const keys = readJwks(
      JSON.stringify({ keys: [{ kty: 'RSA', kid: 'r', n: 'AQ', e: 'AQAB' }, { ...jwk, d: 'AA' }, null] }),
    );
    expect([...keys.keys()]).toEqual([jwk.kid]);
    expect(keys.get(jwk.kid)!.type).toBe('public');
  });

  it.each(['{}', 'null', '[]'])('%s is none', (text) => {
    expect(() => readJwks(text)).toThrow('no list of keys');
  });
});
