import { describe, expect, it } from 'vitest';
import { openEnvelope, readAddressing, writeEnvelope } from '../../src/modules/exchange/envelope/index.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeInvoice } from '../support/invoice-builder.ts';

const parts = {
  addressing: readAddressing(Buffer.from(makeInvoice(...billing)))!,
  sender: '0245:2020317068',
  receiver: '0245:2020273893',
  documentType: { id: 'urn:x::Invoice##a&b::2.1', scheme: 'busdox-docid-qns' },
  process: 'urn:p',
  country: 'SK',
  instanceIdentifier: 'id-1',
  createdAt: Date.UTC(2026, 10, 22),
  messageStatus: { to: '0242:000123', type: 'ALWAYS_SEND' },
} as const;

describe('openEnvelope', () => {
  it('returns the header values and the document byte for byte', () => {
    const { content, ...header } = openEnvelope(writeEnvelope(parts));
    const { addressing, createdAt: _, messageStatus: __, ...expected } = parts;
    expect(header).toEqual({ ...expected, createdAt: '2026-11-22T00:00:00.000Z' });
    expect(Buffer.from(content).toString()).toBe(addressing.content);
  });

  it('reads only the header of a large envelope', () => {
    const content = `<Invoice xmlns="urn:x">${'<a/>'.repeat(2_000_000)}</Invoice>`;
    const envelope = writeEnvelope({ ...parts, addressing: { ...parts.addressing, content } });
    expect(openEnvelope(envelope).content.length).toBe(content.length);
  });

  it('rejects bytes that writeEnvelope did not write', () => {
    const whole = writeEnvelope(parts);
    for (const bytes of [Buffer.from('<Invoice/>'), whole.subarray(0, -1), whole.subarray(0, 300)]) {
      expect(() => openEnvelope(bytes)).toThrow('not an envelope');
    }
  });
});
