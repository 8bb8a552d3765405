import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findSealedEnds } from './artifact-content-store.ts';
import { purposeOfKey } from './make-contents.ts';

/** Whether the keys of artifacts open with this cipher; throws the database's error. */
export async function opensArtifactKeys(db: Database, cipher: SecretCipher): Promise<boolean> {
  const keys = await findSealedEnds(db);
  return keys.every(({ workspace_id, id, sealed }) => cipher.opens(sealed, purposeOfKey(workspace_id, id)));
}
