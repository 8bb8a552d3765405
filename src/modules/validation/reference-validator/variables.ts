/** The parts of an XPath expression that matter to a search for variables: strings, comments, references. */
const TOKENS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\(:[\s\S]*?(?::\)|$)|\$\s*([\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?)/gu;

/** The names of the variables that an expression refers to or binds. */
export function variablesIn(expression: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of expression.matchAll(TOKENS)) if (name !== undefined) names.add(name);
  return names;
}

/** The expression with references to variables replaced by other expressions, outside of strings and comments. */
export function replaceVariables(expression: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return expression;
  return expression.replace(TOKENS, (whole, name: string | undefined) => {
    const other = name === undefined ? undefined : names.get(name);
    return other === undefined ? whole : other;
  });
}

/** Whether an expression binds a variable of its own (`for $a in`, `some $a in`, `let $a :=`) with this name. */
export const bindsVariable = (expression: string, name: string): boolean =>
  [...expression.matchAll(/\$\s*([\p{L}_][\p{L}\p{N}_.:-]*)\s*(?:\bin\b|:=|as\b)/gu)].some(
    ([, bound]) => bound === name,
  );

/** Constants alone: they cannot stop, whatever the document is. */
export const isConstant = (expression: string): boolean =>
  /^(?:\s|[(),]|\d+(?:\.\d+)?(?!\d)|'[^']*'|"[^"]*")*$/.test(expression);
