import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findSealedEnds } from './artifact-content-store.ts';
import { purposeOfKey } from './make-contents.ts';

/** Whether this cipher can decrypt the stored artifact keys; throws database errors. */
export async function opensArtifactKeys(db: Database, cipher: SecretCipher): Promise<boolean> {
  const keys = await findSealedEnds(db);
  return keys.every(({ workspace_id, id, sealed }) => cipher.opens(sealed, purposeOfKey(workspace_id, id)));
}
