import { describe, expect, it } from 'vitest';
import { compareAll } from './agreement.ts';
import type { GoldenCase } from './corpus.ts';
import { applyKnown, parseDifferences } from './differences.ts';
import type { Outcome } from './outcome.ts';
import { renderReport } from './report.ts';
import { decode } from './validators.ts';

/** Two documents: `a.xml` agrees; in `b.xml`, BR-01 is missing and BR-02 is reported instead. */
const cases: GoldenCase[] = [
  { file: 'a.xml', set: 's', expected: new Map([['BR-01', 1]]), locations: null },
  { file: 'b.xml', set: 's', expected: new Map([['BR-01', 1]]), locations: null },
];
const finding = (ruleId: string) => ({ ruleId, flag: 'fatal', location: '/a[1]', undetermined: null });
const outcomes = new Map<string, Outcome>([
  ['a.xml', { file: 'a.xml', error: null, findings: [finding('BR-01')] }],
  ['b.xml', { file: 'b.xml', error: null, findings: [finding('BR-02')] }],
]);

function report(csv: string, limit = 40): { lines: string[]; failed: number } {
  const comparison = compareAll(cases, outcomes, new Set(['BR-01', 'BR-02']), 'en16931');
  const known = parseDifferences(`case,rule,reason\n${csv}`);
  return renderReport(comparison, applyKnown(comparison.differences, known), { limit, allRules: false });
}

describe('the report', () => {
  it('fails a document with a difference that is not listed', () => {
    const { lines, failed } = report('');
    expect(failed).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
    expect(lines).toContain('  b.xml  BR-01  expected 1  got 0');
    expect(lines).toContain('  b.xml  BR-02  expected 0  got 1');
    expect(lines.find((line) => line.startsWith('  BR-01 '))).toContain('1/2 (50.00 %)');
  });

  it('passes when every difference is listed, and fails when one is not', () => {
    expect(report('b.xml,BR-01,known').lines.at(-1)).toBe('1 passed, 1 failed');
    expect(report('b.xml,BR-01,known\nb.xml,BR-02,"known, too"')).toMatchObject({ failed: 0 });
  });

  it('fails for a listed difference that no longer occurs', () => {
    const { lines, failed } = report('b.xml,BR-01,known\nb.xml,BR-02,known\na.xml,BR-01,was so once');
    expect(failed).toBe(1);
    expect(lines).toContain('  a.xml BR-01');
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });

  it('limits the number of printed differences and prints their total', () => {
    const { lines } = report('', 1);
    expect(lines).toContain('disagreements: 2, the first 1');
    expect(lines.filter((line) => line.startsWith('  b.xml'))).toHaveLength(1);
  });
});

describe('differences.csv', () => {
  it('requires its header and a reason on every line, and rejects duplicates', () => {
    expect(() => parseDifferences('a.xml,BR-01,x')).toThrow('must begin');
    expect(() => parseDifferences('case,rule,reason\na.xml,BR-01,')).toThrow('not case,rule,reason');
    expect(() => parseDifferences('case,rule,reason\na.xml,BR-01,x\na.xml,BR-01,y')).toThrow('listed twice');
    expect(parseDifferences('case,rule,reason\na.xml,en16931,"a ""b"", c"\n')).toEqual([
      { file: 'a.xml', rule: 'en16931', reason: 'a "b", c' },
    ]);
  });
});

describe('reading a document', () => {
  it.each([
    ['windows-1250', Buffer.from([0xe8])],
    ['iso-8859-2', Buffer.from([0xe8])],
    ['utf-8', Buffer.from('č')],
  ])('uses the declared encoding %s', (encoding, bytes) => {
    const start = `<?xml version="1.0" encoding="${encoding}"?><a>`;
    expect(decode(Buffer.concat([Buffer.from(start), bytes]))).toBe(`${start}č`);
  });

  it('prefers the byte order mark', () => {
    expect(decode(Buffer.from('\uFEFF<a>č</a>', 'utf16le'))).toBe('<a>č</a>');
  });
});
