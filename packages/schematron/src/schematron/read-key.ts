import { own } from '../own.ts';
import type { XmlElement } from '../xml/index.ts';
import type { Source, StylesheetKey } from './model.ts';
import { OWN_PREFIX, readContent } from './read-function.ts';
import { attribute, fault, isElement, namespacesOf, type ReadingContext, requiredExpression } from './reading.ts';

/**
 * `xsl:key` (XSLT 2.0, section 16.3): a name, a pattern and the value of the matched nodes. Declarations with the
 * same name form one key. A collation is refused.
 */
export function readKey(
  reading: ReadingContext,
  element: XmlElement,
  schemaNamespaces: Readonly<Record<string, string>>,
): StylesheetKey {
  const namespaces = { ...schemaNamespaces, ...namespacesOf(element), ...OWN_PREFIX };
  const name = (attribute(reading, element, 'name') ?? '').trim();
  const [prefix, local] = name.includes(':') ? name.split(':', 2) : ['', name];
  const uri = prefix === '' ? '' : own(namespaces, prefix!);
  if (name === '' || local === '') fault(reading, element, `"${name}" is not the name of a key`);
  else if (uri === undefined) fault(reading, element, `the prefix of the key name "${name}" is not declared`);
  for (const other of ['collation', 'xpath-default-namespace', 'composite']) {
    if (attribute(reading, element, other) !== null) fault(reading, element, `xsl:key/@${other} is not supported`);
  }
  return {
    uri: uri ?? '',
    local: local!,
    match: requiredExpression(reading, element, 'match'),
    use: readUse(reading, element),
    namespaces,
  };
}

/** The value: either `use` or the content (XSLT 2.0, XTSE1205). */
function readUse(reading: ReadingContext, element: XmlElement): Source {
  const hasContent = element.children.some(
    (child) => isElement(child) || (child.kind === 3 && child.value.trim() !== ''),
  );
  if (!hasContent) return requiredExpression(reading, element, 'use');
  if (attribute(reading, element, 'use') !== null) fault(reading, element, 'xsl:key has both a use and content');
  return readContent(reading, element);
}
