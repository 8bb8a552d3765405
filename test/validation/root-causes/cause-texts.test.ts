import { expect, it } from 'vitest';
import { describeCause } from '../../../packages/validator/src/validation/root-causes/cause-texts.ts';
import { withElements } from '../../../packages/validator/src/validation/root-causes/describe-elements.ts';
import { CAUSE_IDS } from '../../../packages/validator/src/validation/root-causes/index.ts';

/** Values that every cause has. */
const ALWAYS = Object.fromEntries(
  ['name', 'title', 'message', 'why', 'fix', 'attribute', 'explanation', 'advice'].map((key) => [
    key,
    { sk: 'nejaký údaj', en: 'something' },
  ]),
);

const place = { location: '/Invoice/cbc:ID', business_terms: ['BT-1'] };

it.each(CAUSE_IDS)('%s has complete texts when no optional value is known', (id) => {
  const { title, explanation, fix } = describeCause(id, ALWAYS, 1, place);
  for (const { sk, en } of [title, explanation, fix, fix.program, fix.xml]) {
    expect([sk.length > 5, en.length > 5], `${sk} / ${en}`).toEqual([true, true]);
    expect(sk + en).not.toMatch(/[{}[\]]|undefined/);
  }
});

it.each(CAUSE_IDS)('%s has different texts for developers and for users of accounting software', (id) => {
  const { fix } = describeCause(id, ALWAYS, 1, place);
  expect(fix.xml.sk).not.toBe(fix.program.sk);
  expect(fix.xml.en).not.toBe(fix.program.en);
});

it('a fix that names no element gets the element of its location and those of its terms', () => {
  const of = (location: string, ...business_terms: string[]): string =>
    describeCause('amount-due-wrong', {}, 1, { location, business_terms }).fix.xml.sk;
  expect(of('/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount', 'BT-115', 'BT-112', 'BT-113', 'BT-114')).toMatch(
    / V XML ide o prvky cac:LegalMonetaryTotal\/cbc:PayableAmount \(BT-115\), cac:LegalMonetaryTotal\/cbc:PrepaidAmount \(BT-113\)\.$/,
  );
  expect(of('/CreditNote/cac:CreditNoteLine[2]/cac:Item/cbc:Name', 'BG-25')).toMatch(
    / V XML je to cac:CreditNoteLine\[2\]\/cac:Item\/cbc:Name \(BT-153\)\.$/,
  );
  expect(of('/CreditNote', 'BT-3')).toMatch(/ V XML je to cbc:CreditNoteTypeCode \(BT-3\)\.$/);
  expect(of('/Invoice/cac:InvoiceLine[2]', 'BT-129')).toMatch(
    / V XML je to cac:InvoiceLine\[2\]\/cbc:InvoicedQuantity \(BT-129\)\.$/,
  );
  const advice = { sk: 'Opravte BT-115 alebo BT-113.', en: 'Correct BT-115 or BT-113.' };
  expect(
    withElements(advice, { location: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount', business_terms: [] }).en,
  ).toMatch(/elements cac:LegalMonetaryTotal\/cbc:PayableAmount \(BT-115\), .*cbc:PrepaidAmount \(BT-113\)\.$/);
});

it('recognises a stated line number by its placeholder, not by the sentence', () => {
  const namesLine = (id: (typeof CAUSE_IDS)[number], values: Parameters<typeof describeCause>[1]): boolean =>
    describeCause(id, values, 1, place).namesLine;
  expect(namesLine('line-doubled', { line: 'A-1' })).toBe(true);
  expect(namesLine('vat-rate-of-one', { line: '2' })).toBe(true);
  expect(namesLine('vat-rate-of-one', { owner: { sk: 'Riadok 2', en: 'Line 2' } })).toBe(false);
  expect(namesLine('line-doubled', { line: '' })).toBe(false);
  expect(namesLine('amount-due-wrong', { found: 'riadok 7' })).toBe(false);
});

it('a fix for the whole file stays unchanged', () => {
  const advice = { sk: 'Opravte zápis.', en: 'Correct the markup.' };
  expect(withElements(advice, { location: '/', business_terms: [] })).toEqual(advice);
});
