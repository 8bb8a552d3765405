import { beforeEach, expect, it } from 'vitest';
import { type Breaker, makeBreaker } from '../../src/lib/breaker.ts';

let now = 0;
let breaker: Breaker;
beforeEach(() => {
  now = 0;
  breaker = makeBreaker({ failures: 3, pause: 1_000, now: () => now });
});
const fail = (times: number): void => {
  for (let time = 0; time < times; time++) {
    if (breaker.mayTry()) breaker.failed();
  }
};

it('opens after the configured number of consecutive failures; a success resets the count', () => {
  fail(2);
  breaker.succeeded();
  fail(2);
  expect(breaker.state()).toBe('closed');
  fail(1);
  expect(breaker.state()).toBe('open');
  expect(breaker.mayTry()).toBe(false);
  expect(breaker.opensIn()).toBe(1_000);
});

it('allows one trial at a time when half open and closes when it succeeds', () => {
  fail(3);
  now = 1_000;
  expect(breaker.state()).toBe('half-open');
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false]);
  breaker.forgotten();
  expect(breaker.mayTry()).toBe(true);
  breaker.succeeded();
  expect(breaker.state()).toBe('closed');
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, true]);
});

it('doubles the open time after each failed trial, up to sixteen times', () => {
  fail(3);
  const pauses = [2_000, 4_000, 8_000, 16_000, 16_000].map(() => {
    now += breaker.opensIn();
    fail(1);
    return breaker.opensIn();
  });
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 16_000]);
  now += breaker.opensIn();
  breaker.mayTry();
  breaker.succeeded();
  fail(3);
  expect(breaker.opensIn()).toBe(1_000);
});

it('failures of calls that were in flight when it opened do not extend the open time', () => {
  fail(3);
  now = 400;
  breaker.failed();
  breaker.failed();
  expect(breaker.opensIn()).toBe(600);
});
