import type { Finding, RuleIndexEntry, RunnablePack } from '@e-invoice/schematron';
import type { Explanation } from '@e-invoice/schematron/explain';
import type { XmlDocument } from '@e-invoice/schematron/xml';

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
  /**
   * Why its assertions fail; unset: that is not told.
   *
   * @throws PackNotReady until it is loaded, which it is when something failed first
   */
  readonly explain?: (document: XmlDocument, now: number) => Explain;
};

/** Why an assertion failed; null where that is not certain. */
export type Explain = (finding: Finding) => Explanation | null;
