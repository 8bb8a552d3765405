import type { XmlElement } from '../xml/index.ts';
import type { Marks, Template, TextPart } from './model.ts';
import { expression, fault, type ReadingContext } from './reading.ts';

/**
 * Text outside of braces (a doubled brace is a literal brace) or an expression in braces; a brace in a string is
 * text.
 */
const PART = /\{\{|\}\}|\{((?:"[^"]*"|'[^']*'|[^{}"'])*)\}|[{}]|[^{}]+/g;

/**
 * An attribute value template (XSLT 2.0, section 5.6): published schemas compute `flag` and `role` this way. Null if
 * the attribute has no braces and is plain text.
 */
export function readTemplate(reading: ReadingContext, element: XmlElement, name: string): Template | null {
  const source = expression(reading, element, name);
  if (source === null || !/[{}]/.test(source.text)) return null;
  const parts: TextPart[] = [];
  for (const [whole, inside] of source.text.matchAll(PART)) {
    if (inside !== undefined) parts.push({ kind: 'value', select: { ...source, text: inside } });
    else if (whole === '{' || whole === '}') fault(reading, element, `${name} has a brace without its other one`);
    else parts.push({ kind: 'literal', text: whole === '{{' ? '{' : whole === '}}' ? '}' : whole });
  }
  return parts;
}

/** `flag` and `role` of an element if they are computed. */
export function readMarks(reading: ReadingContext, element: XmlElement): Marks {
  const [flag, role] = [readTemplate(reading, element, 'flag'), readTemplate(reading, element, 'role')];
  return { ...(flag !== null && { flag }), ...(role !== null && { role }) };
}
