import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTransientError, makeThrottledLog } from '../../src/platform/index.ts';

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('isTransientError', () => {
  it.each([
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '08000',
    '08006',
    '25006',
    '58030',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOSPC',
    'EDQUOT',
  ])('recognises the code %s', (code) => {
    expect(isTransientError(withCode(code))).toBe(true);
    expect(isTransientError(new Error('the work failed', { cause: withCode(code) }))).toBe(true);
    expect(isTransientError(new AggregateError([new Error('one'), withCode(code)]))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    'Connection is closed.',
    'Reached the max retries per request limit (which is 3). Refer to "maxRetriesPerRequest" option for details.',
    'MISCONF Redis is configured to save RDB snapshots',
    'LOADING Redis is loading the dataset in memory',
  ])('recognises a message without a code: %s', (message) => {
    expect(isTransientError(new Error(message))).toBe(true);
  });

  it('rejects bugs, and errors with circular causes', () => {
    for (const code of ['23505', '42501', '22P02', '42P01', '57014', 'ENOENT', 'ERR_INVALID_ARG_TYPE']) {
      expect(isTransientError(withCode(code))).toBe(false);
    }
    for (const thrown of [null, undefined, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new TypeError('x')]) {
      expect(isTransientError(thrown)).toBe(false);
    }
    const ring = new Error('a');
    ring.cause = new Error('b', { cause: ring });
    expect(isTransientError(ring)).toBe(false);
  });
});

describe('throttled log', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('logs immediately, then once per second with the number of occurrences, and immediately again after a quiet second', () => {
    const lines: unknown[] = [];
    const logThrottled = makeThrottledLog((fields, message) => lines.push([message, fields]));
    for (let call = 1; call <= 500; call++) logThrottled({ call }, 'away');
    expect(lines).toEqual([['away', { call: 1, times: 1 }]]);
    vi.advanceTimersByTime(1_000);
    expect(lines.slice(1)).toEqual([['away', { call: 500, times: 499 }]]);
    logThrottled({ call: 501 }, 'away');
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(lines.slice(2)).toEqual([['away', { call: 501, times: 1 }]]);
    vi.advanceTimersByTime(2_000);
    logThrottled({ call: 502 }, 'away');
    expect(lines.slice(3)).toEqual([['away', { call: 502, times: 1 }]]);
  });
});
