import type { CaseGroup } from './case.ts';

/** What published rules seldom use, and the suites of others ask. */
export const rare: readonly CaseGroup[] = [
  {
    clause: '3.10 Rare casts',
    cases: [
      ["'p:x' castable as xs:QName", 'true', 'it does not look at the prefixes in scope'],
      ["'p:' castable as xs:QName", 'false'],
      ["'nobody:x' castable as xs:QName", 'false'],
      ['() castable as xs:QName?', 'true'],
      ["xs:QName('p:x') castable as xs:QName", 'true', 'it does not look at the prefixes in scope'],
      ["local-name-from-QName(xs:QName('p:x') cast as xs:QName)", 'x', 'it does not look at the prefixes in scope'],
      ["xs:anyURI('1') castable as xs:integer", 'false'],
      ["xs:anyURI('1') cast as xs:integer", { error: 'XPTY0004' }],
      ["'urn:x' castable as xs:anyURI", 'true'],
      ["xs:byte('1') instance of xs:byte", 'true'],
      ["xs:byte('1') instance of xs:int", 'true'],
      ["xs:int('1') instance of xs:byte", 'false'],
      ["xs:NCName('a') instance of xs:token", 'true'],
      ["xs:token('a') instance of xs:NCName", 'false'],
      ['1 instance of xs:byte', 'false'],
    ],
  },
  {
    clause: '8.1 resolve-uri',
    cases: [
      ["resolve-uri('b', 'http://h/a/c')", 'http://h/a/b'],
      ["resolve-uri('../b?q#f', 'http://h/a/c/d')", 'http://h/a/b?q#f'],
      ["resolve-uri('/x', 'http://h/a/c')", 'http://h/x'],
      ["resolve-uri('//o/x', 'http://h/a/c')", 'http://o/x', 'it keeps a reference that starts with an authority'],
      ["resolve-uri('', 'http://h/a/c')", 'http://h/a/c'],
      ["resolve-uri('urn:x', 'http://h/a')", 'urn:x'],
      ["empty(resolve-uri((), 'http://h/a'))", 'true'],
    ],
  },
  {
    clause: '15 Rare functions',
    cases: [
      ["string-join(for $i in subsequence((1, 2, 3), -1e0 div 0) return string($i), ' ')", '1 2 3'],
      ['count(subsequence((1, 2, 3), -1e0 div 0, 1e0 div 0))', '0'],
      ["string-join(for $i in subsequence((1, 2, 3), 0, 2) return string($i), ' ')", '1'],
      ["matches('hello world', 'hello[ ]world', 'x')", 'true'],
      ["matches('helloworld', 'hello world', 'x')", 'true'],
      ["matches('hello world', 'hello\\ sworld', 'x')", 'true'],
      ["trace((1, 2), 'numbers')[2]", '2'],
      ['nilled((//*)[1])', 'false'],
      ["count(id('nobody', /))", '0'],
      ["string(xs:dayTimeDuration('P1D') div (1e0 div 0))", 'PT0S'],
      ["xs:dayTimeDuration('P1D') * (1e0 div 0)", { error: 'FODT0002' }],
      ['1 << 2', { error: 'XPTY0004' }],
      ['(/) instance of document-node(element(nobody))', 'false'],
      ['(/) instance of document-node(element(*))', 'true'],
    ],
  },
];
