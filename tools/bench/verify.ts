/**
 * `npm run bench -- verify`: time from an archive with all its files to the verdict on the verification page, in
 * Chromium, for the first archive of a page and for later ones; and processor time of one verification in Node.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderVerify, VERIFY_HEADERS } from '../../src/http/pages/index.ts';
import { launchChromium } from '../../test/support/launch-chromium.ts';
import { makeWhole } from '../../test/verifier/complete-archive.ts';
import { verifyOne } from '../../test/verifier/verify-one.ts';
import { builtWeb } from '../../test/web/built-web.ts';

const PAGES = 5;
const LATER = 10;

/**
 * Runs in the page, as text, since a transpiler would insert helper functions. A measurement
 * ends when the verdict is painted.
 */
const MEASURE = `
globalThis.verdicts = [];
let changedAt = 0;
document.addEventListener('change', () => { changedAt = performance.now(); }, true);
new MutationObserver(() => {
  if (changedAt === 0 || document.getElementById('verdict') === null || document.getElementById('result').hidden) return;
  const at = changedAt;
  changedAt = 0;
  requestAnimationFrame(() => setTimeout(() => verdicts.push(performance.now() - at)));
}).observe(document.getElementById('result'), { childList: true, subtree: true, attributes: true });
`;

const { bytes, key, trusted } = await makeWhole();
const web = await builtWeb();
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const answer = async (): Promise<void> => {
    const found = await web.find(path.slice('/assets/'.length));
    for (const [name, value] of Object.entries(VERIFY_HEADERS)) response.setHeader(name, value);
    response.setHeader('Content-Type', found?.type ?? 'text/html; charset=utf-8');
    response.end(found?.bytes ?? renderVerify({ origin: '', keys: JSON.stringify({ keys: [key.jwk] }) }, 'sk'));
  };
  answer().catch((error: unknown) => response.destroy(error as Error));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/overit-dokaz/`;
const browser = await launchChromium();
const first: number[] = [];
const later: number[] = [];
try {
  for (let run = 0; run < PAGES; run++) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector('.ways:not([hidden])');
    await page.evaluate(MEASURE);
    for (let count = 1; count <= LATER + 1; count++) {
      await page.setInputFiles('#file', { name: 'evidence.zip', mimeType: 'application/zip', buffer: bytes });
      await page.waitForFunction(
        (expected) => (globalThis as unknown as { verdicts: number[] }).verdicts.length === expected,
        count,
      );
    }
    const [one = 0, ...others] = (await page.evaluate('verdicts')) as number[];
    first.push(one);
    later.push(...others);
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
const RUNS = 50;
for (let run = 0; run < RUNS; run++) await verifyOne(bytes, key, { trusted });
const used = process.cpuUsage();
for (let run = 0; run < RUNS; run++) await verifyOne(bytes, key, { trusted });
const { user, system } = process.cpuUsage(used);
const median = (times: readonly number[]): string => [...times].sort((a, b) => a - b)[times.length >> 1]!.toFixed(0);
const worst = (times: readonly number[]): string => Math.max(...times).toFixed(0);
console.log(`archive of ${bytes.length} bytes to verdict in the browser, ms: median (worst)`);
console.log(`first ${median(first)} (${worst(first)}), later ${median(later)} (${worst(later)})`);
console.log(`one verification in Node: ${((user + system) / 1000 / RUNS).toFixed(1)} ms of processor`);
