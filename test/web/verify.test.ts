import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { archive, makeKey, written } from '../evidence/make-one.ts';
import { fakeParts, QUIET } from '../http/fake-parts.ts';
import { looksAt } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { builtWeb } from './built-web.ts';
import { axeFindings, usePages, waitForCache } from './open-page.ts';

const reason = await whyNoChromium();
const XML = '<broken/>';
const key = makeKey();

/** The API with the verification page and the key of the service. */
async function start() {
  const catalog = await loadCatalog();
  const evidence = { publishedKeys: async () => ({ keys: [key.jwk] }) };
  const parts = { ...QUIET, catalog: async () => catalog, web: await builtWeb(), evidence: evidence as never };
  return startApi(fakeParts(parts), { checkAnswers: 'throw' });
}

const { report, texts } = written(XML);
let zip: Buffer;
let changed: Buffer;
beforeAll(async () => {
  zip = await archive({ report: await signReport(report, key), texts }, key, null);
  changed = Buffer.from(zip);
  changed[changed.indexOf('report.md') + 60]! ^= 1;
});

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

describe.skipIf(reason !== null)(`the page that verifies${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages(start);

  it('verifies an archive and its invoice without sending anything, also offline', async () => {
    const { page, requests, faults, close } = await pages.open('/overit-dokaz/', { serviceWorkers: 'allow' });
    await waitForCache(page);
    await page.setInputFiles('#file', [fileOf('evidence.zip', zip), fileOf('faktura.xml', Buffer.from(XML))]);
    await page.waitForSelector('#verdict');
    expect(await page.locator('#verdict').textContent()).toContain(`PRAVÉ: protokol ${report.id}`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
    expect(await page.locator('.proofs .held').allTextContents()).toContainEqual(
      'Faktúra: je to presne ten súbor, o ktorom je protokol.',
    );
    requests.length = 0;
    await page.context().setOffline(true);
    await page.setInputFiles('#file', [fileOf('evidence.zip', changed)]);
    await page.waitForSelector('.verdict.stop');
    expect(await page.locator('.proofs .failed').first().textContent()).toContain('report.md');
    expect([requests, faults]).toEqual([[], []]);
    await page.reload();
    await page.waitForSelector('.ways:not([hidden])');
    await page.setInputFiles('#file', [fileOf('evidence.zip', zip)]);
    await page.waitForSelector('.verdict.go');
    await close();
  });

  it('accepts the invoice later, shows the result in the other language, and reports unusable files', async () => {
    const { page, faults, close } = await pages.open('/en/verify/');
    await page.setInputFiles('#file', [fileOf('other.xml', Buffer.from('<other/>'))]);
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toContain('neither evidence.zip nor evidence.json');
    await page.setInputFiles('#file', [fileOf('evidence.zip', zip)]);
    await page.waitForSelector('.verdict.go');
    expect(await page.locator('#trouble').isVisible()).toBe(false);
    await page.setInputFiles('#file', [fileOf('other.xml', Buffer.from('<other/>'))]);
    await page.waitForSelector('.verdict.check');
    await page.click('.other');
    expect(await page.locator('.proofs .failed').first().textContent()).toContain('Faktúra nie je tá');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the result of the last files if two sets arrive in quick succession', async () => {
    const { page, faults, close } = await pages.open('/overit-dokaz/', { serviceWorkers: 'allow' });
    await waitForCache(page);
    // Both in one turn of the event loop: the second arrives while the first is being read.
    await page.evaluate(
      ([first, second]) => {
        for (const bytes of [first!, second!]) {
          const moved = new DataTransfer();
          moved.items.add(new File([new Uint8Array(bytes)], 'evidence.zip'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: moved, bubbles: true, cancelable: true }));
        }
      },
      [[...zip], [...changed]],
    );
    await page.waitForSelector('#verdict');
    expect(await page.locator('.verdict.stop').count()).toBe(1);
    // Unusable files do not keep the previous result.
    await page.setInputFiles('#file', [fileOf('a.zip', zip), fileOf('b.zip', zip)]);
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#verdict').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it('can be used with the keyboard only', async () => {
    const { page, close } = await pages.open('/overit-dokaz/', { serviceWorkers: 'allow' });
    await waitForCache(page);
    const chosen = page.waitForEvent('filechooser');
    const isAtButton = () =>
      page.evaluate(
        () => (document.activeElement?.closest('.ways') ?? document.activeElement?.closest('.drop')) != null,
      );
    for (let steps = 0; steps < 40 && !(await isAtButton()); steps++) await page.keyboard.press('Tab');
    expect(await isAtButton()).toBe(true);
    await page.keyboard.press('Enter');
    await (await chosen).setFiles([fileOf('evidence.zip', zip)]);
    await page.waitForSelector('.verdict.go');
    // The verdict is announced immediately, and the focus order continues after it.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('verdict');
    await close();
  });

  it('explains verification without scripts if scripts are disabled', async () => {
    const { page, close } = await pages.open('/overit-dokaz/', { javaScriptEnabled: false });
    expect(await page.locator('noscript').textContent()).toContain('node verify.mjs evidence.zip');
    expect(await page.locator('.drop').isVisible()).toBe(false);
    await close();
  });

  it.each(looksAt(['/overit-dokaz/', '/en/verify/']))(
    'axe reports no violations on $page, $colorScheme, $width px, empty, genuine and modified',
    async (look) => {
      const { page: path, colorScheme, width } = look;
      const { page, close } = await pages.open(path, { colorScheme, viewport: { width, height: 800 } });
      const seen = async () => [
        await axeFindings(page),
        await page.evaluate(() => document.documentElement.scrollWidth),
      ];
      expect(await seen()).toEqual([[], width]);
      for (const [bytes, name] of [
        [zip, 'go'],
        [changed, 'stop'],
      ] as const) {
        await page.setInputFiles('#file', [fileOf('evidence.zip', bytes)]);
        await page.waitForSelector(`.verdict.${name}`);
        expect(await seen()).toEqual([[], width]);
      }
      await close();
    },
  );
});
