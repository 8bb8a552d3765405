/** No such report in this workspace; another workspace's report is the same as none. */
export class EvidenceNotFound extends Error {
  readonly code = 'evidence_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no evidence report ${id}`);
    this.name = 'EvidenceNotFound';
    this.id = id;
  }
}
