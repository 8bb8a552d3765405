import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKeyText, readKeyText } from '../../src/modules/accounts/index.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const environments = fc.constantFrom('production' as const, 'sandbox' as const);
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keys = fc.tuple(environments, secrets).map(([environment, secret]) => makeKeyText(environment, () => secret));

describe('key text', () => {
  it('has its prefix, 43 digits for 32 bytes and 6 for the checksum, in base62', () => {
    fc.assert(
      fc.property(environments, secrets, (environment, secret) => {
        const text = makeKeyText(environment, () => secret);
        expect(text).toMatch(
          environment === 'production' ? /^inv_live_[0-9A-Za-z]{49}$/ : /^inv_test_[0-9A-Za-z]{49}$/,
        );
        expect(readKeyText(text)).toBe(environment);
      }),
    );
  });

  it('preserves all its bytes: other bytes give another key', () => {
    fc.assert(
      fc.property(secrets, secrets, (one, two) => {
        const same = Buffer.from(one).equals(Buffer.from(two));
        expect(makeKeyText('production', () => one) === makeKeyText('production', () => two)).toBe(same);
      }),
    );
    for (const fill of [0x00, 0xff])
      expect(readKeyText(makeKeyText('sandbox', () => Buffer.alloc(32, fill)))).toBe('sandbox');
  });

  it('rejects a key with any single character changed', () => {
    fc.assert(
      fc.property(keys, fc.nat(57), fc.constantFrom(...ALPHABET), (key, at, digit) => {
        const changed = key.slice(0, at) + digit + key.slice(at + 1);
        if (changed !== key) expect(readKeyText(changed)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects a key with two adjacent characters swapped', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 9, max: 56 }), (key, at) => {
        const swapped = key.slice(0, at) + key[at + 1]! + key[at]! + key.slice(at + 2);
        if (swapped !== key) expect(readKeyText(swapped)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects a truncated, extended or invented key, one with blanks, and one of the other environment', () => {
    const key = makeKeyText('production', randomBytes);
    const others = [key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.replace('live', 'test'), key.toUpperCase()];
    for (const text of ['', 'inv_live_', ...others]) expect(readKeyText(text), text).toBeNull();
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => readKeyText(text) === null));
  });

  it('rejects more than 32 bytes, whatever the checksum', () => {
    const text = `inv_live_${'z'.repeat(43)}`;
    for (let sum = 0; sum < 200; sum += 1) expect(readKeyText(text + String(sum).padStart(6, '0'))).toBeNull();
  });
});
