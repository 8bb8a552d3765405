import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { waysToRun } from '../../src/modules/rendering/chromium/ways-to-run.ts';

/** Folder where the packaged Chromium is unpacked once for all tests. */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** With Playwright's limit of 30 seconds a slow machine would skip all browser tests. */
const LAUNCH_MS = 300_000;

/** Starts a headless browser. @throws Error when this machine cannot run it */
export async function launchChromium(): Promise<Browser> {
  let reason: unknown;
  for (const { executablePath, args, env, sandbox, remove } of await waysToRun(
    { path: null, cache: CACHE },
    new AbortController().signal,
  )) {
    try {
      const how = { executablePath, args: [...args], env, chromiumSandbox: sandbox, timeout: LAUNCH_MS };
      const browser = await chromium.launch(how);
      browser.once('disconnected', remove);
      return browser;
    } catch (error) {
      reason = error;
      remove();
    }
  }
  throw reason;
}
