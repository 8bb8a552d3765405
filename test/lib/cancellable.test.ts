import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { makeCancellable } from '../../src/lib/cancellable.ts';

describe('work that can be cancelled', () => {
  it('returns its own result', async () => {
    const { during } = makeCancellable();
    expect(await during(Promise.resolve(1))).toBe(1);
    await expect(during(Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('rejects with the first reason when cancelled before or during the work', async () => {
    const { during, end } = makeCancellable();
    const waiting = during(new Promise(() => undefined));
    end(new Error('first'));
    end(new Error('second'));
    await expect(waiting).rejects.toThrow('first');
    await expect(during(new Promise(() => undefined))).rejects.toThrow('first');
  });

  it('does not retain the result', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { during, end } = makeCancellable();
    const once = async (): Promise<WeakRef<object>> => new WeakRef(await during(Promise.resolve({ large: true })));
    const outcome = await once();
    // A WeakRef keeps its target alive until the end of the current job.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(outcome.deref()).toBeUndefined();
    end(new Error('late'));
  });
});
