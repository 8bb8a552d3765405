import { pino } from 'pino';
import { makePrinter, type Printer, type Renderers } from '../../src/modules/rendering/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { CACHE, launchChromium } from './launch-chromium.ts';
import { startRenderers } from './renderers.ts';

export { launchChromium } from './launch-chromium.ts';

let tried: Promise<string | null> | null = null;

/**
 * Why the packaged Chromium cannot run on this machine; null when it can. Tested once, since it takes three seconds.
 */
export function whyNoChromium(): Promise<string | null> {
  tried ??= launchChromium()
    .then((browser) => browser.close())
    .then(
      () => null,
      (error: Error) => `Chromium does not start here: ${error.message.split('\n')[0]}`,
    );
  return tried;
}

/** A printer with high limits, and its log. */
export function startPrinter(
  parts: { timeLimit?: number; memoryLimit?: number; path?: string; renderers?: Renderers } = {},
): {
  readonly printer: Printer;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const options = {
    path: null,
    cache: CACHE,
    timeLimit: 600_000,
    memoryLimit: 1_024,
    renderers: startRenderers(),
    ...parts,
  };
  return { printer: makePrinter({ ...options, log, metrics: makeMetrics('test') }), lines };
}
