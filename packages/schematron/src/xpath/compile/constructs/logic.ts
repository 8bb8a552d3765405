import { one, unionType } from '../../item-types.ts';
import { each, hoist, represent, test, value, withFocus } from '../code.ts';
import { type Env, type Expr, isMain, joinNeeds, type Site } from '../expr.ts';
import { findChild, operand, type Syntax } from '../parse.ts';
import { generalComparison } from './comparison.ts';

const binary = (sign: '&&' | '||') => (node: Syntax, site: Site) => {
  const left = site.build(operand(node, 'firstOperand'), site);
  const right = site.build(operand(node, 'secondOperand'), site);
  const condition = (env: Env): string => `(${test(left, env)} ${sign} ${test(right, env)})`;
  return booleanExpr([left, right], condition);
};

/** A boolean expression over the effective boolean values of others. */
export function booleanExpr(parts: readonly Expr[], condition: (env: Env) => string): Expr {
  return {
    type: one('boolean'),
    needs: joinNeeds(...parts.map((part) => part.needs)),
    isExpensive: parts.some((part) => part.isExpensive),
    value: condition,
    test: condition,
  };
}

/** `and`, `or` (XPath 2.0 section 3.6): the right side is not evaluated if the left one decides. */
export const logic = { andOp: binary('&&'), orOp: binary('||') };

/** `if` (XPath 2.0 section 3.8). */
export function buildConditional(node: Syntax, site: Site): Expr {
  const [condition, yes, no] = ['ifClause', 'thenClause', 'elseClause'].map((name) =>
    site.build(findChild(node, name)!.children[0]!, site),
  ) as [Expr, Expr, Expr];
  const type = unionType(yes.type, no.type);
  const needs = joinNeeds(condition.needs, yes.needs, no.needs);
  const [a, b] = [represent(yes, type), represent(no, type)];
  return {
    type,
    needs,
    isMain: Boolean(yes.isMain && no.isMain),
    isExpensive: condition.isExpensive || yes.isExpensive || no.isExpensive,
    value: (env) => `(${test(condition, env)} ? ${value(a, env)} : ${value(b, env)})`,
    test: (env) => `(${test(condition, env)} ? ${test(yes, env)} : ${test(no, env)})`,
    ...(type.max === 'many'
      ? { each: (env, sink) => `if (${test(condition, env)}) { ${each(a, env, sink)} } else { ${each(b, env, sink)} }` }
      : {}),
  };
}

/** `some` and `every` (XPath 2.0 section 3.9). */
export function buildQuantified(node: Syntax, site: Site): Expr {
  const every = findChild(node, 'quantifier')?.text === 'every';
  const { bindings, inner } = bindAll(
    node.children.filter((child) => child.name === 'quantifiedExprInClause').map((clause) => [clause, 'sourceExpr']),
    site,
  );
  const condition = site.build(operand(node, 'predicateExpr'), inner);
  const membership = every ? null : asMembership(bindings, condition);
  if (membership !== null) return membership;
  const needs = withoutLocals(joinNeeds(condition.needs, ...bindings.map((b) => b.sequence.needs)), bindings);
  const run = (env: Env): string =>
    hoist(needs, env, (fresh) => {
      const hit = (at: Env): string =>
        every ? `if (!(${test(condition, at)})) return false;` : `if (${test(condition, at)}) return true;`;
      return `${nested(bindings, fresh, hit, 'any')} return ${every};`;
    });
  return {
    type: one('boolean'),
    needs,
    isExpensive: condition.isExpensive || bindings.some((b) => b.sequence.isExpensive),
    value: run,
    test: run,
  };
}

/** `some $x in SEQUENCE satisfies A = $x` is `A = SEQUENCE`, for which there may be a set. */
function asMembership(bindings: readonly Binding[], condition: Expr): Expr | null {
  const [binding] = bindings;
  if (bindings.length !== 1 || binding === undefined || condition.equality === undefined) return null;
  const [left, right] = condition.equality;
  const other = left.reference === binding.js ? right : right.reference === binding.js ? left : null;
  if (other === null || other.needs.locals.has(binding.js)) return null;
  return generalComparison('eq', other, binding.sequence);
}

type Binding = { readonly js: string; readonly sequence: Expr; readonly isLet: boolean };

function withoutLocals(needs: Expr['needs'], bindings: readonly Binding[]): Expr['needs'] {
  const locals = new Set(needs.locals);
  for (const { js } of bindings) locals.delete(js);
  return { ...needs, locals };
}

function bindAll(
  clauses: readonly (readonly [Syntax, 'sourceExpr' | 'forExpr' | 'letExpr'])[],
  site: Site,
): { bindings: Binding[]; inner: Site } {
  let inner = site;
  const bindings = clauses.map(([clause, name]) => {
    const variable = findChild(findChild(clause, 'typedVariableBinding'), 'varName')!;
    const sequence = inner.build(operand(clause, name), inner);
    const isLet = name === 'letExpr';
    const js = `v${site.number()}_`;
    const type = isLet ? sequence.type : one(sequence.type.item);
    const locals = new Map(inner.locals);
    locals.set(variable.prefix === '' ? variable.text : `${variable.prefix}:${variable.text}`, {
      js,
      type,
      isMain: isMain(sequence, site),
    });
    inner = { ...inner, locals };
    return { js, sequence, isLet };
  });
  return { bindings, inner };
}

function nested(bindings: readonly Binding[], env: Env, body: (env: Env) => string, order: 'any' | 'ordered'): string {
  const [first, ...rest] = bindings;
  if (first === undefined) return body(env);
  const inside = (): string => nested(rest, withFocus(env, {}), body, order);
  if (first.isLet) return `const ${first.js} = ${value(first.sequence, env)}; ${inside()}`;
  return each(first.sequence, env, (c) => `const ${first.js} = ${c}; ${inside()}`, order);
}

/** `for` (XPath 2.0 section 3.7) and `let` (XPath 3.0). */
export function buildFor(node: Syntax, site: Site): Expr {
  const clauses = node.children
    .filter((clause) => clause.name === 'forClause' || clause.name === 'letClause')
    .flatMap((clause) =>
      clause.children.map((item) => [item, clause.name === 'letClause' ? 'letExpr' : 'forExpr'] as const),
    );
  const { bindings, inner } = bindAll(clauses, site);
  const result = site.build(findChild(node, 'returnClause')!.children[0]!, inner);
  const needs = withoutLocals(joinNeeds(result.needs, ...bindings.map((b) => b.sequence.needs)), bindings);
  const sequences = bindings.filter((binding) => !binding.isLet).map((binding) => binding.sequence.type);
  const isSingle = sequences.every((type) => type.max !== 'many');
  return {
    type: {
      item: result.type.item,
      min: result.type.min === 1 && sequences.every((type) => type.min === 1) ? 1 : 0,
      max: result.type.max === 0 || sequences.some((type) => type.max === 0) ? 0 : isSingle ? result.type.max : 'many',
    },
    needs,
    isExpensive: result.isExpensive || bindings.some((b) => b.sequence.isExpensive),
    each: (env, sink) => nested(bindings, env, (at) => each(result, at, sink), 'ordered'),
  };
}
