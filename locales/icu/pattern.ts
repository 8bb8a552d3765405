/**
 * A parsed message as a list of texts and arguments, serializable as JSON: `[name]` is replaced by its value, and
 * `[name, 'plural' | 'select', patterns]` by the pattern that matches its value.
 */
export type Pattern = readonly (string | Argument)[];

type Argument = readonly [name: string] | readonly [name: string, kind: 'plural' | 'select', branches: Branches];

/** Patterns by the plural category, `=` with a number, or the value of a `select`. */
type Branches = { readonly [option: string]: Pattern };

export type MessageValues = Readonly<Record<string, string | number>>;

/** Formats a pattern in a language. An argument without a value remains as `{name}`, as documentation shows it. */
export function formatPattern(pattern: Pattern, values: MessageValues, rules: Intl.PluralRules): string {
  let text = '';
  for (const part of pattern) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const [name, kind, branches] = part;
    const value = Object.hasOwn(values, name) ? values[name]! : undefined;
    if (kind === undefined) text += value ?? `{${name}}`;
    else text += formatPattern(select(kind, branches!, value, rules), values, rules);
  }
  return text;
}

function select(
  kind: 'plural' | 'select',
  branches: Branches,
  value: string | number | undefined,
  rules: Intl.PluralRules,
): Pattern {
  const option = kind === 'plural' ? `=${value}` : `${value}`;
  if (Object.hasOwn(branches, option)) return branches[option]!;
  const category = kind === 'plural' ? rules.select(Number(value)) : 'other';
  return (Object.hasOwn(branches, category) ? branches[category] : branches.other)!;
}
