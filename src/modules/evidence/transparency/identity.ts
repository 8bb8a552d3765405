import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ConfigProblems } from '../../../platform/index.ts';
import { ED25519, makeVerifierKey, type VerifierKey } from './note/verifier-key.ts';
import { type Database, findLog, insertLog, type LogRow, renameEmptyLog } from './transparency-store.ts';
import { EMPTY_ROOT } from './tree/hashes.ts';

/** Encrypts the private key of the log; the same `Seal` as for the evidence keys. */
export type LogSeal = {
  readonly secretId: string;
  readonly close: (name: string, key: KeyObject) => Buffer;
  readonly open: (name: string, sealed: Buffer) => KeyObject;
};

/** Public name and key of the log of this installation. */
export type Identity = { readonly origin: string; readonly key: VerifierKey };

/** Origin if none is configured and the service has no public address: such a log is known only on this machine. */
const NO_ORIGIN = 'localhost/log';

/**
 * Manages the name and the key of the log, which are created at the first start. The key never changes, and the name
 * only while the log has no entries: to monitors, another name or key is another log.
 *
 * @param parts.origin configured origin; null: use the stored one
 * @param parts.suggestedOrigin origin of a new log if none is configured, derived from the address of the service.
 *   The address may change later; the origin does not.
 */
export function makeIdentity(parts: {
  readonly db: Database;
  readonly seal: () => LogSeal;
  readonly origin: string | null;
  readonly suggestedOrigin?: string | null;
  readonly now: () => number;
}) {
  const { db, seal, origin, suggestedOrigin, now } = parts;
  let known: LogRow | null = null;

  const begin = async (): Promise<LogRow> => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
    const name = origin ?? suggestedOrigin ?? NO_ORIGIN;
    await insertLog(db, {
      origin: name,
      public_key,
      sealed_private: seal().close(name, privateKey),
      secret_id: seal().secretId,
      tree_size: 0,
      root_hash: EMPTY_ROOT,
      created_at: new Date(now()),
    });
    const log = await findLog(db);
    if (log === undefined) throw new Error('The transparency log was not found after it was created');
    return log;
  };

  const read = async (): Promise<LogRow> => {
    known ??= (await findLog(db)) ?? (await begin());
    return known;
  };

  const rename = async (log: LogRow, name: string): Promise<boolean> => {
    if (log.secret_id !== seal().secretId) return false;
    const sealed_private = seal().close(name, seal().open(log.origin, log.sealed_private));
    await renameEmptyLog(db, { origin: name, sealed_private }, log.origin);
    known = null;
    return (await read()).origin === name;
  };

  return {
    /** Returns the log; the first call creates it. */
    get: async (): Promise<Identity> => {
      const log = await read();
      return { origin: log.origin, key: makeVerifierKey(log.origin, ED25519, log.public_key) };
    },
    /**
     * Renames an empty log to the configured origin.
     *
     * @throws ConfigProblems if the configured origin differs and the log has entries
     */
    check: async (): Promise<void> => {
      const log = await read();
      if (origin !== null && origin !== log.origin && !(await rename(log, origin))) {
        throw new ConfigProblems([
          `The transparency log of this database has the origin ${log.origin}, but LOG_ORIGIN is ${origin}: ` +
            'verifiers would treat it as a different log. ' +
            `Set LOG_ORIGIN=${log.origin} to keep it, or start with an empty database`,
        ]);
      }
    },
    /**
     * Whether this process can sign: false if the key was encrypted with another secret, true if there is no key yet.
     */
    canSign: async (): Promise<boolean> => {
      const log = known ?? (await findLog(db));
      return log === undefined || log.secret_id === seal().secretId;
    },
    /**
     * Signs the bytes with the key of the log.
     *
     * @throws Error if the key was encrypted with another secret
     */
    sign: async (text: Buffer): Promise<Buffer> => {
      const log = await read();
      if (log.secret_id !== seal().secretId)
        throw new Error(
          'The key of the transparency log was encrypted with another EVIDENCE_SECRET; set EVIDENCE_SECRET to that value',
        );
      return sign(null, text, seal().open(log.origin, log.sealed_private));
    },
  };
}

export type LogIdentity = ReturnType<typeof makeIdentity>;
