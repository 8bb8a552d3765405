import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInSlices } from '../../src/lib/parse-in-slices.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { LEAST } from '../drafts/drafts.ts';

const Numbers = z.strictObject({ vats: z.array(z.string().max(10)).min(1).max(500), age: z.int().default(7) });
const Draft = z.object({ invoice: DraftInvoice });

async function parse(schema: z.ZodType, value: unknown, most = Number.POSITIVE_INFINITY) {
  let turns = 0;
  const nextTurn = async (): Promise<void> => {
    turns += 1;
    await setImmediate();
  };
  return { parsed: await parseInSlices(schema, value, { most, nextTurn }), turns };
}

const places = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.map(({ path, code }) => `${path.join('/')} ${code}`).sort();

const lines = (count: number, faulty: (index: number) => boolean): unknown[] =>
  Array.from({ length: count }, (_, index) => ({
    ...LEAST.lines[0]!,
    ...(faulty(index) && { quantity: 'x', odd: 1 }),
  }));

describe('a value validated in slices', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['is valid', Numbers, { vats: Array(300).fill('SK1') }],
    ['is short and invalid', Numbers, { vats: [1, 'a'], age: 'x' }],
    [
      'has invalid items',
      Numbers,
      { vats: Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? index : 'a')) },
    ],
    ['has invalid items and fields', Numbers, { vats: Array(300).fill(0), age: 'x', more: 1 }],
    ['has too many items', Numbers, { vats: Array(501).fill('a') }],
    ['has too many items, some invalid', Numbers, { vats: Array(501).fill(0) }],
    ['is not an object', Numbers, 7],
    ['has another value instead of an array', Numbers, { vats: 'SK1' }],
    ['contains a valid draft', Draft, { invoice: { ...LEAST, lines: lines(200, () => false) } }],
    [
      'contains invalid lines',
      Draft,
      { invoice: { ...LEAST, issueDate: 'x', lines: lines(200, (at) => at % 7 === 3) } },
    ],
  ])('has the same result as validation in one step: it %s', async (_, schema, value) => {
    const { parsed } = await parse(schema, value);
    const whole = schema.safeParse(value);
    expect(parsed.success).toBe(whole.success);
    if (parsed.success) expect(parsed.data).toEqual(whole.data);
    else {
      expect(places(parsed.issues)).toEqual(places(whole.error!.issues));
      expect(parsed.count).toBe(whole.error!.issues.length);
    }
  });

  it('yields every fifty items and returns the first issues of the whole value', async () => {
    const { parsed, turns } = await parse(Numbers, { vats: Array(500).fill(0) }, 100);
    expect(turns).toBe(10);
    expect(parsed).toMatchObject({ success: false, count: 500, issues: { length: 100 } });
  });
});
