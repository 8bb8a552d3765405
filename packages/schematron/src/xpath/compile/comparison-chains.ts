/**
 * XPath 1.0 allows chained comparisons, `a = b = c` (grammar, productions 23 and 24); XPath 2.0 allows one. This
 * module adds the parentheses that the chain implies, `(a = b) = c`, so that the XPath 2.0 parser can read it.
 */

const BLANK = /[ \t\r\n]*/y;
/** Strings, numbers, prefixed names, comments and symbols; symbols of two characters come first. */
const TOKEN =
  /"[^"]*"|'[^']*'|\(:|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*(?::[\p{L}_*][\p{L}\p{N}\p{M}_.\-·]*)?|<<|>>|<=|>=|!=|::|\/\/|\.\.|\|\||:=|./suy;

const ORDER: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['=', '!=']);
/** Tokens that end a chain on its level of parentheses. The words other than `and` and `or` are from XPath 2.0. */
const ENDS: ReadonlySet<string> = new Set([',', 'and', 'or', 'then', 'else', 'return', 'satisfies', 'in', ':=']);
/** Tokens after which an operand follows, so that a name there is not an operator (XPath 1.0, section 3.7). */
const OPENING: ReadonlySet<string> = new Set([
  '@',
  '::',
  '(',
  '[',
  ',',
  '/',
  '//',
  '|',
  '||',
  '+',
  '-',
  '$',
  '!',
  ':=',
]);
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'mod', 'div', 'then', 'else', 'return', 'satisfies', 'in']);

/** One chain: the operands as written, and the operators between them. */
type Row = { readonly operands: string[]; readonly operators: string[] };

/** Parenthesises every comparison chain of an XPath 1.0 expression, left-associative, order before equality. */
export function bracketChains(source: string): string {
  let at = 0;
  /** Whether a name, or `*`, would be an operator here. */
  let isAfterOperand = false;

  const blank = (): string => {
    BLANK.lastIndex = at;
    const [found] = BLANK.exec(source)!;
    at += found.length;
    return found;
  };
  const next = (): string => {
    TOKEN.lastIndex = at;
    const [found] = TOKEN.exec(source)!;
    at += found.length;
    if (found !== '(:') return found;
    const end = source.indexOf(':)', at);
    at = end < 0 ? source.length : end + 2;
    return ' ';
  };

  /** Reads up to the parenthesis that closes this level. */
  const level = (): string => {
    let written = '';
    let row: Row = { operands: [''], operators: [] };
    const add = (text: string): void => {
      row.operands[row.operands.length - 1] += text;
    };
    const settle = (): void => {
      written += bracketed(row);
      row = { operands: [''], operators: [] };
    };
    while (at < source.length) {
      add(blank());
      if (at >= source.length || source[at] === ')' || source[at] === ']') break;
      const token = next();
      const isOperator = isAfterOperand && WORDS.has(token);
      if (token === '(' || token === '[') {
        isAfterOperand = false;
        add(token + level());
        add(source[at++] ?? '');
        isAfterOperand = true;
      } else if (EQUALITY.has(token) || ORDER.has(token)) {
        row.operators.push(token);
        row.operands.push('');
        isAfterOperand = false;
      } else if (ENDS.has(token) && (isOperator || !WORDS.has(token))) {
        settle();
        written += token;
        isAfterOperand = false;
      } else {
        add(token);
        if (token !== ' ') isAfterOperand = !(isOperator || OPENING.has(token) || (token === '*' && isAfterOperand));
      }
    }
    settle();
    return written;
  };

  let written = level();
  // An unmatched closing parenthesis: the rest is copied, and the parser reports the error.
  written += source.slice(at);
  return written;
}

const joinAll = (operands: readonly string[], operators: readonly string[]): string =>
  operands.reduce((left, right, index) => `${index > 1 ? `(${left})` : left}${operators[index - 1]}${right}`);

function bracketed({ operands, operators }: Row): string {
  if (operators.length < 2) return joinAll(operands, operators);
  const sides: Row[] = [{ operands: [operands[0]!], operators: [] }];
  const equalities: string[] = [];
  for (const [index, operator] of operators.entries()) {
    const operand = operands[index + 1]!;
    if (EQUALITY.has(operator)) {
      equalities.push(operator);
      sides.push({ operands: [operand], operators: [] });
    } else {
      sides.at(-1)!.operands.push(operand);
      sides.at(-1)!.operators.push(operator);
    }
  }
  const parts = sides.map((side) => {
    const text = joinAll(side.operands, side.operators);
    return side.operators.length > 0 && equalities.length > 0 ? ` (${text}) ` : text;
  });
  return joinAll(parts, equalities);
}
