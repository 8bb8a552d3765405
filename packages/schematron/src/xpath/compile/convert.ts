import { quote } from '../../javascript.ts';
import {
  type AtomicType,
  type ItemType,
  isAtomic,
  isDuration,
  isNode,
  isNumeric,
  isTagged,
  optional,
  type SequenceType,
} from '../item-types.ts';
import type { CastTarget } from '../runtime/cast.ts';
import { each, hoist, mapItems, tagCode, tagged, value } from './code.ts';
import type { Env, Expr } from './expr.ts';

/** fn:data: the typed values (XPath 2.0 section 2.4.2); nodes of an untyped tree have untyped values. */
export function atomized(expr: Expr): Expr {
  const { item } = expr.type;
  if (isNode(item)) {
    if (item === 'node') return mapItems(expr, 'atomic', (code, env) => `${env.module.rt('atomOf')}(${code})`);
    const type = item === 'comment' || item === 'instruction' ? 'string' : 'untyped';
    return mapItems(expr, type, (code, env) => stringCode(code, item, env));
  }
  if (item === 'item') return mapItems(expr, 'atomic', (code, env) => `${env.module.rt('atomize')}(${code})`);
  return expr;
}

/** The string value of a node. */
export function stringCode(code: string, item: ItemType, env: Env): string {
  if (item === 'attribute' || item === 'text') return `${code}.value`;
  return `${env.module.rt('text')}(${code})`;
}

/** At most one item; throws XPTY0004 for more. `what` describes the context in the message. */
export function singular(expr: Expr, what: string): Expr {
  if (expr.type.max !== 'many') return expr;
  const type = { ...expr.type, max: 1 as const };
  const base = { type, needs: expr.needs, isExpensive: expr.isExpensive, nodes: expr.nodes };
  if (expr.each === undefined) {
    return { ...base, value: (env) => `${env.module.rt('atMostOne')}(${value(expr, env)}, ${quote(what)})` };
  }
  return {
    ...base,
    // Keep only the value form: a loop over it must also detect a second item.
    each: (env, sink) => {
      const found = env.fresh('s');
      const fail = `${env.module.rt('tooMany')}(${quote(what)})`;
      const loop = each(expr, env, (item) => `if (${found} !== null) ${fail}; ${found} = ${item};`, 'distinct');
      return `let ${found} = null; ${loop} if (${found} !== null) { ${sink(found)} }`;
    },
  };
}

/** Exactly one item; throws XPTY0004 otherwise. */
export function single(expr: Expr, what: string): Expr {
  const narrowed = singular(expr, what);
  if (narrowed.type.min === 1) return narrowed;
  return {
    type: { ...narrowed.type, min: 1, max: 1 },
    needs: narrowed.needs,
    isExpensive: narrowed.isExpensive,
    nodes: narrowed.nodes,
    value: (env) => `${env.module.rt('present')}(${value(narrowed, env)}, ${quote(what)})`,
  };
}

const failCode = (env: Env, code: string, message: string): string =>
  `${env.module.rt('fail')}(${quote(code)}, ${quote(message)})`;

/** Converts a bare string to the bare value of a type; throws FORG0001 at run time. */
export function fromText(code: string, to: CastTarget, env: Env): string {
  const { rt } = env.module;
  switch (to) {
    case 'string':
    case 'untyped':
      return code;
    case 'double':
      return `${rt('textToDouble')}(${code})`;
    case 'decimal':
      return `${rt('textToDecimal')}(${code})`;
    case 'integer':
      return `${rt('textToInteger')}(${code})`;
    case 'boolean':
      return `${rt('textToBoolean')}(${code})`;
    default:
      return `${rt('castText')}(${code}, ${quote(to)})`;
  }
}

const toNumberCode = (code: string): string => (/^\d{1,15}$/.test(code) ? code : `Number(${code})`);

/** Converts a bare number of one static type to a bare number of a wider one. */
export function promoteNumber(code: string, from: ItemType, to: ItemType, env: Env): string {
  if (from === to) return code;
  if (to === 'double' || to === 'float') {
    const number = from === 'integer' ? toNumberCode(code) : from === 'decimal' ? `${code}.toNumber()` : code;
    return to === 'float' ? `Math.fround(${number})` : number;
  }
  return from === 'integer' ? `${env.module.rt('decimalFrom')}(${code})` : code;
}

const canPromote = (from: ItemType, to: ItemType): boolean =>
  (from === 'integer' && (to === 'decimal' || to === 'float' || to === 'double')) ||
  (from === 'decimal' && (to === 'float' || to === 'double')) ||
  (from === 'float' && to === 'double');

function convertItem(code: string, from: ItemType, to: AtomicType, env: Env): string {
  const { rt } = env.module;
  if (from === to) return code;
  if (to === 'atomic') return tagCode(code, from, env.module);
  if (to === 'numeric') {
    if (from === 'untyped') return `${rt('textToDouble')}(${code})`;
    if (isNumeric(from)) return tagCode(code, from, env.module);
    if (from === 'atomic') return `${rt('convertNumeric')}(${code})`;
  } else if (from === 'untyped' && to !== 'QName') return fromText(code, to, env);
  else if (isTagged(from)) return to === 'QName' ? code : `${rt('convertAtom')}(${code}, ${quote(to)})`;
  else if (canPromote(from, to)) return promoteNumber(code, from, to, env);
  else if ((from === 'anyURI' && to === 'string') || (isDuration(from) && to === 'duration')) return code;
  return failCode(env, 'XPTY0004', `expected xs:${to}, found xs:${from}`);
}

