import { isNode, isNumeric, isStringLike } from '../item-types.ts';
import type { ArithmeticOperator } from '../runtime/arithmetic.ts';
import { mapItems, tagCode, test } from './code.ts';
import { arithmetic, negated } from './constructs/arithmetic.ts';
import { buildCall } from './constructs/call.ts';
import { generalComparison, type Operator } from './constructs/comparison.ts';
import { filtered } from './constructs/filter.ts';
import { constantExpr } from './constructs/literal.ts';
import { booleanExpr } from './constructs/logic.ts';
import { argumentOf, atomized } from './convert.ts';
import type { Expr, Site } from './expr.ts';
import { numberOfAtom } from './functions/numbers.ts';
import { asStrings, stringOf } from './functions/strings.ts';
import { FN, XS } from './names.ts';
import { operand, type Syntax } from './parse.ts';

/*
 * XPath 1.0 semantics where they differ from XPath 2.0 (query binding `xslt`): the compatibility mode of XPath 2.0
 * (sections 3.1.5, 3.4 and 3.5.2), and XPath 1.0 where that mode still differs: `sum`, `floor`, `ceiling`, `round`
 * and the text of large numbers. Values of types that XPath 1.0 does not have (dates, `xs:decimal(…)`) follow the
 * rules of 2.0, because a schema that creates them relies on those.
 */

const FIRST = constantExpr({ type: 'integer', value: '1' });

/** The first item in document order, which XPath 1.0 uses when it needs a single value of a node-set. */
const firstOf = (expr: Expr): Expr => (expr.type.max === 'many' ? filtered(expr, [FIRST]) : expr);

/** Whether the type does not exist in XPath 1.0 or is known only at run time. */
function isLater({ type: { item, max }, constant }: Expr): boolean {
  if (max === 0 || isNode(item) || isStringLike(item) || item === 'boolean') return false;
  if (item === 'decimal') return constant === undefined;
  return !isNumeric(item);
}

/** Replaces nodes by their string values, whose type determines the comparison. */
function withoutNodes(expr: Expr): Expr {
  if (!isNode(expr.type.item)) return expr;
  return mapItems(expr, 'untyped', (code, env) => `${env.module.rt('text')}(${code})`);
}

/** `number()` of the first item: NaN if it is empty or not a number. */
const asNumber = (expr: Expr): Expr => numberOfAtom(atomized(withoutNodes(firstOf(expr))));

const eachNumber = (expr: Expr): Expr =>
  expr.type.item === 'double'
    ? expr
    : mapItems(withoutNodes(expr), 'double', (code, env) => {
        const { rt } = env.module;
        const { item } = withoutNodes(expr).type;
        if (isStringLike(item)) return `${rt('numberOfText')}(${code})`;
        return `${rt('numberOf')}(${tagCode(code, item, env.module)})`;
      });

/** A double in digits only, as XPath 1.0 writes it (section 4.2): never with an exponent, `Infinity` in full. */
const DIGITS = [
  'const s = String(x), m = /^(-?)(\\d)(?:\\.(\\d+))?e([+-]\\d+)$/.exec(s);',
  'if (m === null) return s;',
  `const t = m[2] + (m[3] ?? ''), at = Number(m[4]) + 1;`,
  `if (at <= 0) return m[1] + '0.' + '0'.repeat(-at) + t;`,
  `return m[1] + t.slice(0, at).padEnd(at, '0') + (t.length > at ? '.' + t.slice(at) : '');`,
].join(' ');

const inDigits = (expr: Expr): Expr =>
  expr.type.item === 'double'
    ? mapItems(expr, 'string', (code, env) => `${env.module.define(['x'], DIGITS)}(${code})`)
    : expr;

/** `string()` of the first item; the empty string for an empty sequence. */
export const asText = (expr: Expr, what: string): Expr => stringOf(inDigits(firstOf(expr)), what);

/**
 * `string()` of each node of a node-set, and of any other value: the form in which keys and ids are compared (section
 * 4.1; XSLT 1.0, 12.2).
 */
export function asTexts(expr: Expr, what: string): Expr {
  if (isNode(expr.type.item)) return withoutNodes(expr);
  return expr.type.max === 'many' ? asStrings(inDigits(expr)) : asText(expr, what);
}

/** Operands of arithmetic: converted to numbers, unless one of them has a later type. */
function operandsOf(operands: readonly Expr[]): Expr[] {
  const firsts = operands.map(firstOf);
  return firsts.some(isLater) ? firsts : firsts.map(asNumber);
}

const truthOf = (expr: Expr): Expr => booleanExpr([expr], (env) => test(expr, env));
const isTruth = ({ type: { item, max } }: Expr): boolean => item === 'boolean' && max === 1;

