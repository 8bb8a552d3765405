import { NodeKind, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import { describe, expect, test } from 'vitest';
import {
  compileCondition,
  compileExpression,
  type Scope,
} from '../../../packages/schematron/src/xpath/compile/index.ts';
import { makeRunState } from '../../../packages/schematron/src/xpath/runtime/index.ts';
import { assemble, makeScope, NOW, parseDocument } from '../support/evaluate.ts';

const source = (expression: string, overrides: Partial<Scope> = {}): string => {
  const scope = makeScope({ context: 'element', ...overrides });
  return assemble(scope, compileCondition(expression, scope)).source;
};

describe('the shape of the generated code', () => {
  test('an existence test stops at the first node and creates no array', () => {
    const code = source('a/b[c]');
    expect(code).toContain('return true;');
    expect(code).not.toContain('push');
    expect(code).not.toContain('[]');
  });

  test('a comparison with constant strings is a set lookup', () => {
    expect(source("a = ('p', 'q', 'r', 's')")).toMatch(/K\d+ = new Set\(\["p", "q", "r", "s"\]\)/);
    expect(source("a = ('p', 'q')")).toContain('=== "p" ||');
  });

  test('a constant pattern is compiled when the module loads', () => {
    expect(source("matches(a, '^[0-9]+$')")).toMatch(/K\d+ = new RegExp/);
  });

  test('comparing count() with a small number stops counting early', () => {
    expect(source('count(a) > 1')).toContain('if (++r > 1) return r;');
    expect(source('count(a) = 0')).not.toContain('r++');
  });

  test('equal expressions share one function', () => {
    const scope = makeScope({ context: 'element' });
    expect(compileCondition('exists(a/b)', scope)).toBe(compileCondition('a/b', scope));
  });

  test('values independent of the context are memoised once for all expressions', () => {
    const scope = makeScope({ context: 'element' });
    const first = compileExpression('//a/b', scope);
    expect(first.perRun).toBe(true);
    expect(compileExpression('//a/b', scope).code).toBe(first.code);
    expect(scope.module.cells()).toBe(1);
  });

  test('a positional access reads the item by index without scanning', () => {
    const types = { digits: 'many', place: 1 } as const;
    const variable = (_: string, local: string) => ({
      js: local,
      type: { item: 'integer', min: 0, max: types[local as keyof typeof types] } as const,
    });
    const taken = source('sum($digits[$place]) = 3', { variable });
    expect(taken).toContain('digits[Number(place) - 1]');
    expect(source('sum($digits[. = $place]) = 3', { variable })).not.toContain('- 1]');
  });

  test('the constant of a variable is used in the comparison', () => {
    const scope = makeScope();
    const { constant } = compileExpression("('p', 'q', 'r', 's')", scope);
    const variable = () => ({
      js: 'unused',
      type: { item: 'string', min: 0, max: 'many' } as const,
      captures: [],
      constant,
    });
    expect(source('. = $codes', { variable })).toContain('new Set(["p", "q", "r", "s"])');
  });
});

describe('cost grows linearly', () => {
  const rows = (count: number): string =>
    `<r>${Array.from({ length: count }, (_, i) => `<line><id>${i}</id><amount>1.10</amount></line>`).join('')}</r>`;

  /**
   * The number of element links, child list entries and name list entries that a run reads, counted by instrumented
   * replacements.
   */
  function visits(expression: string, count: number): number {
    const scope = makeScope();
    const { evaluate } = assemble(scope, compileExpression(expression, scope).code);
    const run = (document: XmlDocument) => evaluate(document, makeRunState(document, NOW, scope.module.cells()));
    // The first document makes the pool index the names that the rules look up.
    run(parseDocument(rows(1)));
    const document = parseDocument(rows(count));
    let seen = 0;
    const counted = <T extends object>(list: T): T =>
      new Proxy(list, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) seen++;
          return Reflect.get(target, key, receiver);
        },
      });
    const watch = (element: XmlElement): void => {
      for (const link of ['first', 'next', 'same'] as const) {
        const target = element[link];
        const get = (): XmlElement | null => {
          seen++;
          return target;
        };
        Object.defineProperty(element, link, { get });
      }
      for (const child of element.children) if (child.kind === NodeKind.ELEMENT) watch(child);
      element.made = counted(element.children);
    };
    watch(document.root);
    document.elementLists = document.elementLists.map(counted);
    run(document);
    return seen;
  }

  test.each([
    'sum(//line/amount/xs:decimal(.))',
    '//line[id = /r/line[1]/id]/amount',
    'every $l in //line satisfies exists($l/id)',
    'for $x in //line/id return count(//line[id = $x])',
    'every $x in //line satisfies some $y in //line/id satisfies $x/id = $y',
    '//line[id = //line/id]',
    'count(//line/..)',
    '//line[last()]/id',
    'distinct-values(//line/id)',
    '//line[../head]',
    '//line[../line[1]/id = id]',
    'every $l in //line satisfies not($l/../../r/head)',
  ])('%s', (expression) => {
    const small = visits(expression, 200);
    const large = visits(expression, 800);
    expect(large / small).toBeGreaterThan(2);
    expect(large / small).toBeLessThan(5);
  });
});
