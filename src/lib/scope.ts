/** On whose behalf something is done: the workspace it happens in, and who asked for it. */
export type Scope = {
  readonly workspaceId: string;
  /** As it stands in timelines and the audit trail. */
  readonly actor: string;
  /**
   * Has the transaction of a change take the line of the audit trail along: both are there or neither. Every verb that
   * changes something for somebody calls it, once and when it has changed something, with the transaction and the id of
   * what it is about (and, for what the service does of itself, the code of the reason). Not there where no line is
   * kept: for most jobs, and without a key.
   */
  readonly audit?: (trx: object, resource: string, code?: string) => void;
};
