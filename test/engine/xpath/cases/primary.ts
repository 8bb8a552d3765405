import type { CaseGroup } from './case.ts';

export const primary: readonly CaseGroup[] = [
  {
    clause: '3.1.1 Literals',
    cases: [
      ['1', '1'],
      ['1.50', '1.5'],
      ['.5', '0.5'],
      ['1e3', '1000'],
      ["'it''s'", "it's"],
      ['"say ""yes"""', 'say "yes"'],
      ["'&amp;'", '&amp;'],
      ['12345678901234567890', '12345678901234567890'],
    ],
  },
  {
    clause: '3.1.3 Parenthesized expressions',
    cases: [
      ['(2 + 4) * 5', '30'],
      ['()', ''],
      ['count(((), (1, (2, 3))))', '3'],
    ],
  },
  {
    clause: '3.1.4 Context item',
    cases: [
      ['name(./*)', 'r'],
      ["/r/a[. = 'x']/@k/string(.)", '1 3'],
      ["('a', 'bb', 'ccc')[string-length(.) > 1]", 'bb ccc'],
      ['(1 to 5)[. mod 2 = 0]', '2 4'],
    ],
  },
  {
    clause: '3.1.5 Function calls',
    cases: [
      ["string-length('abc')", '3'],
      ["concat('a', 1, 2.50, true(), ())", 'a12.5true'],
      ['concat(/r/a[1], /r/none)', 'x'],
      ["abs('1')", { error: 'XPTY0004' }],
      ['string-length(5)', { error: 'XPTY0004' }],
      ['string-length(/r/a)', { error: 'XPTY0004' }],
      ['upper-case(/r/none)', ''],
      ["round('x')", { error: 'XPTY0004' }],
    ],
  },
  {
    clause: '3.3.1 Constructing sequences',
    cases: [
      ['(1, 2, 3)', '1 2 3'],
      ['1 to 4', '1 2 3 4'],
      ['4 to 1', ''],
      ['3 to 3', '3'],
      ['count(1 to ())', '0'],
      ["(10, 1 to 3, 'x')", '10 1 2 3 x'],
      ["1 to '3'", { error: 'XPTY0004' }],
      ['count((//a, //a))', '6'],
      ['-1 to 1', '-1 0 1'],
    ],
  },
];
