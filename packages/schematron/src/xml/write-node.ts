import { NodeKind, type XmlElement, type XmlNode } from './tree.ts';
import { escapeAttribute, escapeText } from './write.ts';

/**
 * Serialises a node as self-contained XML: every prefix it uses is declared in it. An attribute is written as its
 * value.
 */
export function writeNode(node: XmlNode): string {
  switch (node.kind) {
    case NodeKind.DOCUMENT:
      return node.children.map((child) => writeNode(child)).join('');
    case NodeKind.ELEMENT:
      return writeElement(node, new Map());
    case NodeKind.COMMENT:
      return `<!--${node.value}-->`;
    case NodeKind.INSTRUCTION:
      return `<?${node.target} ${node.value}?>`;
    default:
      return escapeText(node.value);
  }
}

function writeElement(element: XmlElement, outer: ReadonlyMap<string, string>): string {
  const declared = new Map(outer);
  let start = nameOf(element);
  const declare = (prefix: string, uri: string): void => {
    if (prefix === 'xml' || (declared.get(prefix) ?? '') === uri) return;
    declared.set(prefix, uri);
    start += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(uri)}"`;
  };
  declare(element.prefix, element.uri);
  for (const [prefix, uri] of Object.entries(element.declared ?? {})) declare(prefix, uri);
  for (const attribute of element.attributes) {
    if (attribute.prefix !== '') declare(attribute.prefix, attribute.uri);
    start += ` ${nameOf(attribute)}="${escapeAttribute(attribute.value)}"`;
  }
  if (element.children.length === 0) return `<${start}/>`;
  const content = element.children.map((child) =>
    child.kind === NodeKind.ELEMENT ? writeElement(child, declared) : writeNode(child),
  );
  return `<${start}>${content.join('')}</${nameOf(element)}>`;
}

const nameOf = ({ prefix, local }: { readonly prefix: string; readonly local: string }): string =>
  prefix === '' ? local : `${prefix}:${local}`;
