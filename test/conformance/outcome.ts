/** The result of a validator for one document, in the form that the comparison uses. */
export type Outcome = {
  readonly file: string;
  /** Why the whole document failed to validate; null otherwise. */
  readonly error: string | null;
  readonly findings: readonly ValidatedFinding[];
};

export type ValidatedFinding = {
  readonly ruleId: string;
  readonly flag: string | null;
  /** Every step with its position: `/Invoice[1]/cac:InvoiceLine[2]`. */
  readonly location: string;
  /** The message of the dynamic error in the rule; null if the rule fired. */
  readonly undetermined: string | null;
};

/** Validates documents with one rule pack. */
export type PackValidator = {
  /** The ids of all rules that it can report. */
  readonly ruleIds: readonly string[];
  validate(file: string, bytes: Uint8Array): Outcome;
};
