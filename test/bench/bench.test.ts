import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPack } from '@e-invoice/schematron';
import { parseXml } from '@e-invoice/schematron/xml';
import type { Pack } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeEngine, loadPack } from '../../src/modules/rules/loader/index.ts';
import { makeBenchValidator, validateOnce } from '../../tools/bench/all-layers.ts';
import { measureEvidence } from '../../tools/bench/evidence.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { measureTogether, medianOf } from '../../tools/bench/measure.ts';
import { measurePreparation } from '../../tools/bench/preparation.ts';
import { renderBudgets, renderValidation } from '../../tools/bench/table.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

describe('generated invoices', () => {
  let pack: Pack;
  beforeAll(async () => {
    pack = await loadPack(join(root, 'schematron/en16931-ubl/1.3.16'), {
      cacheDir: join(root, 'dist/packs'),
      engine: describeEngine(root).digest,
    });
  });

  it.each([1, 4, 100])('break no rule with %i lines', (lines) => {
    const parsed = parseXml(makeInvoice(lines), { names: pack.names });
    if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
    expect(runPack(pack, parsed.document).map(({ ruleId }) => ruleId)).toEqual([]);
  });

  it('have no findings in any layer, including the Slovak one', async () => {
    const { issues, ruleset } = validateOnce(await makeBenchValidator(root), makeInvoice(4));
    expect(issues).toEqual([]);
    expect(ruleset.layers).toEqual(['XML', 'UBL', 'EN16931', 'PEPPOL', 'NATIONAL', 'SK']);
  });

  it('have the size of a typical invoice with four lines', () => {
    expect(makeInvoice(4).length / 1000).toBeCloseTo(9, 0);
  });
});

describe('measuring', () => {
  it('returns the median of the times', () => {
    expect(medianOf([5, 1, 3])).toBe(3);
    expect(medianOf([4, 1, 3, 2])).toBe(2.5);
    expect(() => medianOf([])).toThrow('nothing was measured');
  });

  it('runs every piece of work in every round, and discards the first round', () => {
    const calls: string[] = [];
    const works = { a: () => calls.push('a'), b: () => calls.push('b') };
    const { a, b } = measureTogether(works, { rounds: 2, turnMilliseconds: 0 });
    expect(calls.join('')).toBe('ababab');
    expect([a.runs, b.runs]).toEqual([2, 2]);
    expect(a.fastest).toBeLessThanOrEqual(a.median);
  });
});

describe('tables', () => {
  it('show the ratios of one run', () => {
    const saxon = { parse: 2, rules: 18 };
    const row = { lines: 4, bytes: 9000, parse: 0.1, rules: 0.09, engine: 0.2, fastest: 0.16, saxon };
    const [, first, second] = renderValidation([row, { ...row, lines: 10_000, saxon: null }]).split('\n');
    expect(first?.trim().split(/ +/)).toEqual([
      ...['4', '9000', '0.1000', '0.0900', '0.2000'],
      ...['2.00', '18.00', '20.00', '200×', '100×', '40.0'],
    ]);
    expect(second?.trim().split(/ +/)).toEqual([
      ...['10000', '9000', '0.1000', '0.0900', '0.2000'],
      ...['-', '-', '-', '-', '-', '0.0'],
    ]);
  });

  it('mark missed budgets', () => {
    const budgets = [
      { name: 'a', target: '1', got: '2', ok: false },
      { name: 'b', target: '1', got: '1', ok: true },
    ];
    expect(renderBudgets(budgets).split('\n').slice(1)).toEqual([
      expect.stringMatching(/^a .* missed$/),
      expect.stringMatching(/^b .* ok$/),
    ]);
  });
});

it('measures evidence of an invoice with findings', async () => {
  const { issues, ...times } = await measureEvidence(root, 2);
  expect(issues).toBeGreaterThan(3);
  for (const time of Object.values(times)) expect(time).toBeGreaterThan(0);
});

it('measures the preparation of a valid invoice', async () => {
  for (const figure of Object.values(await measurePreparation(root, 2))) expect(figure).toBeGreaterThan(0);
});
