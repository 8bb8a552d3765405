import { describe, expect, it } from 'vitest';
import { makePdfReader, PdfRefused } from '../../src/modules/rendering/index.ts';
import { EMBEDDED_CASES } from '../rendering/embedded-cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withoutTimeout } from '../support/renderers.ts';
import { usePages } from './open-page.ts';

const reason = await whyNoChromium();

/** PDFs that two readers once read differently; all other PDFs are compared without a browser. */
const COMPARED = [
  'a file that an update replaces',
  'a file that an update takes out of the list',
  'a file attached to a page as an annotation',
  'AES-128 and an owner password',
  'Latin-1 without a declaration',
];

const WORDS = {
  pdf_without_invoice: 'nie je vložená faktúra',
  pdf_encrypted: 'je chránené heslom',
  pdf_unreadable: 'je poškodené',
  pdf_reading_limit_reached: 'sú príliš veľké',
} as const;

describe.skipIf(reason !== null)(`a hybrid PDF${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();
  const reader = makePdfReader({ maxXmlBytes: 1_000_000 });

  it('the page extracts the same result in the browser as the service', async () => {
    const { page, faults, close } = await pages.open('/');
    for (const [index, is] of COMPARED.entries()) {
      const pdf = Buffer.from(await EMBEDDED_CASES.find((each) => each.is === is)!.pdf());
      const service = await reader.read(pdf, { ...withoutTimeout, withPages: false }).catch((error: unknown) => error);
      const name = `${index}.pdf`;
      await page.setInputFiles('#file', { name, mimeType: 'application/pdf', buffer: pdf });
      if (service instanceof PdfRefused) {
        await expect.poll(() => page.locator('#trouble').textContent(), { message: is }).toContain(WORDS[service.code]);
        continue;
      }
      const { filename, bytes, others } = service as Awaited<ReturnType<typeof reader.read>>;
      await expect
        .poll(() => page.locator('.verdict').textContent(), { message: is })
        .toContain(`${name} › ${filename}`);
      const number = /<cbc:ID>([^<]*)</.exec(Buffer.from(bytes).toString())?.[1];
      if (number !== undefined)
        await expect.poll(() => page.locator('.picture .sheet').textContent(), { message: is }).toContain(number);
      for (const other of others) expect(await page.locator('#trouble').textContent()).toContain(other);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
