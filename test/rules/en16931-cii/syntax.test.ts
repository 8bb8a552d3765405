import { readFileSync } from 'node:fs';
import { runPack } from '@e-invoice/schematron';
import { NamePool, parseXml } from '@e-invoice/schematron/xml';
import type { RulePack } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSmallPack, smallSchema } from '../../support/small-pack.ts';
import { CII_NAMESPACES, crossIndustryInvoice, nest } from './invoice.ts';

const names = new NamePool();
let rules: RulePack;

beforeAll(async () => {
  const syntax = readFileSync(new URL('../../../schematron/en16931-cii/1.3.16/syntax.sch', import.meta.url), 'utf8');
  rules = await makeSmallPack(smallSchema(`<ns prefix="udt" uri="${CII_NAMESPACES.udt}"/>${syntax}`), names);
});

/** The ids of the rules that a document breaks. */
function found(content: string): string[] {
  const parsed = parseXml(new TextEncoder().encode(crossIndustryInvoice(content)), { names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return runPack(rules.pack, parsed.document).map(({ ruleId, undetermined }) =>
    undetermined === null ? ruleId : `${ruleId}?`,
  );
}

const LINE = ['rsm:SupplyChainTradeTransaction', 'ram:IncludedSupplyChainTradeLineItem'];
const HEAD = ['rsm:SupplyChainTradeTransaction'];
const product = (content: string) => nest([...LINE, 'ram:SpecifiedTradeProduct'], content);
const lineAgreement = (content: string) => nest([...LINE, 'ram:SpecifiedLineTradeAgreement'], content);
const lineSettlement = (content: string) => nest([...LINE, 'ram:SpecifiedLineTradeSettlement'], content);
const agreement = (content: string) => nest([...HEAD, 'ram:ApplicableHeaderTradeAgreement'], content);
const delivery = (content: string) => nest([...HEAD, 'ram:ApplicableHeaderTradeDelivery'], content);
const settlement = (content: string) => nest([...HEAD, 'ram:ApplicableHeaderTradeSettlement'], content);
const means = (content: string) => nest(['ram:SpecifiedTradeSettlementPaymentMeans'], content);
const reference = (type: string, content = '', name = 'ram:AdditionalReferencedDocument') =>
  nest([name], `<ram:TypeCode>${type}</ram:TypeCode>${content}`);
const discount = (content: string) =>
  lineAgreement(nest(['ram:GrossPriceProductTradePrice', 'ram:AppliedTradeAllowanceCharge'], content));
const indicator = (value: string) => nest(['ram:ChargeIndicator', 'udt:Indicator'], value);
const tax = (content: string) => nest(['ram:ApplicableTradeTax'], content);
const date = (value: string) => `<udt:DateTimeString format="102">${value}</udt:DateTimeString>`;

const ACCOUNT = nest(['ram:PayeePartyCreditorFinancialAccount', 'ram:IBANID'], 'SK1');
const BOTH_IDS = '<ram:ID>1</ram:ID><ram:GlobalID>2</ram:GlobalID>';
const BOTH_NAMES = nest(['ram:DefinedTradeContact'], '<ram:PersonName>A</ram:PersonName><ram:DepartmentName/>');
const PERSON = nest(['ram:DefinedTradeContact'], '<ram:PersonName>A</ram:PersonName>');

describe('restrictions of CII that depend on values', () => {
  it.each<[id: string, wrong: string, right: string]>([
    ['CII-SR-046', product('<ram:GlobalID/>'), product('<ram:GlobalID/><ram:GlobalID schemeID="0160"/>')],
    [
      'CII-SR-090',
      product('<ram:OriginTradeCountry/>'),
      product('<ram:OriginTradeCountry><ram:ID/></ram:OriginTradeCountry>'),
    ],
    [
      'CII-SR-119',
      discount('<ram:ActualAmount>1</ram:ActualAmount>'),
      discount(`${indicator(' false ')}<ram:ActualAmount/>`),
    ],
    ['CII-SR-119', discount(indicator('false')), discount('')],
    [
      'CII-SR-119',
      discount(`${indicator('true')}<ram:ActualAmount/>`),
      discount(`${indicator('0')}<ram:ActualAmount/>`),
    ],
    ['CII-SR-449', delivery(nest(['ram:ShipToTradeParty'], BOTH_IDS)), delivery('<ram:ShipToTradeParty/>')],
    ['CII-SR-450', agreement(nest(['ram:BuyerTradeParty'], BOTH_IDS)), agreement('<ram:BuyerTradeParty/>')],
    ['CII-SR-451', settlement(nest(['ram:PayeeTradeParty'], BOTH_IDS)), settlement('<ram:PayeeTradeParty/>')],
    ['CII-SR-457', agreement(reference('50').repeat(2)), agreement(reference('50') + reference('916').repeat(2))],
    ['CII-SR-458', agreement(reference('130').repeat(2)), agreement(reference('130') + reference('50'))],
    [
      'CII-SR-462',
      settlement(['5', '29'].map((code) => tax(`<ram:DueDateTypeCode>${code}</ram:DueDateTypeCode>`)).join('')),
      settlement(tax('<ram:DueDateTypeCode>5</ram:DueDateTypeCode>').repeat(2)),
    ],
    [
      'CII-SR-465',
      agreement(nest(['ram:SellerTradeParty'], BOTH_NAMES)),
      agreement(nest(['ram:SellerTradeParty'], PERSON)),
    ],
    [
      'CII-SR-466',
      agreement(nest(['ram:BuyerTradeParty'], BOTH_NAMES)),
      agreement(nest(['ram:BuyerTradeParty'], PERSON)),
    ],
    [
      'CII-SR-467',
      settlement(['30', '58'].map((code) => means(`<ram:TypeCode>${code}</ram:TypeCode>${ACCOUNT}`)).join('')),
      settlement(['30', ' 30 '].map((code) => means(`<ram:TypeCode>${code}</ram:TypeCode>${ACCOUNT}`)).join('')),
    ],
    [
      'CII-SR-468',
      settlement(['A', 'B'].map((text) => means(`<ram:Information>${text}</ram:Information>`)).join('')),
      settlement(['A B', ' A B\n'].map((text) => means(`<ram:Information>${text}</ram:Information>`)).join('')),
    ],
    [
      'CII-SR-470',
      settlement(means('<ram:TypeCode>30</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount/>')),
      settlement(means(`<ram:TypeCode>30</ram:TypeCode>${ACCOUNT}`)),
    ],
    ['CII-SR-474', lineSettlement(reference('130').repeat(2)), lineSettlement(reference('130'))],
    [
      'CII-SR-475',
      agreement(reference('916', '<ram:Name/>').repeat(2)),
      agreement(reference('916', '<ram:Name/>') + reference('916')),
    ],
    [
      'CII-SR-476',
      agreement(reference('916', '<ram:AttachmentBinaryObject/>').repeat(2)),
      agreement(reference('916', '<ram:AttachmentBinaryObject/>') + reference('916')),
    ],
    ['CII-DT-015', agreement(reference('50', '<ram:URIID/>')), agreement(reference('916', '<ram:URIID/>'))],
    ['CII-DT-018', agreement(reference('999')), agreement(reference('130'))],
    [
      'CII-DT-018',
      settlement(reference('130', '', 'ram:InvoiceReferencedDocument')),
      settlement('<ram:InvoiceReferencedDocument/>'),
    ],
    ['CII-DT-021', agreement(reference('50', '<ram:Name/>')), agreement(reference('916', '<ram:Name/>'))],
    [
      'CII-DT-022',
      agreement(reference('50', '<ram:AttachmentBinaryObject/>')),
      agreement(reference('916', '<ram:AttachmentBinaryObject/>')),
    ],
    [
      'CII-DT-024',
      agreement(reference('916', '<ram:ReferenceTypeCode/>')),
      agreement(reference('130', '<ram:ReferenceTypeCode/>')),
    ],
    [
      'CII-DT-033',
      nest(LINE, '<ram:BasisQuantity unitCode="C62"/>'),
      nest(LINE, '<ram:BasisQuantity unitCode="C62"/><ram:BilledQuantity unitCode="C62"/>'),
    ],
    [
      'CII-DT-037',
      settlement(tax('<ram:TypeCode>GST</ram:TypeCode>')),
      settlement(tax('<ram:TypeCode>VAT</ram:TypeCode>')),
    ],
    ['CII-DT-041', lineSettlement(tax('<ram:BasisAmount/>')), settlement(tax('<ram:BasisAmount/>'))],
    ['CII-DT-054', lineSettlement(tax('<ram:TaxPointDate/>')), settlement(tax('<ram:TaxPointDate/>'))],
    ['CII-DT-058', lineSettlement(tax('<ram:DueDateTypeCode/>')), settlement(tax('<ram:DueDateTypeCode/>'))],
    ['CII-DT-097', settlement(date('20261301')), settlement(date(' 20261231\n'))],
    ['CII-DT-097', settlement(date('2026-12-31')), settlement(date('20260131').replace('102', '203'))],
  ])('%s', (id, wrong, right) => {
    expect(found(wrong)).toEqual([id]);
    expect(found(right)).toEqual([]);
  });
});
