/** On whose behalf something is done: the workspace it happens in, and who asked for it. */
export type Scope = {
  readonly workspaceId: string;
  /** As it stands in timelines and the audit trail. */
  readonly actor: string;
};
