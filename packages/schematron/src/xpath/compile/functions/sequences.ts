import { quote } from '../../../javascript.ts';
import { isStringLike, many, one, type SequenceType } from '../../item-types.ts';
import { asMany, exists, isName, tagged, taggedList, test, value } from '../code.ts';
import { constantExpr } from '../constructs/literal.ts';
import { booleanExpr } from '../constructs/logic.ts';
import { argumentOf, atomized, converted, singular } from '../convert.ts';
import { type Expr, NOTHING } from '../expr.ts';
import { argumentAs, checkCollation, define, type FunctionTable, orContext, over } from './define.ts';

const truth = (known: boolean) => define(0, 0, () => constantExpr({ type: 'boolean', value: known }));

/** A function that selects items: the result has the item type of its first argument. */
function picked(
  items: Expr,
  parts: readonly Expr[],
  type: SequenceType,
  code: (codes: readonly string[], rt: Rt) => string,
): Expr {
  return over([items, ...parts], type, (codes, env) => code(codes, env.module.rt));
}

type Rt = Parameters<NonNullable<Expr['value']>>[0]['module']['rt'];

const picking = (
  min: number,
  rest: readonly ('integer' | 'double' | 'items')[],
  code: (codes: readonly string[], rt: Rt) => string,
) =>
  define(min, rest.length + 1, (args, call) => {
    const items = asMany(args[0]!);
    const others = args.slice(1).map((arg, i) => {
      const kind = rest[i]!;
      return kind === 'items' ? arg : argumentAs(arg, one(kind), call, i + 1);
    });
    const inserted = others.find((_, i) => rest[i] === 'items');
    if (inserted === undefined) return picked(items, others, many(items.type.item), code);
    const same = inserted.type.item === items.type.item;
    const [a, b] = same ? [items, asMany(inserted)] : [asMany(tagged(items)), asMany(tagged(inserted))];
    const parts = others.map((other) => (other === inserted ? b : other));
    return picked(a, parts, many(same ? a.type.item : 'item'), code);
  });

/** fn:zero-or-one and similar functions: check the number of items. */
const checked = (fn: 'zeroOrOne' | 'oneOrMore' | 'exactlyOne', min: 0 | 1, max: 1 | 'many') =>
  define(1, 1, ([arg]) =>
    picked(asMany(arg!), [], { item: arg!.type.item, min, max }, ([code], rt) => `${rt(fn)}(${code})`),
  );

const distinctValues = define(1, 2, (args, call) => {
  checkCollation(args[1], call);
  const atoms = asMany(atomized(args[0]!));
  const { item } = atoms.type;
  if (isStringLike(item)) {
    return over([atoms], many(item), ([list], env) => `${env.module.rt('distinctTexts')}(${list})`, true);
  }
  return {
    ...over([atoms], many('atomic'), () => '', true),
    value: (env) => `${env.module.rt('distinctValues')}(${taggedList(atoms, env)}, d)`,
  };
});

const indexOf = define(2, 3, (args, call) => {
  checkCollation(args[2], call);
  const atoms = atomized(args[0]!);
  const item = converted(args[1]!, one('atomic'), argumentOf(call.name, 1));
  return {
    ...over([atoms, item], many('integer'), () => '', true),
    value: (env) => `${env.module.rt('indexOf')}(${taggedList(atoms, env)}, ${value(item, env)}, d)`,
  };
});

const deepEqual = define(2, 3, (args, call) => {
  checkCollation(args[2], call);
  const [a, b] = [args[0]!, args[1]!];
  return booleanExpr([a, b], (env) => `${env.module.rt('deepEqual')}(${taggedList(a, env)}, ${taggedList(b, env)}, d)`);
});

const error = define(0, 3, (args, call) => {
  const message = args[1] === undefined ? null : argumentAs(args[1], one('string'), call, 1);
  const code = args[0] === undefined ? null : singular(args[0], argumentOf(call.name, 0));
  return over(
    [code, message].filter((part) => part !== null),
    many('item'),
    (codes, env) => {
      const name = code === null || code.type.item !== 'QName' ? 'null' : codes[0];
      const text = message === null ? quote('error()') : codes[codes.length - 1];
      return `${env.module.rt('raise')}(${name}, ${text})`;
    },
  );
});

const focus = (of: 'position' | 'last') =>
  define(
    0,
    0,
    (): Expr => ({
      type: one('integer'),
      needs: { ...NOTHING, [of]: true },
      isExpensive: false,
      value: (env) => (of === 'position' ? env.p : env.l),
      ...(of === 'last' ? { isLast: true } : {}),
    }),
  );

const negation = define(1, 1, ([arg]) => booleanExpr([arg!], (env) => `!${bracketed(test(arg!, env))}`));
const bracketed = (code: string): string =>
  isName(code) || /^(?:[\w$]*)\((?:[^()]*)\)$/.test(code) ? code : `(${code})`;

/** Functions on booleans and sequences (XPath functions, sections 9, 14, 15 and 16). */
export const sequenceFunctions: FunctionTable = {
  true: truth(true),
  false: truth(false),
  not: negation,
  boolean: define(1, 1, ([arg]) => booleanExpr([arg!], (env) => test(arg!, env))),
  exists: define(1, 1, ([arg]) => booleanExpr([arg!], (env) => exists(arg!, env))),
  empty: define(1, 1, ([arg]) => booleanExpr([arg!], (env) => `!${exists(arg!, env)}`)),
  position: focus('position'),
  last: focus('last'),
  data: define(0, 1, (args, call) => atomized(orContext(args, call))),
  'distinct-values': distinctValues,
  'index-of': indexOf,
  'deep-equal': deepEqual,
  reverse: picking(1, [], ([items]) => `[...${items}].reverse()`),
  unordered: define(1, 1, ([arg]) => arg!),
  subsequence: picking(
    2,
    ['double', 'double'],
    (codes, rt) => `${rt('subsequence')}(${codes[0]}, ${codes[1]}, ${codes[2] ?? 'null'})`,
  ),
  'insert-before': picking(3, ['integer', 'items'], (codes, rt) => `${rt('insertBefore')}(${codes.join(', ')})`),
  remove: picking(2, ['integer'], (codes, rt) => `${rt('removeAt')}(${codes.join(', ')})`),
  // XPath functions, section 4: returns its argument unchanged; trace output is not supported.
  trace: define(2, 2, ([items, label], call) => {
    argumentAs(label!, one('string'), call, 1);
    return items!;
  }),
  head: define(1, 1, ([arg]) =>
    over([asMany(arg!)], { item: arg!.type.item, min: 0, max: 1 }, ([list]) => `(${list}[0] ?? null)`),
  ),
  tail: picking(1, [], ([items]) => `${items}.slice(1)`),
  'zero-or-one': checked('zeroOrOne', 0, 1),
  'one-or-more': checked('oneOrMore', 1, 'many'),
  'exactly-one': checked('exactlyOne', 1, 1),
  error,
};
