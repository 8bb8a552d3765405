import { afterEach, describe, expect, it } from 'vitest';
import { NotRenderable, type Renderers, renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { THREAD_BYTES } from '../../src/platform/index.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { ISSUE } from '../http/fake-validate.ts';
import { large, startPoisoned, startRenderers, textOf, withoutTimeout } from '../support/renderers.ts';

const LARGE = makeInvoice(100);
const SMALL = makeInvoice(4);
const request = { language: 'sk', issues: null } as const;

let renderers: Renderers;
afterEach(() => renderers.close());

describe('a large file', () => {
  it.each([
    { language: 'sk', issues: null },
    { language: 'en', issues: [ISSUE] },
  ] as const)('is rendered with identical bytes in a thread and inline ($language)', async (options) => {
    renderers = startRenderers();
    expect(LARGE.length).toBeGreaterThan(THREAD_BYTES);
    const copy = Buffer.from(LARGE);
    const shown = await renderers.render(LARGE, options, withoutTimeout);
    const inline = renderInvoice(LARGE, options);
    expect(renderers.threads()).toBe(1);
    expect(Buffer.from(shown.html).equals(Buffer.from(inline.html))).toBe(true);
    expect(shown).toEqual(toShown(inline));
    expect(shown.read.invoice.lineCount).toBe(100);
    // The buffer of the caller is not transferred.
    expect(copy.equals(LARGE)).toBe(true);
  });

  it('fails as inline if it is not an invoice or exceeds an XML limit', async () => {
    renderers = startRenderers({ limits: { depth: 3 } });
    for (const bytes of [large('<x/>'), large('<x'), large(''), LARGE]) {
      const inline = (): unknown => renderInvoice(bytes, { ...request, limits: { depth: 3 } });
      expect(inline).toThrow(NotRenderable);
      const failure = await renderers.render(bytes, request, withoutTimeout).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(NotRenderable);
      expect(inline).toThrow((failure as Error).message);
    }
  });
});

it('never renders on the event loop: if no thread starts, the error is returned', async () => {
  renderers = startRenderers({ script: new URL('file:///no/such/thread.js') });
  for (const bytes of [SMALL, LARGE]) {
    await expect(renderers.render(bytes, request, withoutTimeout)).rejects.toThrow('Cannot find module');
  }
});

it('renders a small file in a thread, optionally as a JSON string too', async () => {
  renderers = startRenderers();
  const shown = await renderers.render(SMALL, { ...request, withJson: true }, withoutTimeout);
  const { html } = renderInvoice(SMALL, request);
  expect(textOf(shown.html)).toBe(html);
  expect(JSON.parse(textOf(shown.json!))).toBe(html);
  expect((await renderers.render(SMALL, request, withoutTimeout)).json).toBeNull();
});

it('the thread stops after the idle time and restarts with the next file', async () => {
  renderers = startRenderers({ idleTime: 50 });
  await renderers.render(LARGE, request, withoutTimeout);
  await expect.poll(renderers.threads).toBe(0);
  expect((await renderers.render(LARGE, request, withoutTimeout)).read.invoice.lineCount).toBe(100);
});

it('closing stops the thread and rejects unfinished files', async () => {
  renderers = startPoisoned();
  const loop = renderers.render(large('loop'), request, withoutTimeout);
  const behind = renderers.render(LARGE, request, withoutTimeout);
  const results = Promise.allSettled([loop, behind]);
  await expect.poll(renderers.threads).toBe(1);
  await renderers.close();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(renderers.render(LARGE, request, withoutTimeout)).rejects.toThrow('have ended');
  expect(renderers.threads()).toBe(0);
});
