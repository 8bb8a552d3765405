import { afterEach, describe, expect, it } from 'vitest';
import {
  makeValidationPool,
  ValidationLimitExceeded,
  type ValidationPool,
} from '../../src/modules/validation/index.ts';
import { findRoot, type Metrics, makeMetrics } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';

const today = '2026-11-21';
const setup = { root: findRoot(), dataDir: null, maxXmlBytes: 10 * 1024 * 1024, today };
const request = { filename: 'a.xml', today };

describe('poisonous file', () => {
  let validationPool: ValidationPool;
  let metrics: Metrics;
  const start = (threads: number, parts: { timeLimit?: number; memoryLimit?: number; root?: string } = {}) => {
    metrics = makeMetrics('test');
    validationPool = makeValidationPool({
      setup: { ...setup, root: parts.root ?? setup.root },
      threads,
      timeLimit: parts.timeLimit ?? 30_000,
      memoryLimit: parts.memoryLimit ?? 1_024,
      log: testLog,
      metrics,
      script: new URL('./poison-thread.ts', import.meta.url),
    });
  };
  const validate = (content: string, owner = 'a') => validationPool.validate(Buffer.from(content), request, { owner });
  afterEach(() => validationPool.close());

  it('that loops is terminated at its time limit; concurrent and queued files are validated', async () => {
    start(2, { timeLimit: 500 });
    const loop = validate('loop');
    const others = Promise.all(Array.from({ length: 20 }, () => validate('valid')));
    await expect(loop).rejects.toEqual(new ValidationLimitExceeded('time', '500 ms'));
    expect((await others).map(({ valid }) => valid)).toEqual(Array(20).fill(true));
    expect(await metrics.render()).toContain('validation_stopped_total{reason="time",role="test"} 1');
  });

  it('is not assumed on a busy machine: the limit counts CPU time', async () => {
    start(1, { timeLimit: 500 });
    // Start the thread first: the time limit begins when it is ready.
    expect((await validate('valid')).valid).toBe(true);
    expect((await validate('wait 1000, valid')).valid).toBe(true);
    await expect(validate('wait 60000')).rejects.toEqual(new ValidationLimitExceeded('time', '500 ms'));
    expect((await validate('valid')).valid).toBe(true);
  });

  it('that exhausts memory is terminated at its limit, and the process survives', async () => {
    start(1, { memoryLimit: 64 });
    const eat = validate('eat');
    const behind = validate('valid');
    await expect(eat).rejects.toEqual(new ValidationLimitExceeded('memory', '64 MiB'));
    expect((await behind).valid).toBe(true);
  });

  it('that ends its thread or triggers a defect affects only itself', async () => {
    start(1);
    const leave = validate('leave');
    const defect = validate('defect');
    const behind = validate('valid');
    await expect(leave).rejects.toThrow('exited unexpectedly');
    await expect(defect).rejects.toThrow('Unexpected error in a thread');
    expect((await behind).valid).toBe(true);
  });

  it('in a group leaves the other files to be validated individually', async () => {
    start(1, { timeLimit: 30_000 });
    const together = async (...contents: string[]) => {
      const files = contents.map((content, index) => ({ filename: `${index}.xml`, bytes: Buffer.from(content) }));
      const results = await validationPool.validateTogether(files, { today }, { owner: 'a' });
      return results.map((result) => result?.verdict ?? null);
    };
    expect(await together('valid', 'defect', 'valid')).toEqual(['valid', null, 'valid']);
    // Files that exceed the time slice are requested again, behind other queued requests.
    expect(await together('valid', 'wait 200, valid', 'valid')).toEqual(['valid', 'valid', 'valid']);
    expect(await together('valid', 'leave', 'valid')).toEqual([null, null, null]);
    expect(await together('valid', 'loop', 'valid')).toEqual([null, null, null]);
    // No file of the group is in the failure cache: the culprit is found when each is validated individually.
    expect((await validate('valid')).valid).toBe(true);
    expect(await together('valid', 'valid')).toEqual(['valid', 'valid']);
    expect(await metrics.render()).not.toMatch(/validation_stopped_total\{.*\} [1-9]/);
  });

  it('repeatedly sent does not reduce the number of threads', async () => {
    start(1, { timeLimit: 300 });
    const files = ['loop 1', 'valid', 'loop 2', 'leave', 'valid'];
    const settled = await Promise.allSettled(files.map((file) => validate(file)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });

  it('is rejected at once when sent again, while another one is validated', async () => {
    start(1, { timeLimit: 300 });
    await expect(validate('loop')).rejects.toBeInstanceOf(ValidationLimitExceeded);
    const stops = async (): Promise<string | undefined> =>
      /validation_stopped_total\{.*\} (\d+)/.exec(await metrics.render())?.[1];
    expect(await stops()).toBe('1');
    await expect(validate('loop', 'b')).rejects.toBeInstanceOf(ValidationLimitExceeded);
    expect(await stops()).toBe('1');
    expect((await validate('valid')).valid).toBe(true);
  });

  it('of any size leaves a thread for small files', async () => {
    start(3, { timeLimit: 5_000 });
    // Start the threads for small and medium files first, because their start is not under test.
    await validate('valid', 'b');
    await validate('valid'.padEnd(100_000), 'b');
    const huge = (number: number): string => `loop ${number}`.padEnd(300_000);
    const loops = Array.from({ length: 4 }, (_, index) => validate(huge(index), `attacker ${index}`));
    const ends = Promise.allSettled(loops);
    expect((await validate('valid', 'b')).valid).toBe(true);
    expect((await validate('valid'.padEnd(100_000), 'b')).valid).toBe(true);
    expect(validationPool.waiting()).toBe(3);
    expect((await ends).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  });

  it('lets queued callers abort, and reports the number of queued files', async () => {
    start(1, { timeLimit: 5_000 });
    const loop = validate('loop');
    const abort = new AbortController();
    const behind = validationPool.validate(Buffer.from('valid'), request, { owner: 'a', signal: abort.signal });
    const last = validate('valid');
    await expect.poll(validationPool.waiting).toBe(2);
    abort.abort(new Error('left'));
    await expect(behind).rejects.toThrow('left');
    expect(validationPool.waiting()).toBe(1);
    await expect(loop).rejects.toBeInstanceOf(ValidationLimitExceeded);
    expect((await last).valid).toBe(true);
  });
});
