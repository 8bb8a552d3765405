const TOKENS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\(:[\s\S]*?(?::\)|$)|\$\s*([\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?)/gu;

/** Names of variables that an expression references or binds. */
export function variablesIn(expression: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of expression.matchAll(TOKENS)) if (name !== undefined) names.add(name);
  return names;
}

/** Replaces variable references outside strings and comments. */
export function replaceVariables(expression: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return expression;
  return expression.replace(TOKENS, (whole, name: string | undefined) => {
    const other = name === undefined ? undefined : names.get(name);
    return other === undefined ? whole : other;
  });
}

/** Whether an expression binds a variable of this name (`for $a in`, `some $a in`, `let $a :=`). */
export const bindsVariable = (expression: string, name: string): boolean =>
  [...expression.matchAll(/\$\s*([\p{L}_][\p{L}\p{N}_.:-]*)\s*(?:\bin\b|:=|as\b)/gu)].some(
    ([, bound]) => bound === name,
  );

/** Whether an expression consists of constants, so that its evaluation cannot fail. */
export const isConstant = (expression: string): boolean =>
  /^(?:\s|[(),]|\d+(?:\.\d+)?(?!\d)|'[^']*'|"[^"]*")*$/.test(expression);
