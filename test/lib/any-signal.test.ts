import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { eitherSignal } from '../../src/lib/any-signal.ts';

describe('anySignal of two signals', () => {
  it.each([0, 1])('aborts with the reason of signal %i when it aborts first, and ignores the other', (first) => {
    const both = [new AbortController(), new AbortController()] as const;
    const { signal } = eitherSignal(both[0].signal, both[1].signal);
    expect(signal.aborted).toBe(false);
    both[first]!.abort('first');
    both[1 - first]!.abort('second');
    expect(signal.reason).toBe('first');
  });

  it.each([0, 1])('is aborted at once when signal %i already was', (first) => {
    const both = [new AbortController().signal, new AbortController().signal] as const;
    const { signal } =
      first === 0
        ? eitherSignal(AbortSignal.abort('before'), both[1])
        : eitherSignal(both[0], AbortSignal.abort('before'));
    expect(signal.reason).toBe('before');
  });

  it('leaves no listener on a signal that outlives the work', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const lasting = new AbortController().signal;
    const grown = (times: number): number => {
      const before = process.memoryUsage().heapUsed;
      for (let time = 0; time < times; time++) eitherSignal(new AbortController().signal, lasting).clear();
      collect();
      return process.memoryUsage().heapUsed - before;
    };
    grown(1_000);
    // `AbortSignal.any` leaks 56 bytes per call.
    expect(grown(20_000) / 20_000).toBeLessThan(20);
    expect(getEventListeners(lasting, 'abort')).toEqual([]);
  });
});
