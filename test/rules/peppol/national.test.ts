import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  remove,
  text,
} from '../../support/invoice-builder.ts';
import { makePackValidator, type PackValidator } from '../../support/pack-validator.ts';
import { makeFileValidator, type ValidateFile } from '../../validation/root-causes/file-validator.ts';
import { BUYER, billing, home, SELLER, vat } from './peppol-invoice.ts';

/** The expected rules, and the change that breaks them in a valid document of the country. */
type Case = readonly [fires: readonly string[], ...changes: Mutation[]];

let peppol: PackValidator;
let whole: ValidateFile;
const fired = new Set<string>();
/** Rules whose cause only advises to correct the named data. */
const vague = new Set<string>();
beforeAll(async () => {
  peppol = await makePackValidator('peppol-bis-3/2026.5');
  whole = await makeFileValidator();
});

function holds(sound: readonly Mutation[], wrong: readonly Case[], wrongCreditNotes: readonly Case[] = []): void {
  const validate = (xml: string): string[] => {
    const found = peppol.validate(xml);
    for (const rule of found) fired.add(rule);
    for (const { rule_ids, fix } of found.length === 0 ? [] : whole(xml, { ruleset: 'peppol-bis-3' }).root_causes) {
      if (!/^Doplňte (alebo opravte uvedený|chýbajúci) údaj/.test(fix.program.sk)) continue;
      for (const rule of rule_ids) if (found.includes(rule)) vague.add(rule);
    }
    return found;
  };
  it('a valid document breaks no rule', () => {
    expect(validate(makeInvoice(...billing, ...sound))).toEqual([]);
  });
  for (const [expected, ...changes] of wrong) {
    it(JSON.stringify(expected), () => {
      expect(validate(makeInvoice(...billing, ...sound, ...changes))).toEqual(expected);
    });
  }
  for (const [expected, ...changes] of wrongCreditNotes) {
    it(`${JSON.stringify(expected)} in a credit note`, () => {
      expect(validate(makeCreditNote(...billing, ...sound, ...changes))).toEqual(expected);
    });
  }
}

