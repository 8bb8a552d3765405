import { createHash } from 'node:crypto';
import type { Scope } from '../../lib/scope.ts';
import type { Contents } from './artifact-store/index.ts';
import type { StoredArtifact } from './artifacts/artifact-store.ts';
import type { ArtifactName } from './event.ts';

export type NewArtifact = { readonly name: ArtifactName; readonly mediaType: string; readonly content: Uint8Array };

/** SHA-256 in lowercase hex. */
export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Adds the hash that the row stores. */
export const toStored = (artifact: NewArtifact): StoredArtifact => ({ ...artifact, sha256: sha256(artifact.content) });

/**
 * Same as `toStored`, for several artifacts; writes large ones to `contents`. Call it before the transaction that
 * writes the rows: contents without a row are deleted by the sweep.
 */
export async function toStoredOutside(
  contents: Contents | null,
  { workspaceId }: Scope,
  artifacts: readonly NewArtifact[],
): Promise<StoredArtifact[]> {
  const stored: StoredArtifact[] = [];
  for (const artifact of artifacts.map(toStored)) {
    const size = artifact.content.length;
    const address = (await contents?.keep(workspaceId, artifact.content, artifact.sha256)) ?? null;
    stored.push(address === null ? artifact : { ...artifact, content: new Uint8Array(), outside: { address, size } });
  }
  return stored;
}
