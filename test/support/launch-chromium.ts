import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { waysToRun } from '../../src/modules/rendering/chromium/ways-to-run.ts';

/** Where the packaged Chromium is unpacked once for all tests. */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

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
