/** No such workspace that keys could belong to. */
export class WorkspaceNotFound extends Error {
  constructor(id: string) {
    super(`There is no workspace ${id}`);
    this.name = 'WorkspaceNotFound';
  }
}