/**
 * The function conversion rules (XPath 2.0 section 3.1.5): atomize, cast untyped, promote, check the number of items.
 * The result has exactly the required type.
 */
export function converted(expr: Expr, to: SequenceType, what: string): Expr {
  if (expr.type.max === 0) {
    if (to.min === 1)
      return { ...expr, type: to, value: (env) => failCode(env, 'XPTY0004', `an empty sequence ${what}`) };
    return { ...expr, type: to, value: () => (to.max === 'many' ? '[]' : 'null') };
  }
  let result = isAtomic(to.item) ? atomized(expr) : expr;
  const from = result.type.item;
  if (isAtomic(to.item)) {
    const target = to.item;
    if (from !== target) result = mapItems(result, target, (code, env) => convertItem(code, from, target, env));
  } else if (to.item !== 'item' && from !== to.item) result = treated(result, to.item, 'XPTY0004');
  else if (to.item === 'item' && from !== 'item') result = tagged(result);
  return limited(result, to, what);
}

/** The same items; checks that their number is what the type allows. */
export function limited(expr: Expr, to: SequenceType, what: string): Expr {
  if (to.max === 'many') {
    const list: Expr = {
      ...expr,
      type: { ...expr.type, max: 'many' },
      ...(expr.type.max === 'many' ? {} : listForms(expr)),
    };
    if (to.min === 0 || expr.type.min === 1) return { ...list, type: { ...list.type, item: to.item, min: to.min } };
    return {
      type: to,
      needs: expr.needs,
      isExpensive: expr.isExpensive,
      value: (env) => {
        const fail = failCode(env, 'XPTY0004', `an empty sequence ${what}`);
        return hoist(list.needs, env, (inner) => `const r = ${value(list, inner)}; return r.length > 0 ? r : ${fail};`);
      },
    };
  }
  const narrowed = to.min === 1 ? single(expr, what) : singular(expr, what);
  return { ...narrowed, type: { ...to, min: narrowed.type.min } };
}

function listForms(expr: Expr): Pick<Expr, 'value' | 'each' | 'nodes'> {
  return {
    nodes: undefined,
    value: (env) => (expr.type.min === 1 ? `[${value(expr, env)}]` : `${env.module.rt('list')}(${value(expr, env)})`),
    each: (env, sink) => each(expr, env, sink),
  };
}

const NODE_SUBTYPES: ReadonlyMap<string, readonly ItemType[]> = new Map(
  Object.entries({
    node: ['element', 'attribute', 'text', 'comment', 'instruction', 'document', 'container'],
    container: ['element', 'document'],
  }),
);

/** Whether every value of the item type `from` also has the item type `to`. */
export function isSubtype(from: ItemType, to: ItemType): boolean {
  if (from === to || to === 'item' || from === 'empty') return true;
  if (isNode(to)) return NODE_SUBTYPES.get(to)?.includes(from) ?? false;
  if (to === 'atomic') return isAtomic(from);
  if (to === 'numeric') return isNumeric(from);
  if (to === 'decimal') return from === 'integer';
  return to === 'duration' && isDuration(from);
}

/** Checks that every item has the type, without conversion; throws `code` at run time. */
export function treated(expr: Expr, to: ItemType, code: string): Expr {
  const from = expr.type.item;
  const { nodes } = expr;
  if (from === to) return expr;
  if (isSubtype(from, to)) {
    if (isNode(to)) return { ...expr, type: { ...expr.type, item: to } };
    if (to === 'decimal' && from === 'integer') {
      return mapItems(expr, to, (name, env) => promoteNumber(name, from, to, env));
    }
    return { ...tagged(expr), type: { ...expr.type, item: to } };
  }
  const checked = mapItems(expr, to, (name, env) => {
    const { rt } = env.module;
    const check = `${rt('requireType')}(${tagCode(name, from, env.module)}, ${quote(to)}, ${quote(code)})`;
    return isNode(to) || isTagged(to) ? check : `${rt('untag')}(${check})`;
  });
  return isNode(from) ? { ...checked, nodes } : checked;
}

/** For messages about an argument. */
export const argumentOf = (name: string, index: number): string => `as argument ${index + 1} of ${name}()`;

/** A string; the empty sequence becomes the empty string, as for the arguments of most string functions. */
export function textOrEmpty(expr: Expr, what: string): Expr {
  const text = converted(expr, optional('string'), what);
  if (expr.type.max !== 0 && text.type.min === 1) return text;
  return {
    type: { item: 'string', min: 1, max: 1 },
    needs: text.needs,
    isExpensive: text.isExpensive,
    value: (env) => {
      const code = value(text, env);
      return code === 'null' ? "''" : `(${code} ?? '')`;
    },
  };
}
