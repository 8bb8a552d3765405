import { isNumeric, isTagged } from '../../item-types.ts';
import { each, tagged, taggedList, test, value, withFocus } from '../code.ts';
import type { Env, Expr, Sink } from '../expr.ts';

/** Runs a body for every candidate; the body may break out of the loop `label`. */
export type Candidates = (label: string, body: Sink) => string;

/** Whether the predicate depends on the position of the item among the candidates. */
export function isPositional(predicate: Expr): boolean {
  const { item, max } = predicate.type;
  return predicate.needs.position || predicate.needs.last || (max !== 0 && (isNumeric(item) || isTagged(item)));
}

/** The position that a constant predicate selects, or null. */
function fixedPosition(predicate: Expr): number | null {
  const constant = predicate.constant?.length === 1 ? predicate.constant[0]! : null;
  return constant !== null && constant.type !== 'string' && constant.type !== 'boolean' ? Number(constant.value) : null;
}

/** Whether at most one candidate passes. */
export const selectsOne = (predicate: Expr): boolean => fixedPosition(predicate) !== null || predicate.isLast === true;

/** The JavaScript condition of a predicate on the item `n`, whose position is the code `p`. */
function conditionOf(predicate: Expr, env: Env): string {
  const { item, min, max } = predicate.type;
  if (isNumeric(item) && item !== 'numeric' && max === 1) {
    const code = value(predicate, env);
    const number = item === 'decimal' ? `${code}${min === 1 ? '' : '?'}.toNumber()` : code;
    return `(${number} === ${env.p})`;
  }
  if (max !== 0 && (isTagged(item) || isNumeric(item))) {
    return `${env.module.rt('predicateTruth')}(${taggedList(tagged(predicate), env)}, ${env.p})`;
  }
  return test(predicate, env);
}

/**
 * Returns statements that run the sink for every candidate that passes all predicates; positions count among the
 * candidates that passed the preceding predicates (XPath 2.0 section 3.2.2).
 */
export function filterLoop(predicates: readonly Expr[], candidates: Candidates, env: Env, sink: Sink): string {
  const last = predicates.findIndex((predicate) => predicate.needs.last);
  if (last < 0) return countedLoop(predicates, candidates, env, sink);
  const found = env.fresh('r');
  const i = env.fresh('i');
  const c = env.fresh('c');
  const collect = countedLoop(predicates.slice(0, last), candidates, env, (item) => `${found}.push(${item});`);
  const [predicate, ...rest] = predicates.slice(last);
  const again: Candidates = (label, body) => {
    const focus = withFocus(env, { n: c, p: `(${i} + 1)`, l: `${found}.length` });
    const chosen = predicate!.isLast === true ? `${i} === ${found}.length - 1` : conditionOf(predicate!, focus);
    return `${label}: for (let ${i} = 0; ${i} < ${found}.length; ${i}++) { const ${c} = ${found}[${i}]; if (${chosen}) { ${body(c)} } }`;
  };
  return `const ${found} = []; ${collect} ${filterLoop(rest, again, env, sink)}`;
}

function countedLoop(predicates: readonly Expr[], candidates: Candidates, env: Env, sink: Sink): string {
  const label = env.fresh('L');
  // One counter per predicate, even if a body is emitted several times (once per part of a sequence).
  const counters = predicates.map((predicate) => (isPositional(predicate) ? env.fresh('p') : null));
  const nest = (at: number, item: string): string => {
    const predicate = predicates[at];
    if (predicate === undefined) return sink(item);
    const inner = nest(at + 1, item);
    const p = counters[at] ?? null;
    if (p === null) return `if (${test(predicate, withFocus(env, { n: item }))}) { ${inner} }`;
    const fixed = fixedPosition(predicate);
    if (fixed !== null) return `if (++${p} === ${fixed}) { ${inner} break ${label}; }`;
    return `++${p}; if (${conditionOf(predicate, withFocus(env, { n: item, p }))}) { ${inner} }`;
  };
  const declared = counters.filter((p) => p !== null).map((p) => `let ${p} = 0; `);
  return `${declared.join('')}${candidates(label, (item) => nest(0, item))}`;
}

/** Candidates from a sequence, in its order. */
export const candidatesOf =
  (input: Expr, env: Env): Candidates =>
  (label, body) =>
    `${label}: { ${each(input, env, body)} }`;
