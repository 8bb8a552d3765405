import { NamePool } from '../../xml/index.ts';
import type { RuleIndexEntry } from '../compile/rule-index.ts';
import { runtime } from '../xpath/runtime/index.ts';
import { hit, noMatch, notInPhase } from './builtins.ts';
import type { PackModule } from './pack-module.ts';
import { makeRunnable, type RunnablePack } from './run.ts';

/** `pack.json`: what a release of rules is, and when it is in force. Fields beyond these belong to its readers. */
export type PackManifest = {
  readonly id: string;
  readonly version: string;
  /** The schema: its path from the folder. */
  readonly schema: string;
  readonly [field: string]: unknown;
};

/** A release of rules, compiled and ready to run. */
export type Pack = RunnablePack & {
  readonly manifest: PackManifest;
  /** SHA-256 over the rule sources alone: the same for whichever engine compiles them. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  /** Whether the compiled code came from the cache. */
  readonly cached: boolean;
};

const builtins = { hit, noMatch, notInPhase };

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
