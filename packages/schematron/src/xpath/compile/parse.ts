import fontoxpath from 'fontoxpath';
import { Refusal } from './refusal.ts';

/** A node of the syntax tree that fontoxpath gives (XQueryX), without its namespaces. */
export type Syntax = {
  readonly name: string;
  readonly children: readonly Syntax[];
  readonly text: string;
  readonly prefix: string;
  /** The URI in a name written as `Q{uri}local`. */
  readonly uri: string | null;
};

class TreeNode implements Syntax {
  readonly nodeType: number;
  readonly name: string;
  readonly children: TreeNode[] = [];
  text: string;
  prefix = '';
  uri: string | null = null;

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
  },
};

type Parse = (
  source: string,
  options: { language: unknown; annotateAst: boolean },
  nodes: typeof factory,
  write: typeof writer,
) => TreeNode;

/** The syntax tree of an XPath expression; throws Refusal (XPST0003) when it is none. */
export function parseXPath(source: string): Syntax {
  try {
    return parseText(source);
  } catch (error) {
    // XPath reads `and$x` as two words (XPath 2.0, A.2.4); the parser wants a blank there.
    const spaced = source.replace(WORD_BEFORE_VARIABLE, (part, word?: string) =>
      word === undefined ? part : `${word} `,
    );
    if (spaced === source || !(error instanceof Refusal)) throw error;
    return parseText(spaced);
  }
}

/** A string literal, which stays as it is, or an operator or keyword that a variable follows at once. */
const WORD_BEFORE_VARIABLE =
  /"[^"]*"|'[^']*'|(?<![\w.:$@-])(and|or|div|idiv|mod|eq|ne|lt|le|gt|ge|is|to|union|intersect|except|in|return|satisfies|then|else)(?=\$)/g;

function parseText(source: string): Syntax {
  const language = fontoxpath.evaluateXPath.XPATH_3_1_LANGUAGE;
  let tree: TreeNode;
  try {
    // The parser only creates and appends nodes: a part of the DOM is all it needs.
    const parse = fontoxpath.parseScript as unknown as Parse;
    tree = parse(source, { language, annotateAst: false }, factory, writer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      source,
      `XPST0003: not an XPath expression (${message.split('\n').find((l) => l.includes('XPST')) ?? message})`,
    );
  }
  const body = findChild(findChild(tree, 'mainModule'), 'queryBody')?.children[0];
  if (body === undefined) throw new Refusal(source, 'XPST0003: not an XPath expression');
  return body;
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
