import { own } from '../own.ts';
import type { XmlElement, XmlNode } from '../xml/index.ts';
import type { Source, StylesheetFunction } from './model.ts';
import {
  attribute,
  expression,
  fault,
  isElement,
  namespacesOf,
  type ReadingContext,
  requiredExpression,
  XSLT,
} from './reading.ts';

/** Namespace of names that the compiler generates; a schema cannot use it by accident. */
export const OWN_NAMES = 'urn:x-engine:own';
const OWN = 'engine.own';

/** An atomic type: only for these is a text node, which functions create from text, equivalent to its value. */
const ATOMIC = /^\s*[\w.-]+:[\w.-]+\s*(?:[?*+]\s*)?$/;

/**
 * `xsl:function` (XSLT 2.0, section 10.3). The sequence constructor becomes one XPath expression: `xsl:variable`
 * becomes `let`, `xsl:choose` becomes `if`, and text becomes a text node, or its value if only the value matters.
 * Anything else is refused.
 *
 * @returns the function and the conversions that its typed variables call
 */
export function readFunction(
  reading: ReadingContext,
  element: XmlElement,
  schemaNamespaces: Readonly<Record<string, string>>,
): StylesheetFunction[] {
  const namespaces: Record<string, string> = { ...schemaNamespaces, ...namespacesOf(element), [OWN]: OWN_NAMES };
  const name = (attribute(reading, element, 'name') ?? '').trim();
  const [prefix, local] = name.split(':', 2);
  const uri = local === undefined ? undefined : own(namespaces, prefix!);
  if (uri === undefined) fault(reading, element, `function name "${name}" has no declared prefix`);
  if (element.attributes.some((candidate) => candidate.local === 'xpath-default-namespace')) {
    fault(reading, element, 'xpath-default-namespace is not supported');
  }

  const conversions: StylesheetFunction[] = [];
  const parameters: { name: string; as: Source | null }[] = [];
  const body: XmlNode[] = [];
  for (const child of element.children) {
    if (isElement(child) && child.uri === XSLT && child.local === 'param') {
      if (body.some(isElement)) fault(reading, child, 'xsl:param must come first');
      parameters.push({ name: readName(reading, child), as: expression(reading, child, 'as') });
    } else body.push(child);
  }
  const as = expression(reading, element, 'as');
  const maker: Maker = {
    reading,
    text: textFor(as),
    convert: (type) => {
      const converter = `${name.replace(/[^\w]/g, '.')}.${conversions.length + 1}`;
      const parameter = { name: 'value', as: type };
      const value = { text: '$value', place: type.place };
      const made = { uri: OWN_NAMES, local: converter, parameters: [parameter], as: type, body: value, namespaces };
      conversions.push(made);
      return `${OWN}:${converter}`;
    },
  };
  const text = sequence(maker, body);
  const place = reading.files.place(element);
  return [...conversions, { uri: uri ?? '', local: local ?? name, parameters, as, body: { text, place }, namespaces }];
}

/** The prefix that generated expressions need. */
export const OWN_PREFIX: Readonly<Record<string, string>> = { [OWN]: OWN_NAMES };

/** The content of an element as one expression, for uses that need only its atomic value. */
export function readContent(reading: ReadingContext, element: XmlElement): Source {
  const convert = (type: Source): string => {
    reading.faults.add(type.place, 'a typed variable is not supported here');
    return `${OWN}:text`;
  };
  return { text: sequence({ reading, text: 'value', convert }, element.children), place: reading.files.place(element) };
}

/** How generated text is used: as a text node, as its value, or as part of a longer text. */
type TextUse = 'node' | 'value' | 'part';

const textFor = (as: Source | null): TextUse => (as !== null && ATOMIC.test(as.text) ? 'value' : 'node');

type Maker = {
  readonly reading: ReadingContext;
  readonly text: TextUse;
  /** Returns the name of a function that converts to a type. */
  readonly convert: (as: Source) => string;
};

function sequence(maker: Maker, nodes: readonly XmlNode[]): string {
  const parts: string[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 3 && node.value.trim() !== '') parts.push(textItem(maker, quoted(node.value)));
    if (!isElement(node)) continue;
    if (node.uri === XSLT && node.local === 'variable') {
      const rest = sequence(maker, nodes.slice(index + 1));
      parts.push(`(let $${readName(maker.reading, node)} := ${variable(maker, node)} return ${rest})`);
      break;
    }
    parts.push(instruction(maker, node));
  }
  return parts.length === 1 ? parts[0]! : `(${parts.join(', ')})`;
}

