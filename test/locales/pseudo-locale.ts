const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...'aceinorstuyACEINORSTUY'].map((letter, index) => [letter, [...'áčéíñóŕšţúýÁČÉÍÑÓŔŠŢÚÝ'][index]!]),
);

/**
 * Writes an English message in a generated language: accented letters in brackets. Arguments and the syntax of ICU
 * MessageFormat stay.
 */
export function toPseudo(message: string): string {
  let depth = 0;
  let isQuoted = false;
  let out = '';
  for (let index = 0; index < message.length; index++) {
    const sign = message[index]!;
    if (sign === "'" && (isQuoted || /^'[{}]/.test(message.slice(index)))) isQuoted = !isQuoted;
    // Every brace changes between the text of a message and the inside of an argument.
    else if (!isQuoted && sign === '{') depth++;
    else if (!isQuoted && sign === '}') depth--;
    out += depth % 2 === 0 && !isQuoted ? (ACCENTS.get(sign) ?? sign) : sign;
  }
  return `[${out}]`;
}
