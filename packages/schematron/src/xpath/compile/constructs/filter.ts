import { isNumeric, isStringLike } from '../../item-types.ts';
import { each, hoist, makeEnv, test, value, withFocus } from '../code.ts';
import { atomized } from '../convert.ts';
import {
  type Env,
  type Expr,
  isIndependent,
  joinNeeds,
  type Needs,
  NOTHING,
  outsideFocus,
  type Sink,
} from '../expr.ts';
import { candidatesOf, filterLoop, isPositional, selectsOne } from './predicate.ts';

/** A sequence with predicates (XPath 2.0 section 3.3.2): positions count over the whole sequence. */
export function filtered(input: Expr, predicates: readonly Expr[]): Expr {
  const [predicate] = predicates;
  const base = {
    type: { ...input.type, min: 0 as const },
    needs: joinNeeds(input.needs, ...predicates.map((one) => outsideFocus(one.needs))),
    isExpensive: input.isExpensive || predicates.some((one) => one.isExpensive),
    nodes: input.nodes,
    isMain: input.isMain,
  };
  if (predicates.length === 1 && predicate !== undefined && !isPositional(predicate)) {
    const join = joinLoop(input, predicate);
    if (join !== null)
      return { ...base, nodes: base.nodes && { ...base.nodes, sorted: true, distinct: true }, each: join };
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
  if (predicates.length === 1 && input.isComputed === true && input.type.max === 'many') {
    const position = positionIn(predicate!);
    if (position !== null) {
      return {
        ...base,
        type: { ...base.type, max: 1 },
        nodes: input.nodes && { ...input.nodes, sorted: true, distinct: true },
        each: (env, sink) => {
          const c = env.fresh('c');
          return `const ${c} = ${value(input, env)}[${position(env)} - 1]; if (${c} !== undefined) { ${sink(c)} }`;
        },
      };
    }
  }
  const one = predicates.some(selectsOne) && input.type.max !== 0;
  return {
    ...base,
    type: one ? { ...base.type, max: 1 } : base.type,
    nodes: input.nodes === undefined ? undefined : { ...input.nodes, sorted: true, distinct: true },
    each: (env, sink) => filterLoop(predicates, candidatesOf(input, env), env, sink),
  };
}

/**
 * `$items[$place]`: the code of the position if the predicate is a single number that is the same for every item. The
 * item is then accessed by index; scanning all items for every position would be quadratic.
 */
function positionIn(predicate: Expr): ((env: Env) => string) | null {
  const { item, min, max } = predicate.type;
  const { focus, position, last } = predicate.needs;
  if (focus || position || last || max !== 1 || !isNumeric(item) || item === 'numeric') return null;
  return (env) => {
    const code = value(predicate, env);
    return item === 'decimal' ? `(${code}${min === 1 ? '' : '?'}.toNumber())` : `Number(${code})`;
  };
}

const needsOnlyFocus = (needs: Needs): boolean => needs.focus && isIndependent({ ...needs, focus: false });

/**
 * `//line[id = $x]`: a sequence that is the same for the whole document, filtered by comparing a string of the item
 * with a string that does not depend on the item. The items are indexed by that string, so that each further `$x` is
 * one lookup.
 */
function joinLoop(input: Expr, predicate: Expr): ((env: Env, sink: Sink) => string) | null {
  if (predicate.equality === undefined || !input.isExpensive || !isIndependent(input.needs)) return null;
  if (input.type.max !== 'many') return null;
  const [left, right] = predicate.equality.map(atomized) as [Expr, Expr];
  const isKey = (side: Expr): boolean => isStringLike(side.type.item) && needsOnlyFocus(side.needs);
  const key = isKey(left) ? left : isKey(right) ? right : null;
  const operand = key === left ? right : left;
  if (key === null || !isStringLike(operand.type.item) || operand.type.max !== 1) return null;
  if (operand.needs.focus || isIndependent(operand.needs)) return null;

  return (env, sink) => {
    const { module } = env;
    const groups = module.perRun(
      hoist(NOTHING, makeEnv(module), (inner) => {
        const put = (item: string): string =>
          each(key, withFocus(inner, { n: item }), (text) => {
            const g = inner.fresh('g');
            return `const ${g} = r.get(${text}); if (${g} === undefined) r.set(${text}, [${item}]); else if (${g}[${g}.length - 1] !== ${item}) ${g}.push(${item});`;
          });
        return `const r = new Map(); ${each(input, inner, put)} return r;`;
      }),
    );
    const list = env.fresh('k');
    const i = env.fresh('i');
    const c = env.fresh('c');
    return `const ${list} = ${groups}.get(${value(operand, env)}) ?? []; for (let ${i} = 0; ${i} < ${list}.length; ${i}++) { const ${c} = ${list}[${i}]; ${sink(c)} }`;
  };
}