const SELLER_REGISTRATION = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`;
const BUYER_REGISTRATION = `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`;
const SELLER_TAX = `${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`;
const MEANS = 'cac:PaymentMeans/cbc:PaymentMeansCode';
const REFERENCE = 'cac:PaymentMeans/cbc:PaymentID';
const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID';
const CARD = 'cac:PaymentMeans/cac:CardAccount';
const MANDATE = '<cac:PaymentMandate><cbc:ID>M-1</cbc:ID></cac:PaymentMandate>';
const branch = (id: string): Mutation =>
  add(
    'cac:PaymentMeans/cac:PayeeFinancialAccount',
    `<cac:FinancialInstitutionBranch><cbc:ID>${id}</cbc:ID></cac:FinancialInstitutionBranch>`,
  );
const document = (description: string, id: string): Mutation =>
  add(
    '',
    `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID>
       <cbc:DocumentDescription>${description}</cbc:DocumentDescription></cac:AdditionalDocumentReference>`,
  );

/** Replaces the text of every element with a name, wherever it is. */
const everywhere =
  (name: string, change: (text: string) => string): Mutation =>
  (part) => {
    const walk = (at: Part): void => {
      if (at.name === name) at.text = change(at.text);
      at.children.forEach(walk);
    };
    walk(part);
  };

describe('a seller in Norway', () => {
  holds(
    [home(SELLER, 'NO'), vat(SELLER, 'NO974760673MVA'), text(SELLER_TAX, 'Foretaksregisteret')],
    [
      [['NO-R-001'], vat(SELLER, 'NO974760674MVA')],
      [['NO-R-001'], vat(SELLER, 'NO974760673')],
      [['NO-R-002'], remove(`${SELLER}/cac:PartyTaxScheme[2]`)],
    ],
  );
});

describe('a seller and a buyer in Denmark', () => {
  const debit = '<cac:PayerFinancialAccount><cbc:ID>5390</cbc:ID></cac:PayerFinancialAccount>';
  const giro = [text(MEANS, '50'), text(REFERENCE, '04#1234567890123456'), text(ACCOUNT, '1234567')];
  const fik = [text(MEANS, '93'), text(REFERENCE, '71#123456789012345'), text(ACCOUNT, '12345678')];
  const unspsc = (version: string): Mutation =>
    add(
      'cac:InvoiceLine/cac:Item',
      `<cac:CommodityClassification><cbc:ItemClassificationCode listID="TST"${version}>44</cbc:ItemClassificationCode>
       </cac:CommodityClassification>`,
    );
  holds(
    [
      home(SELLER, 'DK'),
      home(BUYER, 'DK'),
      text(SELLER_REGISTRATION, 'DK12345678'),
      attribute(SELLER_REGISTRATION, 'schemeID', '0184'),
      text(BUYER_REGISTRATION, '87654321'),
      attribute(BUYER_REGISTRATION, 'schemeID', '0184'),
      attribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'ZZZ'),
      text(MEANS, '58'),
    ],
    [
      [['DK-R-002'], remove(SELLER_REGISTRATION)],
      [['DK-R-014'], attribute(SELLER_REGISTRATION, 'schemeID', null)],
      [['DK-R-013'], attribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', null)],
      [['DK-R-017'], attribute(BUYER_REGISTRATION, 'schemeID', null)],
      [['DK-R-005'], text(MEANS, '30')],
      [['DK-R-006'], text(MEANS, '42')],
      [[], text(MEANS, '42'), branch('5390')],
      [['DK-R-007', 'PEPPOL-EN16931-R061'], text(MEANS, '49')],
      [[], text(MEANS, '49'), add('cac:PaymentMeans', MANDATE), add('cac:PaymentMeans/cac:PaymentMandate', debit)],
      [['DK-R-008'], text(MEANS, '50')],
      [[], ...giro],
      [['DK-R-008'], ...giro, text(ACCOUNT, '123456')],
      [['DK-R-009'], ...giro, text(REFERENCE, '15#123456789012345')],
      [['DK-R-010'], text(MEANS, '93')],
      [[], ...fik],
      [['DK-R-011'], ...fik, text(REFERENCE, '75#12345678901234')],
      [['DK-R-003'], unspsc(' listVersionID="7.0501"')],
      [['DK-R-003'], unspsc('')],
      [[], unspsc(' listVersionID="26.0801"')],
      [['DK-R-004'], text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReasonCode', 'ZZZ')],
      [
        [],
        text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReasonCode', 'ZZZ'),
        text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReason', '0099'),
      ],
    ],
    [[['DK-R-016'], text('cac:LegalMonetaryTotal/cbc:PayableAmount', '-1.00')]],
  );
});

describe('a seller in Italy', () => {
  holds(
    [home(SELLER, 'IT'), vat(SELLER, 'IT00743110157'), text(SELLER_TAX, 'RSSMRA85T10A562S')],
    [
      [['IT-R-001'], text(SELLER_TAX, '2020317068')],
      [['IT-R-002'], remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`)],
      [['IT-R-003'], remove(`${SELLER}/cac:PostalAddress/cbc:CityName`)],
      [['IT-R-004'], remove(`${SELLER}/cac:PostalAddress/cbc:PostalZone`)],
    ],
  );
});

describe('a seller in Sweden', () => {
  const plusgiro = branch('SE:PLUSGIRO');
  const bankgiro = branch('SE:BANKGIRO');
  holds(
    [
      home(SELLER, 'SE'),
      vat(SELLER, 'SE556036079301'),
      text(SELLER_REGISTRATION, '5560360793'),
      text(SELLER_TAX, 'Godkänd för F-skatt'),
      everywhere('cbc:Percent', (rate) => (rate === '23' ? '25' : '12')),
    ],
    [
      [['SE-R-001'], vat(SELLER, 'SE5560360793')],
      [['SE-R-002'], vat(SELLER, 'SE556036-07931')],
      [['SE-R-003', 'SE-R-004', 'SE-R-013'], text(SELLER_REGISTRATION, '556036-0793')],
      [['SE-R-004'], text(SELLER_REGISTRATION, '55603607930')],
      [['SE-R-013'], text(SELLER_REGISTRATION, '5560360794')],
      [['SE-R-005'], text(SELLER_TAX, '5560360793')],
      [['SE-R-006'], text('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', '20')],
      [['SE-R-007'], plusgiro, text(ACCOUNT, '12-3')],
      [['SE-R-010'], plusgiro, text(ACCOUNT, '123456789')],
      [['SE-R-008'], bankgiro, text(ACCOUNT, '123-4567')],
      [['SE-R-009'], bankgiro, text(ACCOUNT, '123456')],
      [['SE-R-011'], text(MEANS, '56')],
      [['SE-R-012'], text(MEANS, '31'), home(BUYER, 'SE')],
      [[], text(MEANS, '31')],
    ],
  );
});

