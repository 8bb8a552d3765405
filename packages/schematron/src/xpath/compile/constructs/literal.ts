import { parseDecimal } from '../../../decimal.ts';
import { one } from '../../item-types.ts';
import { constantCode } from '../code.ts';
import { type Expr, NOTHING, type Site } from '../expr.ts';
import { findChild, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';
import type { Constant } from '../scope.ts';

/** The expression of a compile-time constant. */
export function constantExpr(constant: Constant): Expr {
  return {
    type: one(constant.type),
    needs: NOTHING,
    isExpensive: false,
    constant: [constant],
    value: (env) => constantCode(constant, env.module),
  };
}

const textOf = (node: Syntax): string => findChild(node, 'value')?.text ?? '';

/** Literals (XPath 2.0 section 3.1.1). */
export const literals = {
  stringConstantExpr: (node: Syntax): Expr => constantExpr({ type: 'string', value: textOf(node) }),
  integerConstantExpr: (node: Syntax): Expr =>
    constantExpr({ type: 'integer', value: BigInt(textOf(node)).toString() }),
  decimalConstantExpr: (node: Syntax, site: Site): Expr => {
    const decimal = parseDecimal(textOf(node));
    if (decimal === null) throw new Refusal(site.source, `XPST0003: bad decimal ${textOf(node)}`);
    return constantExpr({ type: 'decimal', value: decimal.toString() });
  },
  doubleConstantExpr: (node: Syntax): Expr => constantExpr({ type: 'double', value: textOf(node) }),
};
