import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findSealedEnds } from './partner-store.ts';

/** Whether this cipher can decrypt the stored partner secrets; throws database errors. */
export async function opensPartnerSecrets(db: Database, cipher: SecretCipher): Promise<boolean> {
  return (await findSealedEnds(db)).every(({ id, secrets }) => cipher.opens(secrets, id));
}