describe('a seller and a buyer in Greece', () => {
  const MARK = 'cac:AdditionalDocumentReference[2]';
  const ADDRESS = 'cac:AdditionalDocumentReference[3]';
  const number = (...segments: string[]): Mutation => text('cbc:ID', segments.join('|'));
  holds(
    [
      home(SELLER, 'GR'),
      vat(SELLER, 'EL094019245'),
      text(`${SELLER}/cbc:EndpointID`, '094019245'),
      attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '9933'),
      home(BUYER, 'GR'),
      vat(BUYER, 'EL090000045'),
      text(`${BUYER}/cbc:EndpointID`, '090000045'),
      attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '9933'),
      add(BUYER, '<cac:PartyName><cbc:Name>Δημόσια Επιχείρηση</cbc:Name></cac:PartyName>'),
      number('094019245', '04/05/2026', '1', '1.1', 'A', '7'),
      document('##M.AR.K##', '400001'),
      document('##INVOICE|URL##', 'L1'),
      add(
        ADDRESS,
        `<cac:Attachment><cac:ExternalReference><cbc:URI>https://example.gr/7</cbc:URI></cac:ExternalReference>
         </cac:Attachment>`,
      ),
    ],
    [
      [['GR-R-001-1'], number('094019245', '04/05/2026', '1', '1.1', 'A', '7', '8')],
      [['GR-R-001-2'], number('090000045', '04/05/2026', '1', '1.1', 'A', '7')],
      [['GR-R-001-3'], number('094019245', '05/04/2026', '1', '1.1', 'A', '7')],
      [['GR-R-001-4'], number('094019245', '04/05/2026', 'I', '1.1', 'A', '7')],
      [['GR-R-001-5'], number('094019245', '04/05/2026', '1', '9.9', 'A', '7')],
      [['GR-R-001-6'], number('094019245', '04/05/2026', '1', '1.1', '', '7')],
      [['GR-R-001-7'], number('094019245', '04/05/2026', '1', '1.1', 'A', '')],
      [['GR-R-002'], remove(`${SELLER}/cac:PartyName`)],
      [['GR-R-001-2', 'GR-R-003', 'GR-S-011'], vat(SELLER, 'EL094019246')],
      [['GR-R-004-1'], remove(MARK)],
      [['GR-R-004-2'], text(`${MARK}/cbc:ID`, '0')],
      [['GR-S-008-1'], remove(ADDRESS)],
      [['GR-R-008-2', 'GR-R-008-3', 'GR-S-008-1'], document('##INVOICE|URL##', 'L2')],
      [['GR-R-005'], remove(`${BUYER}/cac:PartyName`)],
      [['GR-R-006'], vat(BUYER, 'EL090000046')],
      [['GR-R-009'], text(`${SELLER}/cbc:EndpointID`, '094019246')],
      [['GR-R-010'], text(`${BUYER}/cbc:EndpointID`, '090000046')],
    ],
  );
});

