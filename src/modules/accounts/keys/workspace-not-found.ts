/** The workspace does not exist or cannot have keys. */
export class WorkspaceNotFound extends Error {
  constructor(id: string) {
    super(`There is no workspace ${id}`);
    this.name = 'WorkspaceNotFound';
  }
}
