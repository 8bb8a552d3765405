import fc from 'fast-check';
import fontoxpath from 'fontoxpath';
import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { casesOf } from '../support/cases.ts';
import { explain } from './support/explain.ts';
import { fnPath } from './support/fn-path.ts';

const CASES = casesOf(250, 60);

/** The texts of a fixed document structure, by path. */
const PLACES = [
  '/r[1]/@a',
  '/r[1]/x[1]/@b',
  '/r[1]/x[1]/y[1]',
  '/r[1]/x[1]/y[2]',
  '/r[1]/x[2]/@b',
  '/r[1]/x[2]/y[1]',
  '/r[1]/x[2]/z[1]',
  '/r[1]/z[1]',
];
const written = ([a, b1, y1, y2, b2, y3, z1, z2]: readonly string[]): string =>
  `<r a="${a}"><x b="${b1}"><y>${y1}</y><y>${y2}</y></x><x b="${b2}"><y>${y3}</y><z>${z1}</z></x><z>${z2}</z></r>`;

const texts = fc.array(fc.constantFrom('1', '2', '10', 'a', 'b'), {
  minLength: PLACES.length,
  maxLength: PLACES.length,
});

const literal = fc.constantFrom("'1'", "'2'", "'a'", "('a', '2')", "('10', 'b', 'c')");
const path = fc.constantFrom(
  'x',
  'x/y',
  '//y',
  'x[1]/y',
  'x[2]/@b',
  'x/@b',
  'z',
  '@a',
  './/z',
  "x[@b = '1']/y",
  "x[y = 'a']",
  "x[y != '2']/@b",
  'x[z]/y',
  "x[z or @b = 'b']/y",
  'x/y/..',
  'x[2]/preceding-sibling::x/y',
  "x[y = /r/z]/y[. = '2']",
  '(x/y | z)',
  'x/(y, z)',
  'x/y[2]',
  '(x/y)[2]',
  "x[every $i in y satisfies $i = '1']",
  'w',
  'current()/z',
);

const condition = fc.letrec<{ test: string; number: string }>((tie) => ({
  number: fc.oneof(
    path.map((p) => `count(${p})`),
    path.map((p) => `string-length(string-join(${p}, '-'))`),
    path.map((p) => `sum(${p} ! string-length(.))`),
    fc.constantFrom('number(z)', 'number(@a)', '2', '3', 'count(distinct-values(//y))'),
  ),
  test: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(path, fc.constantFrom('=', '!=', '<', '>='), literal).map(([p, o, l]) => `${p} ${o} ${l}`),
    fc.tuple(path, fc.constantFrom('=', '!='), path).map(([p, o, q]) => `${p} ${o} ${q}`),
    fc.tuple(tie('number'), fc.constantFrom('=', '<', '>', 'ge'), tie('number')).map(([a, o, b]) => `${a} ${o} ${b}`),
    fc.tuple(fc.constantFrom('exists', 'empty', 'not', 'boolean'), path).map(([f, p]) => `${f}(${p})`),
    path.map((p) => `matches(string-join(${p}, ''), '^[0-9]+$')`),
    fc.tuple(path, path).map(([p, q]) => `(${p})[1] is (${q})[1]`),
    tie('test').map((a) => `not(${a})`),
    fc.tuple(tie('test'), fc.constantFrom('and', 'or', '='), tie('test')).map(([a, o, b]) => `((${a}) ${o} (${b}))`),
    fc.tuple(tie('test'), tie('test'), tie('test')).map(([a, b, c]) => `(if (${a}) then ${b} else ${c})`),
    fc
      .tuple(fc.constantFrom('some', 'every'), path, literal, tie('test'))
      .map(([q, p, l, a]) => `(${q} $v in ${p} satisfies ($v = ${l} or ${a}))`),
    fc
      .tuple(fc.constantFrom('some', 'every'), path, path)
      .map(([q, p, o]) => `(${q} $v in ${p}, $w in ${o} satisfies string($v) = $w)`),
    fc.tuple(path, literal).map(([p, l]) => `count(for $v in ${p} return $v[. = ${l}]) = 1`),
    fc.tuple(path, literal).map(([p, l]) => `(let $v := ${p} return $v = ${l} and count($v) > 1)`),
  ),
})).test;

/** The result of fontoxpath; null for an error, and for `current()`, which here is the same as the context item. */
function evaluated(test: string, xml: string): boolean | null {
  try {
    const { documentElement } = parseXmlDocument(xml);
    return fontoxpath.evaluateXPathToBoolean(test.replaceAll('current()/', ''), documentElement);
  } catch {
    return null;
  }
}

test('the deciding nodes are complete: the test still fails when all other texts change', () => {
  let explained = 0;
  let decisive = 0;
  fc.assert(
    fc.property(condition, texts, fc.array(texts, { minLength: 4, maxLength: 4 }), (any, own, others) => {
      const outcome = evaluated(any, written(own));
      if (outcome === null) return;
      const failing = outcome ? `not(${any})` : any;
      const explanation = explain(failing, written(own));
      if (explanation === null) return;
      explained += 1;
      const paths = explanation.nodes.map(fnPath);
      const isKept = (place: string): boolean => paths.some((node) => place === node || place.startsWith(`${node}/`));
      if (!PLACES.every(isKept)) decisive += 1;
      for (const other of others) {
        const xml = written(PLACES.map((place, index) => (isKept(place) ? own : other)[index]!));
        expect(evaluated(failing, xml), `${failing} of ${xml}, explained by ${paths.join(' ')}`).not.toBe(true);
      }
    }),
    { numRuns: CASES, seed: 20261123 },
  );
  expect(explained).toBeGreaterThan(CASES * 0.6);
  expect(decisive).toBeGreaterThan(CASES * 0.36);
});
