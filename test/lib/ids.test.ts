import { describe, expect, it } from 'vitest';
import { isId, newId } from '../../src/lib/ids.ts';

const zeros = (length: number): Uint8Array => new Uint8Array(length);
const ones = (length: number): Uint8Array => new Uint8Array(length).fill(255);

describe('newId (UUIDv7, RFC 9562 section 5.7)', () => {
  it('contains the time, version and variant; all other bits are random', () => {
    expect(newId('doc', 0x017f22e279b0, zeros)).toBe('doc_017f22e2-79b0-7000-8000-000000000000');
    expect(newId('job', 0x017f22e279b0, ones)).toBe('job_017f22e2-79b0-7fff-bfff-ffffffffffff');
  });

  it('sorts by time as text', () => {
    const ids = [1, 255, 256, 1_700_000_000_000, 2 ** 48 - 1].map((now) => newId('evt', now, zeros));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('isId', () => {
  it('checks the form and the prefix', () => {
    const id = newId('doc', 1_700_000_000_000, ones);
    expect(isId('doc', id)).toBe(true);
    expect(isId('bat', id)).toBe(false);
    for (const text of ['', 'doc_', id.toUpperCase(), `${id}0`, id.replace('-7', '-4'), `${id}\n`]) {
      expect(isId('doc', text), text).toBe(false);
    }
  });
});
