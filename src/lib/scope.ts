/** Tenant and actor of an operation. */
export type Scope = {
  readonly workspaceId: string;
  /** Name of the actor in timelines and the audit trail. */
  readonly actor: string;
  /**
   * Writes the audit entry in the transaction of the change, so that both are committed or neither is. Every
   * operation that changes data on behalf of an actor calls it once, after the change, with the transaction and the
   * id of the changed object (and, for changes that the service makes itself, the code of the reason). Undefined when
   * no audit entry is written: for most jobs, and for requests without a key.
   */
  readonly audit?: (trx: object, resource: string, code?: string) => void;
};
