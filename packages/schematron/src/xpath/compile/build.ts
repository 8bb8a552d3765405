import { one } from '../item-types.ts';
import { arithmetics } from './constructs/arithmetic.ts';
import { buildCall } from './constructs/call.ts';
import { casts } from './constructs/cast.ts';
import { comparisons } from './constructs/comparison.ts';
import { literals } from './constructs/literal.ts';
import { buildConditional, buildFor, buildQuantified, logic } from './constructs/logic.ts';
import { buildPath, contextItem, mapped } from './constructs/path.ts';
import { buildRange, buildSequence } from './constructs/sequence.ts';
import { setOperations } from './constructs/set-operation.ts';
import { buildVariable } from './constructs/variable.ts';
import { atomized } from './convert.ts';
import { type Expr, isMain, type Site } from './expr.ts';
import { over } from './functions/define.ts';
import { stringOf } from './functions/strings.ts';
import { operand, type Syntax } from './parse.ts';
import { Refusal } from './refusal.ts';
import { xpath1Builders } from './xpath1.ts';

type Builder = (node: Syntax, site: Site) => Expr;

/** The builder of each construct of the syntax tree. */
const BUILDERS: ReadonlyMap<string, Builder> = new Map(
  Object.entries({
    ...literals,
    ...arithmetics,
    ...comparisons,
    ...logic,
    ...setOperations,
    ...casts,
    pathExpr: buildPath,
    sequenceExpr: buildSequence,
    rangeSequenceExpr: buildRange,
    varRef: buildVariable,
    functionCallExpr: (node, site) => buildCall(node, site),
    ifThenElseExpr: buildConditional,
    quantifiedExpr: buildQuantified,
    flworExpr: buildFor,
    contextItemExpr: (_, site) => contextItem(site),
    simpleMapExpr: (node, site) => {
      const [first, ...rest] = node.children;
      return rest.reduce(
        (input, step) => {
          if (input.type.max === 0) return input;
          return mapped(
            input,
            site.build(step, { ...site, context: input.type.item, isMain: isMain(input, site) }),
            'map',
          );
        },
        site.build(first!, site),
      );
    },
    stringConcatenateOp: (node, site) => {
      const texts = (['firstOperand', 'secondOperand'] as const).map((name) =>
        stringOf(atomized(site.build(operand(node, name), site)), 'as an operand of "||"'),
      );
      return over(texts, one('string'), ([a, b]) => `(${a} + ${b})`);
    },
  }),
);

/**
 * Builds the typed expression of a syntax node.
 *
 * @throws Refusal for an unsupported construct
 */
export function build(node: Syntax, site: Site): Expr {
  const builder = (site.scope.isXPath1 === true ? xpath1Builders.get(node.name) : undefined) ?? BUILDERS.get(node.name);
  if (builder === undefined) throw new Refusal(site.source, `the construct ${node.name} is not compiled`);
  const expr = builder(node, site);
  return site.scope.watch?.(node, expr, site) ?? expr;
}
