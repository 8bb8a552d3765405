/** What a judge said of one document, in the words of the comparison. */
export type Judgement = {
  readonly file: string;
  /** Why the document as a whole could not be judged; null when it was. */
  readonly error: string | null;
  readonly findings: readonly ValidatedFinding[];
};

export type ValidatedFinding = {
  readonly ruleId: string;
  readonly flag: string | null;
  /** Every step with its position: `/Invoice[1]/cac:InvoiceLine[2]`. */
  readonly location: string;
  /** The message of the dynamic error that stopped the rule; null when the rule fired. */
  readonly undetermined: string | null;
};

/** A judge of documents with one rule pack. */
export type Validate = {
  /** The ids of all rules that it can report. */
  readonly ruleIds: readonly string[];
  validate(file: string, bytes: Uint8Array): Judgement;
};
