import { NamePool } from '../xml/index.ts';
import { runtime } from '../xpath/runtime/index.ts';
import { fired, hit, noMatch, notInPhase } from './builtins.ts';
import type { PackModule } from './pack-module.ts';
import { makeRunnable, type RunnablePack } from './run.ts';

const builtins = { fired, hit, noMatch, notInPhase };

/** What the code of a compiled schema exports. */
export type CompiledRules = {
  readonly rules: (rt: typeof runtime, engine: typeof builtins, names: NamePool) => PackModule;
};

/**
 * Makes rules ready to run.
 *
 * @param compiled the module that the compiler's code is, imported from wherever it lies; of the same release
 * @param names shared by rules that are applied together: documents are then read and walked once
 */
export const load = ({ rules }: CompiledRules, names = new NamePool()): RunnablePack =>
  makeRunnable(rules(runtime, builtins, names), names);
