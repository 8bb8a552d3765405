import type { SecretCipher } from '../../platform/index.ts';
import { type Database, findSealedEnds } from './webhook-store.ts';

/** Whether the cipher can decrypt webhook secrets; throws the database's error. */
export async function opensWebhookSecrets(db: Database, cipher: SecretCipher): Promise<boolean> {
  return (await findSealedEnds(db)).every(({ id, secret }) => cipher.opens(secret, id));
}
