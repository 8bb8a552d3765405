import type { XmlChild, XmlElement } from '../xml/index.ts';
import type { Property, TextPart } from './model.ts';
import {
  expression,
  fault,
  ignoreOrRefuse,
  isElement,
  type ReadingContext,
  requiredExpression,
  SCHEMATRON,
  XSLT,
} from './reading.ts';

/** The text of an assertion or diagnostic, white space collapsed (ISO 19757-3, 5.4.2 and 5.4.14). */
export function readText(reading: ReadingContext, element: XmlElement): TextPart[] {
  const parts: TextPart[] = [];
  collect(reading, element, parts);
  return tidy(parts);
}

/** The content of a property: text and copied nodes (`xsl:copy-of`). */
export function readPropertyText(reading: ReadingContext, element: XmlElement): Property['text'] {
  const copies: Property['text'][number][] = [];
  const rest = element.children.filter((child) => {
    if (!isElement(child) || child.uri !== XSLT || child.local !== 'copy-of') return true;
    copies.push({ kind: 'copy', select: requiredExpression(reading, child, 'select') });
    return false;
  });
  const parts: TextPart[] = [];
  for (const child of rest) collectOne(reading, element, child, parts);
  // Attributes that are copied into an element must come first.
  return [...copies, ...tidy(parts)];
}

function collect(reading: ReadingContext, element: XmlElement, parts: TextPart[]): void {
  for (const child of element.children) collectOne(reading, element, child, parts);
}

function collectOne(reading: ReadingContext, element: XmlElement, child: XmlChild, parts: TextPart[]): void {
  if (child.kind === 3) parts.push({ kind: 'literal', text: child.value });
  else if (isElement(child)) {
    if (child.local === 'value-of' && (child.uri === SCHEMATRON || child.uri === XSLT)) {
      const select = requiredExpression(reading, child, 'select');
      parts.push({ kind: 'value', select });
    } else if (child.uri === SCHEMATRON && child.local === 'name') {
      // 5.4.9: the name of the context node if there is no path, otherwise the result of the expression.
      const path = expression(reading, child, 'path');
      parts.push({ kind: 'value', select: path ?? { text: 'name(.)', place: reading.files.place(child) } });
    } else if (child.uri === SCHEMATRON && !['emph', 'dir', 'span'].includes(child.local)) {
      fault(reading, child, `<${child.local}> is not known in <${element.local}>`);
    } else if (child.uri === XSLT) ignoreOrRefuse(reading, child, element.local);
    else collect(reading, child, parts);
  }
}

function tidy(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === 'literal' && last?.kind === 'literal') {
      merged[merged.length - 1] = { kind: 'literal', text: last.text + part.text };
    } else merged.push(part);
  }
  return merged
    .map((part, index): TextPart => {
      if (part.kind !== 'literal') return part;
      let text = part.text.replace(/[ \t\r\n]+/g, ' ');
      if (index === 0) text = text.trimStart();
      if (index === merged.length - 1) text = text.trimEnd();
      return { kind: 'literal', text };
    })
    .filter((part) => part.kind !== 'literal' || part.text !== '');
}
