import { readFileSync } from 'node:fs';
import type { FileResult } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { readLinkReport, renderLinkReport, writeLinkReport } from '../../src/modules/result-view/index.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../golden/${name}/validation.json`, import.meta.url), 'utf8')) as FileResult;
const RESULT = read('wrong-amount-due');
const REPORT = JSON.parse(writeLinkReport(RESULT)) as Record<string, unknown>;
const ISSUE = ['BR-CO-16', 0, '/Invoice/cac:LegalMonetaryTotal', 67, 3];
const readWith = (change: Record<string, unknown>) => readLinkReport(JSON.stringify({ ...REPORT, ...change }));

describe('report in a link', () => {
  it('contains rule ids and locations but no invoice data', () => {
    expect(REPORT).toEqual({ v: 1, d: 'ubl-invoice', r: ['en16931', '1.3.16'], n: [1, 0, 0, 1, 0], c: [[ISSUE]] });
    const golden = read('many-errors');
    const values = { value: 'Tajomstvo', expected: 'Tajomstvo', message: 'Tajomstvo', message_en: 'Tajomstvo' };
    const many = { ...golden, filename: 'Tajomstvo', issues: golden.issues.map((issue) => ({ ...issue, ...values })) };
    const text = writeLinkReport(many);
    expect(text).not.toContain('Tajomstvo');
    for (const value of Object.values(many.summary).filter((entry) => String(entry).length > 3))
      expect(text).not.toContain(JSON.stringify(value));
    expect(readLinkReport(text)).toMatchObject({ fatal_count: many.fatal_count, warning_count: many.warning_count });
  });

  it('is rendered with catalog texts in both languages', () => {
    const report = readLinkReport(writeLinkReport(RESULT))!;
    const fix = { sk: 'Opravte', en: 'Correct' };
    const words = { message: { sk: 'Zlá <suma>', en: 'Wrong' }, fix: { ...fix, program: fix, xml: fix } };
    const { text } = renderLinkReport(report, new Map([['BR-CO-16', words]]), 'sk');
    expect(text).toContain('Neposielajte: 1 chyba');
    expect(text).toContain('Zlá &lt;suma&gt;');
    expect(text).toContain('href="/chyby/BR-CO-16/"');
    expect(text).toContain('riadok 67 súboru');
    expect(renderLinkReport(report, new Map(), 'en').text).toContain('href="/en/errors/BR-CO-16/"');
  });

  it('shows how many issues of a long result are omitted', () => {
    const [cause] = RESULT.root_causes;
    const issues = Array.from({ length: 9 }, () => RESULT.issues[0]!);
    const causes = [{ ...cause!, issue_indexes: issues.map((_, index) => index) }];
    const report = readLinkReport(writeLinkReport({ ...RESULT, fatal_count: 9, issues, root_causes: causes }))!;
    expect(report.causes[0]).toHaveLength(5);
    const { text } = renderLinkReport(report, new Map(), 'sk');
    expect(text).toContain('Neposielajte: 1 chyba');
    expect(text).toContain('4 ďalšie v ňom nie sú');
  });

  it.each([
    ['invalid JSON', '{'],
    ['an array', '[]'],
    ['of another version', JSON.stringify({ ...REPORT, v: 2 })],
  ])('is rejected if it is %s', (_, text) => expect(readLinkReport(text)).toBeNull());

  it.each([
    ['a sentence as a rule id', { c: [[['Call 0900 123', ...ISSUE.slice(1)]]] }],
    ['a sentence as a location', { c: [[['BR-01', 0, '/Invoice/call us now', 1, 1]]] }],
    ['an address as a location', { c: [[['BR-01', 0, 'https://example.com/', 1, 1]]] }],
    ['an unknown level', { c: [[['BR-01', 'toString', '', 1, 1]]] }],
    ['a negative line', { c: [[['BR-01', 0, '', -1, 1]]] }],
    ['a cause without rules', { c: [[]] }],
    ['more issues than a link can hold', { c: [Array.from({ length: 6 }, () => ISSUE)] }],
    ['a rule set with markup', { r: ['<b>', '1'] }],
    ['invalid counts', { n: [1, 0, '0', 1, 0] }],
    ['an unknown document type', { d: 'constructor' }],
  ])('is rejected if it contains %s', (_, change) => expect(readWith(change)).toBeNull());
});
