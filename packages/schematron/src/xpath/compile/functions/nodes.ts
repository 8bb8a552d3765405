import { type ItemType, isNode, many, one, optional, type SequenceType } from '../../item-types.ts';
import { asMany, value } from '../code.ts';
import { booleanExpr } from '../constructs/logic.ts';
import { rootOfNode } from '../constructs/path.ts';
import { argumentOf, converted } from '../convert.ts';
import { type Env, type Expr, isMain, NOTHING, ONE_NODE } from '../expr.ts';
import { Refusal } from '../refusal.ts';
import {
  argumentAs,
  type Call,
  define,
  type FunctionDefinition,
  type FunctionTable,
  orContext,
  over,
  plain,
  strict,
} from './define.ts';

const nodeArgument = (args: readonly Expr[], call: Call): Expr =>
  converted(orContext(args, call), optional('node'), argumentOf(call.name, 0));

type NameFunction = 'nameOf' | 'localNameOf' | 'namespaceOf' | 'nodeNameOf';

/** A function of an optional node, by default the context item. */
function ofNode(fn: NameFunction, result: SequenceType, direct: string | null): FunctionDefinition {
  return define(0, 1, (args, call) => {
    const node = orContext(args, call);
    const isNamed = node.type.item === 'element' || node.type.item === 'attribute';
    if (direct !== null && isNamed && node.type.min === 1 && node.type.max === 1) {
      return over([node], result, ([code]) => `${code}.${direct}`);
    }
    return over([nodeArgument(args, call)], result, ([code], env) => `${env.module.rt(fn)}(${code})`);
  });
}

const current = define(0, 0, (_, { site }): Expr => {
  if (site.currentType === null) throw new Refusal(site.source, 'XTDE1360: current() without a context item');
  return {
    type: one(site.currentType),
    needs: { ...NOTHING, current: true },
    isExpensive: false,
    isMain: site.scope.isMain ?? true,
    value: (env) => env.u,
    nodes: isNode(site.currentType) ? ONE_NODE : undefined,
  };
});

const root = define(0, 1, (args, call): Expr => {
  const node = nodeArgument(args, call);
  if (!isMain(node, call.site)) return rootOfNode(node);
  const type = node.type.min === 1 ? one('document') : optional('document');
  return {
    type: args.length === 0 ? one('document') : type,
    needs: args.length === 0 ? NOTHING : node.needs,
    isExpensive: false,
    nodes: ONE_NODE,
    isMain: true,
    // A run has one document, so all nodes have the same root.
    value: (env) => (type.min === 1 ? 'd.document' : `(${value(node, env)} === null ? null : d.document)`),
    isRoot: args.length === 0,
  };
});

const absent = (args: readonly Expr[], call: Call, item: ItemType, code: (node: string) => string): Expr =>
  over([nodeArgument(args, call)], optional(item), ([node]) => code(node!));

function byId(args: readonly Expr[], call: Call, code: (codes: readonly string[], env: Env) => string): Expr {
  const texts = argumentAs(args[0]!, many('string'), call, 0);
  const node = converted(orContext(args.slice(1), call), one('node'), argumentOf(call.name, 1));
  const nodes = { sorted: true, distinct: true, disjoint: false, within: false };
  return { ...over([asMany(texts), node], many('element'), code, true), nodes };
}

const qnamePart = (result: ItemType, code: string) => strict(['QName'], result, ([name]) => `${name}${code}`);

const elementPair = (fn: 'uriForPrefix', result: SequenceType) =>
  define(2, 2, (args, call) =>
    over(
      [argumentAs(args[0]!, 'text', call, 0), argumentAs(args[1]!, one('element'), call, 1)],
      result,
      (codes, env) => `${env.module.rt(fn)}(${codes.join(', ')})`,
    ),
  );

/** Functions on nodes and names (XPath functions, sections 11 and 14; XSLT 2.0 section 16.6). */
export const nodeFunctions: FunctionTable = {
  name: ofNode('nameOf', one('string'), null),
  'local-name': ofNode('localNameOf', one('string'), 'local'),
  'namespace-uri': ofNode('namespaceOf', one('anyURI'), 'uri'),
  'node-name': ofNode('nodeNameOf', optional('QName'), null),
  current,
  root,
  // From XPath 3.0; published rules use it in their texts.
  path: define(0, 1, (args, call) =>
    over([nodeArgument(args, call)], optional('string'), ([node], env) => `${env.module.rt('pathOf')}(${node})`),
  ),
  // The base URI is unknown, and without a schema no element is nilled. Without a document type, only `xml:id`
  // defines ids and there are no ID references (XPath functions, section 15.5).
  id: define(1, 2, (args, call) =>
    byId(args, call, (codes, env) => `${env.module.rt('elementsById')}(${codes.join(', ')})`),
  ),
  idref: define(1, 2, (args, call) => byId(args, call, (codes) => `${codes[0]}.slice(0, 0)`)),
  'document-uri': define(1, 1, (args, call) => absent(args, call, 'anyURI', () => 'null')),
  nilled: define(1, 1, (args, call) => absent(args, call, 'boolean', (node) => `(${node}?.kind === 1 ? false : null)`)),
  lang: define(1, 2, (args, call) => {
    const language = argumentAs(args[0]!, 'text', call, 0);
    const node = converted(orContext(args.slice(1), call), one('node'), argumentOf('lang', 1));
    return booleanExpr(
      [language, node],
      (env) => `${env.module.rt('hasLang')}(${value(language, env)}, ${value(node, env)})`,
    );
  }),
  'generate-id': define(0, 1, (args, call) =>
    over([nodeArgument(args, call)], one('string'), ([node], env) => `${env.module.rt('nodeId')}(${node})`),
  ),
  QName: plain(
    [optional('string'), one('string')],
    'QName',
    ([uri, name], env) => `${env.module.rt('makeQName')}(${uri} ?? '', ${name})`,
  ),
  'resolve-QName': define(2, 2, (args, call) =>
    over(
      [argumentAs(args[0]!, optional('string'), call, 0), argumentAs(args[1]!, one('element'), call, 1)],
      optional('QName'),
      (codes, env) => `${env.module.rt('resolveQName')}(${codes.join(', ')})`,
    ),
  ),
  'prefix-from-QName': define(1, 1, (args, call) =>
    over(
      [argumentAs(args[0]!, optional('QName'), call, 0)],
      optional('string'),
      ([name]) => `(${name}?.prefix || null)`,
    ),
  ),
  'local-name-from-QName': qnamePart('string', '.local'),
  'namespace-uri-from-QName': qnamePart('anyURI', '.uri'),
  'namespace-uri-for-prefix': elementPair('uriForPrefix', optional('anyURI')),
  'in-scope-prefixes': define(1, 1, (args, call) =>
    over(
      [argumentAs(args[0]!, one('element'), call, 0)],
      many('string'),
      ([element], env) => `${env.module.rt('prefixesInScope')}(${element})`,
    ),
  ),
};
