import { describe, expect, it } from 'vitest';
import { readEmbedded } from '../../src/modules/rendering/embedded/index.ts';
import { readPdf } from '../../web/read-pdf.ts';
import { EMBEDDED_CASES } from './embedded-cases.ts';

const LIMIT = 1_000_000;
const textOf = (bytes: Uint8Array): string => new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);

describe('invoice in a PDF', () => {
  it.each(EMBEDDED_CASES)('the page and the service read a PDF with $is in the same way', async ({ pdf, expected }) => {
    const bytes = await pdf();
    const page = await readPdf(bytes, LIMIT);
    const service = await readEmbedded(bytes, { bytes: 4 * LIMIT, xml: { bytes: LIMIT } });
    if (expected.unread !== undefined) {
      expect(page).toEqual({ unread: expected.unread });
      expect(service).toBe(expected.unread);
      return;
    }
    if ('unread' in page || typeof service === 'string') throw new Error(`not read: ${JSON.stringify(service)}`);
    expect(page).toMatchObject({ name: expected.name, others: expected.others ?? [] });
    expect(service).toMatchObject({ file: { name: expected.name }, others: expected.others ?? [] });
    expect(Buffer.from(page.bytes).equals(service.file.bytes)).toBe(true);
    if (expected.begins === undefined) {
      expect(service.invoice?.number).toBe(expected.number);
      expect(textOf(page.bytes)).toContain(`<cbc:ID>${expected.number}</cbc:ID>`);
    } else {
      expect(service.error).not.toBeNull();
      expect(textOf(page.bytes).startsWith(expected.begins)).toBe(true);
    }
  });

  it('rejects a PDF whose file decompresses to more than the limit', async () => {
    const { pdf } = EMBEDDED_CASES[0]!;
    expect(await readPdf(await pdf(), 200)).toEqual({ unread: 'limit' });
  });
});
