import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { chooseDocumentType, INVOICE, readDocumentType } from '../../src/modules/peppol/document-type.ts';
import { isConstant, variablesIn } from '../../src/modules/validation/reference-validator/variables.ts';
import { findRoot } from '../../src/platform/index.ts';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { makeHeader, peppolInvoice, scope, wrap } from './sbdh/envelope.ts';

let validator: Validator;
let validate: (xml: string) => FileResult;

beforeAll(async () => {
  validator = makeValidator({ packs: await loadRulePacks(findRoot()), structure: loadUblStructure(findRoot()) });
  validate = (xml) =>
    validator.validate(new TextEncoder().encode(xml), { filename: null, today: '2026-11-21', clock: () => 0 });
});

const wrongAmountDue = (declaration: string): string =>
  makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')).replace(/^(?:<\?xml[^>]*>)?/, declaration);

describe('long texts take linear time', () => {
  it.each([
    ['spaces', ' '],
    ['line feeds', '\n'],
  ])('%s in the XML declaration, with corrections enabled', (_, blank) => {
    const plain = validate(wrongAmountDue('<?xml version="1.0"?>'));
    let long: FileResult | undefined;
    const make = (count: number): string => wrongAmountDue(`<?xml version="1.0"${blank.repeat(count)}?>`);
    expect(growthOf(make, (xml) => (long = validate(xml)), 180_000)).toBeLessThan(MAX_LINEAR_GROWTH);
    expect(plain.root_causes[0]!.corrections.length).toBeGreaterThan(0);
    expect(long!.issues.map(({ rule_id }) => rule_id)).toEqual(plain.issues.map(({ rule_id }) => rule_id));
  });

  it.each(['a::', '::b##', 'x##', '::', '#'])('an identifier of %s in the envelope', (part) => {
    const make = (count: number): string => {
      const documentId = scope('DOCUMENTID', part.repeat(count), 'busdox-docid-qns');
      return wrap(makeHeader({ documentId }), peppolInvoice());
    };
    let result: FileResult | undefined;
    expect(growthOf(make, (file) => (result = validate(file)), 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
    expect(result!.issues.map(({ rule_id }) => rule_id)).toContain('SBDH-DOCUMENTID-MISMATCH');
  });

  it.each(['a::', '::b##', 'x##', 'peppol-doctype-wildcard::'])('document types of %s in an SMP response', (part) => {
    const make = (count: number): string => part.repeat(count);
    expect(growthOf(make, (listed) => chooseDocumentType(INVOICE, [listed]), 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
    expect(growthOf(make, readDocumentType, 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  });

  it('expressions of a rule pack', () => {
    const digits = (count: number): string => `${'1'.repeat(count)}x`;
    const comments = (count: number): string => '(:'.repeat(count);
    expect([isConstant(digits(100_000)), variablesIn(comments(100_000)).size]).toEqual([false, 0]);
    expect(growthOf(digits, isConstant, 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
    expect(growthOf(comments, variablesIn, 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});

describe('processor time limit for corrections', () => {
  const validateWithBudget = (spent: number, limit?: number): FileResult => {
    let calls = 0;
    // The first call returns the start; each further call advances by `spent`.
    const processor = (): number => spent * calls++;
    const xml = new TextEncoder().encode(wrongAmountDue('<?xml version="1.0"?>'));
    const request = { filename: null, today: '2026-11-21', clock: () => 0, processor };
    return validator.validate(xml, limit === undefined ? request : { ...request, correctionsLimit: limit });
  };

  it('skips corrections beyond the limit without changing the verdict and issues', () => {
    const whole = validateWithBudget(1);
    const bounded = validateWithBudget(3_000);
    expect(whole.root_causes[0]!.corrections.length).toBeGreaterThan(0);
    expect(whole).not.toHaveProperty('corrections_left_out');
    expect(bounded).toMatchObject({ corrections_left_out: true, valid: false, fatal_count: whole.fatal_count });
    expect(bounded.root_causes.flatMap(({ corrections }) => corrections)).toEqual([]);
    expect(bounded.issues.map(({ rule_id }) => rule_id)).toEqual(whole.issues.map(({ rule_id }) => rule_id));
  });

  it('can be set by the caller', () => {
    expect(validateWithBudget(1, 1).corrections_left_out).toBe(true);
    expect(validateWithBudget(1, 1_000).corrections_left_out).toBeUndefined();
  });
});

describe('linear replacements of regular expressions accept the same texts', () => {
  it.each([
    ['1', true],
    ["(1, 2.5, 'a''b')", true],
    ['1.5.2', false],
    ['1a', false],
    ['.', false],
  ])('%s is constant: %s', (expression, constant) => {
    expect(isConstant(expression)).toBe(constant);
  });

  it('a wildcard document type matches its members', () => {
    const family = 'peppol-doctype-wildcard::urn:oasis::Invoice##urn:peppol:pint:billing-1*::2.1';
    const member = 'peppol-doctype-wildcard::urn:oasis::Invoice##urn:peppol:pint:billing-1@jp-1::2.1';
    expect(chooseDocumentType(member, [family])).toBe(family);
    expect(chooseDocumentType(member, [family.replace('Invoice', 'CreditNote')])).toBe(null);
    expect(chooseDocumentType('x::y', [family])).toBe(null);
  });

  it('a corrected copy is read as UTF-8, whatever encoding the declaration names and however it is written', () => {
    for (const encoding of ['encoding="ISO-8859-2"', "encoding = 'ISO-8859-2'", "encoding\n=\n'ISO-8859-2'"]) {
      const xml = wrongAmountDue(`<?xml version="1.0" ${encoding}?>`).replaceAll(/[^ -~\n]/g, 'a');
      expect(validate(xml).root_causes[0]!.corrections[0]?.makes_valid).toBe(true);
    }
  });
});
