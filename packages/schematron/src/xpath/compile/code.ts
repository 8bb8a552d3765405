import { quote } from '../../javascript.ts';
import { type ItemType, isNode, isStringLike, isTagged, many, type SequenceType } from '../item-types.ts';
import { type Env, type Expr, isIndependent, joinNeeds, type Needs, type Sink } from './expr.ts';
import type { ModuleBuilder } from './module-builder.ts';
import type { Constant } from './scope.ts';

/** The names at the start of a new function or of a whole expression. */
export function makeEnv(module: ModuleBuilder, remembering = false): Env {
  let count = 0;
  return { module, n: 'n', p: 'p', l: 'l', u: 'n', remembering, fresh: (prefix) => `${prefix}${++count}` };
}

/**
 * Moves statements to a module-level function and returns the call. The function takes what its expressions need as
 * parameters, so that equal expressions share one function.
 */
export function hoist(needs: Needs, env: Env, body: (inner: Env) => string): string {
  const locals = [...needs.locals].sort();
  const parameters = [
    'd',
    ...(needs.focus ? ['n'] : []),
    ...(needs.position ? ['p'] : []),
    ...(needs.last ? ['l'] : []),
    ...(needs.current ? ['u'] : []),
    ...locals,
  ];
  const args = [
    'd',
    ...(needs.focus ? [env.n] : []),
    ...(needs.position ? [env.p] : []),
    ...(needs.last ? [env.l] : []),
    ...(needs.current ? [env.u] : []),
    ...locals,
  ];
  const inner = { ...makeEnv(env.module, env.remembering), u: needs.current ? 'u' : 'n' };
  return `${env.module.define(parameters, body(inner))}(${args.join(', ')})`;
}

/**
 * The names inside a loop over context items. Values that do not depend on the item are memoised there, even inside
 * the code of another memoised value.
 */
export const withFocus = (env: Env, focus: Partial<Pick<Env, 'n' | 'p' | 'l'>>): Env => ({
  ...env,
  ...focus,
  remembering: false,
});

const shouldRemember = (expr: Expr, env: Env): boolean =>
  !env.remembering && expr.isExpensive && isIndependent(expr.needs);

const remember = (env: Env, code: (inner: Env) => string): string => env.module.perRun(code(makeEnv(env.module, true)));

/** Whether the nodes that `each` produces must still be sorted or made unique. */
const isUnordered = (expr: Expr): boolean =>
  expr.nodes !== undefined && expr.type.max === 'many' && !(expr.nodes.sorted && expr.nodes.distinct);

/** Returns a JavaScript expression for the value, in the representation of the type. */
export function value(expr: Expr, env: Env): string {
  if (shouldRemember(expr, env)) return remember(env, (inner) => value(expr, inner));
  if (expr.value !== undefined) return expr.value(env);
  if (expr.type.max === 'many') {
    return hoist(expr.needs, env, (inner) => {
      const fill = expr.each!(inner, (item) => `r.push(${item});`);
      const result = isUnordered(expr) ? `${env.module.rt('inOrder')}(r)` : 'r';
      return `const r = []; ${fill} return ${result};`;
    });
  }
  return hoist(expr.needs, env, (inner) => `${expr.each!(inner, (item) => `return ${item};`)} return null;`);
}

/** How much of the sequence order the consumer needs. */
export type Order = 'any' | 'distinct' | 'ordered';

/** Returns statements that run the sink for every item. A sink may `return` from the surrounding function. */
export function each(expr: Expr, env: Env, sink: Sink, order: Order = 'ordered'): string {
  if (expr.type.max === 0) return '';
  if (expr.each !== undefined && !shouldRemember(expr, env)) {
    const ready = !isUnordered(expr) || order === 'any' || (order === 'distinct' && expr.nodes!.distinct);
    if (ready) return expr.each(env, sink);
  }
  return overValue(value(expr, env), expr.type, env, sink);
}

function overValue(code: string, type: SequenceType, env: Env, sink: Sink): string {
  if (type.max === 'many') {
    const list = env.fresh('k');
    const index = env.fresh('i');
    const item = env.fresh('c');
    return `const ${list} = ${code}; for (let ${index} = 0; ${index} < ${list}.length; ${index}++) { const ${item} = ${list}[${index}]; ${sink(item)} }`;
  }
  if (type.min === 1 && isName(code)) return sink(code);
  const item = env.fresh('c');
  const body = type.min === 1 ? `{ ${sink(item)} }` : `if (${item} !== null) { ${sink(item)} }`;
  return `const ${item} = ${code}; ${body}`;
}

export const isName = (code: string): boolean => /^[A-Za-z_$][\w$]*$/.test(code);

/** Returns a JavaScript condition: whether there is at least one item. */
export function exists(expr: Expr, env: Env): string {
  if (expr.type.min === 1) return 'true';
  if (expr.type.max === 0) return 'false';
  if (shouldRemember(expr, env)) return remember(env, (inner) => exists(expr, inner));
  if (expr.type.max === 1 && expr.value !== undefined) return `(${value(expr, env)} !== null)`;
  if (expr.each === undefined) return `(${value(expr, env)}.length > 0)`;
  return hoist(expr.needs, env, (inner) => `${each(expr, inner, () => 'return true;', 'any')} return false;`);
}

