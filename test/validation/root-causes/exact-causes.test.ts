/** Causes that named another mistake, or advised what another rule forbids. */
import type { RootCause } from '@e-invoice/validator/issues';
import type { ValidationRequest } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { creditNote, insertAfter } from './invoices.ts';
import { damaged, line, xmlOf } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const causesOf = (xml: string, request: Partial<ValidationRequest> = {}): readonly RootCause[] => {
  const result = validate(xml, { today: '2027-01-20', ...request });
  expect(faultsOfCauses(result)).toEqual([]);
  return result.root_causes;
};
const titlesOf = ({ corrections }: RootCause): string[] => corrections.map(({ title }) => title.sk);

describe('names of elements and values', () => {
  it('blames the name of the quantity, not the decimals of the price', () => {
    const [cause, ...others] = causesOf(damaged([/InvoicedQuantity/g, 'CreditedQuantity']), { layers: ['PEPPOL'] });
    expect([cause!.id, others]).toEqual(['elements-of-other-kind', []]);
    expect(cause!.corrections[0]!.makes_valid).toBe(true);
  });

  it('names the prefixes of a renamed element in the order of the advice', () => {
    const cacUri = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
    const cbcUri = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
    // With a misspelt name, the exchanged prefixes are not the only mistake.
    const misspelt = [/cbc:IssueDate>/g, 'cbc:IsueDate>'] as const;
    const xml = damaged([cacUri, 'cac-uri'], [cbcUri, cacUri], ['cac-uri', cbcUri], misspelt);
    const misnamed = validate(xml).root_causes.filter(({ id }) => id === 'element-misnamed');
    const titles = misnamed.flatMap(titlesOf);
    expect(titles).toContain('premenovať <cac:ID> na <cbc:ID>');
    expect(titles.filter((title) => title.startsWith('premenovať <cbc:'))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('na <cac:ID>')]),
    );
  });

  it('names the number and the amount of a lost line', () => {
    const xml = damaged([/<cac:InvoiceLine>\s*<cbc:ID>2<.*?<\/cac:InvoiceLine>/s, '']);
    const titles = causesOf(xml).flatMap(titlesOf);
    expect(titles[0]).toBe('doplniť: riadok číslo 2 so sumou 73,98');
  });

  it('reads hours as whole minutes', () => {
    const xml = xmlOf([line('Práca technika', '0.08333', '110.00', '23')]).replace(
      /unitCode="\w+">0\.08333</g,
      'unitCode="HUR">0.083<',
    );
    const [cause] = causesOf(xml);
    expect(titlesOf(cause!)[0]).toContain('0,083 → 0,08333');
  });
});

describe('advice', () => {
  it('is to fill in the number of the corrected invoice: one cause with SK-R-080', () => {
    const xml = creditNote().replace(
      '<cbc:ID>FV-2026-0031</cbc:ID>',
      '<cbc:ID></cbc:ID><cbc:IssueDate>2026-03-01</cbc:IssueDate>',
    );
    const [cause] = causesOf(xml);
    expect([cause!.id, cause!.rule_ids]).toEqual(['elements-empty', ['PEPPOL-EN16931-R008', 'SK-R-080']]);
    expect(cause!.fix.program.sk).toBe('Vyplňte prázdne údaje v programe.');
  });

  it('is to leave out the whole order reference, or to state NA', () => {
    const order = '<cac:OrderReference><cbc:ID></cbc:ID><cbc:SalesOrderID>SO-1</cbc:SalesOrderID></cac:OrderReference>';
    const [cause] = causesOf(damaged([/<cac:OrderReference>.*?<\/cac:OrderReference>/s, order]));
    expect(cause!.fix.program.sk).toContain('bez čísla objednávky uveďte NA');
  });

  it('is to state the number of a tax registration, or to leave it out (UBL-SR-53)', () => {
    const [cause] = causesOf(
      damaged([
        /<cac:AccountingCustomerParty>.*?<\/cac:PostalAddress>/s,
        '$&<cac:PartyTaxScheme><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
      ]),
    );
    expect([cause!.id, cause!.title.sk]).toEqual([
      'tax-number-missing',
      'Daňová registrácia je bez čísla: IČ DPH kupujúceho (BT-48)',
    ]);
    expect(cause!.corrections[0]!.makes_valid).toBe(true);
  });

  it('is to turn the sign of the VAT in the accounting currency (R055)', () => {
    const [cause] = causesOf(
      damaged(
        [/EUR/g, 'CZK'],
        [
          '<cbc:DocumentCurrencyCode>CZK</cbc:DocumentCurrencyCode>',
          '$&<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
        ],
        ['</cac:TaxTotal>', '$&<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">-3.50</cbc:TaxAmount></cac:TaxTotal>'],
      ),
    );
    expect([cause!.id, titlesOf(cause!)]).toEqual([
      'tax-currency-sign',
      ['celková DPH v mene účtovania (BT-111): −3,50 → 3,50'],
    ]);
  });

  it('is to move the due date of a credit note', () => {
    const [cause] = causesOf(creditNote(insertAfter('cbc:IssueDate', 'cbc:DueDate', '2026-12-01')));
    expect([cause!.id, cause!.corrections[0]!.makes_valid]).toEqual(['term-of-invoices', true]);
    expect(cause!.corrections[0]!.patch.map(({ op, xpath }) => [op, xpath])).toEqual([
      ['remove', '/CreditNote/cbc:DueDate'],
      ['insert', '/CreditNote/cac:PaymentMeans/cbc:PaymentDueDate'],
    ]);
  });

  it('is to state the discount of a price before discount', () => {
    const gross =
      '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:BaseAmount currencyID="EUR">270.00</cbc:BaseAmount></cac:AllowanceCharge>';
    const [cause] = causesOf(damaged([/<cac:Price>.*?(?=<\/cac:Price>)/s, `$&${gross}`]));
    expect(cause!.id).toBe('price-discount-missing');
    expect(titlesOf(cause!)[0]).toBe('doplniť: riadok 1, zľava z jednotkovej ceny (BT-147) 15,00');
  });

  it('is no scheme that the document states: an earlier release lacks it', () => {
    const result = validate(damaged(), { today: '2026-11-21', asOf: '2026-01-15' });
    const refused = result.issues.filter(({ rule_id }) => rule_id === 'BR-CL-25');
    expect(refused.length).toBeGreaterThan(0);
    for (const { value, expected, suggestions } of refused) {
      expect([value, expected, suggestions]).toEqual(['0245', null, []]);
    }
    const cause = result.root_causes.find(({ rule_ids }) => rule_ids.includes('BR-CL-25'));
    expect(cause!.id).toBe('code-of-other-release');
    expect(cause!.corrections).toEqual([]);
  });
});
