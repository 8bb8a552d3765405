import { afterEach, describe, expect, it } from 'vitest';
import { makeReference, type Reference } from '../../src/reference/index.ts';
import { makeMetrics } from '../../src/runtime/index.ts';
import { testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { referenceSetup } from '../support/reference.ts';

let reference: Reference;
afterEach(() => reference.close());

const metrics = () => makeMetrics('test');
const asked = {
  packs: [{ id: 'en16931-ubl', version: '1.3.16' }],
  layers: ['XML', 'UBL', 'EN16931'] as const,
};

describe('the second judge in its process', () => {
  it('judges; when its process is killed the call still ends, and the next one is judged', {
    timeout: 240_000,
  }, async () => {
    reference = makeReference({
      setup: referenceSetup,
      timeLimit: 60_000,
      prepareLimit: 200_000,
      memoryLimit: 1_024,
      log: testLog,
      metrics: metrics(),
    });
    const bytes = Buffer.from(makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')));
    const first = await reference.judge(bytes, asked);
    expect(first).toMatchObject({
      status: 'judged',
      valid: false,
      issues: [{ rule_id: 'BR-CO-16', layer: 'EN16931' }],
    });
    const pending = reference.judge(bytes, asked);
    await expect.poll(() => reference.pid()).not.toBeNull();
    process.kill(reference.pid()!, 'SIGKILL');
    expect(await pending).toMatchObject({ status: 'unavailable', reason: 'crashed' });
    expect(await reference.judge(bytes, asked)).toMatchObject({ status: 'judged', valid: false });
  });
});

describe('a file that is poison for the second judge', () => {
  const start = (parts: { timeLimit?: number; memoryLimit?: number } = {}) => {
    reference = makeReference({
      setup: { ...referenceSetup, limits: { bytes: 1_000, depth: 200 } },
      timeLimit: parts.timeLimit ?? 30_000,
      prepareLimit: 500,
      memoryLimit: parts.memoryLimit ?? 256,
      log: testLog,
      metrics: metrics(),
      script: new URL('./poison-process.ts', import.meta.url),
    });
  };
  const judge = (content: string) => reference.judge(Buffer.from(content), asked);

  it.each([
    ['loops', 'loop', 'time_limit', { timeLimit: 3_000 }],
    ['eats memory', 'eat', 'memory_limit', { memoryLimit: 64 }],
    ['ends the process', 'leave', 'crashed', {}],
    ['finds a defect', 'defect', 'crashed', {}],
    ['is too large', 'x'.repeat(1_001), 'too_large', {}],
  ])('and %s costs itself alone', { timeout: 60_000 }, async (_, content, reason, parts) => {
    start(parts);
    const poisoned = judge(content);
    const behind = judge('valid');
    expect(await poisoned).toMatchObject({ status: 'unavailable', reason });
    expect(await behind).toMatchObject({ status: 'judged', valid: true });
  });

  it('one whose rules are not ready is told so, and the process goes on preparing', { timeout: 60_000 }, async () => {
    start();
    await judge('valid');
    const pid = reference.pid();
    expect(await judge('prepare')).toMatchObject({ status: 'unavailable', reason: 'not_ready' });
    expect(await judge('valid')).toMatchObject({ status: 'judged', judge: 'valid' });
    expect(reference.pid()).toBe(pid);
  });

  it('too many at once are turned away', { timeout: 60_000 }, async () => {
    start();
    const all = await Promise.all(Array.from({ length: 20 }, () => judge('valid')));
    expect(all.filter(({ status }) => status === 'unavailable')).toHaveLength(4);
    expect(all.at(-1)).toMatchObject({ reason: 'busy' });
  });
});
