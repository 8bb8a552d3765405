import { own } from '../../own.ts';
import type { Scope } from './expr.ts';
import type { Syntax } from './parse.ts';
import { Refusal } from './refusal.ts';

export const FN = 'http://www.w3.org/2005/xpath-functions';
export const XS = 'http://www.w3.org/2001/XMLSchema';
export const XSL = 'http://www.w3.org/1999/XSL/Transform';

/** Predeclared prefixes, unless the scope declares them otherwise. */
const PREDECLARED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fn: FN,
    xs: XS,
    // Published schemas use both without declaration, which processors that compile a schema to a stylesheet accept.
    xsd: XS,
    xsl: XSL,
    xml: 'http://www.w3.org/XML/1998/namespace',
  }),
);

/**
 * The namespace of a prefix.
 *
 * @throws Refusal (XPST0081) for an undeclared prefix
 */
export function namespaceOf(prefix: string, scope: Scope, source: string): string {
  const uri = own(scope.namespaces, prefix) ?? PREDECLARED.get(prefix);
  if (uri === undefined) throw new Refusal(source, `XPST0081: the prefix ${prefix} is not declared`);
  return uri;
}

/** Namespace of a written name; `unprefixed` is the namespace of names without prefix. */
export function uriOf(node: Syntax, unprefixed: string, scope: Scope, source: string): string {
  if (node.uri !== null) return node.uri;
  return node.prefix === '' ? unprefixed : namespaceOf(node.prefix, scope, source);
}

export const elementNamespace = (scope: Scope): string => scope.namespaces[''] ?? '';
