import { NodeKind } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { type DispatchEntry, planWalk } from '../../../packages/schematron/src/compile/plan.ts';
import type { PatternBranch } from '../../../packages/schematron/src/xpath/compile/index.ts';

const branch = (kind: number | null, name: string | null, test: string | null): PatternBranch => ({
  kind,
  name,
  test,
  above: { steps: [], rooted: false },
  named: null,
  rest: test,
});
const element = (name: string | null, test: string | null = null) => branch(NodeKind.ELEMENT, name, test);
const attribute = (name: string | null) => branch(NodeKind.ATTRIBUTE, name, null);

/** An entry without its alternatives, which are the test's own input. */
const inShort = (entry: DispatchEntry | undefined) =>
  entry?.map(({ pattern, candidates }) => ({
    pattern,
    candidates: candidates.map(({ rule, tests }) => ({ rule, tests })),
  }));

describe('the walk plan', () => {
  it('lists the rules for a name and for any name in order, up to the first that always matches', () => {
    const plan = planWalk([
      [[element('a', 'x')], [element(null, 'y')], [element('a')], [element('a')], [element(null)]],
    ]);
    const { byName, otherwise } = plan.get(NodeKind.ELEMENT)!;
    expect(inShort(byName.get('a'))).toEqual([
      {
        pattern: 0,
        candidates: [
          { rule: 0, tests: ['x'] },
          { rule: 1, tests: ['y'] },
          { rule: 2, tests: null },
        ],
      },
    ]);
    expect(inShort(otherwise)).toEqual([
      {
        pattern: 0,
        candidates: [
          { rule: 1, tests: ['y'] },
          { rule: 4, tests: null },
        ],
      },
    ]);
  });

  it('merges the alternatives of a union and runs each test once', () => {
    const plan = planWalk([
      [
        [element('a', 'x'), element('a', 'y'), element(null, 'x')],
        [element('a'), element('a', 'z')],
      ],
    ]);
    const { candidates } = plan.get(NodeKind.ELEMENT)!.byName.get('a')![0]!;
    expect(candidates.map(({ tests }) => tests)).toEqual([['x', 'y'], null]);
    expect(candidates.map(({ ways }) => ways.length)).toEqual([3, 2]);
  });

  it('omits node kinds that no rule can match and does not mix patterns', () => {
    const plan = planWalk([[[element('a')]], [[attribute('b')], [branch(null, null, 't')]]]);
    expect([...plan.get(NodeKind.ELEMENT)!.byName.get('a')!].map(({ pattern }) => pattern)).toEqual([0, 1]);
    expect(inShort(plan.get(NodeKind.ATTRIBUTE)!.byName.get('b'))).toEqual([
      { pattern: 1, candidates: [{ rule: 0, tests: null }] },
    ]);
    expect(inShort(plan.get(NodeKind.TEXT)!.otherwise)).toEqual([
      { pattern: 1, candidates: [{ rule: 1, tests: ['t'] }] },
    ]);
    expect(planWalk([[[element('a')]]]).get(NodeKind.TEXT)).toEqual({ byName: new Map(), otherwise: [] });
  });
});
