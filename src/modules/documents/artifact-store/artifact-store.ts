/** Blob storage outside the database. Contents are encrypted before they reach it. */
export type ArtifactStore = {
  /** Writes or replaces a blob; durable once the promise resolves. */
  readonly put: (address: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Reads a blob; null when it does not exist.
   *
   * @param maxBytes longer blobs are truncated to this length
   */
  readonly get: (address: string, maxBytes: number) => Promise<Buffer | null>;
  readonly has: (address: string) => Promise<boolean>;
  /** Succeeds when the blob does not exist. */
  readonly delete: (address: string) => Promise<void>;
  /** Deletes unfinished files older than `before`, left by killed writers. */
  readonly forgetUnfinished: (before: Date) => Promise<void>;
  /** Readiness problem as a sentence without paths or addresses; null when no problem is known. */
  readonly check: () => Promise<string | null>;
};

const ADDRESS = /^ws\/[a-z0-9_-]+\/\d{4}\/\d{2}\/[0-9a-f]{64}$/;

/**
 * The address of a content in the store.
 *
 * @param at time of the write
 * @param sha256 of the content, lowercase hex
 */
export function addressOf(workspaceId: string, at: Date, sha256: string): string {
  const [year, month] = at.toISOString().split('-');
  return checkAddress(`ws/${workspaceId}/${year}/${month}/${sha256}`);
}

/** Returns the address if it is well-formed, because it becomes a path. @throws Error */
export function checkAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new Error(`${JSON.stringify(address)} is not an artifact address`);
  return address;
}
