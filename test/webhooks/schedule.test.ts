import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/lib/retry-after.ts';
import { nextTry } from '../../src/modules/webhooks/schedule.ts';

const HOUR = 60 * 60 * 1000;

/** Times of all attempts when each fails immediately, the first at 0. */
function attemptsOf(random: () => number): number[] {
  const times = [0];
  for (;;) {
    const next = nextTry({
      tries: times.length,
      requestedAt: 0,
      now: times.at(-1)!,
      random: random(),
      retryAfter: null,
    });
    if (next === null) return times;
    times.push(next);
  }
}

describe('nextTry (contract 6: exponential backoff for 24 h)', () => {
  it('without jitter: 5 s, 15 s, 45 s … 6 h, the last attempt at the end of the day', () => {
    const times = attemptsOf(() => 0.5);
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses.slice(0, 8).map((pause) => pause / 1000)).toEqual([5, 15, 45, 135, 405, 1_215, 3_645, 10_935]);
    expect(pauses.slice(8, -1)).toEqual([6 * HOUR, 6 * HOUR, 6 * HOUR]);
    expect(times.at(-1)).toBe(24 * HOUR);
  });

  it('with any jitter: increasing, within the day, about twelve attempts, the last at its end', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (stream) => {
        const times = attemptsOf(() => stream.next().value);
        for (const [index, time] of times.slice(1).entries()) expect(time).toBeGreaterThan(times[index]!);
        expect(times.at(-1)).toBe(24 * HOUR);
        expect(times.length).toBeGreaterThanOrEqual(11);
        expect(times.length).toBeLessThanOrEqual(16);
      }),
    );
  });

  it("waits for the receiver's Retry-After when it is longer than the delay, up to six hours", () => {
    const at = (retryAfter: number) => nextTry({ tries: 1, requestedAt: 0, now: 0, random: 0.5, retryAfter });
    expect(at(1_000)).toBe(5_000);
    expect(at(60_000)).toBe(60_000);
    expect(at(20 * HOUR)).toBe(6 * HOUR);
  });
});

describe('readRetryAfter (RFC 9110, 10.2.3)', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  it.each([
    ['120', 120_000],
    ['0', null],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', null],
    ['soon', null],
    ['-5', null],
    [undefined, null],
  ])('%s', (text, expected) => expect(readRetryAfter(text, now)).toBe(expected));
});
