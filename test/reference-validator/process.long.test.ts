import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeReference, type Reference } from '../../src/modules/validation/reference-validator/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { referenceSetup } from '../support/reference.ts';
import { waitUntil } from '../support/service.ts';

let reference: Reference;
afterEach(() => reference.close());

const metrics = () => makeMetrics('test');
const request = {
  packs: [{ id: 'en16931-ubl', version: '1.3.16' }],
  layers: ['XML', 'UBL', 'EN16931'] as const,
};

const caller = { owner: 'one', signal: new AbortController().signal };

describe('reference validator process', () => {
  it('validates; when the process is killed, the call ends and the next one is validated', {
    timeout: 700_000,
  }, async () => {
    reference = makeReference({
      setup: referenceSetup,
      timeLimit: 60_000,
      prepareLimit: 600_000,
      memoryLimit: 1_024,
      log: testLog,
      metrics: metrics(),
    });
    const bytes = Buffer.from(makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')));
    const first = await reference.validate(bytes, request, caller);
    expect(first).toMatchObject({
      status: 'judged',
      valid: false,
      issues: [{ rule_id: 'BR-CO-16', layer: 'EN16931' }],
    });
    const pending = reference.validate(bytes, request, caller);
    expect(reference.pids()).toHaveLength(1);
    process.kill(reference.pids()[0]!, 'SIGKILL');
    expect(await pending).toMatchObject({ status: 'unavailable', reason: 'crashed' });
    expect(await reference.validate(bytes, request, caller)).toMatchObject({ status: 'judged', valid: false });
  });

  it('starts before the first request, and its compilations end with it', { timeout: 700_000 }, async () => {
    const cacheDir = mkdtempSync(join(tmpdir(), 'einvoice-warm-'));
    reference = makeReference({
      setup: { ...referenceSetup, packs: referenceSetup.packs.map((pack) => ({ ...pack, cacheDir })) },
      timeLimit: 60_000,
      memoryLimit: 1_024,
      log: testLog,
      metrics: metrics(),
    });
    expect(reference.pids()).toEqual([]);
    reference.warmUp();
    const [leader = 0] = reference.pids();
    await waitUntil(() => groupOf(leader).length === 2);
    await reference.close();
    await waitUntil(() => groupOf(leader).length === 0);
    rmSync(cacheDir, { recursive: true });
  });
});

/** Running processes of a process group. */
const groupOf = (leader: number): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(group) === leader && state !== 'Z';
    } catch {
      return false;
    }
  });

describe('poisonous file', () => {
  const start = (parts: { timeLimit?: number; memoryLimit?: number; prepareLimit?: number } = {}) => {
    reference = makeReference({
      setup: { ...referenceSetup, limits: { bytes: 100_000, depth: 200 } },
      timeLimit: 30_000,
      // Long enough for a slow start: the time limit of the file begins with its validation.
      prepareLimit: 60_000,
      memoryLimit: 256,
      log: testLog,
      metrics: metrics(),
      script: new URL('./poison-process.ts', import.meta.url),
      ...parts,
    });
  };
  const validate = (content: string, owner = 'one') =>
    reference.validate(Buffer.from(content), request, { ...caller, owner });
  const LARGE = 'loop'.padEnd(70_000);
  const MANY_TAGS = `loop${'<'.repeat(2_001)}`;

  it.each([
    ['loops', 'loop', 'time_limit', { timeLimit: 3_000 }],
    ['exhausts memory', 'eat', 'memory_limit', { memoryLimit: 64 }],
    ['ends the process', 'leave', 'crashed', {}],
    ['triggers a defect', 'defect', 'crashed', {}],
    ['is too large', 'x'.repeat(100_001), 'too_large', {}],
  ])('that %s affects only itself', async (_, content, reason, parts) => {
    start(parts);
    const poisoned = validate(content);
    expect(await poisoned).toMatchObject({ status: 'unavailable', reason });
    expect(await validate('valid')).toMatchObject({ status: 'judged', valid: true });
  });

  it.each([
    ['loops', 'loop', 'time_limit', { timeLimit: 3_000 }],
    ['exhausts memory', 'eat', 'memory_limit', { memoryLimit: 64 }],
  ])('that %s is not retried: no process is started for it', async (_, content, reason, parts) => {
    start(parts);
    expect(await validate(content)).toMatchObject({ reason });
    expect(reference.pids()).toEqual([]);
    expect(await validate(content, 'two')).toMatchObject({ status: 'unavailable', reason });
    expect(reference.pids()).toEqual([]);
    expect(await validate('valid')).toMatchObject({ status: 'judged' });
  });

  it.each([
    ['many bytes', LARGE],
    ['many tags', MANY_TAGS],
  ])('that has %s does not delay small files', async (_, content) => {
    start({ timeLimit: 5_000 });
    await validate('valid');
    const order: string[] = [];
    const poisoned = validate(content).finally(() => order.push('large'));
    for (const owner of ['one', 'two']) {
      expect(await validate('valid', owner).finally(() => order.push('small'))).toMatchObject({ status: 'judged' });
    }
    expect(await poisoned).toMatchObject({ reason: 'time_limit' });
    expect(order).toEqual(['small', 'small', 'large']);
  });

  it('delays queued callers by at most a share of the time limit', async () => {
    start({ timeLimit: 8_000 });
    const order: string[] = [];
    const poisoned = validate('loop').finally(() => order.push('loop'));
    const behind = validate('valid', 'two').finally(() => order.push('behind'));
    expect(await behind).toMatchObject({ status: 'unavailable', reason: 'busy' });
    expect(await poisoned).toMatchObject({ reason: 'time_limit' });
    expect(order).toEqual(['behind', 'loop']);
  });

  it('many files of one tenant are rejected without affecting other tenants', async () => {
    start({ timeLimit: 60_000 });
    // Starting the process is part of the time that a caller waits.
    await validate('valid');
    const many = Array.from({ length: 6 }, (_, index) => validate(`valid${index}`));
    // One is being validated and four are queued, which is the limit per tenant.
    expect(await many[5]).toMatchObject({ reason: 'busy' });
    expect(await validate('valid', 'two')).toMatchObject({ status: 'judged' });
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual([...Array(5).fill('judged'), 'unavailable']);
  });

  it('with rules that are still loading is reported as not ready, and the process continues loading', async () => {
    start({ prepareLimit: 10_000 });
    await validate('valid');
    const pids = reference.pids();
    expect(await validate('prepare')).toMatchObject({ status: 'unavailable', reason: 'not_ready' });
    expect(await validate('valid')).toMatchObject({ status: 'judged', judge: 'valid' });
    expect(reference.pids()).toEqual(pids);
    expect(pids).toHaveLength(1);
  });

  it('queued by a caller that has left is removed from the queue', async () => {
    start({ timeLimit: 20_000 });
    const first = validate('valid');
    const left = new AbortController();
    const behind = reference.validate(Buffer.from('loop'), request, { owner: 'two', signal: left.signal });
    left.abort();
    expect(await behind).toMatchObject({ status: 'unavailable', reason: 'busy' });
    expect(await first).toMatchObject({ status: 'judged' });
    expect(await validate('valid')).toMatchObject({ status: 'judged' });
  });
});
