import {
  type Catalog,
  type Remediation,
  type RemediationQuestion,
  suggestRemediation,
} from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';
import { loadCatalog } from './installed.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
});
const suggest = (question: Partial<RemediationQuestion>): Remediation =>
  suggestRemediation(catalog, { rule_id: '', message: '', location: '', ...question });

describe('remediation', () => {
  it('of a known rule is its advice, with full confidence, at the stated location', () => {
    const location = '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount';
    const advice = suggest({ rule_id: 'BR-CO-10', location });
    expect(advice).toMatchObject({
      rule_id: 'BR-CO-10',
      confidence: 1,
      xpath: location,
      ruleUrl: '/chyby/BR-CO-10/',
      alternatives: [],
    });
    expect(advice.steps).toContainEqual(catalog.find('BR-CO-10')!.fix);
    expect(advice.steps.every(({ sk, en }) => sk.endsWith('.') && en.endsWith('.'))).toBe(true);
  });

  it.each([
    ['an id in brackets', { rule_id: '[BR-CO-10]' }, 'BR-CO-10', 0.9],
    ['an id with a prefix', { rule_id: 'ubl-BR-CO-10-error' }, 'BR-CO-10', 0.9],
    [
      'an id inside the message',
      { rule_id: 'fatal', message: '[PEPPOL-EN16931-R010]-wrong' },
      'PEPPOL-EN16931-R010',
      0.9,
    ],
    ['the equivalent rule of XRechnung', { rule_id: 'BR-DE-15' }, 'DE-R-015', 0.8],
    [
      'a code of XML Schema',
      { message: 'cvc-complex-type.2.4.a: content starting with element X' },
      'UBL-STRUCTURE-ELEMENT-MISPLACED',
      0.6,
    ],
    [
      'libxml2',
      { message: "Element 'ID': This element is not expected. Expected is ( Y )." },
      'UBL-STRUCTURE-ELEMENT-MISPLACED',
      0.6,
    ],
    ['a DOCTYPE', { message: 'DOCTYPE is disallowed when the feature is set to true.' }, 'XML-DTD-FORBIDDEN', 0.6],
  ])('recognises %s', (_, question, expected, least) => {
    const { rule_id, confidence } = suggest(question);
    expect(rule_id).toBe(expected);
    expect(confidence).toBeGreaterThan(least);
    expect(confidence).toBeLessThan(1);
  });

  it.each([
    [
      'business terms and words',
      { message: 'The total of line amounts (BT-106) differs from the lines (BT-131)' },
      'BR-CO-10',
    ],
    ['our own message without its id', { message: 'Kupujúci nemá elektronickú adresu' }, 'PEPPOL-EN16931-R010'],
    ['the same in English', { message: 'buyer has no electronic address' }, 'PEPPOL-EN16931-R010'],
    ['words and a location', { message: 'no issue date', location: '/ubl:Invoice/cbc:IssueDate' }, 'BR-03'],
    [
      'the path of an element',
      { message: 'element AccountingSupplierParty Party PostalAddress Postbox is not allowed' },
      'UBL-CR-150',
    ],
    ['the number of decimals', { message: 'at most two decimals in the amount due (BT-115)' }, 'BR-DEC-18'],
    ['business terms of a VAT rule', { message: 'BT-115 = BT-112 - BT-113 + BT-114' }, 'BR-CO-16'],
  ])('infers the rule from %s, without full confidence', (_, question, expected) => {
    const { rule_id, confidence, alternatives } = suggest({ rule_id: 'VENDOR-77', ...question });
    expect(rule_id).toBe(expected);
    expect(confidence).toBeGreaterThan(0.25);
    expect(confidence).toBeLessThanOrEqual(0.8);
    expect(alternatives.length).toBeLessThanOrEqual(5);
    expect(alternatives.map((other) => other.rule_id)).not.toContain(rule_id);
  });

  it('reports when it recognises no rule', () => {
    const advice = suggest({ rule_id: 'VENDOR-77', message: 'asdf qwer' });
    expect(advice).toMatchObject({ rule_id: null, confidence: 0, ruleUrl: null, example: null });
    expect(advice.steps).toHaveLength(1);
  });

  it.each(['suma', 'amount', 'dátum', 'adresa', 'invalid', 'DPH'])(
    'does not choose a rule for one word (%s), but lists the possible ones',
    (message) => {
      const advice = suggest({ rule_id: 'VENDOR-77', message });
      expect(advice).toMatchObject({ rule_id: null, confidence: 0, xpath: null, ruleUrl: null });
      expect(advice.alternatives.length).toBeGreaterThan(0);
      expect(advice.steps).toEqual([expect.objectContaining({ sk: expect.stringContaining('viac pravidiel') })]);
      for (const { confidence } of advice.alternatives) expect(confidence).toBeLessThan(0.2);
    },
  );

  it('for a sum lists the sums that are most often wrong first', () => {
    expect(suggest({ message: 'suma' }).alternatives.slice(0, 2)).toMatchObject([
      { rule_id: 'BR-CO-16' },
      { rule_id: 'BR-CO-15' },
    ]);
  });

  it.each([
    ['The buyer reference is missing', 'PEPPOL-EN16931-R003'],
    ['nesedí suma na úhradu', 'BR-CO-16'],
    ['Chybná suma na úhradu', 'BR-CO-16'],
    ['Chýba suma na úhradu', 'BR-15'],
    ['wrong VAT rate', 'BR-S-05'],
    ['missing seller VAT identifier', 'BR-S-02'],
  ])('distinguishes missing from wrong: %s', (message, expected) => {
    const { rule_id, alternatives } = suggest({ message });
    expect(rule_id ?? alternatives[0]?.rule_id).toBe(expected);
  });

  it.each([
    ['/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount', 'BR-CO-16'],
    ['/Invoice/cbc:BuyerReference', 'PEPPOL-EN16931-R003'],
    ['/Invoice/cac:InvoiceLine[2]/cbc:InvoicedQuantity/@unitCode', 'BR-CL-23'],
  ])('for a location only suggests the rule most often broken there: %s', (location, expected) => {
    const { rule_id, confidence, alternatives } = suggest({ location });
    expect(rule_id).toBe(expected);
    expect(confidence).toBeLessThan(0.5);
    expect(alternatives.length).toBeGreaterThan(0);
  });

  it.each([
    ['brco15', 'BR-CO-15'],
    ['BR CO 15', 'BR-CO-15'],
    ['SK-R-41', 'SK-R-041'],
  ])('reads an id in informal notation: %s', (written, expected) => {
    expect(suggest({ rule_id: written })).toMatchObject({ rule_id: expected, confidence: 0.95 });
  });
});

it('reads a message in linear time, including one long word', () => {
  const make = (length: number): string => 'a'.repeat(length);
  expect(suggest({ message: make(200_000) }).rule_id).toBeNull();
  expect(growthOf(make, (message) => suggest({ message }), 200_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});
