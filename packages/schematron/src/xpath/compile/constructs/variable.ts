import { isNode } from '../../item-types.ts';
import { isName } from '../code.ts';
import { type Expr, NOTHING, ONE_NODE, type Site } from '../expr.ts';
import { uriOf } from '../names.ts';
import { findChild, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';

/** A variable reference (XPath 2.0 section 3.1.2): of `for`, `some`, `every`, or of the scope. */
export function buildVariable(node: Syntax, site: Site): Expr {
  const name = findChild(node, 'name')!;
  const written = name.prefix === '' ? name.text : `${name.prefix}:${name.text}`;
  const local = site.locals.get(written);
  if (local !== undefined) {
    return {
      type: local.type,
      needs: { ...NOTHING, locals: new Set([local.js]) },
      isExpensive: false,
      reference: local.js,
      isComputed: true,
      isMain: local.isMain,
      value: () => local.js,
      nodes: isNode(local.type.item) && local.type.max === 1 ? ONE_NODE : undefined,
    };
  }
  const binding = site.scope.variable(uriOf(name, '', site.scope, site.source), name.text);
  if (binding === undefined) throw new Refusal(site.source, `XPST0008: the variable $${written} is not declared`);
  // A constant is declared at module level, even if its code looks like a local name.
  const isLocal = isName(binding.js) && binding.constant === undefined;
  const captures = binding.captures ?? (isLocal ? [binding.js] : []);
  return {
    type: binding.type,
    needs: captures.length === 0 ? NOTHING : { ...NOTHING, locals: new Set(captures) },
    isExpensive: false,
    constant: binding.constant,
    value: () => binding.js,
    isComputed: true,
    isMain: binding.isMain,
    nodes: isNode(binding.type.item) && binding.type.max === 1 ? ONE_NODE : undefined,
  };
}
