/** An element to be written: a name with its prefix, attributes in order, and either children or text. */
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

/** Characters that XML 1.0 cannot hold at all (2.2); lone surrogates are none either. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as element content. What XML cannot hold becomes U+FFFD. */
export const escapeText = (text: string): string =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>\r]/g, (character) => ESCAPES.get(character)!);

/** Text as the value of an attribute in double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>"\t\n\r]/g, (character) => ESCAPES.get(character)!);

/** A document of XML 1.0 in UTF-8, indented by two spaces; text is never changed by the indentation. */
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
