import type { Text } from '../../issues/index.ts';
import { codeNames } from './code-names.data.ts';

/** A code with its common name, if known: `30 (prevod na účet)`. */
export function describeCode(list: string, code: string): Text {
  const name = codeNames.get(list)?.get(code);
  return name === undefined ? { sk: code, en: code } : { sk: `${code} (${name[0]})`, en: `${code} (${name[1]})` };
}
