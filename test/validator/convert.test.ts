import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import { readInvoice, semanticDigest } from '@e-invoice/validator/invoice';
import { describe, expect, it } from 'vitest';
import {
  ConversionLosesContent,
  type ConvertOptions,
  compare,
  convert,
  NotAnInvoice,
} from '../../packages/validator/src/index.ts';
import { findRoot } from '../../src/platform/index.ts';

const CII = readFileSync(`${findRoot()}/test/invoice/cii-invoice.xml`);
const { xml: UBL, ...converted } = await convert(CII, { to: 'ubl' });
const bytesOf = (xml: string): Uint8Array => new TextEncoder().encode(xml);
const WITH_UUID = bytesOf(UBL.replace('<cbc:ID>', '<cbc:UUID>u-1</cbc:UUID><cbc:ID>'));

const rejected = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('convert', () => {
  it('writes an invoice in the other syntax with its semantic digest', async () => {
    const parsed = parseXml(CII);
    const digest = parsed.ok ? semanticDigest(readInvoice(parsed.document.root)!) : null;
    expect(converted).toEqual({ to: 'ubl', semantic_digest: digest, semantic_digest_version: 1, lost: [] });
    expect(await convert(bytesOf(UBL), { to: 'cii' })).toMatchObject({ to: 'cii', semantic_digest: digest, lost: [] });
  });

  it('returns an invoice of the requested syntax without its envelope', async () => {
    const sbdh = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
    const invoice = UBL.replace(/^<\?xml[^>]*>\s*/, '');
    const enveloped = `<StandardBusinessDocument xmlns="${sbdh}"><StandardBusinessDocumentHeader/>${invoice}</StandardBusinessDocument>`;
    const { xml, lost } = await convert(bytesOf(enveloped), { to: 'ubl' });
    expect([xml, lost]).toEqual([expect.stringMatching(/^<\?xml [^>]*>\s*<Invoice /), []]);
  });

  it('rejects a loss and lists the values, unless the loss is allowed', async () => {
    const lost = [{ business_term: null, path: '/Invoice/cbc:UUID', value: 'u-1' }];
    const error = await rejected(convert(WITH_UUID, { to: 'cii' }));
    expect(error).toBeInstanceOf(ConversionLosesContent);
    expect(error).toMatchObject({ code: 'conversion_loses_content', to: 'cii', lost });
    expect(await convert(WITH_UUID, { to: 'cii', allowLoss: true })).toMatchObject({ to: 'cii', lost });
  });

  it.each(['<a/>', 'no xml', ''])('rejects %j, which is not an invoice', async (text) => {
    const error = await rejected(convert(bytesOf(text), { to: 'cii' }));
    expect(error).toBeInstanceOf(NotAnInvoice);
    expect(error).toMatchObject({ code: 'not_an_invoice', side: null });
  });

  it.each([
    [{}, 'convert needs the option to: ubl or cii'],
    [{ to: 'UBL' }, 'The option to of convert is ubl or cii, not "UBL"'],
    [{ to: 'ubl', allow_loss: true }, 'convert has no option allow_loss; there are to, allowLoss'],
    [{ to: 'ubl', allowLoss: 'false' }, 'allowLoss of convert is true or false, not "false"'],
    [undefined, 'convert takes its options as an object'],
  ])('rejects the options %j', async (options, message) => {
    const error = await rejected(convert(CII, options as unknown as ConvertOptions));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(String(await rejected(convert('<a/>' as never, { to: 'ubl' })))).toContain('convert takes the bytes');
  });
});

describe('compare', () => {
  it('finds no difference between an invoice and its conversion', async () => {
    const comparison = await compare(CII, bytesOf(UBL));
    expect(comparison).toMatchObject({ equal: true, differences: [], semantic_digest_version: 1 });
    expect(new Set(comparison.semantic_digests)).toEqual(new Set([converted.semantic_digest]));
  });

  it('lists differences by business term, and what changes for the totals', async () => {
    const due = /<cbc:PayableAmount[^>]*>([^<]*)/.exec(UBL)![1]!;
    const changed = UBL.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$11.00');
    expect(await compare(bytesOf(UBL), bytesOf(changed))).toMatchObject({
      equal: false,
      differences: [
        {
          ...{
            business_term: 'BT-115',
            group: 'totals',
            label: { en: 'amount due for payment' },
            effect: 'amount_due',
          },
          ...{ left: due, right: '1.00', left_location: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount' },
        },
      ],
      totals: { amount_due: { left: due, right: '1.00' }, tax: { difference: '0' } },
    });
  });

  it('names the side of a file that is not an invoice', async () => {
    expect(await rejected(compare(bytesOf('<a/>'), CII))).toMatchObject({ code: 'not_an_invoice', side: 'left' });
    expect(await rejected(compare(CII, bytesOf('<a/>')))).toMatchObject({ name: 'NotAnInvoice', side: 'right' });
    expect(await rejected(compare(CII, '<a/>' as never))).toBeInstanceOf(TypeError);
  });
});
