import type { RuleIndexEntry, RunnablePack } from '@e-invoice/schematron';

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
