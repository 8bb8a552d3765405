/** An element to write: a prefixed name, attributes in order, and either children or text. */
export type ElementToWrite = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ElementToWrite[];
  readonly text: string | null;
};

const ESCAPES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\t': '&#9;',
    '\n': '&#10;',
    '\r': '&#13;',
  }),
);

/** Characters that XML 1.0 does not allow (2.2), including lone surrogates. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for these
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for element content. Characters that XML does not allow become U+FFFD. */
export const escapeText = (text: string): string =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>\r]/g, (character) => ESCAPES.get(character)!);

/** Escapes text for an attribute value in double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>"\t\n\r]/g, (character) => ESCAPES.get(character)!);

/** Writes an XML 1.0 document in UTF-8, indented by two spaces; the indentation never changes text. */
export function writeXml(root: ElementToWrite): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  write(root, '', parts);
  return parts.join('');
}

function write({ name, attributes, children, text }: ElementToWrite, indent: string, parts: string[]): void {
  parts.push(indent, '<', name);
  for (const [key, value] of attributes) parts.push(' ', key, '="', escapeAttribute(value), '"');
  if (children.length === 0) {
    if (text === null || text === '') parts.push('/>\n');
    else parts.push('>', escapeText(text), '</', name, '>\n');
    return;
  }
  parts.push('>\n');
  for (const child of children) write(child, `${indent}  `, parts);
  parts.push(indent, '</', name, '>\n');
}
