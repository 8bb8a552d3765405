import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { waysToRun } from '../../src/render/chromium/ways-to-run.ts';
import { makePrinter, type Printer, type Renderers } from '../../src/render/index.ts';
import { makeMetrics } from '../../src/runtime/index.ts';
import { startRenderers } from './renderers.ts';

/** Where the packaged Chromium is unpacked once for all tests. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Starts a browser without a window. @throws Error when this machine cannot run it */
export async function launchChromium(): Promise<Browser> {
  let reason: unknown;
  for (const { executablePath, args, env, sandbox, remove } of await waysToRun(
    { path: null, cache: CACHE },
    new AbortController().signal,
  )) {
    try {
      const browser = await chromium.launch({ executablePath, args: [...args], env, chromiumSandbox: sandbox });
      browser.once('disconnected', remove);
      return browser;
    } catch (error) {
      reason = error;
      remove();
    }
  }
  throw reason;
}

/** Why the packaged Chromium cannot run on this machine; null when it can. */
export async function whyNoChromium(): Promise<string | null> {
  try {
    await (await launchChromium()).close();
    return null;
  } catch (error) {
    return `Chromium does not start here: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** A printer with wide limits, and what it logs. */
export function startPrinter(
  parts: { timeLimit?: number; memoryLimit?: number; path?: string; renderers?: Renderers } = {},
): {
  readonly printer: Printer;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const given = {
    path: null,
    cache: CACHE,
    timeLimit: 60_000,
    memoryLimit: 1_024,
    renderers: startRenderers(),
    ...parts,
  };
  return { printer: makePrinter({ ...given, log, metrics: makeMetrics('test') }), lines };
}
