import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../packages/schematron/src/xpath/compile/index.ts';
import { makeScope } from '../support/evaluate.ts';

/** One call for every function and arity in published e-invoice schemas, by frequency. */
const CALLS =
  `not(a) normalize-space() normalize-space(a) xs:decimal(a) contains(a,'b') count(a) sum(a) exists(a) round(1.5)
round-half-to-even(1.25,1) string-length() string-length(a) upper-case(a) document('list.xml') true() false()
concat('a','b') concat('a','b','c','d','e','f','g','h','i','j','k','l','m','n','o') substring(a,1) substring(a,1,2)
matches(a,'b') matches(a,'b','i') number() number(a) replace(a,'b','c') tokenize(a,'b') abs(1) starts-with(a,'b') string()
string(a) substring-after(a,'b') substring-before(a,'b') translate(a,'b','c') boolean(a) xs:integer(a) string-join(a,'b')
string-join(a) xs:date(a) string-to-codepoints(a) codepoints-to-string(49) path() local-name() local-name(a) name() name(a)
ends-with(a,'b') distinct-values(a) data(a) current() key('k','v') xs:string(a) empty(a) max(a) min(a) position() last()
xs:dateTime(a) current-date() current-dateTime() xs:dayTimeDuration('P1D')
adjust-date-to-timezone(xs:date('2026-01-01'),xs:dayTimeDuration('PT1H'))
adjust-dateTime-to-timezone(xs:dateTime('2026-01-01T00:00:00'),xs:dayTimeDuration('PT1H')) format-number(1,'0.00')
reverse(a) namespace-uri() namespace-uri(a) floor(1.5) ceiling(1.5) index-of(a,'b') xs:boolean(a) lower-case(a)`.split(
    /\s+/,
  );

describe('functions that published schemas call', () => {
  it.each(CALLS)('%s compiles', (call) => {
    const scope = makeScope({
      document: () => 'd.document',
      key: () => ({ js: 'k', item: 'element' }),
      context: 'element',
    });
    expect(() => compileExpression(call, scope)).not.toThrow();
  });
});
