import { readFileSync } from 'node:fs';
import { cutText } from '@e-invoice/schematron/xml';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';

const INVOICE = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');
const CARD = '4012888888881881';

describe('cutting of document texts', () => {
  it.each([
    ['a shorter text is unchanged', 'abc', 3, 'abc'],
    ['between two characters', 'ab\u{1f600}c', 3, 'ab'],
    ['before a number', 'abc 4012 8888', 8, 'abc'],
    ['before an unbroken number', `${'x'.repeat(10)}${CARD}`, 20, 'x'.repeat(10)],
    ['after a number that is complete', 'abc 4012 and more', 8, 'abc 4012'],
    ['before a number that continues', 'abc 4012 8888', 9, 'abc'],
    ['in a text of digits only', '1'.repeat(300), 200, '1'.repeat(200)],
    ['in digits that are too long for a card number', `x${'1'.repeat(300)}`, 200, `x${'1'.repeat(199)}`],
  ])('%s', (_, text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });
});

describe('result with texts that are too long', () => {
  let validator: Validator;
  beforeAll(async () => {
    const root = findRoot();
    const packs = await loadRulePacks(root);
    validator = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
  });
  const validate = (xml: string): string =>
    JSON.stringify(
      validator.validate(new TextEncoder().encode(xml), { filename: null, today: '2026-11-21', clock: () => 0 }),
    );

  /** Positions of texts and codes in the invoice. */
  const places = [...INVOICE.matchAll(/>([^<>\s][^<>]*)<|(?:ID|Code)="([^"]+)"/g)].map(
    ({ 0: all, 1: text, 2: code, index }) => index + all.indexOf(text ?? code!) + (text ?? code!).length,
  );
  const withText = (at: number, text: string): string => INVOICE.slice(0, at) + text + INVOICE.slice(at);

  it.each([0, 1])(
    'never splits a surrogate pair, whichever text is too long (offset %i)',
    (offset) => {
      expect(places.length).toBeGreaterThan(100);
      const halved = places.filter(
        // Well-formed JSON escapes lone surrogates.
        (at, index) =>
          index % 2 === offset &&
          /\\ud[89a-f]/.test(validate(withText(at, 'x'.repeat(offset) + '\u{1f600}'.repeat(150)))),
      );
      expect(halved).toEqual([]);
    },
    120_000,
  );

  it.each(['<cbc:ID>', '<cbc:IssueDate>', '<cac:OrderReference>'])(
    'never splits a surrogate pair in names before %s',
    (element) => {
      for (const name of ['\u{10400}'.repeat(150), `x${'\u{10400}'.repeat(150)}`])
        for (const xml of [
          INVOICE.replace(element, `<cbc:${name}>1</cbc:${name}>${element}`),
          INVOICE.replace(element, `${element.slice(0, -1)} ${name}="${name}">`),
          INVOICE.replace('CommonBasicComponents-2"', `CommonBasicComponents-2${name}"`),
          `<${name}/>`,
        ])
          expect(validate(xml)).not.toMatch(/\\ud[89a-f]/);
    },
  );

  it('never contains a part of a card number that is cut', () => {
    for (const place of ['<cbc:DocumentCurrencyCode>', '<cbc:IssueDate>', '<cbc:InvoiceTypeCode>'])
      for (const limit of [20, 40, 60, 80, 200])
        for (const digits of [1, 8, 15]) {
          const xml = INVOICE.replace(place, `${place}${'x'.repeat(limit - digits - 1)} ${CARD} `);
          expect(validate(xml)).not.toContain(CARD.slice(0, 7));
        }
  }, 120_000);
});
