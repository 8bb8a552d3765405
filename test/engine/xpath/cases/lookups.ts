import type { CaseGroup } from './case.ts';

export const lookups: readonly CaseGroup[] = [
  {
    clause: 'Look-ups instead of loops: joins, quantified membership, code lists as text',
    cases: [
      ['for $x in //a return count(//a[. = $x])', '2 1 2'],
      ['for $x in //a return count(//a[@k = $x/@k])', '1 1 1'],
      ["for $x in //a return string-join(//a[. = string($x)]/@k, '+')", '1+3 2 1+3'],
      ['for $x in //e/@z return count(//e[@z = $x])', '3 3 3'],
      ['for $x in //a return //a[. = $x][2]/@k', '3 3'],
      ["for $x in //a, $y in ('x', 'y') return count(//a[. = $x][. = $y])", '2 0 0 1 2 0'],
      ['every $x in //a satisfies exists(//a[$x = .])', 'true'],
      ['for $x in //c return count(//c[. = number($x)])', '1 1'],
      ["for $x in ('x', 'zz') return count(//*[. = $x])", '2 0'],
      ['for $x in //c return count(//b[c = $x])', '1 1'],
      ["some $x in ('a', 'x') satisfies /r/a[1] = $x", 'true'],
      ["some $x in ('a', 'b') satisfies $x = /r/a[1]", 'false'],
      ['some $x in () satisfies /r/a[1] = $x', 'false'],
      ['some $x in (1, 2) satisfies count(/r/b/c) = $x', 'true'],
      ["some $x in ('x', 'y') satisfies string(/r/a[1]) eq $x", 'true'],
      ['some $x in //c satisfies $x = $x', 'true'],
      ["some $x in //c satisfies concat($x, '') = $x", 'true'],
      ["contains(' x y ', concat(' ', /r/a[1], ' '))", 'true'],
      ["contains(' xx y ', concat(' ', /r/a[1], ' '))", 'false'],
      ["contains('x y ', concat(' ', /r/a[1], ' '))", 'false'],
      ["contains(' x  y ', concat(' ', '', ' '))", 'true'],
      ["contains(' x y ', concat(' ', '', ' '))", 'false'],
      ["contains(' x y z ', concat(' ', 'x y', ' '))", 'true'],
      ["contains(' x y z ', concat(' ', 'x z', ' '))", 'false'],
    ],
  },
];
