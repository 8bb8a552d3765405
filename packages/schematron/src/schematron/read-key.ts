import { own } from '../own.ts';
import type { XmlElement } from '../xml/index.ts';
import type { StylesheetKey } from './model.ts';
import { attribute, fault, isElement, namespacesOf, type Reading, requiredExpression } from './reading.ts';

/**
 * `xsl:key` (XSLT 2.0, section 16.3): a name, a pattern and the value of the nodes it matches. Several with one name
 * are one key. A value made by content and a collation are refused.
 */
export function readKey(
  reading: Reading,
  element: XmlElement,
  schemaNamespaces: Readonly<Record<string, string>>,
): StylesheetKey {
  const namespaces = { ...schemaNamespaces, ...namespacesOf(element) };
  const name = (attribute(reading, element, 'name') ?? '').trim();
  const [prefix, local] = name.includes(':') ? name.split(':', 2) : ['', name];
  const uri = prefix === '' ? '' : own(namespaces, prefix!);
  if (name === '' || local === '') fault(reading, element, `"${name}" is not the name of a key`);
  else if (uri === undefined) fault(reading, element, `the prefix of the key name "${name}" is not declared`);
  for (const other of ['collation', 'xpath-default-namespace', 'composite']) {
    if (attribute(reading, element, other) !== null) fault(reading, element, `xsl:key/@${other} is not supported`);
  }
  if (element.children.some(isElement)) fault(reading, element, 'the content of xsl:key is not supported, only @use');
  return {
    uri: uri ?? '',
    local: local!,
    match: requiredExpression(reading, element, 'match'),
    use: requiredExpression(reading, element, 'use'),
    namespaces,
  };
}
