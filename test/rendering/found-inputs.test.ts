import { describe, expect, it } from 'vitest';
import { readEmbedded } from '../../src/modules/rendering/embedded/index.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { readPdf } from '../../web/read-pdf.ts';
import { scan } from '../support/scan-code.ts';
import { EMBEDDED_CASES } from './embedded-cases.ts';
import { FOUND_PAGES, FOUND_PDFS } from './found-inputs.data.ts';
import { PAID } from './print.ts';
import { textOf } from './text-of.ts';

const LIMIT = 1_000_000;
const MINOR = new Set(['beyond_model', 'cii_preview_only']);

describe('invoices that were once rendered wrongly', () => {
  it.each(FOUND_PAGES)('$finding: $is', ({ xml, expected }) => {
    const { html, warnings } = renderInvoice(Buffer.from(xml), { language: 'sk', issues: null });
    const text = textOf(html);
    for (const part of expected.shows ?? []) expect(text).toMatch(part);
    for (const part of expected.lacks ?? []) expect(text).not.toMatch(part);
    if (expected.warnings !== undefined) {
      expect(warnings.map(({ code }) => code).filter((code) => !MINOR.has(code))).toEqual(expected.warnings);
    }
    if (expected.code === null) expect(html).not.toContain('</figcaption>');
    if (expected.code == null) return;
    const { payee, bic } = expected.code;
    const lines = scan(html, 'SEPA QR \\(EPC\\)').split('\n');
    expect(lines).toHaveLength(11);
    expect(lines.slice(4, 7)).toEqual([bic, payee, PAID.sellerIban]);
  });
});

describe('PDFs whose invoice was once read wrongly', () => {
  it.each(FOUND_PDFS)('%s: %s', async (_, is, name) => {
    const pdf = await EMBEDDED_CASES.find((each) => each.is === is)!.pdf();
    expect(await readPdf(pdf, LIMIT)).toMatchObject({ name });
    expect(await readEmbedded(pdf, { bytes: LIMIT, xml: {} })).toMatchObject({ file: { name } });
  });
});
