import type { CaseGroup } from './case.ts';

export const idioms: readonly CaseGroup[] = [
  {
    clause: 'XPath 3.0 conveniences',
    cases: [
      ["'a' || 'b' || 1", 'ab1'],
      ["() || 'x'", 'x'],
      ['/r/a ! string(@k)', '1 2 3'],
      ['(1, 2) ! (. + 1)', '2 3'],
      ['let $x := 5 return $x * 2', '10'],
      ['let $x := (1, 2), $y := count($x) return $y', '2'],
      ['head((1, 2, 3))', '1'],
      ['tail((1, 2, 3))', '2 3'],
    ],
  },
  {
    clause: 'Idioms of rule sets',
    cases: [
      ["not(/r/none) or matches(normalize-space(/r/none), '^x$')", 'true'],
      ['every $x in /r/a satisfies string-length(normalize-space($x)) > 0', 'true'],
      ["string-length(substring-after(string(/r/b/c[1]), '.')) <= 2", 'true'],
      ['xs:decimal(/r/b/c[1]) = round(xs:decimal(/r/b/c[1]) * 100) div 100', 'true'],
      ['(round((10.5 * 2) * 10 * 10) div 100) = 21', 'true'],
      ["if (matches('A1', '^[A-Z]\\d$')) then true() else false()", 'true'],
      ["sum(/r/b/c/xs:decimal(.)) = xs:decimal('12.5')", 'true'],
      ["normalize-space(/r/s) = 'a b'", 'true'],
      ["contains(' AD AE AF ', concat(' ', normalize-space('AE'), ' '))", 'true'],
      [
        "not(contains(normalize-space(/r/a[1]), ' ')) and contains(' x y ', concat(' ', normalize-space(/r/a[1]), ' '))",
        'true',
      ],
      ["exists(/r/a[. = 'x']) and exists(/r/a[. = 'y'])", 'true'],
      ["count(/r/a[@k = '1']) = 1 and count(/r/a[@k = '9']) = 0", 'true'],
      ['(/r/a, /r/b)[1]/name()', 'a'],
      ["string-to-codepoints('A')[1] - 48", '17'],
      ['sum(for $i in 1 to 3 return $i * $i)', '14'],
      ["number(substring('12345', 2, 2)) mod 7", '2'],
      [
        "xs:integer(string-join(for $c in string-to-codepoints('1A') return string(if ($c > 64) then $c - 55 else $c - 48), '')) mod 97",
        '13',
      ],
      ['(1 to 10)[. mod 3 = 0]', '3 6 9'],
      ["tokenize('a b  c', '\\s+')[2]", 'b'],
      ["/r/a[some $y in ('x', 'y') satisfies . = $y]/@k", '1 2 3'],
      ['/*/local-name()', 'r'],
      ['/*/namespace-uri()', ''],
      ["concat(name(/*), '/', count(//*))", 'r/19'],
    ],
  },
];
