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

/** The most leading characters that a packed code takes from the code before it: one digit. */
const MAX_SHARED = 9;

/**
 * Codes as one text with front coding: the number of leading characters that a code shares with the code before it,
 * then the rest. `AAA AAB AC` is `0AAA 2B 1C`.
 *
 * @throws Error when a code contains a space
 */
export function packCodes(codes: readonly string[]): string {
  let before = '';
  const packed = codes.map((code) => {
    if (code.includes(' ')) throw new Error(`The code ${code} contains a space`);
    let shared = 0;
    while (shared < MAX_SHARED && shared < code.length && code[shared] === before[shared]) shared += 1;
    before = code;
    return shared + code.slice(shared);
  });
  return packed.join(' ');
}

/** The codes of `packCodes`. */
export function unpackCodes(packed: string): string[] {
  let before = '';
  return packed.split(' ').map((code) => {
    before = before.slice(0, Number(code[0])) + code.slice(1);
    return before;
  });
}
