import { describe, expect, it } from 'vitest';
import { toReport, writeHtmlReport, writeMarkdownReport } from '../../src/modules/sftp/intake/results/report.ts';
import { fakeValidate, SUMMARY } from '../http/fake-validate.ts';

const result = {
  ...fakeValidate(Buffer.from('<valid/>'), { filename: 'a.xml', today: '', clock: () => 0 }),
  summary: { ...SUMMARY, issue_date: '2027-01-04', payable_amount: '12640.50', currency: 'EUR' },
};

describe('report of an uploaded file (contract 12)', () => {
  it.each([
    ['sk', '12 640,50 EUR', '4. 1. 2027'],
    ['en', '12,640.50 EUR', '4 January 2027'],
  ] as const)('formats amounts and dates for the language %s', (language, amount, day) => {
    for (const write of [writeMarkdownReport, writeHtmlReport]) {
      // Markdown escapes the dot that would start a list.
      const report = write(toReport('a.xml', result, language))
        .replaceAll('\u00a0', ' ')
        .replaceAll('\\.', '.');
      expect(report).toContain(amount);
      expect(report).toContain(day);
    }
  });
});