/** Returns a JavaScript condition: the effective boolean value (XPath 2.0 section 2.4.3). */
export function test(expr: Expr, env: Env): string {
  if (shouldRemember(expr, env)) return remember(env, (inner) => test(expr, inner));
  if (expr.test !== undefined) return expr.test(env);
  const { item, min, max } = expr.type;
  const { rt } = env.module;
  if (max === 0) return 'false';
  if (isNode(item)) return exists(expr, env);
  if (max === 'many') return `${rt('truth')}(${value(tagged(expr), env)})`;
  const code = value(expr, env);
  if (item === 'boolean') return min === 1 ? code : `(${code} === true)`;
  if (isStringLike(item)) return min === 1 ? `(${code} !== '')` : `((${code} ?? '') !== '')`;
  if (item === 'integer') return min === 1 ? `(${code} !== 0)` : `((${code} ?? 0) !== 0)`;
  if (item === 'decimal') return `${rt('decimalTruth')}(${code})`;
  if (item === 'double' || item === 'float') return `${rt('numberTruth')}(${code})`;
  if (isTagged(item)) return `${rt('truth')}(${rt('list')}(${code}))`;
  return `${rt('noTruth')}(${code})`;
}

type Tag = 'tagInteger' | 'tagFloat' | 'tagUntyped' | 'tagUri';
const TAGS: ReadonlyMap<ItemType, Tag> = new Map([
  ['integer', 'tagInteger'],
  ['float', 'tagFloat'],
  ['untyped', 'tagUntyped'],
  ['anyURI', 'tagUri'],
]);

/** Returns code that adds the runtime type tag to the item. */
export function tagCode(code: string, item: ItemType, module: ModuleBuilder): string {
  const tag = TAGS.get(item);
  return tag === undefined ? code : `${module.rt(tag)}(${code})`;
}

/** The same sequence with another item type; `convert` maps the code of each item. */
export function mapItems(expr: Expr, item: ItemType, convert: (code: string, env: Env) => string): Expr {
  if (expr.type.max === 0) return expr;
  const type = { ...expr.type, item };
  const mapped: Expr = {
    type,
    needs: expr.needs,
    isExpensive: expr.isExpensive,
    each: (env, sink) =>
      each(expr, env, (name) => {
        const code = convert(name, env);
        if (isName(code)) return sink(code);
        const result = env.fresh('a');
        return `const ${result} = ${code}; ${sink(result)}`;
      }),
  };
  return type.max === 1 && type.min === 1 ? { ...mapped, value: (env) => convert(value(expr, env), env) } : mapped;
}

/** The same sequence with every item tagged, for runtime functions that inspect types. */
export function tagged(expr: Expr): Expr {
  const { item } = expr.type;
  if (!TAGS.has(item)) return { ...expr, type: { ...expr.type, item: isNode(item) ? 'item' : item } };
  return mapItems(expr, 'atomic', (code, env) => tagCode(code, item, env.module));
}

/** Returns code for a JavaScript array of tagged items. */
export function taggedList(expr: Expr, env: Env): string {
  return value(asMany(tagged(expr)), env);
}

/** The same items in the representation of a sequence. */
export function asMany(expr: Expr): Expr {
  if (expr.type.max === 'many') return expr;
  if (expr.type.max === 0) return { ...expr, type: many(expr.type.item), value: () => '[]', isExpensive: false };
  return {
    ...expr,
    type: { ...expr.type, max: 'many' },
    nodes: undefined,
    value: (env) => {
      const code = value(expr, env);
      return expr.type.min === 1 ? `[${code}]` : `${env.module.rt('list')}(${code})`;
    },
    each: (env, sink) => each(expr, env, sink),
  };
}

/** The same value in the representation of a wider type (`if`, `,`, variables). */
export function represent(expr: Expr, type: SequenceType): Expr {
  let result = expr;
  if (isTagged(type.item) && expr.type.item !== type.item) result = tagged(expr);
  if (type.max === 'many') return asMany(result);
  return result.type.max === 0 ? { ...result, type, value: () => 'null', isExpensive: false } : { ...result, type };
}

/**
 * Code over the values of several operands with at most one item each; null if any is empty. `build` receives the
 * codes of the values and may use each only once if no operand can be empty.
 */
export function whenPresent(operands: readonly Expr[], env: Env, build: (codes: string[], env: Env) => string): string {
  if (operands.every((operand) => operand.type.min === 1)) {
    return build(
      operands.map((operand) => value(operand, env)),
      env,
    );
  }
  return hoist(joinNeeds(...operands.map((operand) => operand.needs)), env, (inner) => {
    const names: string[] = [];
    const lines = operands.map((operand) => {
      const name = inner.fresh('a');
      names.push(name);
      const guard = operand.type.min === 1 ? '' : ` if (${name} === null) return null;`;
      return `const ${name} = ${value(operand, inner)};${guard}`;
    });
    return `${lines.join(' ')} return ${build(names, inner)};`;
  });
}

/** The JavaScript literal of a constant, in the representation of its type. */
export function constantCode(constant: Constant, module: ModuleBuilder): string {
  switch (constant.type) {
    case 'string':
      return quote(constant.value);
    case 'boolean':
      return String(constant.value);
    case 'integer': {
      const big = BigInt(constant.value);
      return Number.isSafeInteger(Number(big)) ? big.toString() : `${big}n`;
    }
    case 'double':
      return String(Number(constant.value));
    case 'decimal':
      return module.constant(`${module.rt('textToDecimal')}(${quote(constant.value)})`);
  }
}
