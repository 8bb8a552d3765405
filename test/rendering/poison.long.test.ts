import { afterEach, describe, expect, it } from 'vitest';
import { type Renderers, RenderingStopped, renderInvoice } from '../../src/modules/rendering/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { large, startPoisoned, textOf, withoutTimeout } from '../support/renderers.ts';

const LARGE = makeInvoice(100);
const SMALL = makeInvoice(4);
const request = { language: 'sk', issues: null } as const;

let renderers: Renderers;
afterEach(() => renderers.close());

it('the startup time of a thread does not count towards the time limit of a page', async () => {
  renderers = startPoisoned({ timeLimit: 2_500, script: new URL('./slow-thread.ts', import.meta.url) });
  expect((await renderers.render(SMALL, request, withoutTimeout)).read.invoice.lineCount).toBe(4);
});

describe('a file that breaks its thread', () => {
  const metrics = makeMetrics('test');

  it('is stopped at the time limit if it loops, while small files are rendered and the next large one follows', async () => {
    renderers = startPoisoned({ timeLimit: 15_000, metrics });
    const order: string[] = [];
    const loop = renderers.render(large('loop'), request, withoutTimeout).finally(() => order.push('loop'));
    const behind = renderers.render(LARGE, request, withoutTimeout).finally(() => order.push('behind'));
    await renderers.render(SMALL, request, { ...withoutTimeout, owner: 'another' }).finally(() => order.push('small'));
    await expect(loop).rejects.toEqual(new RenderingStopped('time', '15000 ms'));
    expect(textOf((await behind).html)).toBe(renderInvoice(LARGE, request).html);
    expect(order).toEqual(['small', 'loop', 'behind']);
    expect(await metrics.render()).toContain('render_stopped_total{reason="time",role="test"} 1');
  });

  it('is stopped at the memory limit, and the next one is rendered', async () => {
    renderers = startPoisoned({ memoryLimit: 64 });
    const eat = renderers.render(large('eat'), request, withoutTimeout);
    const behind = renderers.render(LARGE, request, withoutTimeout);
    await expect(eat).rejects.toEqual(new RenderingStopped('memory', '64 MiB'));
    expect((await behind).read.invoice.lineCount).toBe(100);
  });

  it('is not retried: the same bytes are rejected immediately without starting a thread', async () => {
    renderers = startPoisoned({ timeLimit: 2_000 });
    await expect(renderers.render(large('loop'), request, withoutTimeout)).rejects.toBeInstanceOf(RenderingStopped);
    expect(renderers.threads()).toBe(0);
    const again = { ...withoutTimeout, owner: 'another' };
    await expect(renderers.render(large('loop'), request, again)).rejects.toEqual(
      new RenderingStopped('time', '2000 ms'),
    );
    expect(renderers.threads()).toBe(0);
  });

  it('fails only itself if it ends the thread or triggers a programming error', async () => {
    renderers = startPoisoned();
    const leave = renderers.render(large('leave'), request, withoutTimeout);
    const defect = renderers.render(Buffer.concat([Buffer.from('break'), LARGE]), request, withoutTimeout);
    const behind = renderers.render(LARGE, request, withoutTimeout);
    await expect(leave).rejects.toThrow('exited unexpectedly');
    await expect(defect).rejects.toThrow('Unexpected error');
    expect((await behind).read.invoice.lineCount).toBe(100);
  });

  it('lets queued callers abort', async () => {
    renderers = startPoisoned({ timeLimit: 5_000 });
    const loop = renderers.render(large('loop'), request, withoutTimeout);
    const abort = new AbortController();
    const behind = renderers.render(LARGE, request, { ...withoutTimeout, signal: abort.signal });
    const last = renderers.render(LARGE, request, withoutTimeout);
    abort.abort(new Error('left'));
    await expect(behind).rejects.toThrow('left');
    await expect(loop).rejects.toBeInstanceOf(RenderingStopped);
    expect((await last).read.invoice.lineCount).toBe(100);
  });
});
