import { Script } from 'node:vm';
import type { CompiledRules } from '@e-invoice/schematron';
import type { CompiledExplanations } from '@e-invoice/schematron/explain';

/** What compiled code exports, by what it was compiled from. */
type Compiled = CompiledRules & CompiledExplanations;

/** All code that the compiler writes is one exported function, with nothing before or after it. */
const BEGIN = '(rt, engine, names) => {\n';
const END = '\n};\n';

/**
 * Runs the code of a compiled pack from memory: what was verified is what runs, and no file can be replaced between the two. The
 * code is one function expression, which can import nothing.
 *
 * @param name name of the pack for stack traces and profiles
 * @throws Error when the text is no code of the compiler
 */
export function runCode(code: string, name: string): Compiled {
  const exported = ['rules', 'explanations'].find((one) => code.startsWith(`export const ${one} = ${BEGIN}`));
  if (exported === undefined || !code.endsWith(END)) throw new Error(`${name} is not code of the rule compiler`);
  const body = code.slice(`export const ${exported} = `.length, -';\n'.length);
  const script = new Script(`'use strict';\n(${body})`, { filename: `rule-pack:${name}`, lineOffset: -1 });
  return { [exported]: script.runInThisContext() } as Compiled;
}
