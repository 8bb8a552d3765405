import { NamePool } from '../xml/index.ts';
import { runtime } from '../xpath/runtime/index.ts';
import { fired, hit, noMatch, notInPhase } from './builtins.ts';
import type { PackModule } from './pack-module.ts';
import { makeRunnable, type RunnablePack } from './run.ts';

const builtins = { fired, hit, noMatch, notInPhase };

/** The exports of the compiled code of a schema. */
export type CompiledRules = {
  readonly rules: (rt: typeof runtime, engine: typeof builtins, names: NamePool) => PackModule;
};

/**
 * Makes compiled rules ready to run.
 *
 * @param compiled the imported module that the compiler produced, of the same release
 * @param names shared by rules that are applied together, so that documents are parsed and walked once
 */
export const load = ({ rules }: CompiledRules, names = new NamePool()): RunnablePack =>
  makeRunnable(rules(runtime, builtins, names), names);
