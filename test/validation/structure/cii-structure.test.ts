import { locationOf, NamePool, parseXml, positionOf } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import {
  checkStructure,
  describeFinding,
  placesIn,
  type StructureFinding,
  slotsOf,
  structureRulesOf,
  structureWith,
} from '../../../packages/validator/src/validation/layers/structure/index.ts';
import { loadCiiStructure } from '../../../src/modules/rules/loader/index.ts';
import { CII_NAMESPACES, crossIndustryInvoice, nest } from '../../rules/en16931-cii/invoice.ts';

const structure = loadCiiStructure(new URL('../../../', import.meta.url).pathname);

function parse(text: string) {
  const parsed = parseXml(new TextEncoder().encode(text), { names: structure.names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return parsed.document;
}

const check = (text: string): readonly StructureFinding[] => checkStructure(structure, parse(text));
const verdict = (text: string): string[] =>
  check(text).map(({ ruleId, node }) => `${ruleId.replace('CII-STRUCTURE-', '')} ${locationOf(node)}`);

const parts = {
  context: '<rsm:ExchangedDocumentContext/>',
  id: '<ram:ID>1</ram:ID>',
  type: '<ram:TypeCode>380</ram:TypeCode>',
  issued: '<ram:IssueDateTime><udt:DateTimeString format="102">20260115</udt:DateTimeString></ram:IssueDateTime>',
  agreement: '<ram:ApplicableHeaderTradeAgreement/>',
  delivery: '<ram:ApplicableHeaderTradeDelivery/>',
  settlement: '<ram:ApplicableHeaderTradeSettlement/>',
};

/** The smallest invoice that D16B accepts, with some parts replaced. */
function invoice(changed: Partial<typeof parts> = {}): string {
  const { context, id, type, issued, agreement, delivery, settlement } = { ...parts, ...changed };
  const document = nest(['rsm:ExchangedDocument'], id + type + issued);
  return crossIndustryInvoice(
    context + document + nest(['rsm:SupplyChainTradeTransaction'], agreement + delivery + settlement),
  );
}

const AT = '/CrossIndustryInvoice/rsm:ExchangedDocument';
const IN_TRANSACTION = '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction';
const summation = (content: string) =>
  nest(['ram:ApplicableHeaderTradeSettlement', 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'], content);

describe('structure of CII D16B', () => {
  it('accepts the smallest invoice', () => {
    expect(verdict(invoice())).toEqual([]);
  });

  it('accepts elements and attributes that only D16B has, with any prefix', () => {
    const amount = '<ram:LineTotalAmount currencyID="EUR">1.00</ram:LineTotalAmount>';
    const text = invoice({ settlement: summation(amount.repeat(2)) });
    expect(verdict(text)).toEqual([]);
    expect(verdict(text.replaceAll('ram:', 'a:').replace('xmlns:ram', 'xmlns:a'))).toEqual([]);
  });

  it('reports an unknown element with the name that was meant', () => {
    const [finding] = check(invoice({ type: '<ram:TypeCodes>380</ram:TypeCodes>' }));
    expect(finding).toMatchObject({
      ruleId: 'CII-STRUCTURE-ELEMENT-UNKNOWN',
      found: 'ram:TypeCodes',
      expected: ['ram:TypeCode'],
      parent: 'rsm:ExchangedDocument',
    });
    expect(check(invoice({ id: parts.id.replaceAll('ram:ID', 'ram:Id') }))).toHaveLength(1);
  });

  it('shows the namespace of a name that is not of CII', () => {
    const wrong = invoice().replace(CII_NAMESPACES.udt, `${CII_NAMESPACES.udt}x`);
    expect(check(wrong).map(({ found, expected }) => [found, expected])).toEqual([
      [`{${CII_NAMESPACES.udt}x}DateTimeString`, ['udt:DateTimeString']],
    ]);
  });

  it.each<[name: string, changed: Partial<typeof parts>, verdict: string[]]>([
    ['an element of another place', { type: '<ram:LineID>1</ram:LineID>' }, [`ELEMENT-NOT-ALLOWED ${AT}/ram:LineID`]],
    ['a wrong order', { id: parts.type, type: parts.id }, [`ELEMENT-MISPLACED ${AT}/ram:ID`]],
    ['a missing element', { delivery: '' }, [`ELEMENT-MISSING ${IN_TRANSACTION}`]],
    ['a repeated element', { type: parts.type.repeat(2) }, [`ELEMENT-REPEATED ${AT}/ram:TypeCode[2]`]],
    ['an unknown attribute', { id: '<ram:ID scheme="x">1</ram:ID>' }, [`ATTRIBUTE-UNKNOWN ${AT}/ram:ID/@scheme`]],
    [
      'an attribute of an aggregate',
      { context: '<rsm:ExchangedDocumentContext id="1"/>' },
      ['ATTRIBUTE-UNKNOWN /CrossIndustryInvoice/rsm:ExchangedDocumentContext/@id'],
    ],
    [
      'a number in the wrong form',
      { settlement: summation('<ram:LineTotalAmount>1,5</ram:LineTotalAmount>') },
      [
        `VALUE-INVALID ${IN_TRANSACTION}/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount`,
      ],
    ],
    [
      'text between elements',
      { context: '<rsm:ExchangedDocumentContext>x</rsm:ExchangedDocumentContext>' },
      ['TEXT-UNEXPECTED /CrossIndustryInvoice/rsm:ExchangedDocumentContext'],
    ],
    ['elements in a value', { id: '<ram:ID><ram:ID/></ram:ID>' }, [`ELEMENT-NOT-ALLOWED ${AT}/ram:ID/ram:ID`]],
  ])('reports %s', (_, changed, expected) => {
    expect(verdict(invoice(changed))).toEqual(expected);
  });

  it('reports another document element', () => {
    const [finding] = check('<CrossIndustryDocument xmlns="urn:ferd:CrossIndustryDocument:invoice:1p0"/>');
    expect(finding).toMatchObject({ ruleId: 'CII-UNKNOWN-ROOT', expected: ['CrossIndustryInvoice'] });
  });

  it('locates a finding by line and column', () => {
    const document = parse(invoice({ type: '\n  <ram:Odd/>' }));
    const [finding] = checkStructure(structure, document);
    expect(positionOf(document, finding!.node.offset)).toMatchObject({ line: 2, column: 3 });
  });
});

describe('exactly one of several elements', () => {
  const text = '<udt:DateTimeString format="102">20260115</udt:DateTimeString>';
  const moment = '<udt:DateTime>2026-01-15T00:00:00</udt:DateTime>';
  const issued = (content: string) => invoice({ issued: nest(['ram:IssueDateTime'], content) });

  it('accepts either', () => {
    expect(verdict(issued(text))).toEqual([]);
    expect(verdict(issued(moment))).toEqual([]);
  });

  it('reports neither, both, and one twice', () => {
    expect(check(issued(''))).toMatchObject([
      { ruleId: 'CII-STRUCTURE-ELEMENT-MISSING', expected: ['udt:DateTimeString', 'udt:DateTime'] },
    ]);
    expect(verdict(issued(text + moment))).toEqual([`ELEMENT-NOT-ALLOWED ${AT}/ram:IssueDateTime/udt:DateTime`]);
    expect(verdict(issued(moment + text))).toEqual([`ELEMENT-NOT-ALLOWED ${AT}/ram:IssueDateTime/udt:DateTimeString`]);
    expect(verdict(issued(text.repeat(3)))).toEqual([`ELEMENT-REPEATED ${AT}/ram:IssueDateTime/udt:DateTimeString[2]`]);
  });

  it('reports a misspelt one once, and an unknown one next to a right one', () => {
    expect(verdict(issued(text.replaceAll('DateTimeString', 'DateTimeStrin')))).toEqual([
      `ELEMENT-UNKNOWN ${AT}/ram:IssueDateTime/udt:DateTimeStrin`,
    ]);
    expect(check(issued(`${text}<udt:Odd/>`))).toMatchObject([{ found: 'udt:Odd', expected: [] }]);
    expect(verdict(issued(moment.replace('T00:00:00', '')))).toEqual([
      `VALUE-INVALID ${AT}/ram:IssueDateTime/udt:DateTime`,
    ]);
  });
});

describe('table of CII D16B', () => {
  it('has one document, whose types are all in the table', () => {
    const types = new Set(
      structure.tables.structure
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split('\t')[0]),
    );
    expect(types.size).toBe(99);
    expect([...structure.documents.values()].map(({ type }) => type)).toEqual(['CrossIndustryInvoice']);
  });

  it('works with the name pool of rules', () => {
    const names = new NamePool();
    expect(structureWith(structure, names)).toMatchObject({ names, vocabulary: structure.vocabulary });
  });

  it('has the allowed children and places of elements', () => {
    const { root } = parse(invoice());
    expect(slotsOf(structure, root)?.map(({ element }) => element)).toEqual([
      'rsm:ExchangedDocumentContext',
      'rsm:ExchangedDocument',
      'rsm:SupplyChainTradeTransaction',
      'rsm:ValuationBreakdownStatement',
    ]);
    const hasPlace = placesIn(structure, root.name)!;
    expect(hasPlace(structure.names.find(CII_NAMESPACES.udt, 'DateTimeString'), null)).toBe(true);
  });
});

describe('texts of findings in CII', () => {
  it('name the standard and the names of CII', () => {
    const texts = (text: string) => check(text).map((finding) => describeFinding(finding).message);
    expect(texts(invoice({ id: parts.type, type: parts.id }))).toEqual([
      {
        sk: 'Prvok ram:ID je v prvku rsm:ExchangedDocument na nesprávnom mieste; štandard CII D16B určuje pevné poradie. Patrí pred ram:TypeCode.',
        en: 'The element ram:ID is in the wrong place in rsm:ExchangedDocument; CII D16B prescribes a fixed order. It belongs before ram:TypeCode.',
      },
    ]);
    expect(texts(invoice({ issued: '<ram:IssueDateTime/>' }))[0]).toEqual({
      sk: 'V prvku ram:IssueDateTime chýba povinný prvok udt:DateTimeString alebo udt:DateTime.',
      en: 'The element ram:IssueDateTime lacks the required element udt:DateTimeString or udt:DateTime.',
    });
  });

  it('exist for every fault in both languages and name nothing of UBL', () => {
    const [finding] = check(invoice({ delivery: '' }));
    for (const ruleId of structureRulesOf('CII')) {
      const fault = ruleId.slice('CII-'.length) as StructureFinding['fault'];
      const { message, fix } = describeFinding({ ...finding!, ruleId, fault, expected: ['decimal'] });
      for (const text of [message.sk, message.en, fix.sk, fix.en]) {
        expect(text.length).toBeGreaterThan(20);
        expect(text).not.toMatch(/UBL|cbc:|cac:|[{}]|undefined/);
      }
    }
  });
});
