/** Code lists by the names that the rules use; `get` may throw PackNotReady. */
export type CodeLists = Pick<ReadonlyMap<string, readonly string[]>, 'get'>;

/**
 * Reads a code list from its file under `schematron/codelists`.
 *
 * @returns the name of the variable and its codes
 * @throws Error when the text contains no list
 */
export function readCodeList(text: string): readonly [name: string, codes: readonly string[]] {
  const found = /<let\s[^<]*?\sname="([^"<]+)"\s+value="([^"<]*)"/.exec(text);
  if (found === null) throw new Error('The file holds no code list');
  const [, name = '', value = ''] = found;
  return [name, [...value.matchAll(/'([^']*)'/g)].map(([, code = '']) => code)];
}

/** Maximum number of shared leading characters: the packed form has one digit for it. */
const MAX_SHARED = 9;

/**
 * Packs codes into one text with front coding: the number of leading characters shared with the previous code, then
 * the rest. `AAA AAB AC` becomes `0AAA 2B 1C`.
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

/** Reverses `packCodes`. */
export function unpackCodes(packed: string): string[] {
  let before = '';
  return packed.split(' ').map((code) => {
    before = before.slice(0, Number(code[0])) + code.slice(1);
    return before;
  });
}
