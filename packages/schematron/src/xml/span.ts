import { NodeKind, type XmlAttribute, type XmlElement } from './tree.ts';

/** The source range of an element, as offsets into `XmlDocument.text`. */
export type ElementSpan = {
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after the name in its start tag. */
  readonly nameEnd: number;
  /**
   * Offset of the content between its tags; for an element written `<a/>` start and end are the offset of the `/`.
   */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Offset after its last `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
};

/** The source range of an element of a well-formed text. Rescans only the descendants along the last children. */
export function spanOf(text: string, element: XmlElement): ElementSpan {
  const start = element.offset;
  let nameEnd = start + 1;
  while (!' \t\n/>'.includes(text[nameEnd] ?? '>')) nameEnd += 1;
  const tagEnd = endOfTag(text, nameEnd);
  if (text[tagEnd - 2] === '/') {
    return { start, nameEnd, contentStart: tagEnd - 2, contentEnd: tagEnd - 2, end: tagEnd, isSelfClosing: true };
  }
  const last = element.children.findLast(({ kind }) => kind === NodeKind.ELEMENT) as XmlElement | undefined;
  const contentEnd = endOfContent(text, last === undefined ? tagEnd : spanOf(text, last).end);
  const end = text.indexOf('>', contentEnd) + 1;
  return { start, nameEnd, contentStart: tagEnd, contentEnd, end, isSelfClosing: false };
}

/** The source range of an attribute value between its quotes. */
export function valueSpanOf(text: string, attribute: XmlAttribute): { readonly start: number; readonly end: number } {
  let at = attribute.offset;
  while (text[at] !== '"' && text[at] !== "'") at += 1;
  return { start: at + 1, end: text.indexOf(text[at]!, at + 1) };
}

/** Offset after the `>` of a start tag; skips `>` in attribute values. */
function endOfTag(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const sign = text[at];
    if (sign === '>') return at + 1;
    if (sign === '"' || sign === "'") at = text.indexOf(sign, at + 1);
  }
}

/** Offset of the next end tag outside comments, CDATA sections and processing instructions. */
function endOfContent(text: string, from: number): number {
  let at = text.indexOf('<', from);
  while (text[at + 1] !== '/') {
    const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '?>';
    at = text.indexOf('<', text.indexOf(close, at) + close.length);
  }
  return at;
}
