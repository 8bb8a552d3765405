import { quote } from '../../../javascript.ts';
import { type ItemType, isNumeric, isTagged, one, optional } from '../../item-types.ts';
import type { ArithmeticOperator } from '../../runtime/arithmetic.ts';
import { mapItems, tagCode, whenPresent } from '../code.ts';
import { atomized, converted, fromText, promoteNumber, singular } from '../convert.ts';
import { type Env, type Expr, joinNeeds, type Site } from '../expr.ts';
import { operand, type Syntax } from '../parse.ts';
import { emptySequence } from './sequence.ts';

const isExactNumber = (item: ItemType): boolean => isNumeric(item) && item !== 'numeric';

/** An operand: at most one atomic value, untyped as double (XPath 2.0 section 3.4). */
function operandOf(expr: Expr, operator: string): Expr {
  const atom = singular(atomized(expr), `as an operand of "${operator}"`);
  if (atom.type.item !== 'untyped') return atom;
  return mapItems(atom, 'double', (code, env) => fromText(code, 'double', env));
}

type Codes = (a: string, b: string, env: Env) => string;

const call =
  (name: Parameters<Env['module']['rt']>[0]): Codes =>
  (a, b, env) =>
    `${env.module.rt(name)}(${a}, ${b})`;
const infix =
  (sign: string): Codes =>
  (a, b) =>
    `(${a} ${sign} ${b})`;
const method =
  (name: string): Codes =>
  (a, b) =>
    `${a}.${name}(${b})`;

const INTEGER: Readonly<Record<ArithmeticOperator, Codes>> = {
  add: call('addInt'),
  subtract: call('subtractInt'),
  multiply: call('multiplyInt'),
  div: call('divideInt'),
  idiv: call('idivInt'),
  mod: call('modInt'),
};
const DECIMAL: Readonly<Record<ArithmeticOperator, Codes>> = {
  add: method('add'),
  subtract: method('subtract'),
  multiply: method('multiply'),
  div: call('divideDecimal'),
  idiv: call('idivDecimal'),
  mod: call('modDecimal'),
};
const DOUBLE: Readonly<Record<ArithmeticOperator, Codes>> = {
  add: infix('+'),
  subtract: infix('-'),
  multiply: infix('*'),
  div: infix('/'),
  idiv: call('idivDouble'),
  mod: infix('%'),
};

function resultOf(operator: ArithmeticOperator, type: ItemType): ItemType {
  if (operator === 'idiv') return 'integer';
  return operator === 'div' && type === 'integer' ? 'decimal' : type;
}

/** `+ - * div idiv mod`. */
export function arithmetic(operator: ArithmeticOperator, left: Expr, right: Expr): Expr {
  const a = operandOf(left, operator);
  const b = operandOf(right, operator);
  if (a.type.max === 0 || b.type.max === 0) return emptySequence;
  const [from, to] = [a.type.item, b.type.item];
  const base = { needs: joinNeeds(a.needs, b.needs), isExpensive: a.isExpensive || b.isExpensive };
  const shape = a.type.min === 1 && b.type.min === 1 ? one : optional;
  if (isExactNumber(from) && isExactNumber(to) && from !== 'float' && to !== 'float') {
    const type = [from, to].includes('double') ? 'double' : [from, to].includes('decimal') ? 'decimal' : 'integer';
    const codes = { integer: INTEGER, decimal: DECIMAL, double: DOUBLE }[type][operator];
    return {
      ...base,
      type: shape(resultOf(operator, type)),
      value: (env) =>
        whenPresent([a, b], env, ([x, y], inner) =>
          codes(promoteNumber(x!, from, type, inner), promoteNumber(y!, to, type, inner), inner),
        ),
    };
  }
  const type = isNumeric(from) && isNumeric(to) ? 'numeric' : 'atomic';
  return {
    ...base,
    type: shape(type),
    value: (env) =>
      whenPresent([a, b], env, ([x, y], inner) => {
        const { module } = inner;
        const pair = `${tagCode(x!, from, module)}, ${tagCode(y!, to, module)}`;
        return `${module.rt('arithmetic')}(${quote(operator)}, ${pair}, d)`;
      }),
  };
}

/** Unary minus; of a literal it is a literal. */
export function negated(expr: Expr): Expr {
  const a = operandOf(expr, '-');
  const [constant] = a.constant ?? [];
  if (a.type.max === 0) return emptySequence;
  const { item } = a.type;
  const code = (x: string, env: Env): string => {
    if (item === 'double') return `(-${x})`;
    if (item === 'decimal') return `${x}.negate()`;
    if (item === 'integer') return `${env.module.rt('negateInt')}(${x})`;
    return `${env.module.rt('negate')}(${tagCode(x, item, env.module)})`;
  };
  const type = item === 'float' || isTagged(item) ? 'numeric' : item;
  const result = mapItems(a, type, code);
  if (constant === undefined || constant.type === 'boolean' || constant.type === 'string') return result;
  const text = constant.value.startsWith('-') ? constant.value.slice(1) : `-${constant.value}`;
  return { ...result, constant: [{ ...constant, value: text }] };
}

function positive(expr: Expr): Expr {
  const a = operandOf(expr, '+');
  return isNumeric(a.type.item) || a.type.max === 0 ? a : converted(a, optional('numeric'), 'as the operand of "+"');
}

const binary = (operator: ArithmeticOperator) => (node: Syntax, site: Site) =>
  arithmetic(
    operator,
    site.build(operand(node, 'firstOperand'), site),
    site.build(operand(node, 'secondOperand'), site),
  );

export const arithmetics = {
  addOp: binary('add'),
  subtractOp: binary('subtract'),
  multiplyOp: binary('multiply'),
  divOp: binary('div'),
  idivOp: binary('idiv'),
  modOp: binary('mod'),
  unaryMinusOp: (node: Syntax, site: Site) => negated(site.build(operand(node, 'operand'), site)),
  unaryPlusOp: (node: Syntax, site: Site) => positive(site.build(operand(node, 'operand'), site)),
};
