/** The properties of advice, over documents of the project and some mutants; `npm run fuzz -- --advice` tries more. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type CodeLists, suggestCodes } from '../../../packages/validator/src/validation/suggestions/index.ts';
import { loadCodeLists } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { casesOf, sampleOf } from '../../support/cases.ts';
import { attribute, remove, text } from '../../support/invoice-builder.ts';
import { makeFileValidator, type ValidateFile } from '../../validation/root-causes/file-validator.ts';
import { untaxed } from '../../validation/root-causes/invoices.ts';
import { peppolInvoice } from '../../validation/sbdh/envelope.ts';
import { makeRandom } from '../random.ts';
import { type CheckAdvice, makeAdviceCheck } from './check-advice.ts';
import { makeMutant, projectDocuments } from './make-mutant.ts';

const FIRST_SEED = 20_261_129;
const MUTANTS = casesOf(600, 20);

let validate: ValidateFile;
let codeLists: CodeLists;
let check: CheckAdvice;
beforeAll(async () => {
  validate = await makeFileValidator();
  codeLists = loadCodeLists(findRoot());
  check = makeAdviceCheck(validate, codeLists);
});

const described = (name: string, xml: string): string[] =>
  check(xml).map(({ property, of, detail }) => `${name}: ${property} ${of} ${detail}`);

describe('advice', () => {
  it('holds for documents of the project', () => {
    const documents = sampleOf(projectDocuments(), 12);
    expect(documents.flatMap(({ name, xml }) => described(name, xml))).toEqual([]);
  });

  it(`holds for ${MUTANTS} mutants`, () => {
    const documents = projectDocuments().map((document) => () => document);
    const seeds = Array.from({ length: MUTANTS }, (_, index) => FIRST_SEED + index);
    const faults = seeds.flatMap((seed) => {
      const { name, xml } = makeMutant(seed, documents);
      return described(`npm run fuzz -- --advice --seed ${seed} --count 1 (${name})`, xml);
    });
    expect(faults).toEqual([]);
  });
});

describe('unit codes', () => {
  const unit = (value: string): string[] => {
    const { intended, nearest } = suggestCodes('unece-rec20-rec21', codeLists.get('unece-rec20-rec21')!, value);
    return intended === null ? [...nearest] : [intended];
  };

  it.each([
    ['ha', 'H18'],
    ['pal', 'XPX'],
    ['Stk', 'H87'],
    ['HRU', 'HUR'],
    ['KMG', 'KGM'],
    ['H78', 'H87'],
    ['LRT', 'LTR'],
    ['PX', 'XPX'],
    ['BX', 'XBX'],
  ])('%s means %s', (value, code) => {
    expect(unit(value)[0]).toBe(code);
  });

  it('of one or two letters that are no code without its X and no word suggest nothing', () => {
    const codes = codeLists.get('unece-rec20-rec21')!;
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    for (const value of [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))]) {
      const [first] = unit(value);
      const isSame = codes.some((code) => [value, `x${value}`].includes(code.toLowerCase()));
      const isWord = suggestCodes('unece-rec20-rec21', codes, value).intended !== null;
      if (!isSame && !isWord) expect([value, first]).toEqual([value, undefined]);
    }
  });

  it('with two letters exchanged are suggested first, unless they are codes themselves', () => {
    const codes = codeLists.get('unece-rec20-rec21')!;
    for (const code of [
      'HUR',
      'KGM',
      'LTR',
      'MTR',
      'MTK',
      'MTQ',
      'DAY',
      'MON',
      'TNE',
      'KWH',
      'GRM',
      'MIN',
      'XPX',
      'XBX',
    ]) {
      for (let at = 0; at + 1 < code.length; at += 1) {
        const value = code.slice(0, at) + code[at + 1]! + code[at]! + code.slice(at + 2);
        if (value === code || codes.includes(value)) continue;
        expect([value, unit(value)]).toEqual([value, expect.arrayContaining([code])]);
      }
    }
  });
});

describe('the check itself', () => {
  const QUANTITY = 'cac:InvoiceLine/cbc:InvoicedQuantity';
  const wrongUnit = peppolInvoice(
    attribute(QUANTITY, 'unitCode', 'ks'),
    remove('cac:InvoiceLine/cac:Price/cbc:BaseQuantity'),
  );

  /** The properties that a result breaks after a change of its JSON. */
  const propertiesOf = (xml: string, change: (json: string) => string): string[] => {
    const tampered: ValidateFile = (file, request) => {
      const result = validate(file, request);
      if (request?.correctionsLimit === -1) return result;
      const { issues, root_causes } = JSON.parse(change(JSON.stringify(result))) as typeof result;
      // A patch is applied by its object.
      const causes = root_causes.map((cause, index) => ({
        ...cause,
        corrections: cause.corrections.map((correction, at) => ({
          ...correction,
          patch: result.root_causes[index]!.corrections[at]!.patch,
        })),
      }));
      return { ...result, issues, root_causes: causes };
    };
    return [...new Set(makeAdviceCheck(tampered, codeLists)(xml).map(({ property }) => property))].sort();
  };

  it('makes the same mutant from the same seed', () => {
    const documents = projectDocuments().map((document) => () => document);
    const xmlOf = (seed: number): string => makeMutant(seed, documents).xml;
    expect(xmlOf(7)).toBe(xmlOf(7));
    expect(new Set(Array.from({ length: 30 }, (_, seed) => xmlOf(seed))).size).toBeGreaterThan(27);
    expect(makeRandom(1).below(1000)).toBe(makeRandom(1).below(1000));
  });

  it('finds nothing in a right result', () => {
    expect(propertiesOf(wrongUnit, (json) => json)).toEqual([]);
  });

  it.each([
    [
      'the stated value is expected',
      '"expected":"H87"',
      '"expected":"ks"',
      ['code', 'does-not-help', 'expected-is-value'],
    ],
    ['an unknown code is suggested', '"suggestions":["H87"]', '"suggestions":["ZZ9"]', ['code']],
    ['self-billing is advised', '"en":"Unknown unit', '"en":"Self-Billing: unknown unit', ['family']],
    ['`makes_valid` of a correction is wrong', '"makes_valid":true', '"makes_valid":false', ['does-not-help']],
  ])('finds that %s', (_, from, to, properties) => {
    const change = (json: string): string => {
      expect(json).toContain(from);
      return json.replaceAll(from, to);
    };
    expect(propertiesOf(wrongUnit, change)).toEqual(properties);
  });

  it.each([
    ['Add cac:InvoiceLine/cac:Item/cbc:Name or cbc:DocumentCurrencyCode EUR.', ['already-stated']],
    ['Fill in the value, or leave it out.', ['left-out']],
  ])('finds that the advice “%s” is wrong', (advice, properties) => {
    const xml = peppolInvoice(remove('cbc:DueDate'), text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));
    const change = (json: string): string => {
      const result = JSON.parse(json);
      for (const { fix } of result.root_causes) fix.xml.en = advice;
      return JSON.stringify(result);
    };
    expect(propertiesOf(xml, change)).toEqual(properties);
  });

  it('finds the words of another category', () => {
    const CATEGORY = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
    const xml = peppolInvoice(...untaxed('E', 'VATEX-EU-132'), remove(`${CATEGORY}/cbc:TaxExemptionReasonCode`));
    const change = (json: string): string => {
      const result = JSON.parse(json);
      for (const cause of result.root_causes) cause.explanation.en = 'The invoice lacks the words “reverse charge”.';
      return JSON.stringify(result);
    };
    expect(propertiesOf(xml, change)).toEqual(['law']);
  });
});
