import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase } from '../support/database.ts';
import { axeFindings, usePages } from '../web/open-page.ts';
import { openApi } from './open-api.ts';

const reason = await whyNoChromium();

describe.skipIf(reason !== null)(`asking for a key${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages(async () => openApi({ environment: 'production' }, 'production', await makeTestDatabase()));

  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [
      ['/ziadost/', 320],
      ['/en/request/', 1280],
    ].map(([path, width]) => ({ colorScheme, path: String(path), width: Number(width) })),
  );
  it.each(looks)(
    'works by keyboard, keeps the input when rejected, then accepts: $path, $colorScheme, $width px',
    async (look) => {
      const { path, colorScheme, width } = look;
      const { page, faults, close } = await pages.open(path, { colorScheme, viewport: { width, height: 800 } });
      const seen = async () => [
        await axeFindings(page),
        await page.evaluate(() => document.documentElement.scrollWidth),
      ];
      expect(await seen()).toEqual([[], width]);
      await page.focus('#company');
      for (const text of ['Príklad, s. r. o.', '123', '', 'Jana Nováková', 'jana@example.com', 'Kontrola faktúr']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForSelector('[aria-invalid]');
      expect(await page.inputValue('#company')).toBe('Príklad, s. r. o.');
      expect(await page.locator('#ico-fault').isVisible()).toBe(true);
      expect(await seen()).toEqual([[], width]);
      await page.fill('#ico', '31333532');
      await page.click('form.fields button');
      await page.waitForURL(/\/krq_/);
      expect(await seen()).toEqual([[], width]);
      // The browser itself logs error statuses.
      expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
      await close();
    },
  );
});
