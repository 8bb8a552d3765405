import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets that must be readable again, such as those that sign, from whoever reads the database. */
export type Sealer = {
  /**
   * @param purpose what the secret is for; it opens for the same purpose alone, so that no secret can be put in
   *   another's place
   */
  readonly seal: (text: string, purpose: string) => string;
  /** @throws Error when the key is another or missing, the purpose is another, or the text was changed */
  readonly open: (sealed: string, purpose: string) => string;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const SEALED = 'sealed:';
const PLAIN = 'plain:';

/**
 * Makes a sealer with AES-256-GCM.
 *
 * @param secret what the key is made from (`SECRETS_KEY`); null: secrets are kept as they are, and still open once
 *   there is a key
 */
export function makeSealer(secret: string | null): Sealer {
  const key = secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'sealed secrets', 32));
  return {
    seal: (text, purpose) => {
      if (key === null) return `${PLAIN}${text}`;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${SEALED}${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')}`;
    },
    open: (sealed, purpose) => {
      if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length);
      if (!sealed.startsWith(SEALED)) throw new Error(`The secret of ${purpose} is in no known form`);
      if (key === null) throw new Error(`The secret of ${purpose} is sealed and there is no SECRETS_KEY`);
      const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}
