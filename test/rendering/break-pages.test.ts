import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakPages } from '../../src/modules/rendering/pdf/break-pages.ts';
import { carriedTotals } from '../../src/modules/rendering/pdf/carried-totals.ts';

const heights = fc.record({
  page: fc.constant(1000),
  before: fc.integer({ min: 0, max: 1500 }),
  head: fc.integer({ min: 10, max: 40 }),
  carry: fc.integer({ min: 10, max: 30 }),
  rows: fc.array(fc.integer({ min: 10, max: 400 }), { minLength: 1, maxLength: 200 }),
});

describe('page breaks of a long table', () => {
  it('every page has space for its rows and carried totals', () => {
    fc.assert(
      fc.property(heights, (input) => {
        const { fresh, before } = breakPages(input);
        const starts = [0, ...before, input.rows.length];
        for (let page = 0; page + 1 < starts.length; page++) {
          const first = page === 0;
          const last = page + 2 === starts.length;
          const rows = input.rows.slice(starts[page], starts[page + 1]);
          const used =
            (first && !fresh ? input.before : 0) +
            input.head +
            (first ? 0 : input.carry) +
            rows.reduce((sum, height) => sum + height, 0) +
            (last ? 0 : input.carry);
          expect(rows.length).toBeGreaterThan(0);
          expect(used).toBeLessThanOrEqual(input.page);
        }
      }),
      { seed: 8 },
    );
  });

  it('splits a row higher than a page, and adds no break to a single page', () => {
    const input = { page: 1000, before: 0, head: 20, carry: 20 };
    expect(breakPages({ ...input, rows: [100, 2500, 100, 100] })).toEqual({ fresh: false, before: [], tall: [1] });
    // The row does not start at the very end of a page, and the next rows follow it on its last page.
    expect(breakPages({ ...input, rows: [900, 2500, 700] })).toEqual({ fresh: false, before: [1, 2], tall: [1] });
    expect(breakPages({ ...input, rows: [100, 100] })).toEqual({ fresh: false, before: [], tall: [] });
    expect(breakPages({ ...input, before: 990, rows: [100] })).toEqual({ fresh: true, before: [], tall: [] });
  });
});

describe('carried totals', () => {
  const lines = { currency: 'EUR', language: 'sk' } as const;

  it('are exact and printed at the end of a page and at the top of the next', () => {
    const amounts = ['0.10', '0.20', '-0.05', '1000.00', '7'];
    const rows = carriedTotals({ ...lines, amounts }, [2, 4])!;
    expect(rows.map(({ place }) => place)).toEqual([2, 4]);
    for (const side of ['ends', 'begins'] as const) {
      expect(rows.map((row) => />([^<]*€)</.exec(row[side])![1])).toEqual(['0,30\u00a0€', '1\u00a0000,25\u00a0€']);
    }
    expect(rows[0]!.ends).toContain('Prenos na ďalšiu stranu');
    expect(rows[0]!.begins).toContain('Prenos z predchádzajúcej strany');
  });

  it.each([[null], ['abc']])('are omitted if the amount of a line is %j', (amount) => {
    expect(carriedTotals({ ...lines, amounts: ['1', amount, '1'] }, [1])).toBeNull();
  });
});
