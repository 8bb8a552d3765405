import { own } from '../../../own.ts';
import { isStringLike, one } from '../../item-types.ts';
import { asMany, tagged, value } from '../code.ts';
import { argumentOf, atomized, converted } from '../convert.ts';
import { type Expr, joinNeeds } from '../expr.ts';
import { Refusal } from '../refusal.ts';
import type { KeyBinding } from '../scope.ts';
import { type Call, define, type FunctionTable } from './define.ts';

function findKey(name: Expr, { site }: Call): KeyBinding {
  const [constant] = name.constant ?? [];
  if (constant?.type !== 'string') throw new Refusal(site.source, 'key() with a name that is no string literal');
  const [prefix, local] = constant.value.includes(':') ? constant.value.split(':', 2) : ['', constant.value];
  const uri = prefix === '' ? '' : own(site.scope.namespaces, prefix!);
  const binding = uri === undefined ? undefined : site.scope.key(uri, local!);
  if (binding === undefined) throw new Refusal(site.source, `XTDE1260: there is no key "${constant.value}" here`);
  return binding;
}

/** fn:key (XSLT 2.0, section 16.3.2): the nodes with a key value, in the document or below the third argument. */
const key = define(2, 3, (args, call): Expr => {
  const { site } = call;
  const binding = findKey(args[0]!, call);
  if (args.length === 2 && site.context === null) {
    throw new Refusal(site.source, 'XTDE1270: key() without a context item');
  }
  if (args.length === 2 && site.scope.otherTrees === true && !site.isMain) {
    throw new Refusal(site.source, 'key() where the context item may be of a document that the rules bring');
  }
  const values = atomized(args[1]!);
  const top = args[2] === undefined ? null : converted(args[2], one('node'), argumentOf('key', 2));
  const isText = isStringLike(values.type.item) && values.type.max === 1;
  return {
    type: { item: binding.item, min: 0, max: 'many' },
    needs: top === null ? values.needs : joinNeeds(values.needs, top.needs),
    isExpensive: false,
    nodes: { sorted: true, distinct: true, disjoint: false, within: false },
    value: (env) => {
      const { rt } = env.module;
      const found = isText
        ? `${rt('nodesByText')}(${binding.js}, ${value(values, env)})`
        : `${rt('nodesByValues')}(${binding.js}, ${value(asMany(tagged(values)), env)}, d)`;
      return top === null ? found : `${rt('nodesUnder')}(${found}, ${value(top, env)}, d)`;
    },
  };
});

export const keyFunctions: FunctionTable = { key };
