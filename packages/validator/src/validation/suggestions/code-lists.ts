/** Code lists by name, as the rules use them; `get` may throw PackNotReady. */
export type CodeLists = Pick<ReadonlyMap<string, readonly string[]>, 'get'>;

/**
 * A code list from its file under `schematron/codelists`: the name of the variable and its codes.
 *
 * @throws Error when the text holds no list
 */
export function readCodeList(text: string): readonly [name: string, codes: readonly string[]] {
  const found = /<let\s[^<]*?\sname="([^"<]+)"\s+value="([^"<]*)"/.exec(text);
  if (found === null) throw new Error('The file holds no code list');
  const [, name = '', value = ''] = found;
  return [name, [...value.matchAll(/'([^']*)'/g)].map(([, code = '']) => code)];
}
