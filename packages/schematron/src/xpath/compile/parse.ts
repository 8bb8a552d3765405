import fontoxpath from 'fontoxpath';
import { bracketChains } from './comparison-chains.ts';
import { Refusal } from './refusal.ts';

/** A node of the syntax tree that fontoxpath produces (XQueryX), without its namespaces. */
export type Syntax = {
  readonly name: string;
  readonly children: readonly Syntax[];
  readonly text: string;
  readonly prefix: string;
  /** The URI in a name written as `Q{uri}local`. */
  readonly uri: string | null;
  /** The source text of the expression; only if `parseXPath` was called with `withText`. */
  readonly written?: string;
};

class TreeNode implements Syntax {
  readonly nodeType: number;
  readonly name: string;
  readonly children: TreeNode[] = [];
  text: string;
  prefix = '';
  uri: string | null = null;
  written?: string;
  /** Start offset in the source, as reported by the parser. */
  from = 0;
  to = 0;

  constructor(nodeType: number, name: string, text: string) {
    this.nodeType = nodeType;
    this.name = name;
    this.text = text;
  }

  /** fontoxpath reads the first child of the XQuery module after parsing. */
  get firstChild(): TreeNode | null {
    return this.children[0] ?? null;
  }
}

const TEXT = 3;

const factory = {
  createElementNS: (_uri: string, name: string) => new TreeNode(1, name.slice(name.indexOf(':') + 1), ''),
  createTextNode: (data: string) => new TreeNode(TEXT, '', data),
  createComment: (data: string) => new TreeNode(8, '', data),
};

const writer = {
  insertBefore(parent: TreeNode, child: TreeNode): void {
    if (child.nodeType === TEXT) parent.text += child.text;
    else if (child.nodeType === 1) parent.children.push(child);
  },
  setAttributeNS(node: TreeNode, _uri: string, name: string, value: string): void {
    if (name === 'xqx:prefix') node.prefix = value;
    else if (name === 'xqx:URI') node.uri = value;
    else if (name === 'x:start') node.from = offsetIn(value);
    else if (name === 'x:end') node.to = offsetIn(value);
  },
};

const offsetIn = (json: string): number => (JSON.parse(json) as { readonly offset: number }).offset;

type Parse = (
  source: string,
  options: { language: unknown; annotateAst: boolean; debug: boolean },
  nodes: typeof factory,
  write: typeof writer,
) => TreeNode;

type ParseOptions = {
  /** Whether every expression gets its source text (`written`). */
  readonly withText?: boolean;
  /** Whether XPath 1.0 expressions that XPath 2.0 does not allow are accepted. */
  readonly isXPath1?: boolean | undefined;
};

/**
 * The syntax tree of an XPath expression.
 *
 * @throws Refusal (XPST0003) for a syntax error
 */
export function parseXPath(source: string, { withText = false, isXPath1 = false }: ParseOptions = {}): Syntax {
  try {
    return parseText(source, withText);
  } catch (error) {
    // XPath reads `and$x` and `or@x` as two tokens (XPath 2.0, A.2.4); the parser requires a blank there.
    const spaced = source.replace(WORD_WITHOUT_BLANK, (part, word?: string) =>
      word === undefined ? part : `${word} `,
    );
    if (!(error instanceof Refusal)) throw error;
    try {
      const taken = isXPath1 ? bracketChains(spaced) : spaced;
      if (taken !== source) return parseText(taken, withText);
    } catch {
      // Report the error for the original text; the added parentheses may also exceed the parser's nesting limit.
    }
    throw error;
  }
}

/** A string literal, which is not changed, or an operator or keyword directly followed by a variable or a path. */
const WORD_WITHOUT_BLANK =
  /"[^"]*"|'[^']*'|(?<![\w.:$@-])(and|or|div|idiv|mod|eq|ne|lt|le|gt|ge|is|to|union|intersect|except|in|return|satisfies|then|else|for|some|every|let)(?=[$@/])/g;

function parseText(source: string, withText: boolean): Syntax {
  const language = fontoxpath.evaluateXPath.XPATH_3_1_LANGUAGE;
  let tree: TreeNode;
  try {
    // The parser only creates and appends nodes, so a small part of the DOM interface is sufficient.
    const parse = fontoxpath.parseScript as unknown as Parse;
    tree = parse(source, { language, annotateAst: false, debug: withText }, factory, writer);
  } catch (error) {
    throw new Refusal(source, `XPST0003: not an XPath expression${whereOf(error, source)}`);
  }
  if (withText) unwrap(tree, source);
  const body = findChild(findChild(tree, 'mainModule'), 'queryBody')?.children[0];
  if (body === undefined) throw new Refusal(source, 'XPST0003: not an XPath expression');
  return body;
}

/** The position where the parser stopped. Its list of expected tokens is omitted: it has a thousand characters. */
function whereOf(error: unknown, source: string): string {
  const { position } = error as { readonly position?: { readonly start?: { readonly offset?: number } } };
  const offset = position?.start?.offset;
  if (offset === undefined) return '';
  const rest = source.slice(offset).trim();
  if (rest === '') return ', or the end of one is missing';
  return `: from character ${offset + 1} on it cannot be read (${rest.length > 40 ? `${rest.slice(0, 40)}…` : rest})`;
}

type Span = readonly [from: number, to: number];

/**
 * Removes the wrapper nodes with source positions that the parser puts around most expressions and records the source
 * text instead. An expression without wrapper, such as an operand of `and`, extends from its first part to its last
 * one.
 *
 * @returns the source range of the node; null if it is unknown
 */
function unwrap(node: TreeNode, source: string): Span | null {
  const spans: Span[] = [];
  for (const [index, child] of node.children.entries()) {
    let inner = child;
    let invalid: Span | null = null;
    while (inner.name === 'stackTrace') {
      invalid = [inner.from, inner.to];
      inner = inner.children[0]!;
    }
    node.children[index] = inner;
    const within = unwrap(inner, source);
    const span = invalid ?? within;
    if (span === null) continue;
    spans.push(span);
    const text = source.slice(...span).trim();
    if (invalid !== null || isBalanced(text)) inner.written = text;
  }
  if (spans.length === 0) return null;
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
}

/** Whether all brackets are balanced. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The first child with that name. */
export function findChild(node: Syntax | undefined, name: string): Syntax | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The only child inside the child with that name (`firstOperand`, `argExpr` …). */
export function operand(node: Syntax, name: string): Syntax {
  const found = findChild(node, name)?.children[0];
  if (found === undefined) throw new Error(`no ${name} in ${node.name}`);
  return found;
}
