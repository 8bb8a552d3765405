/** Checks the terms on the printed invoice for accountants. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { textOf } from './text-of.ts';

const INVOICE = readFileSync(join(findRoot(), 'test/flows/sendable-invoice.xml'), 'utf8');

function printed(change: (xml: string) => string = (xml) => xml): { readonly text: string; readonly html: string } {
  const xml = change(INVOICE);
  const { html } = renderInvoice(Buffer.from(xml), { language: 'sk', issues: null });
  return { text: textOf(html), html };
}

describe('terms on a Slovak invoice', () => {
  it('shows IČO and DIČ for a Slovak party, a registration number for a foreign one (BT-30, BT-47)', () => {
    expect(printed().text).toMatch(/IČO\s*\d{8}/);
    const { text } = printed((xml) =>
      xml.replace(
        /(<cac:AccountingCustomerParty>[\s\S]*?<cbc:IdentificationCode>)SK([\s\S]*?<\/cac:AccountingCustomerParty>)/,
        (_, before: string, after: string) =>
          `${before}AT${after
            .replace(/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, '')
            .replace(
              /<cac:PartyLegalEntity>[\s\S]*?<\/cac:PartyLegalEntity>/,
              '<cac:PartyLegalEntity><cbc:RegistrationName>Donau GmbH</cbc:RegistrationName><cbc:CompanyID>FN 123456a</cbc:CompanyID></cac:PartyLegalEntity>',
            )}`,
      ),
    );
    expect(text).toMatch(/Registračné číslo\s*FN 123456a/);
    expect(text).not.toMatch(/IČO\s*FN 123456a/);
  });

  it('labels a trading name (BT-28)', () => {
    expect(printed().text).toMatch(/Obchodné označenie\s*Tatranský obchod/);
  });

  it('does not label the VAT in euro of a foreign currency invoice as a second total (BT-111)', () => {
    const { text } = printed((xml) =>
      xml
        .replaceAll('"EUR"', '"CZK"')
        .replace(
          '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
          '<cbc:DocumentCurrencyCode>CZK</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
        )
        .replace(
          '<cac:LegalMonetaryTotal>',
          '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">2.53</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal>',
        ),
    );
    expect(text).toMatch(/DPH v eurách\s*2,53/);
    expect((text.match(/DPH spolu/g) ?? []).length).toBeLessThan(2);
  });

  it('shows the total of the VAT breakdown and the usual names of the parties', () => {
    const { text } = printed();
    expect(text).toMatch(/Spolu/);
    expect(text).toMatch(/Predávajúci/);
    expect(text).not.toMatch(/Dodávateľ\b|Odberateľ\b/);
  });

  it('keeps headings with the following content and line numbers on one line', () => {
    const { html } = printed();
    expect(html).toMatch(/h2 \{[^}]*break-after: avoid/);
    expect(html).toMatch(/\.n \{[^}]*white-space: nowrap/);
  });
});
