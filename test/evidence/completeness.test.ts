import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompleteness } from '../../src/modules/evidence/monthly-export/completeness.ts';
import { listErased, type Range } from '../../src/modules/evidence/monthly-export/monthly-export-store.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorkspace } from '../support/records.ts';

const MANY = 100_000;
const range = (from: number, to = from): Range => ({ from, to });

describe('completeness of report numbers', () => {
  const analyze = (positions: Range, seen: readonly number[], erased: readonly Range[]) => {
    const completeness = makeCompleteness(positions);
    for (const position of seen) completeness.see(position);
    const { missing, erased: gone, complete } = completeness.summarize(erased);
    expect(complete).toBe(missing.length === 0);
    return { missing, gone };
  };

  it.each<[string, Range, number[], Range[], { missing: Range[]; gone: Range[] }]>([
    ['no gap', range(1, 3), [1, 2, 3], [], { missing: [], gone: [] }],
    ['a gap', range(1, 5), [1, 4], [], { missing: [range(2, 3), range(5)], gone: [] }],
    ['a gap that was erased', range(1, 5), [1, 4, 5], [range(2, 3)], { missing: [], gone: [range(2, 3)] }],
    [
      'a gap that was partly erased',
      range(1, 9),
      [1, 9],
      [range(3, 4), range(6)],
      {
        missing: [range(2), range(5), range(7, 8)],
        gone: [range(3, 4), range(6)],
      },
    ],
    [
      'a report erased while the list was written',
      range(1, 6),
      [1, 3, 6],
      [range(2, 5)],
      {
        missing: [],
        gone: [range(2), range(4, 5)],
      },
    ],
    ['a period that was erased completely', range(4, 6), [], [range(4, 6)], { missing: [], gone: [range(4, 6)] }],
    ['a period without reports', range(7, 6), [], [], { missing: [], gone: [] }],
  ])('computes missing and erased numbers: %s', (_, positions, seen, erased, expected) => {
    expect(analyze(positions, seen, erased)).toEqual(expected);
  });

  it('reads each list once for 100,000 numbers with every second one erased and one missing', () => {
    let reads = 0;
    const evens = Array.from({ length: MANY / 2 }, (_, index) => range(2 * index + 2));
    const counted = new Proxy(evens, {
      get: (target, name) => {
        reads += 1;
        return Reflect.get(target, name);
      },
    });
    const odds = evens.map(({ from }) => from - 1).filter((position) => position !== 777);
    const { missing, gone } = analyze(range(1, MANY), odds, counted);
    expect(missing).toEqual([range(777)]);
    expect(gone).toEqual(evens);
    expect(reads).toBeLessThan(2 * MANY);
  });
});

describe('listing erased numbers', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await makeTestDatabase();
  });
  afterAll(() => test.drop());

  it('returns ranges limited to the workspace and the requested numbers', async () => {
    const [one, other] = [await makeWorkspace(test.db), await makeWorkspace(test.db)];
    for (const [{ workspaceId }, last, step] of [
      [one, 1_000, 1],
      [other, MANY, 2],
    ] as const) {
      await sql`insert into evidence_erasures (workspace_id, position, created_at, erased_at)
        select ${workspaceId}, n, now(), now() from generate_series(1, ${last}::int, ${step}::int) n
        where n not in (501, 502)`.execute(system(test.db));
    }
    expect(await listErased(test.db, one.workspaceId, range(11, 900))).toEqual([range(11, 500), range(503, 900)]);
    const scattered = await listErased(test.db, other.workspaceId, range(1, MANY));
    expect(scattered).toHaveLength(MANY / 2 - 1);
    expect(scattered.slice(248, 252)).toEqual([range(497), range(499), range(503), range(505)]);
  });
});