describe('a seller and a buyer in Iceland', () => {
  const lastDay = (day: string): Mutation => document('EINDAGI', day);
  holds(
    [
      home(SELLER, 'IS'),
      home(BUYER, 'IS'),
      attribute(SELLER_REGISTRATION, 'schemeID', '0196'),
      attribute(BUYER_REGISTRATION, 'schemeID', '0196'),
      lastDay('2026-05-20'),
    ],
    [
      [['IS-R-001'], text('cbc:InvoiceTypeCode', '383')],
      [['IS-R-002'], attribute(SELLER_REGISTRATION, 'schemeID', '0158')],
      [['IS-R-003'], remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`)],
      [['IS-R-004'], remove(BUYER_REGISTRATION)],
      [['IS-R-005'], remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`)],
      [['IS-R-006'], text(MEANS, '9')],
      [[], text(MEANS, '9'), text(ACCOUNT, '010166000123')],
      [['IS-R-007'], text(MEANS, '42')],
      [['IS-R-008'], text('cac:AdditionalDocumentReference[2]/cbc:ID', 'maí 20')],
      [['IS-R-009', 'IS-R-010'], remove('cbc:DueDate')],
      [['IS-R-010'], text('cac:AdditionalDocumentReference[2]/cbc:ID', '2026-05-17')],
    ],
  );
});

