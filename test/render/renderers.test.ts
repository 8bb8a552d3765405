import { afterEach, describe, expect, it } from 'vitest';
import { makeInvoice } from '../../bench/invoices.ts';
import { NotRenderable, type Renderers, RenderingStopped, renderInvoice } from '../../src/render/index.ts';
import { toShown } from '../../src/render/shown.ts';
import { makeMetrics, THREAD_BYTES } from '../../src/runtime/index.ts';
import { ISSUE } from '../api/judge.ts';
import { large, patient, startPoisoned, startRenderers, textOf } from '../support/renderers.ts';

const LARGE = makeInvoice(100);
const SMALL = makeInvoice(4);
const request = { language: 'sk', issues: null } as const;

let renderers: Renderers;
afterEach(() => renderers.close());

describe('a large file', () => {
  it.each([
    { language: 'sk', issues: null },
    { language: 'en', issues: [ISSUE] },
  ] as const)('becomes the same page, byte for byte, in a thread as inline ($language)', async (wanted) => {
    renderers = startRenderers();
    expect(LARGE.length).toBeGreaterThan(THREAD_BYTES);
    const copy = Buffer.from(LARGE);
    const shown = await renderers.render(LARGE, wanted, patient);
    const inline = renderInvoice(LARGE, wanted);
    expect(renderers.threads()).toBe(1);
    expect(Buffer.from(shown.html).equals(Buffer.from(inline.html))).toBe(true);
    expect(shown).toEqual(toShown(inline));
    expect(shown.read.invoice.lineCount).toBe(100);
    // The caller's bytes are still its own.
    expect(copy.equals(LARGE)).toBe(true);
  });

  it('that is no invoice, or beyond a limit of the XML, is told as inline', async () => {
    renderers = startRenderers({ limits: { depth: 3 } });
    for (const bytes of [large('<x/>'), large('<x'), large(''), LARGE]) {
      const inline = (): unknown => renderInvoice(bytes, { ...request, limits: { depth: 3 } });
      expect(inline).toThrow(NotRenderable);
      const told = await renderers.render(bytes, request, patient).catch((error: unknown) => error);
      expect(told).toBeInstanceOf(NotRenderable);
      expect(inline).toThrow((told as Error).message);
    }
  });
});

it('no page is made on the event loop: where no thread starts, there is none, and the reason is told', async () => {
  renderers = startRenderers({ script: new URL('file:///no/such/thread.js') });
  for (const bytes of [SMALL, LARGE]) {
    await expect(renderers.render(bytes, request, patient)).rejects.toThrow('Cannot find module');
  }
});

it('a small file becomes the same page in a thread, as a string of JSON too when it is asked for', async () => {
  renderers = startRenderers();
  const shown = await renderers.render(SMALL, { ...request, withJson: true }, patient);
  const { html } = renderInvoice(SMALL, request);
  expect(textOf(shown.html)).toBe(html);
  expect(JSON.parse(textOf(shown.json!))).toBe(html);
  expect((await renderers.render(SMALL, request, patient)).json).toBeNull();
});

it('a thread that takes longer to start than a page may take times out no page', async () => {
  renderers = startPoisoned({ timeLimit: 2_500, script: new URL('./slow-thread.ts', import.meta.url) });
  expect((await renderers.render(SMALL, request, patient)).read.invoice.lineCount).toBe(4);
});

describe('a poisonous file', () => {
  const metrics = makeMetrics('test');

  it('that loops is ended at its time limit; small ones are rendered meanwhile, the next large one afterwards', async () => {
    renderers = startPoisoned({ timeLimit: 5_000, metrics });
    const order: string[] = [];
    const loop = renderers.render(large('loop'), request, patient).finally(() => order.push('loop'));
    const behind = renderers.render(LARGE, request, patient).finally(() => order.push('behind'));
    await renderers.render(SMALL, request, { ...patient, owner: 'another' }).finally(() => order.push('small'));
    await expect(loop).rejects.toEqual(new RenderingStopped('time', '5000 ms'));
    expect(textOf((await behind).html)).toBe(renderInvoice(LARGE, request).html);
    expect(order).toEqual(['small', 'loop', 'behind']);
    expect(await metrics.render()).toContain('render_stopped_total{reason="time",role="test"} 1');
  });

  it('that eats memory is ended at its limit, and the next one is rendered', async () => {
    renderers = startPoisoned({ memoryLimit: 64 });
    const eat = renderers.render(large('eat'), request, patient);
    const behind = renderers.render(LARGE, request, patient);
    await expect(eat).rejects.toEqual(new RenderingStopped('memory', '64 MiB'));
    expect((await behind).read.invoice.lineCount).toBe(100);
  });

  it('is not tried again: the same bytes are refused at once, and no thread is started for them', async () => {
    renderers = startPoisoned({ timeLimit: 2_000 });
    await expect(renderers.render(large('loop'), request, patient)).rejects.toBeInstanceOf(RenderingStopped);
    expect(renderers.threads()).toBe(0);
    const again = { ...patient, owner: 'another' };
    await expect(renderers.render(large('loop'), request, again)).rejects.toEqual(
      new RenderingStopped('time', '2000 ms'),
    );
    expect(renderers.threads()).toBe(0);
  });

  it('that ends its thread, or finds a defect, costs itself alone', async () => {
    renderers = startPoisoned();
    const leave = renderers.render(large('leave'), request, patient);
    const defect = renderers.render(Buffer.concat([Buffer.from('break'), LARGE]), request, patient);
    const behind = renderers.render(LARGE, request, patient);
    await expect(leave).rejects.toThrow('ended by itself');
    await expect(defect).rejects.toThrow('has a defect');
    expect((await behind).read.invoice.lineCount).toBe(100);
  });

  it('lets those who wait behind it leave', async () => {
    renderers = startPoisoned({ timeLimit: 5_000 });
    const loop = renderers.render(large('loop'), request, patient);
    const abort = new AbortController();
    const behind = renderers.render(LARGE, request, { ...patient, signal: abort.signal });
    const last = renderers.render(LARGE, request, patient);
    abort.abort(new Error('left'));
    await expect(behind).rejects.toThrow('left');
    await expect(loop).rejects.toBeInstanceOf(RenderingStopped);
    expect((await last).read.invoice.lineCount).toBe(100);
  });
});

it('the thread ends after some time without a file, and comes again with the next one', async () => {
  renderers = startRenderers({ idleTime: 50 });
  await renderers.render(LARGE, request, patient);
  await expect.poll(renderers.threads).toBe(0);
  expect((await renderers.render(LARGE, request, patient)).read.invoice.lineCount).toBe(100);
});

it('closing ends the thread and rejects what is not rendered', async () => {
  renderers = startPoisoned();
  const loop = renderers.render(large('loop'), request, patient);
  const behind = renderers.render(LARGE, request, patient);
  const told = Promise.allSettled([loop, behind]);
  await expect.poll(renderers.threads).toBe(1);
  await renderers.close();
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(renderers.render(LARGE, request, patient)).rejects.toThrow('have ended');
  expect(renderers.threads()).toBe(0);
});
