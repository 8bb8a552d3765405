import type { XmlLimits } from '../xml/index.ts';

export type RunOptions = {
  /**
   * A phase of the schema, `#ALL`, or `#DEFAULT` (the default phase of the schema, or all patterns if it has none).
   */
  readonly phase?: string;
  /** Milliseconds since 1970 UTC, the value of `current-date()`. If unset, a rule that reads the time throws. */
  readonly now?: number;
  /**
   * Reads a document that a pattern names (`pattern/@documents`) by its address; throws if it does not exist. If
   * unset, the assertions of such patterns are `undetermined`.
   */
  readonly readDocument?: (address: string) => Uint8Array;
  /** Limits for parsed documents. */
  readonly limits?: Partial<XmlLimits> | undefined;
};
