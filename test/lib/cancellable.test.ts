import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { makeEnding } from '../../src/lib/cancellable.ts';

describe('work on something that may end', () => {
  it('has its own outcome', async () => {
    const { during } = makeEnding();
    expect(await during(Promise.resolve(1))).toBe(1);
    await expect(during(Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('is left without one when it ends, before or meanwhile; the first reason counts', async () => {
    const { during, end } = makeEnding();
    const waiting = during(new Promise(() => undefined));
    end(new Error('first'));
    end(new Error('second'));
    await expect(waiting).rejects.toThrow('first');
    await expect(during(new Promise(() => undefined))).rejects.toThrow('first');
  });

  it('keeps no outcome', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { during, end } = makeEnding();
    const once = async (): Promise<WeakRef<object>> => new WeakRef(await during(Promise.resolve({ large: true })));
    const outcome = await once();
    // What a reference has been asked for stays until the turn ends.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(outcome.deref()).toBeUndefined();
    end(new Error('late'));
  });
});
