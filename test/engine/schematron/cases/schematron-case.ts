/** One schema, one document and what must be found, whoever judges. */
export type SchematronCase = {
  /** Clause of ISO/IEC 19757-3 (2020) and what it says. */
  readonly name: string;
  /** What stands in the schema element. */
  readonly schema: string;
  /** Attributes of the schema element beyond the query binding. */
  readonly attributes?: string;
  /** Other files, by path relative to the schema. */
  readonly files?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly xml: string;
  /** `id location`, then the error code when the outcome is open; in document order. */
  readonly findings: readonly string[];
  /** Texts of the findings, where the case is about them. */
  readonly texts?: readonly string[];
  /** Why the second judge cannot show this. */
  readonly engineOnly?: string;
};
