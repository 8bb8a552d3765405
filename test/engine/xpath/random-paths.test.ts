import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../support/cases.ts';
import { evaluateString } from '../support/evaluate.ts';
import { makeSaxon } from '../support/saxon.ts';

const XML =
  '<r a="1"><x a="1" b="u"><y a="2">1</y><x><y b="u">2</y>t</x></x><y a="1"><x b="v">2</x><!--c--><x a="2"><x/>3</x></y>' +
  '<z><y a="1" b="v"><x>1</x></y></z></r>';

const axis = fc.constantFrom(
  '',
  '',
  '',
  'child::',
  'descendant::',
  'descendant-or-self::',
  'self::',
  'parent::',
  'ancestor::',
  'ancestor-or-self::',
  'following-sibling::',
  'preceding-sibling::',
  'following::',
  'preceding::',
  '@',
);
const nodeTest = fc.constantFrom('x', 'y', 'z', '*', 'node()', 'a', 'b', 'text()', 'element()');
const name = fc.constantFrom('x', 'y', 'z', '*', '@a', '@b', '.', '..');
const literal = fc.constantFrom("'1'", "'2'", "'u'", "'v'", "('1', 'v')", "('1', '2', '3', 'u')");

const predicate: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('1', '2', 'last()', 'position() = 2', 'position() > 1', 'last() - 1', 'position() mod 2 = 1'),
    name,
    fc.tuple(name, literal).map(([n, l]) => `${n} = ${l}`),
    fc.tuple(name, name).map(([n, m]) => `${n} = ${m}`),
    fc.tuple(name, fc.constantFrom('>', '<=', '!='), literal).map(([n, o, l]) => `${n} ${o} ${l}`),
    name.map((n) => `not(${n})`),
    name.map((n) => `count(${n}) > 1`),
    fc.tuple(name, name).map(([n, m]) => `${n} and ${m}`),
    fc.constantFrom('//y[. = current_a]', 'some $v in x satisfies $v = //y', 'x[1]/y', '(x | y)[2]', '. = //x[@b]'),
  )
  .map((text) => `[${text.replace('//y[. = current_a]', '//y/@a = @a')}]`);

const step = fc
  .tuple(axis, nodeTest, fc.array(predicate, { maxLength: 2 }))
  .map(([a, t, p]) => (a === '@' ? `@${/^[ab*]$/.test(t) ? t : 'a'}` : a + t) + p.join(''));
const connector = fc.constantFrom('/', '/', '//');
const start = fc.constantFrom('/', '//', '/r/', '//x/', '(//x | //y)/', '(//y)[2]/', '/r/(x, y)/', '//x[y]/');

const path = fc
  .tuple(start, step, fc.array(fc.tuple(connector, step), { maxLength: 2 }))
  .map(([s, first, rest]) => s + first + rest.map(([c, t]) => c + t).join(''));

/** Identifies nodes by position, so that order and duplicates are visible. */
const placed = (text: string): string =>
  `for $i in (${text}) return concat(name($i), count($i/ancestor::node()), '.', count($i/preceding::node()), '=', $i)`;

const expression = fc.oneof(
  { weight: 4, arbitrary: path.map(placed) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(path, fc.constantFrom('|', 'union', 'intersect', 'except'), path)
      .map(([a, o, b]) => placed(`${a} ${o} ${b}`)),
  },
  path.map((p) => `count(${p})`),
  path.map((p) => `exists(${p})`),
  fc.tuple(path, literal).map(([p, l]) => `${p} = ${l}`),
  fc.tuple(path, path).map(([a, b]) => `${a} = ${b}`),
  fc.tuple(path, path).map(([a, b]) => `for $v in ${a} return count(${b}[. = $v])`),
  fc.tuple(path, path).map(([a, b]) => `every $v in ${a} satisfies $v = ${b}`),
  fc.tuple(path, predicate).map(([p, q]) => placed(`(${p})${q}`)),
  fc.tuple(path, step).map(([p, s]) => `(${p})/${s}/string(.)`),
);

const saxon = await makeSaxon(XML);

test('random paths return the same nodes in the same order as SaxonJS', () => {
  fc.assert(
    fc.property(expression, (text) => {
      expect(evaluateString(text, XML)).toEqual(saxon(text));
    }),
    { numRuns: casesOf(600, 200), seed: 20261121 },
  );
});