describe('a seller and a buyer in the Netherlands', () => {
  holds(
    [
      home(SELLER, 'NL'),
      home(BUYER, 'nl'),
      attribute(SELLER_REGISTRATION, 'schemeID', '0106'),
      attribute(BUYER_REGISTRATION, 'schemeID', '0106'),
    ],
    [
      [['NL-R-002'], remove(`${SELLER}/cac:PostalAddress/cbc:CityName`)],
      [['NL-R-003'], attribute(SELLER_REGISTRATION, 'schemeID', '0158')],
      [['NL-R-004'], remove(`${BUYER}/cac:PostalAddress/cbc:StreetName`)],
      [['NL-R-005'], attribute(BUYER_REGISTRATION, 'schemeID', null)],
      [['NL-R-006'], text('cac:TaxRepresentativeParty/cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'NL')],
      [['NL-R-007'], remove('cac:PaymentMeans')],
      [[], remove('cac:PaymentMeans'), text('cac:LegalMonetaryTotal/cbc:PayableAmount', '0.00')],
      [['NL-R-008'], text(MEANS, '42')],
      [[], text(MEANS, '42'), home(BUYER, 'SK')],
      [
        ['NL-R-009'],
        add('cac:InvoiceLine', '<cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>'),
        remove('cac:OrderReference'),
      ],
    ],
    [[['NL-R-001'], remove('cac:BillingReference')]],
  );
});

describe('a seller and a buyer in Germany', () => {
  const ADDRESS = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
  const CONTACT = `${SELLER}/cac:Contact`;
  const card = '<cac:CardAccount><cbc:PrimaryAccountNumberID>1234</cbc:PrimaryAccountNumberID></cac:CardAccount>';
  const debited = (iban: string): Mutation =>
    add(
      'cac:PaymentMeans/cac:PaymentMandate',
      `<cac:PayerFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayerFinancialAccount>`,
    );
  const creditor = add(
    SELLER,
    '<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09</cbc:ID></cac:PartyIdentification>',
  );
  const byDebit = [
    text(MEANS, '59'),
    remove('cac:PaymentMeans/cac:PayeeFinancialAccount'),
    add('cac:PaymentMeans', MANDATE),
    creditor,
  ];
  const terms = (note: string): Mutation =>
    add('', `<cac:PaymentTerms><cbc:Note>${note}</cbc:Note></cac:PaymentTerms>`);
  const located = (address: string): Mutation =>
    add(
      'cac:AdditionalDocumentReference/cac:Attachment',
      `<cac:ExternalReference><cbc:URI>${address}</cbc:URI></cac:ExternalReference>`,
    );
  const TAX_IDS = [
    remove(`${SELLER}/cac:PartyTaxScheme[2]`),
    remove(`${SELLER}/cac:PartyTaxScheme`),
    remove('cac:TaxRepresentativeParty'),
  ];
  holds(
    [
      home(SELLER, 'de'),
      home(BUYER, 'DE'),
      remove(CARD),
      add(
        SELLER,
        `<cac:Contact><cbc:Name>Eva</cbc:Name><cbc:Telephone>+49 30 1</cbc:Telephone>
         <cbc:ElectronicMail>eva@example.de</cbc:ElectronicMail></cac:Contact>`,
      ),
      add(ADDRESS, '<cbc:PostalZone>10115</cbc:PostalZone>'),
    ],
    [
      [['DE-R-001'], remove('cac:PaymentMeans')],
      [['DE-R-002'], remove(CONTACT)],
      [['DE-R-003'], remove(`${SELLER}/cac:PostalAddress/cbc:CityName`)],
      [['DE-R-004'], remove(`${SELLER}/cac:PostalAddress/cbc:PostalZone`)],
      [['DE-R-005'], remove(`${CONTACT}/cbc:Name`)],
      [['DE-R-006', 'DE-R-027'], remove(`${CONTACT}/cbc:Telephone`)],
      [['DE-R-007', 'DE-R-028'], remove(`${CONTACT}/cbc:ElectronicMail`)],
      [['DE-R-008'], remove(`${BUYER}/cac:PostalAddress/cbc:CityName`)],
      [['DE-R-009'], remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`)],
      [['DE-R-010'], remove(`${ADDRESS}/cbc:CityName`)],
      [['DE-R-011'], remove(`${ADDRESS}/cbc:PostalZone`)],
      [['DE-R-014'], remove('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent')],
      [['DE-R-015'], remove('cbc:BuyerReference')],
      [['DE-R-016'], ...TAX_IDS],
      [['DE-R-017'], text('cbc:InvoiceTypeCode', '383')],
      [['DE-R-018'], terms('#SKONTO#TAGE=7#PROZENT=2.00#')],
      [['DE-R-018'], terms('#SKONTO#TAGE=7#PROZENT=2#\n')],
      [['DE-R-018'], terms('#BONUS#SKONTO#TAGE=7#PROZENT=2.00#\n')],
      [[], terms('Danke.\n#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=9#PROZENT=1.00#BASISBETRAG=9.00#\n')],
      [['DE-R-019'], text(MEANS, '58'), text(ACCOUNT, 'DE89370400440532013001')],
      [[], text(MEANS, '58'), text(ACCOUNT, 'DE89 3704 0044 0532 0130 00')],
      [['DE-R-020'], ...byDebit, debited('DE89370400440532013001')],
      [['DE-R-020', 'DE-R-031'], ...byDebit],
      [[], ...byDebit, debited('DE89370400440532013000')],
      [
        ['DE-R-022'],
        add(
          '',
          `<cac:AdditionalDocumentReference><cbc:ID>2</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject
             mimeCode="application/pdf" filename="protokol.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>
           </cac:Attachment></cac:AdditionalDocumentReference>`,
        ),
      ],
      [['DE-R-023-1'], remove('cac:PaymentMeans/cac:PayeeFinancialAccount')],
      [['DE-R-023-2'], add('cac:PaymentMeans', card)],
      [['DE-R-024-1', 'DE-R-024-2'], text(MEANS, '48')],
      [[], text(MEANS, '48'), add('cac:PaymentMeans', card), remove('cac:PaymentMeans/cac:PayeeFinancialAccount')],
      [['DE-R-020', 'DE-R-025-1', 'DE-R-025-2', 'PEPPOL-EN16931-R061'], text(MEANS, '59')],
      [['DE-R-026'], text('cbc:InvoiceTypeCode', '384'), remove('cac:BillingReference')],
      [['DE-R-027'], text(`${CONTACT}/cbc:Telephone`, 'on request: 12')],
      [['DE-R-028'], text(`${CONTACT}/cbc:ElectronicMail`, 'eva@localhost')],
      [['DE-R-023-2', 'DE-R-030', 'DE-R-031'], add('cac:PaymentMeans', MANDATE)],
      [['DE-R-T02'], located('example.de/attachment.pdf')],
      [[], located('https://example.de/attachment.pdf')],
    ],
  );
});

afterAll(() => {
  const national = peppol.pack.rules.map(({ id }) => id).filter((id) => !id.startsWith('PEPPOL-'));
  expect(national).toHaveLength(102);
  expect(national.filter((id) => !fired.has(id))).toEqual([]);
  expect([...vague].sort()).toEqual([]);
});
