import { each, test, withFocus } from '../emit.ts';
import { type Expr, joinNeeds, outsideFocus } from '../expr.ts';
import { candidatesOf, filterLoop, isPositional, selectsOne } from './predicate.ts';

/** A sequence with predicates (XPath 2.0 section 3.3.2): positions count over the whole sequence. */
export function filtered(input: Expr, predicates: readonly Expr[]): Expr {
  const [predicate] = predicates;
  const base = {
    type: { ...input.type, min: 0 as const },
    needs: joinNeeds(input.needs, ...predicates.map((one) => outsideFocus(one.needs))),
    costly: input.costly || predicates.some((one) => one.costly),
    nodes: input.nodes,
  };
  if (predicates.length === 1 && predicate !== undefined && !isPositional(predicate)) {
    return {
      ...base,
      each: (env, sink) =>
        each(
          input,
          env,
          (item) => `if (${test(predicate, withFocus(env, { n: item }))}) { ${sink(item)} }`,
          input.nodes === undefined ? 'ordered' : 'any',
        ),
    };
  }
  const one = predicates.some(selectsOne) && input.type.max !== 0;
  return {
    ...base,
    type: one ? { ...base.type, max: 1 } : base.type,
    nodes: input.nodes === undefined ? undefined : { ...input.nodes, sorted: true, distinct: true },
    each: (env, sink) => filterLoop(predicates, candidatesOf(input, env), env, sink),
  };
}