/** `=` `!=` `<` … (XPath 1.0 section 3.4). */
function compared(operator: Operator, left: Expr, right: Expr): Expr {
  const isEquality = operator === 'eq' || operator === 'ne';
  if (isTruth(left) || isTruth(right)) {
    if (isEquality) return generalComparison(operator, truthOf(left), truthOf(right));
    const [a, b] = [left, right].map((side) => asNumber(isNode(side.type.item) ? truthOf(side) : side));
    return generalComparison(operator, a!, b!);
  }
  const [a, b] = [withoutNodes(left), withoutNodes(right)] as const;
  const isPlain = isNumeric(a.type.item) && isNumeric(b.type.item);
  if (isPlain || isLater(a) || isLater(b)) return generalComparison(operator, isPlain ? left : a, isPlain ? right : b);
  if (isEquality && !isNumeric(a.type.item) && !isNumeric(b.type.item)) return generalComparison(operator, a, b);
  return generalComparison(operator, eachNumber(a), eachNumber(b));
}

/**
 * Argument conversions of the functions in both XPath 1.0 and 2.0: t text, n number, f the first item, s numbers of
 * all items, k texts of all nodes. Arguments marked `-`, and those beyond the string, are not converted.
 */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['string', 't'],
  ['concat', '*'],
  ['starts-with', 'tt'],
  ['ends-with', 'tt'],
  ['contains', 'tt'],
  ['substring-before', 'tt'],
  ['substring-after', 'tt'],
  ['substring', 'tnn'],
  ['string-length', 't'],
  ['normalize-space', 't'],
  ['translate', 'ttt'],
  ['upper-case', 't'],
  ['lower-case', 't'],
  ['matches', 'ttt'],
  ['replace', 'tttt'],
  ['tokenize', 'ttt'],
  ['lang', 't'],
  ['number', 'n'],
  ['floor', 'n'],
  ['ceiling', 'n'],
  ['round', 'n'],
  ['sum', 's'],
  ['format-number', 'nt'],
  ['name', 'f'],
  ['local-name', 'f'],
  ['namespace-uri', 'f'],
  ['generate-id', 'f'],
  ['id', 'k'],
  ['key', '-k'],
]);

/** Converts arguments by XPath 1.0, section 3.2; if a single value is required, the first one is used. */
function argumentsFor(uri: string, name: string, args: readonly Expr[]): readonly Expr[] {
  if (uri === XS) return args.map(firstOf);
  if (uri !== FN) return args;
  const taken = TAKEN.get(name) ?? '';
  return args.map((arg, index) => {
    switch (taken === '*' ? 't' : taken[index]) {
      case 't':
        return arg.constant?.[0]?.type === 'string' ? arg : asText(arg, argumentOf(name, index));
      case 'n':
        return isLater(firstOf(arg)) ? firstOf(arg) : asNumber(arg);
      case 'f':
        return firstOf(arg);
      case 'k':
        return asTexts(arg, argumentOf(name, index));
      case 's':
        return isNode(arg.type.item) || isStringLike(arg.type.item) ? eachNumber(arg) : arg;
      default:
        return arg;
    }
  });
}

const binary = (combine: (left: Expr, right: Expr) => Expr) => (node: Syntax, site: Site) => {
  const side = (name: 'firstOperand' | 'secondOperand'): Expr => site.build(operand(node, name), site);
  return combine(side('firstOperand'), side('secondOperand'));
};
const compare = (operator: Operator) => binary((left, right) => compared(operator, left, right));
const calculate = (operator: ArithmeticOperator) =>
  binary((left, right) => {
    const [a, b] = operandsOf([left, right]);
    return arithmetic(operator, a!, b!);
  });

/** The constructs with different semantics in XPath 1.0. */
export const xpath1Builders: ReadonlyMap<string, (node: Syntax, site: Site) => Expr> = new Map(
  Object.entries({
    equalOp: compare('eq'),
    notEqualOp: compare('ne'),
    lessThanOp: compare('lt'),
    lessThanOrEqualOp: compare('le'),
    greaterThanOp: compare('gt'),
    greaterThanOrEqualOp: compare('ge'),
    addOp: calculate('add'),
    subtractOp: calculate('subtract'),
    multiplyOp: calculate('multiply'),
    divOp: calculate('div'),
    modOp: calculate('mod'),
    unaryMinusOp: (node: Syntax, site: Site) => {
      const built = site.build(operand(node, 'operand'), site);
      return negated(isNumeric(built.type.item) ? built : operandsOf([built])[0]!);
    },
    functionCallExpr: (node: Syntax, site: Site) => buildCall(node, site, argumentsFor),
  }),
);
