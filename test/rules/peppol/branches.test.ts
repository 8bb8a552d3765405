import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../../support/cross-checked-validator.ts';
import { add, attribute, type Mutation, makeInvoice, remove, repeat, text } from '../../support/invoice-builder.ts';
import type { PackValidator } from '../../support/pack-validator.ts';
import { BUYER, billing, home, SELLER, vat } from './peppol-invoice.ts';

/** Branches of rules in which the published artefact is narrower or wider than its text; both processors validate. */
let peppol: PackValidator;
beforeAll(async () => {
  peppol = await makeCrossCheckedValidator('peppol-bis-3/2026.5');
});

/** The findings with this prefix for the invoice after the changes. */
const found = (prefix: string, ...changes: readonly Mutation[]): string[] =>
  peppol.validate(makeInvoice(...billing, ...changes)).filter((id) => id.startsWith(prefix));

const SELLER_REGISTRATION = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`;
const MEANS = 'cac:PaymentMeans/cbc:PaymentMeansCode';
const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID';
const legalEntity = (number: string): string =>
  `<cac:PartyLegalEntity><cbc:CompanyID${number}>12345678</cbc:CompanyID></cac:PartyLegalEntity>`;

describe('between Danish parties', () => {
  const danish = [
    home(SELLER, 'DK'),
    home(BUYER, 'DK'),
    attribute(SELLER_REGISTRATION, 'schemeID', '0184'),
    attribute(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', '0184'),
    attribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'ZZZ'),
    text(MEANS, '58'),
  ];
  const giro = [text(MEANS, '50'), text('cac:PaymentMeans/cbc:PaymentID', '01#')];
  const reason = (words: string): Mutation[] => [
    text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReasonCode', 'ZZZ'),
    text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReason', words),
  ];

  it.each<[string, string, string[]]>([
    ['7 digits', '1234567', []],
    ['8 digits', '12345678', []],
    ['6 digits', '123456', ['DK-R-008']],
    ['9 digits', '123456789', ['DK-R-008']],
    ['7 letters', 'ABCDEFG', ['DK-R-008']],
    ['a space after the digits', '1234567 ', ['DK-R-008']],
  ])('DK-R-008: an account of %s at payment means 50', (_, account, expected) => {
    expect(found('DK', ...danish, ...giro, text(ACCOUNT, account))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['0099', []],
    ['9999', []],
    ['0', ['DK-R-004']],
    ['12345', ['DK-R-004']],
    ['-123', ['DK-R-004']],
    ['text', ['DK-R-004']],
    ['0099#Emballage', []],
    ['a#b', []],
    ['a\n#b', []],
    ['a#b#', []],
    ['#ab', ['DK-R-004']],
    ['ab#', ['DK-R-004']],
    ['#', ['DK-R-004']],
  ])('DK-R-004: the reason of a tax other than VAT is %j', (words, expected) => {
    expect(found('DK', ...danish, ...reason(words))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['48', []],
    ['31 42', []],
    ['48 49 50', []],
    ['31 48', ['DK-R-005']],
    ['31  42', ['DK-R-005']],
    ['48 ', ['DK-R-005']],
    ['4', ['DK-R-005']],
  ])('DK-R-005: payment means %j', (code, expected) => {
    expect(found('DK-R-005', ...danish, text(MEANS, code))).toEqual(expected);
  });

  describe.each([
    ['DK-R-014', SELLER],
    ['DK-R-017', BUYER],
  ])('%s', (rule, party) => {
    const registration = `${party}/cac:PartyLegalEntity/cbc:CompanyID`;
    it.each<[string, Mutation[], string[]]>([
      ['no scheme', [attribute(registration, 'schemeID', null)], [rule]],
      ['an empty scheme', [attribute(registration, 'schemeID', '')], [rule]],
      ['another scheme', [attribute(registration, 'schemeID', '0158')], [rule]],
      ['a second registration without a scheme', [add(party, legalEntity(''))], []],
      ['a second registration with another scheme', [add(party, legalEntity(' schemeID="0158"'))], [rule]],
      [
        'two registrations without a scheme',
        [attribute(registration, 'schemeID', null), add(party, legalEntity(''))],
        [rule],
      ],
    ])('a registration with %s', (_, changes, expected) => {
      expect(found(rule, ...danish, ...changes)).toEqual(expected);
    });
  });
});

describe('a seller in Iceland', () => {
  const icelandic = [home(SELLER, 'IS'), attribute(SELLER_REGISTRATION, 'schemeID', '0196')];
  const account = (id: string): Mutation =>
    add('cac:PaymentMeans', `<cac:PayeeFinancialAccount><cbc:ID>${id}</cbc:ID></cac:PayeeFinancialAccount>`);
  const means = (code: string, id: string): Mutation =>
    add(
      '',
      `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${id}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`,
    );
  const lastDay = (day: string): Mutation =>
    add(
      '',
      `<cac:AdditionalDocumentReference><cbc:ID>${day}</cbc:ID><cbc:DocumentDescription>EINDAGI</cbc:DocumentDescription></cac:AdditionalDocumentReference>`,
    );

  describe.each([
    ['IS-R-006', '9'],
    ['IS-R-007', '42'],
  ])('%s, payment means %s', (rule, code) => {
    const short = [text(MEANS, code), text(ACCOUNT, '0101')];
    it.each<[string, Mutation[], string[]]>([
      ['no account with twelve characters', [], [rule]],
      ['a second account with twelve characters', [account('010126001234')], []],
      ['a second account with eleven characters', [account('01012600123')], [rule]],
      ['a second payment means of the same code with a twelve-character account', [means(code, '010126001234')], []],
      ['a twelve-character account in another payment means', [means('30', '010126001234')], [rule]],
      ['no account', [remove('cac:PaymentMeans/cac:PayeeFinancialAccount')], [rule]],
    ])('%s', (_, changes, expected) => {
      expect(found(rule, ...icelandic, ...short, ...changes)).toEqual(expected);
    });
  });

  it.each<[string, string[], string[]]>([
    ['a valid date', ['2026-05-20'], []],
    ['an invalid date', ['20 May'], ['IS-R-008']],
    ['two valid dates', ['2026-05-20', '2026-05-21'], []],
    ['a valid date and an invalid one', ['2026-05-20', '2026-5-2'], ['IS-R-008']],
    ['an invalid date and a valid one', ['2026-5-2', '2026-05-20'], ['IS-R-008']],
  ])('IS-R-008: %s described as EINDAGI', (_, days, expected) => {
    expect(found('IS-R-008', ...icelandic, ...days.map(lastDay))).toEqual(expected);
  });
});

describe('GR-R-001-3', () => {
  it.each<[string, string[]]>([
    ['04/05/2026', []],
    ['04/05/2026/17:30', []],
    ['04/05/2026/1/2', []],
    ['05/04/2026', ['GR-R-001-3']],
    ['04/05/20261', ['GR-R-001-3']],
    ['04/05', ['GR-R-001-3']],
  ])('compares three parts of %j with the issue date', (day, expected) => {
    const number = text('cbc:ID', `094019245|${day}|1|1.1|A|7`);
    expect(found('GR-R-001-3', home(SELLER, 'GR'), vat(SELLER, 'EL094019245'), number)).toEqual(expected);
  });
});

describe('NaN and other numeric text of a seller in Sweden', () => {
  const swedish = [home(SELLER, 'SE'), vat(SELLER, 'SE556036079301'), text(SELLER_REGISTRATION, '5560360793')];
  const giro = (kind: string): Mutation =>
    add(
      'cac:PaymentMeans/cac:PayeeFinancialAccount',
      `<cac:FinancialInstitutionBranch><cbc:ID>SE:${kind}</cbc:ID></cac:FinancialInstitutionBranch>`,
    );
  it.each<[string, Mutation[]]>([
    ['SE-R-002', [vat(SELLER, 'SENaN')]],
    ['SE-R-003', [text(SELLER_REGISTRATION, 'NaN')]],
    ['SE-R-007', [giro('PLUSGIRO'), text(ACCOUNT, 'NaN')]],
    ['SE-R-008', [giro('BANKGIRO'), text(ACCOUNT, 'NaN')]],
    ['SE-R-003', [text(SELLER_REGISTRATION, '556036079x')]],
  ])('%s', (rule, changes) => {
    expect(found(rule, ...swedish)).toEqual([]);
    expect(found(rule, ...swedish, ...changes)).toEqual([rule]);
  });

  it('SE-R-003 accepts any number', () => {
    expect(found('SE-R-003', ...swedish, text(SELLER_REGISTRATION, '-1.5e3'))).toEqual([]);
  });
});

describe('an Italian codice fiscale', () => {
  it.each<[string, boolean]>([
    ['00743110157', true],
    ['+0743110157', true],
    ['-0743110157', true],
    ['+00743110157', false],
    ['0074311015A', false],
    [' 00743110157 ', true],
    ['RSSMRA85T10A562S', true],
    ['RSSMRA+5T10A562S', true],
    ['RSSMRA85T-1A562S', true],
    ['RSSMRA5 T10A562S', true],
    ['RSSMRA85T10A5+2S', true],
    ['RSSMRA85T10A56+S', false],
    ['RSSMRAA5T10A562S', false],
    ['RSSMR185T10A562S', false],
    ['RSSMRA85T10A5621', false],
  ])('%j', (code, isOne) => {
    const taxed = [text(`${SELLER}/cbc:EndpointID`, code), attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '0210')];
    expect(found('PEPPOL-COMMON', ...taxed)).toEqual(isOne ? [] : ['PEPPOL-COMMON-R045']);
    const old = attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '9907');
    expect(found('PEPPOL-COMMON', ...taxed, old)).toEqual(isOne ? [] : ['PEPPOL-COMMON-R046']);
  });
});

describe('a seller with two VAT registrations', () => {
  const REGISTRATION = `${SELLER}/cac:PartyTaxScheme`;
  it.each([
    ['NO', 'NO1', 'NO-R'],
    ['GR', 'EL1', 'GR-R'],
    ['IT', 'IT1', 'IT-R'],
  ])('is not treated as domestic in %s, as published', (country, number, rules) => {
    const wrong = [
      home(SELLER, country),
      remove('cac:TaxRepresentativeParty'),
      remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`),
      vat(SELLER, number),
      remove(`${REGISTRATION}[2]`),
    ];
    expect(found(rules, ...wrong)).not.toEqual([]);
    expect(found(rules, ...wrong, repeat(REGISTRATION))).toEqual([]);
    for (const empty of [text(`${REGISTRATION}/cbc:CompanyID`, ''), remove(`${REGISTRATION}/cbc:CompanyID`)]) {
      expect(found(rules, ...wrong, repeat(REGISTRATION), empty)).toEqual([]);
      expect(found(rules, ...wrong, empty), 'alone, it leaves the decision to the address').not.toEqual([]);
    }
  });
});

