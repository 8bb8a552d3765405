import { quote } from '../../../javascript.ts';
import { type ItemType, isNumeric, isStringLike, one, optional } from '../../item-types.ts';
import type { RoundingFunction } from '../../runtime/round.ts';
import { asMany, each, hoist, mapItems, tagCode, taggedList, value } from '../code.ts';
import { argumentOf, atomized, converted, fromText, singular } from '../convert.ts';
import type { Env, Expr } from '../expr.ts';
import {
  argumentAs,
  type Call,
  checkCollation,
  define,
  type FunctionTable,
  orContext,
  over,
  strictOver,
} from './define.ts';

/** An optional number of its static type if known; untyped as double. */
function numericArgument(arg: Expr, call: Call, index: number): Expr {
  const what = argumentOf(call.name, index);
  const atom = singular(atomized(arg), what);
  return isNumeric(atom.type.item) || atom.type.max === 0
    ? atom
    : (asDouble(atom) ?? converted(atom, optional('numeric'), what));
}

const asDouble = (atom: Expr): Expr | null =>
  atom.type.item === 'untyped' ? mapItems(atom, 'double', (code, env) => fromText(code, 'double', env)) : null;

const rounding = (how: RoundingFunction) =>
  define(1, 1, (args, call) => {
    const number = numericArgument(args[0]!, call, 0);
    return mapItems(number, number.type.item, (code, env) => roundCode(how, code, number.type.item, env));
  });

function roundCode(how: RoundingFunction, code: string, item: ItemType, env: Env): string {
  const { rt } = env.module;
  switch (item) {
    case 'integer':
      return how === 'abs' ? `${rt('absInt')}(${code})` : code;
    case 'decimal':
      return `${code}.${how}()`;
    case 'double':
      if (how === 'round') return `${rt('roundDouble')}(${code})`;
      return `Math.${how === 'ceiling' ? 'ceil' : how}(${code})`;
    case 'float':
      return `${rt('roundNumber')}(${code}, ${quote(how)})`;
    default:
      return `${rt('roundTagged')}(${tagCode(code, item, env.module)}, ${quote(how)})`;
  }
}

type HalfEven = 'roundHalfEvenInt' | 'roundHalfEvenDecimal' | 'roundHalfEvenDouble';
const HALF_EVEN: ReadonlyMap<ItemType, HalfEven> = new Map([
  ['integer', 'roundHalfEvenInt'],
  ['decimal', 'roundHalfEvenDecimal'],
  ['double', 'roundHalfEvenDouble'],
]);

const roundHalfEven = define(1, 2, (args, call) => {
  const number = numericArgument(args[0]!, call, 0);
  const digits = args[1] === undefined ? [] : [argumentAs(args[1], one('integer'), call, 1)];
  const { item } = number.type;
  const known = HALF_EVEN.get(item) ?? null;
  const result = item === 'float' ? 'numeric' : item;
  return strictOver([number, ...digits], result, ([code, places], env) => {
    const bare = known === null ? tagCode(code!, item, env.module) : code!;
    return `${env.module.rt(known ?? 'roundHalfEvenTagged')}(${bare}, ${places ?? '0'})`;
  });
});

/** fn:number: NaN if the argument is not a number. */
const numberOf = (arg: Expr, call: Call): Expr => numberOfAtom(singular(atomized(arg), argumentOf(call.name, 0)));

/** The number of at most one atomic value: NaN if it is empty or not a number. */
export function numberOfAtom(atom: Expr): Expr {
  const { item } = atom.type;
  const number = mapItems(atom, 'double', (code, env) => {
    const { rt } = env.module;
    if (isStringLike(item)) return `${rt('numberOfText')}(${code})`;
    if (item === 'integer') return `Number(${code})`;
    if (item === 'decimal') return `${code}.toNumber()`;
    return item === 'double' || item === 'float' ? code : `${rt('numberOf')}(${tagCode(code, item, env.module)})`;
  });
  if (number.type.max !== 0 && number.type.min === 1) return number;
  return over([number], one('double'), ([code]) => (code === 'null' ? 'NaN' : `(${code} ?? NaN)`));
}

