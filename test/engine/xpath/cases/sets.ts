import type { CaseGroup } from './case.ts';

export const sets: readonly CaseGroup[] = [
  {
    clause: '3.3.3 Combining node sequences',
    cases: [
      ['(//c | //a)', 'x y x 10.5 2'],
      ['(//a union //c)/name()', 'a a a c c'],
      ['count(//a | //a)', '3'],
      ['//a intersect //a[2]', 'y'],
      ['//a except //a[1]', 'y x'],
      ['count(//* except //a)', '16'],
      ['(1 | 2)', { error: 'XPTY0004' }],
      ['count(/r/a | ())', '3'],
      ['count(() | ())', '0'],
      ['count(//a[1] intersect //c)', '0'],
      ['(/r/b | /r/a[1])/name()', 'a b'],
    ],
  },
];
