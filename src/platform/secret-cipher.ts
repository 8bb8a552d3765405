import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';

/** Keeps secrets that must be readable again, such as those that sign, from whoever reads the database. */
export type SecretCipher = {
  /**
   * @param purpose what the secret is for; it can be read for the same purpose alone, so that no secret can be put in
   *   another's place
   */
  readonly encrypt: (text: string, purpose: string) => string;
  /** @throws Error when the key is another or missing, the purpose is another, or the text was changed */
  readonly decrypt: (sealed: string, purpose: string) => string;
  /** Whether `decrypt` would do it. */
  readonly opens: (sealed: string, purpose: string) => boolean;
};

/** The cipher of a process. */
export type ConfiguredCipher = SecretCipher & {
  /** From now on `decrypt` rejects secrets that are not encrypted: the database has none of the service any more. */
  readonly requireEncrypted: () => void;
};

const SEALED = 'sealed:';
const PLAIN = 'plain:';

/**
 * Makes a cipher with AES-256-GCM.
 *
 * @param secret what the key is made from (`SECRETS_KEY`); null: secrets are kept as they are, and still open once
 *   there is a key
 */
export function makeSecretCipher(secret: string | null): ConfiguredCipher {
  let isPlainRejected = false;
  const key = secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'sealed secrets', 32));
  const cipher: ConfiguredCipher = {
    requireEncrypted: () => {
      isPlainRejected = true;
    },
    encrypt: (text, purpose) => {
      if (key === null) return `${PLAIN}${text}`;
      return `${SEALED}${encrypt(key, Buffer.from(text), purpose).toString('base64')}`;
    },
    decrypt: (sealed, purpose) => {
      if (sealed.startsWith(PLAIN)) {
        if (isPlainRejected) throw new Error(`The secret of ${purpose} is not encrypted: the service did not write it`);
        return sealed.slice(PLAIN.length);
      }
      if (!sealed.startsWith(SEALED)) throw new Error(`The secret of ${purpose} is in no known form`);
      if (key === null) throw new Error(`The secret of ${purpose} is sealed and there is no SECRETS_KEY`);
      try {
        return decrypt(key, Buffer.from(sealed.slice(SEALED.length), 'base64'), purpose).toString('utf8');
      } catch (error) {
        throw new Error(`The secret of ${purpose} does not open with this SECRETS_KEY`, { cause: error });
      }
    },
    opens: (sealed, purpose) => {
      try {
        cipher.decrypt(sealed, purpose);
        return true;
      } catch {
        return false;
      }
    },
  };
  return cipher;
}