/** Sums bare numbers of one type without creating an array. */
function total(atoms: Expr, env: Env): string {
  const start = atoms.type.item === 'decimal' ? env.module.rt('ZERO') : '0';
  const add = (c: string): string => {
    if (atoms.type.item === 'decimal') return `s = s.add(${c});`;
    return atoms.type.item === 'integer' ? `s = ${env.module.rt('addInt')}(s, ${c});` : `s += ${c}; `;
  };
  return `let s = ${start}; let r = 0; ${each(atoms, env, (c) => `r++; ${add(c)}`, 'distinct')}`;
}

const summable = (atoms: Expr): Expr => asDouble(atoms) ?? atoms;
const isBare = (item: ItemType): boolean => item === 'double' || item === 'decimal' || item === 'integer';

const sum = define(1, 2, (args, call) => {
  const atoms = summable(atomized(args[0]!));
  const { item } = atoms.type;
  const base = { needs: atoms.needs, isExpensive: true };
  if (args.length === 1 && (isBare(item) || atoms.type.max === 0)) {
    const type = one(atoms.type.max === 0 ? 'integer' : item);
    if (atoms.type.max === 0) return over([], type, () => '0');
    return { ...base, type, value: (env) => hoist(atoms.needs, env, (inner) => `${total(atoms, inner)} return s;`) };
  }
  const zero = args[1] === undefined ? null : converted(args[1], optional('atomic'), argumentOf(call.name, 1));
  return {
    ...over(
      zero === null ? [atoms] : [atoms, zero],
      zero === null ? one('atomic') : optional('atomic'),
      () => '',
      true,
    ),
    value: (env) => {
      const other = zero === null ? env.module.rt('integerZero') : value(zero, env);
      return `(${env.module.rt('sum')}(${taggedList(atoms, env)}, d) ?? ${other})`;
    },
  };
});

const average = define(1, 1, (args) => {
  const atoms = summable(atomized(args[0]!));
  const { item } = atoms.type;
  if (!isBare(item)) {
    return {
      ...over([atoms], optional('atomic'), () => '', true),
      value: (env) => `${env.module.rt('average')}(${taggedList(atoms, env)}, d)`,
    };
  }
  return {
    type: optional(item === 'double' ? 'double' : 'decimal'),
    needs: atoms.needs,
    isExpensive: true,
    value: (env) =>
      hoist(atoms.needs, env, (inner) => {
        const { rt } = inner.module;
        const result = {
          double: 's / r',
          decimal: `${rt('divideDecimal')}(s, ${rt('decimalFrom')}(r))`,
          integer: `${rt('divideInt')}(s, r)`,
        }[item as 'double' | 'decimal' | 'integer'];
        return `${total(atoms, inner)} return r === 0 ? null : ${result};`;
      }),
  };
});

const extreme = (operator: 'lt' | 'gt') =>
  define(1, 2, (args, call) => {
    checkCollation(args[1], call);
    const atoms = summable(atomized(args[0]!));
    const { item } = atoms.type;
    const known = item === 'double' || item === 'decimal' || item === 'integer' || item === 'string';
    const tagged: Expr = {
      type: optional(known && item !== 'integer' ? item : item === 'numeric' ? 'numeric' : 'atomic'),
      needs: atoms.needs,
      isExpensive: true,
      value: (env) => `${env.module.rt('extreme')}(${taggedList(atoms, env)}, ${quote(operator)}, d)`,
    };
    return item === 'integer' ? mapItems(tagged, 'integer', (code) => `${code}.value`) : tagged;
  });

const count = define(1, 1, ([arg]) => {
  const items = arg!;
  const { min, max } = items.type;
  if (max === 0) return over([], one('integer'), () => '0');
  if (max === 1 && min === 1) return over([items], one('integer'), () => '1');
  return {
    type: one('integer'),
    needs: items.needs,
    isExpensive: true,
    counted: items,
    value: (env) => {
      if (items.each === undefined) return `${value(asMany(items), env)}.length`;
      return hoist(items.needs, env, (inner) => `let r = 0; ${each(items, inner, () => 'r++;', 'distinct')} return r;`);
    },
  };
});

/** Functions on numbers and aggregates (XPath functions, sections 6 and 15.4). */
export const numberFunctions: FunctionTable = {
  number: define(0, 1, (args, call) => numberOf(orContext(args, call), call)),
  abs: rounding('abs'),
  ceiling: rounding('ceiling'),
  floor: rounding('floor'),
  round: rounding('round'),
  'round-half-to-even': roundHalfEven,
  sum,
  avg: average,
  min: extreme('lt'),
  max: extreme('gt'),
  count,
};
