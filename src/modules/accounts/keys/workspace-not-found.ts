/** The workspace does not exist or cannot have keys. */
export class WorkspaceNotFound extends Error {
  constructor(id: string) {
    super(`Workspace ${id} does not exist`);
    this.name = 'WorkspaceNotFound';
  }
}
