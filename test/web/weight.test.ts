import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { drawn, usePages } from './open-page.ts';

const reason = await whyNoChromium();

/** Bytes transferred from navigation to the first verdict and its rendered invoice, compressed. */
const MAX_BYTES = 420_000;

/** Size of a response, compressed as for a browser. */
const sizeOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => resolve(size));
    }).on('error', reject);
  });

describe.skipIf(reason !== null)(`the weight of the page${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it.each(['/', '/en/'])('%s transfers at most 420 KB until the first verdict', async (path) => {
    const { page, close } = await pages.open('/status', { serviceWorkers: 'block' });
    const requested = new Set<string>();
    page.context().on('request', (request) => requested.add(request.url()));
    await page.goto(pages.url(path));
    await page.waitForSelector('.ways:not([hidden])');
    await page.click('[data-sample=wrong]');
    // The verdict does not need the rendered invoice, but its bytes are counted.
    await drawn(page);
    // Two seconds later the page loads the rest.
    const addresses = [...requested];
    expect(addresses.filter((address) => /xml-pane|read-pdf|cii/.test(address))).toEqual([]);
    const sizes = await Promise.all(addresses.map(sizeOf));
    const sum = sizes.reduce((before, size) => before + size, 0);
    expect(addresses.filter((address) => address.endsWith('/worker.js'))).toHaveLength(1);
    expect(sum).toBeGreaterThan(100_000);
    expect(sum).toBeLessThanOrEqual(MAX_BYTES);
    await close();
  });
});
