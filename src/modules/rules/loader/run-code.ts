import { Script } from 'node:vm';
import type { CompiledRules } from '@e-invoice/schematron';
import type { CompiledExplanations } from '@e-invoice/schematron/explain';

type Compiled = CompiledRules & CompiledExplanations;

/** The compiler always writes exactly one function expression, without other text. */
const BEGIN = '(rt, engine, names) => {\n';
const END = '\n};\n';

/**
 * Runs compiled code from memory, so that no file can be replaced between verification and execution. The code is one
 * function expression and cannot import modules.
 *
 * @param name name of the pack for stack traces and profiles
 * @throws Error when the text was not written by the compiler
 */
export function runCode(code: string, name: string): Compiled {
  const exported = ['rules', 'explanations'].find((one) => code.startsWith(`export const ${one} = ${BEGIN}`));
  if (exported === undefined || !code.endsWith(END)) throw new Error(`${name} is not code of the rule compiler`);
  const body = code.slice(`export const ${exported} = `.length, -';\n'.length);
  const script = new Script(`'use strict';\n(${body})`, { filename: `rule-pack:${name}`, lineOffset: -1 });
  return { [exported]: script.runInThisContext() } as Compiled;
}
