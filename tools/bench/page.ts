/**
 * `npm run bench -- page`: time from dropping a file to its verdict on the page, in Chromium with a fourfold CPU
 * slowdown. Cold: the file is dropped as soon as the page accepts one; settled: two seconds later; warm: median of
 * further files.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { FRONT_HEADERS, renderFront } from '../../src/http/pages/index.ts';
import { launchChromium } from '../../test/support/launch-chromium.ts';
import { builtWeb } from '../../test/web/built-web.ts';

const RATE = 4;
const RUNS = 5;
const WARM = 20;
const SETTLED_MS = 2_000;

/**
 * Runs in the page, as text, since a transpiler would insert helper functions. A measurement
 * ends when the verdict is painted.
 */
const MEASURE = `
globalThis.verdicts = [];
let changedAt = 0;
document.addEventListener('change', () => { changedAt = performance.now(); }, true);
new MutationObserver((changes) => {
  const isShown = changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.querySelector?.('#verdict') ?? false));
  if (isShown && changedAt > 0) requestAnimationFrame(() => setTimeout(() => verdicts.push(performance.now() - changedAt)));
}).observe(document.getElementById('result'), { childList: true, subtree: true });
`;

const sample = readFileSync(resolve(import.meta.dirname, '../../web/samples/wrong.xml'));
const web = await builtWeb();
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const answer = async (): Promise<void> => {
    const found = await web.find(path.slice('/assets/'.length));
    for (const [name, value] of Object.entries(FRONT_HEADERS)) response.setHeader(name, value);
    response.setHeader('Content-Type', found?.type ?? 'text/html; charset=utf-8');
    response.end(found?.bytes ?? renderFront('', 'sk'));
  };
  answer().catch((error: unknown) => response.destroy(error as Error));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await launchChromium();
const cold: number[] = [];
const settled: number[] = [];
const warm: number[] = [];
try {
  for (let run = 0; run < 2 * RUNS; run++) {
    const isSettled = run % 2 === 1;
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
    await page.goto(address);
    await page.waitForSelector('.ways:not([hidden])');
    await page.evaluate(MEASURE);
    if (isSettled) await page.waitForTimeout(SETTLED_MS);
    for (let file = 1; file <= WARM + 1; file++) {
      await page.setInputFiles('#file', { name: `${file}.xml`, mimeType: 'application/xml', buffer: sample });
      await page.waitForFunction(
        (count) => (globalThis as unknown as { verdicts: number[] }).verdicts.length === count,
        file,
      );
    }
    const [first = 0, ...others] = (await page.evaluate('verdicts')) as number[];
    (isSettled ? settled : cold).push(first);
    warm.push(...others);
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
const median = (times: readonly number[]): string => [...times].sort((a, b) => a - b)[times.length >> 1]!.toFixed(0);
const worst = (times: readonly number[]): string => Math.max(...times).toFixed(0);
console.log(`drop to verdict, ${sample.length} bytes, page slowed ${RATE} times, ms: median (worst)`);
console.log(
  `cold ${median(cold)} (${worst(cold)}), settled ${median(settled)} (${worst(settled)}), warm ${median(warm)} (${worst(warm)})`,
);
