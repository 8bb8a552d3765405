import fontoxpath from 'fontoxpath';
import { bracketChains } from './comparison-chains.ts';
import { Refusal } from './refusal.ts';

/** A node of the syntax tree that fontoxpath gives (XQueryX), without its namespaces. */
export type Syntax = {
  readonly name: string;
  readonly children: readonly Syntax[];
  readonly text: string;
  readonly prefix: string;
  /** The URI in a name written as `Q{uri}local`. */
  readonly uri: string | null;
  /** The expression as it stands in the source; only where `parseXPath` was asked for it. */
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
  /** Where it stands in the source, as the parser tells it. */
  from = 0;
  to = 0;

  constructor(nodeType: number, name: string, text: string) {
    this.nodeType = nodeType;
    this.name = name;
    this.text = text;
  }

  /** fontoxpath looks for the XQuery module's first child after parsing. */
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
  /** Whether every expression in it has its text (`written`). */
  readonly withText?: boolean;
  /** Whether it may be one that XPath 1.0 takes and XPath 2.0 does not. */
  readonly isXPath1?: boolean | undefined;
};

/** The syntax tree of an XPath expression; throws Refusal (XPST0003) when it is none. */
export function parseXPath(source: string, { withText = false, isXPath1 = false }: ParseOptions = {}): Syntax {
  try {
    return parseText(source, withText);
  } catch (error) {
    // XPath reads `and$x` and `or@x` as two words (XPath 2.0, A.2.4); the parser wants a blank there.
    const spaced = source.replace(WORD_WITHOUT_BLANK, (part, word?: string) =>
      word === undefined ? part : `${word} `,
    );
    if (!(error instanceof Refusal)) throw error;
    try {
      const taken = isXPath1 ? bracketChains(spaced) : spaced;
      if (taken !== source) return parseText(taken, withText);
    } catch {
      // What is wrong is told of what was written; brackets may also be too deep for either reader.
    }
    throw error;
  }
}

/** A string literal, which stays as it is, or an operator or keyword that a variable or a path follows at once. */
const WORD_WITHOUT_BLANK =
  /"[^"]*"|'[^']*'|(?<![\w.:$@-])(and|or|div|idiv|mod|eq|ne|lt|le|gt|ge|is|to|union|intersect|except|in|return|satisfies|then|else|for|some|every|let)(?=[$@/])/g;

function parseText(source: string, withText: boolean): Syntax {
  const language = fontoxpath.evaluateXPath.XPATH_3_1_LANGUAGE;
  let tree: TreeNode;
  try {
    // The parser only creates and appends nodes: a part of the DOM is all it needs.
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

/** Where the parser could read no further; what it would have taken there is a list of a thousand characters. */
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
 * Takes out what the parser puts around most expressions to tell their places, and notes their text instead. One of
 * which it tells none, an operand of `and`, reaches from its first part to its last one.
 *
 * @returns where the node stands; null when nothing tells it
 */
function unwrap(node: TreeNode, source: string): Span | null {
  const spans: Span[] = [];
  for (const [index, child] of node.children.entries()) {
    let inner = child;
    let told: Span | null = null;
    while (inner.name === 'stackTrace') {
      told = [inner.from, inner.to];
      inner = inner.children[0]!;
    }
    node.children[index] = inner;
    const within = unwrap(inner, source);
    const span = told ?? within;
    if (span === null) continue;
    spans.push(span);
    const text = source.slice(...span).trim();
    if (told !== null || isBalanced(text)) inner.written = text;
  }
  if (spans.length === 0) return null;
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
}

/** Whether every bracket has its other half. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The first child of that name. */
export function findChild(node: Syntax | undefined, name: string): Syntax | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The only child inside the child of that name (`firstOperand`, `argExpr` …). */
export function operand(node: Syntax, name: string): Syntax {
  const found = findChild(node, name)?.children[0];
  if (found === undefined) throw new Error(`no ${name} in ${node.name}`);
  return found;
}
