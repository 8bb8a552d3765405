import type { SecretCipher } from '../runtime/index.ts';
import { purposeOfKey } from './make-contents.ts';
import { type Database, findSealedEnds } from './store.ts';

/** Whether the keys of artifacts open with this cipher; throws the database's error. */
export async function opensArtifactKeys(db: Database, cipher: SecretCipher): Promise<boolean> {
  const keys = await findSealedEnds(db);
  return keys.every(({ workspace_id, id, sealed }) => cipher.opens(sealed, purposeOfKey(workspace_id, id)));
}
