import { describe, expect, it } from 'vitest';
import { looksAt } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { axeFindings, usePages } from './open-page.ts';

const reason = await whyNoChromium();

/** Pages without scripts, by language. */
const PAGES = [
  ['/nic-tu-nie-je', '/en/nothing-here'],
  ['/mcp/', '/en/mcp/'],
  ['/cennik/', '/en/pricing/'],
  ['/ziadost/', '/en/request/'],
  ['/status?lang=sk', '/status?lang=en'],
  ['/docs/?lang=sk', '/docs/?lang=en'],
  ['/docs/createDocument/?lang=sk', '/docs/validateFiles/?lang=en'],
] as const;

describe.skipIf(reason !== null)(`pages without script${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();
  const looks = looksAt(PAGES.flat());

  it.each(looks)(
    'axe reports no violations on $page, $colorScheme, $width px; no content is wider than the window',
    async (look) => {
      const { page: path, colorScheme, width } = look;
      const { page, faults, close } = await pages.open(path, { colorScheme, viewport: { width, height: 800 } });
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // The browser logs a console error for the 404 status itself.
      expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
      await close();
    },
  );
});
