import { quote } from '../../../javascript.ts';
import { type ItemType, isNode, isNumeric, isStringLike, one, type SequenceType } from '../../item-types.ts';
import type { CastTarget } from '../../runtime/cast.ts';
import { derivedString, INTEGER_BOUNDS, isDerivedFrom } from '../../runtime/derived.ts';
import { asMany, each, exists, hoist, mapItems, tagCode, tagged, value } from '../code.ts';
import { atomized, fromText, isSubtype, promoteNumber, single, singular, treated } from '../convert.ts';
import type { Env, Expr, Site } from '../expr.ts';
import { namespaceOf, uriOf, XS } from '../names.ts';
import { findChild, operand, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';
import { type NamedType, readAtomicType, readSequenceType, type WrittenType } from '../sequence-type.ts';
import { booleanExpr } from './logic.ts';
import { testCode } from './node-test.ts';

/** Returns code that casts one atomic value of a static type. */
function castCode(code: string, from: ItemType, to: CastTarget, env: Env): string {
  const { rt } = env.module;
  if (from === to) return code;
  if (from === 'anyURI' && !isStringLike(to))
    return `${rt('fail')}('XPTY0004', ${quote(`xs:anyURI can't be cast to xs:${to}`)})`;
  if (isStringLike(from)) return fromText(code, to, env);
  if (to === 'string' || to === 'untyped') return textCode(code, from, env);
  const widens = (to === 'decimal' && from === 'integer') || ((to === 'double' || to === 'float') && isNumeric(from));
  if (widens && from !== 'numeric') return promoteNumber(code, from, to, env);
  return `${rt('castAtom')}(${tagCode(code, from, env.module)}, ${quote(to)})`;
}

/** Returns code for the string form of one atomic value of a static type. */
export function textCode(code: string, from: ItemType, env: Env): string {
  const { rt } = env.module;
  if (isStringLike(from)) return code;
  switch (from) {
    case 'integer':
    case 'decimal':
      return `(${code}).toString()`;
    case 'boolean':
      return `${rt('booleanText')}(${code})`;
    case 'double':
      return `${rt('formatDouble')}(${code})`;
    default:
      return `${rt('atomText')}(${tagCode(code, from, env.module)})`;
  }
}

function derivedCode(code: string, derived: string, env: Env): string {
  const fn = INTEGER_BOUNDS.has(derived) ? 'requireRange' : 'requireString';
  return `${env.module.rt(fn)}(${code}, ${quote(derived)})`;
}

/** `cast as` and constructor functions (XPath 2.0 section 3.10.2). */
export function castTo(expr: Expr, type: NamedType, optional: boolean, site: Site): Expr {
  const what = `cast as xs:${type.derived ?? type.item}`;
  if (type.item === 'QName') return castToQName(expr, site);
  if (type.item === 'atomic' || type.item === 'numeric')
    throw new Refusal(site.source, 'XPST0080: cast to an abstract type');
  const to: CastTarget = type.item;
  const atom = optional ? singular(atomized(expr), what) : single(atomized(expr), what);
  const { derived } = type;
  // A literal date is parsed once, not for every node.
  const cast = mapItems(atom, to, (code, env) => {
    const result = castCode(code, atom.type.item, to, env);
    return derived === null ? result : derivedCode(result, derived, env);
  });
  const typed = derived === null ? cast : { ...cast, derived };
  return expr.constant === undefined ? typed : { ...typed, isExpensive: true };
}

/** Only a literal can be cast to a QName: the prefix is resolved at compile time (XPath 2.0 section 3.10.2). */
function castToQName(expr: Expr, site: Site): Expr {
  if (expr.type.item === 'QName') return single(expr, 'cast as xs:QName');
  const [constant] = expr.constant ?? [];
  if (constant?.type !== 'string') throw new Refusal(site.source, 'XPTY0004: cast to xs:QName of what is no literal');
  if (derivedString(constant.value.replace(':', '.'), 'NCName') === null || /^[:\s]|[:\s]$/.test(constant.value.trim()))
    throw new Refusal(site.source, `FORG0001: "${constant.value}" is no xs:QName`);
  const [local, prefix] = constant.value.trim().split(':').reverse() as [string, string | undefined];
  const uri = prefix === undefined ? (site.scope.namespaces[''] ?? '') : namespaceOf(prefix, site.scope, site.source);
  const code = `(${[prefix ?? '', uri, local].map(quote).join(', ')})`;
  const { constant: _, ...rest } = expr;
  return {
    ...rest,
    type: one('QName'),
    value: (env) => env.module.constant(`new ${env.module.rt('QName')}${code}`),
  };
}

function castableCode(code: string, from: ItemType, type: NamedType, env: Env): string {
  const { rt } = env.module;
  const to = type.item as CastTarget;
  if (type.derived !== null) {
    if (INTEGER_BOUNDS.has(type.derived)) {
      const whole = `${rt('isCastable')}(${tagCode(code, from, env.module)}, 'integer')`;
      return `(${whole} && ${rt('isInRange')}(${castCode(code, from, 'integer', env)}, ${quote(type.derived)}))`;
    }
    return `(${rt('derivedString')}(${textCode(code, from, env)}, ${quote(type.derived)}) !== null)`;
  }
  if (from === 'anyURI' && !isStringLike(to)) return 'false';
  if (isStringLike(from)) {
    if (to === 'string' || to === 'untyped') return 'true';
    if (to === 'decimal') return `${rt('isDecimalText')}(${code})`;
    if (to === 'double') return `${rt('isDoubleText')}(${code})`;
    if (to === 'integer') return `${rt('isIntegerText')}(${code})`;
    return `${rt('isCastableText')}(${code}, ${quote(to)})`;
  }
  return `${rt('isCastable')}(${tagCode(code, from, env.module)}, ${quote(to)})`;
}

/** True for a QName and for a literal that is a QName in its scope; no other string can be cast. */
function castableAsQName(expr: Expr, optional: boolean, site: Site): Expr {
  if (expr.type.max === 0) return booleanExpr([], () => String(optional));
  if (expr.constant !== undefined) {
    try {
      castToQName(expr, site);
      return booleanExpr([], () => 'true');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return booleanExpr([], () => 'false');
    }
  }
  const list = asMany(tagged(expr));
  return booleanExpr([list], (env) => `${env.module.rt('areQNames')}(${value(list, env)}, ${optional})`);
}

function buildCastable(node: Syntax, site: Site): Expr {
  const expr = atomized(site.build(operand(node, 'argExpr'), site));
  const { type, optional } = singleType(node, site);
  if (type.item === 'atomic' || type.item === 'numeric') throw new Refusal(site.source, 'XPST0080: an abstract type');
  if (type.item === 'QName') return castableAsQName(expr, optional, site);
  const { item, min, max } = expr.type;
  return booleanExpr([expr], (env) => {
    if (max === 0) return String(optional);
    if (max === 1 && min === 1) return castableCode(value(expr, env), item, type, env);
    return hoist(expr.needs, env, (inner) => {
      const found = inner.fresh('s');
      const loop = each(expr, inner, (c) => `if (${found} !== null) return false; ${found} = ${c};`, 'distinct');
      return `let ${found} = null; ${loop} return ${found} === null ? ${optional} : ${castableCode(found, item, type, inner)};`;
    });
  });
}

/** Abstract types, which cannot be cast to (XPath 2.0 section 3.10.2). */
const ABSTRACT = new Set(['anyAtomicType', 'anySimpleType', 'NOTATION']);

function singleType(node: Syntax, site: Site): { type: NamedType; optional: boolean } {
  const written = findChild(node, 'singleType')!;
  const named = findChild(written, 'atomicType')!;
  if (ABSTRACT.has(named.text) && uriOf(named, '', site.scope, site.source) === XS)
    throw new Refusal(site.source, `XPST0080: xs:${named.text} is an abstract type`);
  return {
    type: readAtomicType(named, site),
    optional: findChild(written, 'optional') !== undefined,
  };
}

/** Condition that one item of a static type (`known`: its derived type) has the written type. */
function itemTest(written: WrittenType, from: ItemType, known: string | undefined, code: string, env: Env): string {
  const { type, test: nodeTest, derived } = written;
  if (nodeTest !== null && isNode(from)) {
    return testCode(nodeTest, code, { item: from, mixed: from === 'node' || from === 'container' }, env) ?? 'true';
  }
  if (derived !== null) return String(known !== undefined && isDerivedFrom(known, derived));
  if (isSubtype(from, type.item) && nodeTest === null) return 'true';
  const kind = `${env.module.rt('isOfType')}(${tagCode(code, from, env.module)}, ${quote(type.item)})`;
  const named = nodeTest === null ? null : testCode(nodeTest, code, { item: 'node', mixed: true }, env);
  return named === null ? kind : `(${kind} && ${named})`;
}

/** `instance of` (XPath 2.0 section 3.10.1). */
function buildInstanceOf(node: Syntax, site: Site): Expr {
  const expr = site.build(operand(node, 'argExpr'), site);
  const written = readSequenceType(findChild(node, 'sequenceType')!, site);
  const { min, max } = written.type;
  return booleanExpr([expr], (env) => {
    if (max === 0) return expr.type.max === 0 ? 'true' : `!${exists(expr, env)}`;
    if (expr.type.max === 0) return String(min === 0);
    return hoist(expr.needs, env, (inner) => {
      const count = max === 1 ? 'if (++r > 1) return false;' : 'r++;';
      const loop = each(
        expr,
        inner,
        (c) => `${count} if (!(${itemTest(written, expr.type.item, expr.derived, c, inner)})) return false;`,
        'distinct',
      );
      return `let r = 0; ${loop} return r >= ${min};`;
    });
  });
}

/** `treat as` (XPath 2.0 section 3.10.5). */
function buildTreat(node: Syntax, site: Site): Expr {
  const expr = site.build(operand(node, 'argExpr'), site);
  const { type, test: nodeTest, derived } = readSequenceType(findChild(node, 'sequenceType')!, site);
  if (derived !== null || (nodeTest !== null && (nodeTest.name !== null || nodeTest.conditions('c').length > 0))) {
    throw new Refusal(site.source, 'treat as a named node or a derived type');
  }
  const items = type.max === 0 ? expr : treated(expr, type.item, 'XPDY0050');
  const max = items.type.max === 'many' ? type.max : Math.min(items.type.max, type.max === 'many' ? 1 : type.max);
  return {
    type: { ...items.type, min: type.min, max: max as SequenceType['max'] },
    needs: items.needs,
    isExpensive: items.isExpensive,
    nodes: items.nodes === undefined ? undefined : { ...items.nodes, sorted: true, distinct: true },
    value: (env) =>
      hoist(items.needs, env, (inner) => {
        const fail = `${inner.module.rt('fail')}('XPDY0050', 'treat as: another number of items');`;
        const low = type.min === 1 ? `if (r.length === 0) ${fail}` : '';
        const high = type.max === 'many' ? '' : `if (r.length > ${type.max}) ${fail}`;
        const result = max === 'many' ? 'r' : '(r.length === 0 ? null : r[0])';
        return `const r = []; ${each(items, inner, (c) => `r.push(${c});`)} ${low} ${high} return ${result};`;
      }),
  };
}

export const casts = {
  castExpr: (node: Syntax, site: Site): Expr => {
    const { type, optional } = singleType(node, site);
    return castTo(site.build(operand(node, 'argExpr'), site), type, optional, site);
  },
  castableExpr: buildCastable,
  instanceOfExpr: buildInstanceOf,
  treatExpr: buildTreat,
};
