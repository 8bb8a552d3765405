import type { XmlLimits } from '../xml/index.ts';

/** How documents are judged. */
export type RunOptions = {
  /** A phase of the schema, `#ALL`, or `#DEFAULT` (the one the schema names, else all). */
  readonly phase?: string;
  /** Milliseconds since 1970 UTC: what `current-date()` tells. Without it, a rule that asks for the time throws. */
  readonly now?: number;
  /**
   * Reads a document that a pattern names (`pattern/@documents`), by its address there; throws when there is none.
   * Without it, the assertions of such a pattern are `undetermined`.
   */
  readonly readDocument?: (address: string) => Uint8Array;
  /** Of documents that are read. */
  readonly limits?: Partial<XmlLimits> | undefined;
};
