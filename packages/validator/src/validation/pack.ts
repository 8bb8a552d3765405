import type { Finding, RuleIndexEntry, RunnablePack } from '@e-invoice/schematron';
import type { Explanation } from '@e-invoice/schematron/explain';
import type { XmlDocument } from '@e-invoice/schematron/xml';

/** `pack.json`: identity and validity of a rule release. Readers may define further fields. */
export type PackManifest = {
  readonly id: string;
  readonly version: string;
  /** Path of the schema, relative to the pack folder. */
  readonly schema: string;
  readonly [field: string]: unknown;
};

/** A release of rules, compiled and ready to run. */
export type Pack = RunnablePack & {
  readonly manifest: PackManifest;
  /** SHA-256 of the rule sources only: independent of the engine that compiles them. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  /** Whether the compiled code was read from the cache. */
  readonly cached: boolean;
  /**
   * Explains failed assertions; undefined when the pack has no explanations.
   *
   * @throws PackNotReady until it is loaded; it is loaded on the first failed assertion
   */
  readonly explain?: (document: XmlDocument, now: number) => Explain;
};

/** Explains why an assertion failed; null when the cause is uncertain. */
export type Explain = (finding: Finding) => Explanation | null;
