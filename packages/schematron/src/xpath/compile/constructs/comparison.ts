import { quote } from '../../../javascript.ts';
import { type ItemType, isNumeric, isStringLike, isTagged, one, optional } from '../../item-types.ts';
import type { CastTarget } from '../../runtime/cast.ts';
import { each, exists, hoist, isName, tagCode, value, whenPresent } from '../code.ts';
import { atomized, converted, fromText, promoteNumber, singular } from '../convert.ts';
import { type Env, type Expr, isIndependent, joinNeeds, type Site } from '../expr.ts';
import { operand, type Syntax } from '../parse.ts';
import type { Constant } from '../scope.ts';
import { emptySequence } from './sequence.ts';

export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

const SIGNS: Readonly<Record<Operator, string>> = { eq: '===', ne: '!==', lt: '<', le: '<=', gt: '>', ge: '>=' };
const MIRRORED: Readonly<Record<Operator, Operator>> = { eq: 'eq', ne: 'ne', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' };

/**
 * How to compare two atomic values of static types: each side is prepared once, then the prepared codes are compared.
 */
type Comparator = {
  readonly left: (code: string, env: Env) => string;
  readonly right: (code: string, env: Env) => string;
  readonly compare: (left: string, right: string, env: Env) => string;
  /** Preparing the right side may throw, so it happens only if the left side has an item. */
  readonly rightMayFail: boolean;
};

const same = (code: string): string => code;

function ordered(operator: Operator, fn: 'compareText' | 'compareNumbers' | 'compareDurations'): Comparator['compare'] {
  return (a, b, env) => `(${env.module.rt(fn)}(${a}, ${b}) ${SIGNS[operator]} 0)`;
}

const bySign =
  (operator: Operator): Comparator['compare'] =>
  (a, b) =>
    `(${a} ${SIGNS[operator]} ${b})`;

const isEquality = (operator: Operator): boolean => operator === 'eq' || operator === 'ne';

function comparatorFor(operator: Operator, a: ItemType, b: ItemType, general: boolean): Comparator {
  const plain = (compare: Comparator['compare']): Comparator => ({
    left: same,
    right: same,
    compare,
    rightMayFail: false,
  });
  if (isStringLike(a) && isStringLike(b)) {
    return plain(isEquality(operator) ? bySign(operator) : ordered(operator, 'compareText'));
  }
  if (general && a === 'untyped' && isExact(b)) return cast(b, comparatorFor(operator, likened(b), b, true), 'left');
  if (general && b === 'untyped' && isExact(a)) return cast(a, comparatorFor(operator, a, likened(a), true), 'right');
  if (isExactNumber(a) && isExactNumber(b)) return numbers(operator, a, b);
  if (a === 'boolean' && b === 'boolean') return plain(bySign(operator));
  if (a === b && (a === 'date' || a === 'dateTime' || a === 'time')) {
    return plain((x, y, env) => `(${env.module.rt('momentLess')}(${x}, ${y}, d) ${SIGNS[operator]} 0)`);
  }
  if (a === b && (a === 'dayTimeDuration' || a === 'yearMonthDuration'))
    return plain(ordered(operator, 'compareDurations'));
  const fn = general ? 'compareAtoms' : 'compareValues';
  return {
    left: (code, env) => tagCode(code, comparedAs(a, general), env.module),
    right: (code, env) => tagCode(code, comparedAs(b, general), env.module),
    compare: (x, y, env) => `${env.module.rt(fn)}(${quote(operator)}, ${x}, ${y}, d)`,
    rightMayFail: false,
  };
}

/** In a value comparison, untyped values are strings. */
const comparedAs = (item: ItemType, general: boolean): ItemType => (!general && item === 'untyped' ? 'string' : item);

const isExactNumber = (item: ItemType): boolean => isNumeric(item) && item !== 'numeric';
const isExact = (item: ItemType): boolean => !isTagged(item) && item !== 'QName' && !isStringLike(item);
/** The type that an untyped value is cast to in a comparison with the type (XPath 2.0 section 3.5.2). */
const likened = (item: ItemType): ItemType => (isNumeric(item) ? 'double' : item);

function cast(other: ItemType, then: Comparator, side: 'left' | 'right'): Comparator {
  const prepare = then[side];
  const converted = (code: string, env: Env): string => prepare(fromText(code, likened(other) as CastTarget, env), env);
  return { ...then, [side]: converted, rightMayFail: then.rightMayFail || side === 'right' };
}

function numbers(operator: Operator, a: ItemType, b: ItemType): Comparator {
  const type = [a, b].includes('double')
    ? 'double'
    : [a, b].includes('float')
      ? 'float'
      : a === 'integer' && b === 'integer'
        ? 'integer'
        : 'decimal';
  const side = (from: ItemType) => (code: string, env: Env) => promoteNumber(code, from, type, env);
  const compare: Comparator['compare'] =
    type === 'decimal' ? (x, y) => `(${x}.compare(${y}) ${SIGNS[operator]} 0)` : bySign(operator);
  return { left: side(a), right: side(b), compare, rightMayFail: false };
}

/** `=` `!=` `<` … (XPath 2.0 section 3.5.2): true if any pair of items compares true. */
export function generalComparison(operator: Operator, left: Expr, right: Expr): Expr {
  const base = {
    type: one('boolean'),
    needs: joinNeeds(left.needs, right.needs),
    isExpensive: left.isExpensive || right.isExpensive,
  };
  const counted = countComparison(operator, left, right) ?? countComparison(MIRRORED[operator], right, left);
  if (counted !== null) return { ...base, test: counted, value: counted };
  const condition = (env: Env): string => someCompare(operator, atomized(left), atomized(right), env);
  return { ...base, test: condition, value: condition, equality: operator === 'eq' ? [left, right] : undefined };
}

/** `count(E) > 1` and similar: stops counting as soon as the result is known. */
function countComparison(operator: Operator, left: Expr, right: Expr): ((env: Env) => string) | null {
  const constant = right.constant?.length === 1 ? right.constant[0]! : null;
  if (left.counted === undefined || left.counted.each === undefined || constant?.type !== 'integer') return null;
  const limit = Number(constant.value);
  if (!Number.isSafeInteger(limit) || limit < 0 || limit > 1000) return null;
  const { counted } = left;
  return (env) => {
    if (limit === 0 && operator === 'gt') return exists(counted, env);
    if (limit === 0 && operator === 'eq') return `!${exists(counted, env)}`;
    if (limit === 1 && operator === 'ge') return exists(counted, env);
    const count = hoist(counted.needs, env, (inner) => {
      const loop = each(counted, inner, () => `if (++r > ${limit}) return r;`, 'distinct');
      return `let r = 0; ${loop} return r;`;
    });
    return `(${count} ${SIGNS[operator]} ${limit})`;
  };
}

function someCompare(operator: Operator, left: Expr, right: Expr, env: Env): string {
  if (left.type.max === 0 || right.type.max === 0) return 'false';
  if (operator === 'eq') {
    const member = memberTest(left, right, env) ?? memberTest(right, left, env);
    if (member !== null) return member;
  }
  // A single-item side is prepared once, outside the loop over the other side.
  if (left.type.max !== 'many' && right.type.max === 'many') {
    return someCompare(MIRRORED[operator], right, left, env);
  }
  const comparator = comparatorFor(operator, left.type.item, right.type.item, true);
  const needs = joinNeeds(left.needs, right.needs);
  if (left.type.min === 1 && left.type.max === 1 && right.type.min === 1 && right.type.max === 1) {
    const a = comparator.left(value(left, env), env);
    return comparator.compare(a, comparator.right(value(right, env), env), env);
  }
  return hoist(needs, env, (inner) => {
    if (right.type.max === 'many') {
      const list = inner.fresh('k');
      const pairs = each(
        left,
        inner,
        (a) => {
          const x = inner.fresh('x');
          const i = inner.fresh('i');
          const hit = comparator.compare(x, comparator.right(`${list}[${i}]`, inner), inner);
          return `const ${x} = ${comparator.left(a, inner)}; for (let ${i} = 0; ${i} < ${list}.length; ${i}++) if (${hit}) return true;`;
        },
        'any',
      );
      return `const ${list} = ${value(right, inner)}; ${pairs} return false;`;
    }
    const y = inner.fresh('y');
    const raw = value(right, inner);
    const guard = right.type.min === 1 ? '' : ` if (${y} === null) return false;`;
    const early = !comparator.rightMayFail && right.type.min === 1;
    const other = early ? y : comparator.right(y, inner);
    const run = each(
      left,
      inner,
      (a) => `if (${comparator.compare(comparator.left(a, inner), other, inner)}) return true;`,
      'any',
    );
    return `const ${y} = ${early ? comparator.right(raw, inner) : raw};${guard} ${run} return false;`;
  });
}

/** `A = ('a', 'b', …)`, and `A = B` if B is the same for the whole document: a set lookup. */
function memberTest(items: Expr, members: Expr, env: Env): string | null {
  if (!isStringLike(items.type.item) || !isStringLike(members.type.item)) return null;
  const texts = stringConstants(members);
  if (texts !== null) {
    const distinct = [...new Set(texts)];
    if (distinct.length <= 3) {
      return someItem(items, env, (c) => distinct.map((text) => `${c} === ${quote(text)}`).join(' || '));
    }
    const set = env.module.constant(`new Set([${distinct.map(quote).join(', ')}])`);
    return someItem(items, env, (c) => `${set}.has(${c})`);
  }
  if (env.remembering || members.type.max !== 'many' || !isIndependent(members.needs)) return null;
  if (isIndependent(items.needs)) return null;
  const list = value(members, { ...env, remembering: true });
  const set = env.module.perRun(`new Set(${list})`);
  return someItem(items, env, (c) => `${set}.has(${c})`);
}

function stringConstants(expr: Expr): string[] | null {
  if (expr.constant === undefined) return null;
  const texts = expr.constant.map((constant: Constant) => (constant.type === 'string' ? constant.value : null));
  return texts.every((text) => text !== null) ? texts : null;
}

function someItem(items: Expr, env: Env, condition: (code: string) => string): string {
  if (items.type.min === 1 && items.type.max === 1) {
    const code = value(items, env);
    const isOnce = !condition('c').includes(' || ');
    if (isOnce || isName(code)) return `(${condition(code)})`;
  }
  return hoist(items.needs, env, (inner) => {
    const loop = each(items, inner, (c) => `if (${condition(c)}) return true;`, 'any');
    return `${loop} return false;`;
  });
}

/** `eq` `ne` … (XPath 2.0 section 3.5.1): at most one item per side; empty if a side is empty. */
function valueComparison(operator: Operator, left: Expr, right: Expr): Expr {
  const a = singular(atomized(left), `as the left side of "${operator}"`);
  const b = singular(atomized(right), `as the right side of "${operator}"`);
  if (a.type.max === 0 || b.type.max === 0) return emptySequence;
  const comparator = comparatorFor(operator, comparedAs(a.type.item, false), comparedAs(b.type.item, false), false);
  const certain = a.type.min === 1 && b.type.min === 1;
  // For strings, `eq` and `=` differ only in the number of items allowed.
  const areStrings = operator === 'eq' && certain && isStringLike(a.type.item) && isStringLike(b.type.item);
  return {
    equality: areStrings ? [a, b] : undefined,
    type: certain ? one('boolean') : optional('boolean'),
    needs: joinNeeds(a.needs, b.needs),
    isExpensive: a.isExpensive || b.isExpensive,
    value: (env) =>
      whenPresent([a, b], env, ([x, y], inner) =>
        comparator.compare(comparator.left(x!, inner), comparator.right(y!, inner), inner),
      ),
  };
}

/** `is`, `<<`, `>>` (XPath 2.0 section 3.5.3). */
function nodeComparison(sign: '===' | '<' | '>', left: Expr, right: Expr): Expr {
  const a = converted(left, optional('node'), 'in a node comparison');
  const b = converted(right, optional('node'), 'in a node comparison');
  if (a.type.max === 0 || b.type.max === 0) return emptySequence;
  const of = (code: string): string => (sign === '===' ? code : `${code}.order`);
  return {
    type: a.type.min === 1 && b.type.min === 1 ? one('boolean') : optional('boolean'),
    needs: joinNeeds(a.needs, b.needs),
    isExpensive: a.isExpensive || b.isExpensive,
    value: (env) => whenPresent([a, b], env, ([x, y]) => `(${of(x!)} ${sign} ${of(y!)})`),
  };
}

const side = (name: 'firstOperand' | 'secondOperand') => (node: Syntax, site: Site) =>
  site.build(operand(node, name), site);
const first = side('firstOperand');
const second = side('secondOperand');

const general = (operator: Operator) => (node: Syntax, site: Site) =>
  generalComparison(operator, first(node, site), second(node, site));
const valued = (operator: Operator) => (node: Syntax, site: Site) =>
  valueComparison(operator, first(node, site), second(node, site));
const nodes = (sign: '===' | '<' | '>') => (node: Syntax, site: Site) =>
  nodeComparison(sign, first(node, site), second(node, site));

export const comparisons = {
  equalOp: general('eq'),
  notEqualOp: general('ne'),
  lessThanOp: general('lt'),
  lessThanOrEqualOp: general('le'),
  greaterThanOp: general('gt'),
  greaterThanOrEqualOp: general('ge'),
  eqOp: valued('eq'),
  neOp: valued('ne'),
  ltOp: valued('lt'),
  leOp: valued('le'),
  gtOp: valued('gt'),
  geOp: valued('ge'),
  isOp: nodes('==='),
  nodeBeforeOp: nodes('<'),
  nodeAfterOp: nodes('>'),
};
