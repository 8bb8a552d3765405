/** A schema, a document and the expected findings, for any validator. */
export type SchematronCase = {
  /** Clause of ISO/IEC 19757-3 (2020) and its requirement. */
  readonly name: string;
  /** Content of the schema element. */
  readonly schema: string;
  /** Attributes of the schema element other than the query binding. */
  readonly attributes?: string;
  /** Other files, by path relative to the schema. */
  readonly files?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly xml: string;
  /** `id location`, followed by the error code of an undetermined finding; in document order. */
  readonly findings: readonly string[];
  /** Texts of the findings, if the case is about them. */
  readonly texts?: readonly string[];
  /** Why the case cannot run in the reference validator. */
  readonly engineOnly?: string;
};
