import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../packages/validator/src/sha256.ts';

describe('SHA-256 without a library', () => {
  it('gives the results of the examples in FIPS 180-4', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it("equals Node's result for all lengths around a block and for a part of a buffer", () => {
    const byNode = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(sha256(bytes)).toBe(byNode(bytes));
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const part = bytes.subarray(Math.min(3, bytes.length));
        return sha256(part) === byNode(part);
      }),
      { numRuns: 50 },
    );
  });
});
