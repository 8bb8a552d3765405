import { quote } from '../../../javascript.ts';
import { many, one } from '../../item-types.ts';
import { translateRegex } from '../../runtime/regex/translate.ts';
import type { Env, Expr } from '../expr.ts';
import { argumentAs, type Call, define, type FunctionTable, over } from './define.ts';

const constantText = (expr: Expr | undefined): string | null => {
  const [constant] = expr?.constant ?? [];
  return constant?.type === 'string' ? constant.value : null;
};

/**
 * Compiles pattern and flags to an expression for a JavaScript regular expression; literals are created when the pack
 * loads.
 */
function regexOf(pattern: Expr, flags: Expr | undefined, call: Call, at: number): Expr {
  const text = constantText(pattern);
  const flagText = flags === undefined ? '' : constantText(flags);
  if (text !== null && flagText !== null) {
    const translated = translateRegex(text, flagText);
    return over([], one('string'), (_, env) =>
      translated.ok
        ? env.module.constant(`new RegExp(${quote(translated.source)}, ${quote(translated.flags)})`)
        : `${env.module.rt('fail')}(${quote(translated.code)}, ${quote(translated.reason)})`,
    );
  }
  const parts = [
    argumentAs(pattern, one('string'), call, at),
    ...(flags === undefined ? [] : [argumentAs(flags, one('string'), call, at + 1)]),
  ];
  return over(parts, one('string'), ([p, f], env) => `${env.module.rt('dynamicRegex')}(${p}, ${f ?? "''"})`);
}

const call3 = (name: 'replace' | 'tokenize', codes: readonly string[], env: Env): string =>
  `${env.module.rt(name)}(${codes.join(', ')})`;

/** Functions on strings with regular expressions (XPath functions, section 7.6). */
export const patternFunctions: FunctionTable = {
  matches: define(2, 3, (args, call) => {
    const regex = regexOf(args[1]!, args[2], call, 1);
    return over([argumentAs(args[0]!, 'text', call, 0), regex], one('boolean'), ([text, r]) => `${r}.test(${text})`);
  }),
  replace: define(3, 4, (args, call) => {
    const regex = regexOf(args[1]!, args[3], call, 1);
    const parts = [argumentAs(args[0]!, 'text', call, 0), regex, argumentAs(args[2]!, one('string'), call, 2)];
    return over(parts, one('string'), (codes, env) => call3('replace', codes, env));
  }),
  tokenize: define(1, 3, (args, call) => {
    const text = argumentAs(args[0]!, 'text', call, 0);
    if (args.length === 1) {
      return over([text], many('string'), ([code], env) => `${env.module.rt('tokenizeSpace')}(${code})`, true);
    }
    const regex = regexOf(args[1]!, args[2], call, 1);
    return over([text, regex], many('string'), (codes, env) => call3('tokenize', codes, env), true);
  }),
};
