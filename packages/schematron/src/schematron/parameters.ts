/** A parameter reference is `$` and a name; `$BR-01-x` may mean the parameter `BR-01` followed by `-x`. */
const REFERENCE = /\$([\p{L}_][\p{L}\p{N}._-]*)/gu;

/**
 * Replaces the parameters of an abstract pattern in an expression (ISO 19757-3, 6.3: macro expansion).
 *
 * The longest name takes precedence, so that `$Total` never replaces the start of `$TotalAmount`. A name that is
 * neither a parameter nor a variable is retried without its last `-…` or `.…` part: `$Total-1` is the parameter minus
 * one.
 */
export function makeSubstitution(
  parameters: ReadonlyMap<string, string>,
  isVariable: (name: string) => boolean,
): (text: string) => string {
  const replace = (name: string): string | null => {
    const value = parameters.get(name);
    if (value !== undefined) return value;
    if (isVariable(name)) return null;
    const cut = Math.max(name.lastIndexOf('-'), name.lastIndexOf('.'));
    if (cut <= 0) return null;
    const shorter = replace(name.slice(0, cut));
    return shorter === null ? null : shorter + name.slice(cut);
  };
  return (text) =>
    text.includes('$') ? text.replace(REFERENCE, (whole, name: string) => replace(name) ?? whole) : text;
}