function instruction(maker: Maker, element: XmlElement): string {
  const { reading } = maker;
  const child = (): string => sequence(maker, element.children);
  if (element.uri === XSLT) {
    switch (element.local) {
      case 'sequence':
        if (maker.text === 'part') fault(reading, element, 'a variable whose content is no text needs an as attribute');
        return `(${requiredExpression(reading, element, 'select').text})`;
      case 'value-of':
        return textItem(maker, selectedText(maker, element));
      case 'text':
        return textItem(maker, quoted(element.children.map((node) => (node.kind === 3 ? node.value : '')).join('')));
      case 'if':
        return `(if (${requiredExpression(reading, element, 'test').text}) then ${child()} else ())`;
      case 'choose':
        return choose(maker, element);
      case 'message':
        return message(maker, element);
      case 'for-each':
        return `((${requiredExpression(reading, element, 'select').text}) ! ${child()})`;
    }
  }
  fault(
    reading,
    element,
    `<${element.prefix === '' ? '' : `${element.prefix}:`}${element.local}> is not supported in a function`,
  );
  return '()';
}

/**
 * Messages are discarded; one that terminates the transformation is a dynamic error (XSLT 2.0, section 17, XTMM9000).
 */
function message(maker: Maker, element: XmlElement): string {
  const terminate = attribute(maker.reading, element, 'terminate') ?? 'no';
  if (terminate === 'no') return '()';
  if (terminate !== 'yes') fault(maker.reading, element, 'a computed terminate is not supported');
  return `error(QName('http://www.w3.org/2005/xqt-errors', 'XTMM9000'), ${selectedText(maker, element)})`;
}

function choose(maker: Maker, element: XmlElement): string {
  let text = '';
  let otherwise = '()';
  for (const branch of element.children) {
    if (!isElement(branch)) continue;
    if (branch.uri === XSLT && branch.local === 'when') {
      const test = requiredExpression(maker.reading, branch, 'test').text;
      text += `if (${test}) then ${sequence(maker, branch.children)} else `;
    } else if (branch.uri === XSLT && branch.local === 'otherwise') otherwise = sequence(maker, branch.children);
    else fault(maker.reading, branch, `<${branch.local}> is not known in xsl:choose`);
  }
  return `(${text}${otherwise})`;
}

function selectedText(maker: Maker, element: XmlElement): string {
  const select = expression(maker.reading, element, 'select');
  const separator = attribute(maker.reading, element, 'separator') ?? (select === null ? '' : ' ');
  if (separator.includes('{')) fault(maker.reading, element, 'a computed separator is not supported');
  const items = select === null ? sequence({ ...maker, text: 'value' }, element.children) : `(${select.text})`;
  return `string-join(for $item in data(${items}) return string($item), ${quoted(separator)})`;
}

function variable(maker: Maker, element: XmlElement): string {
  const select = expression(maker.reading, element, 'select');
  const as = expression(maker.reading, element, 'as');
  if (select === null && as === null) return temporaryTree(maker, element);
  const value = select === null ? sequence({ ...maker, text: textFor(as) }, element.children) : `(${select.text})`;
  return as === null ? value : `${maker.convert(as)}(${value})`;
}

/**
 * The content of an untyped variable: a temporary tree (XSLT 2.0, section 9.4), here always of text. A tree that is
 * certain to contain text is replaced by its untyped value: rules cannot detect the difference, and no nodes are
 * created.
 */
function temporaryTree(maker: Maker, element: XmlElement): string {
  const text = `string-join((${sequence({ ...maker, text: 'part' }, element.children)}), '')`;
  const isSure = element.children.some((node) => node.kind === 3 && node.value.trim() !== '');
  return isSure ? `xs:untypedAtomic(${text})` : `${OWN}:tree(${text})`;
}

function textItem({ text: use }: Maker, text: string): string {
  if (use === 'part') return text;
  return use === 'value' ? `xs:untypedAtomic(${text})` : `${OWN}:text(${text})`;
}

function readName(reading: ReadingContext, element: XmlElement): string {
  const name = (attribute(reading, element, 'name') ?? '').trim();
  if (!/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name)) fault(reading, element, `"${name}" is not a usable name`);
  return name;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