describe('a party with two values for its country', () => {
  const AGENT = 'cac:TaxRepresentativeParty/cac:PartyTaxScheme';
  const COUNTRY = 'cac:PostalAddress/cac:Country';

  it('a Greek agent with two VAT registrations does not make the seller Greek', () => {
    const greek = [remove(`${SELLER}/cac:PartyTaxScheme[2]`), remove(`${SELLER}/cac:PartyTaxScheme`)];
    const agent = text(`${AGENT}/cbc:CompanyID`, 'EL123456789');
    expect(found('GR-R', ...greek, agent)).not.toEqual([]);
    expect(found('GR-R', ...greek, agent, repeat(AGENT))).toEqual([]);
  });

  it('a Greek buyer with two VAT registrations disables the rules for Greek buyers', () => {
    const both = [home(SELLER, 'GR'), vat(SELLER, 'EL123456789'), vat(BUYER, 'EL123456789')];
    expect(found('GR-R-010', ...both)).not.toEqual([]);
    expect(found('GR-R-010', ...both, repeat(`${BUYER}/cac:PartyTaxScheme`))).toEqual([]);
  });

  it.each([
    ['DK', 'DK-R'],
    ['IS', 'IS-R'],
    ['NL', 'NL-R'],
  ])('a seller with country %s twice is domestic in no country', (country, rules) => {
    const wrong = [home(SELLER, country), remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`)];
    const bare = remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`);
    expect(found(rules, ...wrong, bare)).not.toEqual([]);
    expect(found(rules, ...wrong, bare, repeat(`${SELLER}/${COUNTRY}`))).toEqual([]);
  });

  it('a buyer with two countries disables the rules between two German parties', () => {
    const german = [home(SELLER, 'DE'), home(BUYER, 'DE'), remove('cac:PaymentMeans')];
    expect(found('DE-R', ...german)).toContain('DE-R-001');
    expect(found('DE-R', ...german, repeat(`${BUYER}/${COUNTRY}`))).toEqual([]);
  });
});
