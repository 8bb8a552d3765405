import { describe, expect, it } from 'vitest';
import { makeLog, makeShutdown } from '../../src/platform/index.ts';

const log = makeLog({ level: 'silent', role: 'test' });

describe('makeShutdown', () => {
  it('aborts its signal, then runs the steps once in reverse order, even when one fails', async () => {
    const done: string[] = [];
    const shutdown = makeShutdown({ log, limit: 1_000, exit: () => undefined });
    shutdown.signal.addEventListener('abort', () => done.push('signal'));
    shutdown.add('first', () => void done.push('first'));
    shutdown.add('failing', async () => {
      throw new Error('no');
    });
    shutdown.add('last', async () => {
      await new Promise((next) => setTimeout(next, 20));
      done.push('last');
    });
    await Promise.all([shutdown.stop('a test'), shutdown.stop('again')]);
    expect(done).toEqual(['signal', 'last', 'first']);
  });

  it('exits with a failure when a step takes too long', async () => {
    const codes: number[] = [];
    const shutdown = makeShutdown({ log, limit: 30, exit: (code) => void codes.push(code) });
    shutdown.add('slow', () => new Promise((next) => setTimeout(next, 100)));
    await shutdown.stop('a test');
    expect(codes).toEqual([1]);
  });
});
