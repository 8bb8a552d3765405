import type { Literal, WatchedSite } from '../watched-site.ts';
import { test, value } from './code.ts';
import { isPositional } from './constructs/predicate.ts';
import type { Env, Expr, Site, Watch } from './expr.ts';
import { FN, uriOf, XS } from './names.ts';
import { findChild, type Syntax } from './parse.ts';

type Watcher = {
  readonly watch: Watch;
  /** All expressions traced so far, by number. */
  sites(): readonly WatchedSite[];
};

const DOWNWARD: ReadonlySet<string> = new Set(['child', 'attribute', 'self', 'descendant', 'descendant-or-self']);

/**
 * The tracing mode of the code generator: each sub-expression records its value (`$see`), expressions that cannot
 * change the outcome are evaluated too, and memoised values keep their trace. Used only for failed assertions,
 * because it is many times slower.
 */
export function makeWatcher(): Watcher {
  const sites: WatchedSite[] = [];
  const parts = new Map<Syntax, number | readonly Literal[]>();
  const exprs = new Map<Syntax, Expr>();

  const partOf = (node: Syntax | undefined): (number | readonly Literal[])[] => {
    const part = node === undefined ? undefined : parts.get(node);
    return part === undefined ? [] : [part];
  };
  const inside = (node: Syntax, name: string): Syntax | undefined => findChild(node, name)?.children[0];

  /** The operands, for constructs whose operands are distinguished. */
  const operandsOf = (node: Syntax): readonly (Syntax | undefined)[] => {
    switch (node.name) {
      case 'functionCallExpr':
        return findChild(node, 'arguments')?.children ?? [];
      case 'ifThenElseExpr':
        return ['ifClause', 'thenClause', 'elseClause'].map((name) => inside(node, name));
      case 'quantifiedExpr': {
        const clauses = node.children.filter(({ name }) => name === 'quantifiedExprInClause');
        return [inside(node, 'predicateExpr'), ...clauses.map((clause) => inside(clause, 'sourceExpr'))];
      }
      default:
        return [inside(node, 'firstOperand'), inside(node, 'secondOperand')];
    }
  };

  const predicatesOf = (node: Syntax): readonly Syntax[] =>
    node.name === 'pathExpr' ? node.children.flatMap((step) => findChild(step, 'predicates')?.children ?? []) : [];

  const goesDown = (node: Syntax): boolean =>
    node.children.every(
      (step, index) =>
        step.name === 'rootExpr' ||
        (findChild(step, 'filterExpr') !== undefined
          ? index === 0
          : DOWNWARD.has(findChild(step, 'xpathAxis')?.text ?? '')),
    ) && predicatesOf(node).every((predicate) => !isPositional(exprs.get(predicate)!));

  const describe = (node: Syntax, expr: Expr, site: Site): WatchedSite => ({
    kind: kindOf(node, site),
    text: node.written ?? '',
    item: expr.type.item,
    parts: operandsOf(node).flatMap(partOf),
    predicates: predicatesOf(node).flatMap((predicate) => partOf(predicate).filter((part) => typeof part === 'number')),
    goesDown: node.name === 'pathExpr' && goesDown(node),
  });

  /** Evaluates both sides: if each of them decides, the explanation uses the smaller one. */
  const bothSides = (node: Syntax, env: Env): string => {
    const [left, right] = operandsOf(node).map((operand) => test(exprs.get(operand!)!, env));
    return `$both(${node.name === 'andOp'}, () => ${left}, () => ${right})`;
  };

  return {
    sites: () => sites,
    watch: (node, expr, site) => {
      if (expr.constant !== undefined) {
        parts.set(node, expr.constant);
        exprs.set(node, expr);
        return expr;
      }
      const number = sites.push(describe(node, expr, site)) - 1;
      const isLogical = node.name === 'andOp' || node.name === 'orOp';
      const watched: Expr = {
        type: expr.type,
        needs: expr.needs,
        isExpensive: false,
        isMain: expr.isMain,
        nodes: expr.nodes && { ...expr.nodes, sorted: true, distinct: true },
        ...(expr.derived !== undefined && { derived: expr.derived }),
        value: (env) => {
          const code = isLogical ? bothSides(node, env) : value(expr, env);
          return `$see(d, ${number}, ${expr.needs.focus ? env.n : 'null'}, () => ${code})`;
        },
      };
      parts.set(node, number);
      exprs.set(node, watched);
      return watched;
    },
  };
}

function kindOf(node: Syntax, site: Site): string {
  if (node.name === 'quantifiedExpr') return findChild(node, 'quantifier')?.text ?? node.name;
  if (node.name !== 'functionCallExpr') return node.name;
  const name = findChild(node, 'functionName')!;
  const uri = uriOf(name, FN, site.scope, site.source);
  const arity = findChild(node, 'arguments')?.children.length ?? 0;
  if (site.scope.fn(uri, name.text, arity) !== undefined) return 'call';
  return uri === XS ? 'castExpr' : `fn:${name.text}`;
}
