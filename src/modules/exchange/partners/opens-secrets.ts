import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findSealedEnds } from './partner-store.ts';

/** Whether secrets of partners open with this cipher; throws the database's error. */
export async function opensPartnerSecrets(db: Database, cipher: SecretCipher): Promise<boolean> {
  return (await findSealedEnds(db)).every(({ id, secrets }) => cipher.opens(secrets, id));
}
