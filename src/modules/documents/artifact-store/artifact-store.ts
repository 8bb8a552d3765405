/** Keeps bytes by their address, outside the database. It knows nothing of what they are: they come encrypted. */
export type ArtifactStore = {
  /** What is there under the address is replaced. Once it resolves, the bytes survive the end of the machine. */
  readonly put: (address: string, bytes: Uint8Array) => Promise<void>;
  /**
   * The bytes; null when there are none.
   *
   * @param maxBytes of more than that the beginning alone is given
   */
  readonly get: (address: string, maxBytes: number) => Promise<Buffer | null>;
  readonly has: (address: string) => Promise<boolean>;
  /** Nothing to delete is as good. */
  readonly delete: (address: string) => Promise<void>;
  /** Takes away what writers that were killed left half done before the time. */
  readonly forgetUnfinished: (before: Date) => Promise<void>;
  /** What keeps it from being used, in a sentence without paths or addresses; null: nothing, as far as is known. */
  readonly check: () => Promise<string | null>;
};

const ADDRESS = /^ws\/[a-z0-9_-]+\/\d{4}\/\d{2}\/[0-9a-f]{64}$/;

/**
 * Where a content is kept.
 *
 * @param at when it is put there
 * @param sha256 of the content, lowercase hex
 */
export function addressOf(workspaceId: string, at: Date, sha256: string): string {
  const [year, month] = at.toISOString().split('-');
  return checkAddress(`ws/${workspaceId}/${year}/${month}/${sha256}`);
}

/** The address, if it is one: it becomes a path. @throws Error */
export function checkAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new Error(`${JSON.stringify(address)} is no address of an artifact`);
  return address;
}
