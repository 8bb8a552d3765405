import { describe, expect, it } from 'vitest';
import { planWalk } from '../../../src/engine/plan.ts';
import type { PatternBranch } from '../../../src/engine/xpath/index.ts';
import { NodeKind } from '../../../src/xml/index.ts';

const element = (name: string | null, test: string | null = null): PatternBranch => ({
  kind: NodeKind.ELEMENT,
  name,
  test,
});
const attribute = (name: string | null): PatternBranch => ({ kind: NodeKind.ATTRIBUTE, name, test: null });

describe('planning the walk', () => {
  it('tries at a name the rules for that name and those for any, in order, up to the first that surely matches', () => {
    const plan = planWalk([
      [[element('a', 'x')], [element(null, 'y')], [element('a')], [element('a')], [element(null)]],
    ]);
    const { byName, otherwise } = plan.get(NodeKind.ELEMENT)!;
    expect(byName.get('a')).toEqual([
      {
        pattern: 0,
        candidates: [
          { rule: 0, tests: ['x'] },
          { rule: 1, tests: ['y'] },
          { rule: 2, tests: null },
        ],
      },
    ]);
    expect(otherwise).toEqual([
      {
        pattern: 0,
        candidates: [
          { rule: 1, tests: ['y'] },
          { rule: 4, tests: null },
        ],
      },
    ]);
  });

  it('joins the alternatives of a union, each test once', () => {
    const plan = planWalk([
      [
        [element('a', 'x'), element('a', 'y'), element(null, 'x')],
        [element('a'), element('a', 'z')],
      ],
    ]);
    expect(plan.get(NodeKind.ELEMENT)!.byName.get('a')![0]!.candidates).toEqual([
      { rule: 0, tests: ['x', 'y'] },
      { rule: 1, tests: null },
    ]);
  });

  it('leaves out kinds that no rule can match, and keeps patterns apart', () => {
    const plan = planWalk([[[element('a')]], [[attribute('b')], [{ kind: null, name: null, test: 't' }]]]);
    expect([...plan.get(NodeKind.ELEMENT)!.byName.get('a')!].map(({ pattern }) => pattern)).toEqual([0, 1]);
    expect(plan.get(NodeKind.ATTRIBUTE)!.byName.get('b')).toEqual([
      { pattern: 1, candidates: [{ rule: 0, tests: null }] },
    ]);
    expect(plan.get(NodeKind.TEXT)!.otherwise).toEqual([{ pattern: 1, candidates: [{ rule: 1, tests: ['t'] }] }]);
    expect(planWalk([[[element('a')]]]).get(NodeKind.TEXT)).toEqual({ byName: new Map(), otherwise: [] });
  });
});
