import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2, { type ParsedKey } from 'ssh2';
import type { App } from '../../app.ts';
import { makeFolder, type SecretCipher } from '../../platform/index.ts';

const { utils } = ssh2;

export type HostKey = {
  readonly algorithm: string;
  /** In the format of OpenSSH. */
  readonly fingerprint: string;
  readonly privateKey: Buffer;
};

/**
 * Generates an Ed25519 key in OpenSSH format. The library writes one key in 256 in an unreadable form, because it
 * drops a leading zero of the public half; such a key is generated again.
 *
 * @param generate generator of the library, replaceable in tests
 */
export function makeEd25519(generate = () => utils.generateKeyPairSync('ed25519')): { readonly private: string } {
  let made = generate();
  // Twenty unreadable keys in a row mean a broken generator; the caller then reports the error.
  for (let tries = 1; tries < 20 && utils.parseKey(made.private) instanceof Error; tries += 1) made = generate();
  return made;
}

/** Ed25519 for current clients; RSA and ECDSA for older ones. JSch 0.1 supports only ECDSA of these. */
const FILES = [
  { file: 'ssh_host_ed25519_key', make: makeEd25519 },
  { file: 'ssh_host_rsa_key', make: () => utils.generateKeyPairSync('rsa', { bits: 3072 }) },
  { file: 'ssh_host_ecdsa_key', make: () => utils.generateKeyPairSync('ecdsa', { bits: 256 }) },
] as const;

const PURPOSE = 'sftp host key';

type Parts = {
  readonly folder: string;
  readonly cipher: SecretCipher;
  readonly agree: App['accounts']['sftp']['agreeHostKeys'];
};

/**
 * Opens the host keys. Keys in the database take precedence, so that all servers on it show the same keys. Without
 * them, the keys of the folder are used, and generated where missing. Clients pin these keys, so they must never
 * change.
 *
 * @throws Error when a stored key was encrypted with another secret, or a file in the folder is not a key
 */
export async function openHostKeys({ folder, cipher, agree }: Parts): Promise<HostKey[]> {
  const own = FILES.map(({ file, make }) => {
    const path = join(folder, file);
    const found = readOrNull(path);
    return { path, isThere: found !== null, key: toHostKey(found ?? Buffer.from(make().private), path) };
  });
  const agreed = await agree(
    own.map(({ key: { algorithm, fingerprint, privateKey } }) => ({
      ...{ algorithm, fingerprint },
      sealed: cipher.encrypt(privateKey.toString('latin1'), PURPOSE),
    })),
  );
  return own.map(({ path, isThere, key }) => {
    const first = agreed.find(({ algorithm }) => algorithm === key.algorithm)!;
    const used =
      first.fingerprint === key.fingerprint
        ? key
        : toHostKey(Buffer.from(cipher.decrypt(first.sealed, PURPOSE), 'latin1'), 'The key in the database');
    // A key file placed by an operator is never overwritten, even when it is not in use.
    if (!isThere) keep(path, used.privateKey);
    return used;
  });
}

/** Signature algorithms of an RSA key (RFC 8332). `ssh-rsa` would be SHA-1. */
const RSA_ALGORITHMS = ['rsa-sha2-512', 'rsa-sha2-256'];

/**
 * Returns the key in the form in which the library offers it. The library also offers SHA-1 for an RSA key,
 * regardless of the configured algorithms; a key parsed under another algorithm name offers only that algorithm.
 */
export function toOffered({ privateKey }: HostKey): ParsedKey[] {
  const key = utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  return key.type === 'ssh-rsa' ? RSA_ALGORITHMS.map((type) => Object.create(key, { type: { value: type } })) : [key];
}

function toHostKey(privateKey: Buffer, where: string): HostKey {
  const key = utils.parseKey(privateKey);
  if (key instanceof Error) throw new Error(`${where} is no private key of SSH`, { cause: key });
  const digest = createHash('sha256')
    .update(key.getPublicSSH())
    .digest('base64')
    .replace(/={1,2}$/, '');
  return { algorithm: key.type, fingerprint: `SHA256:${digest}`, privateKey };
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file atomically. */
function keep(path: string, privateKey: Buffer): void {
  makeFolder(join(path, '..'), 0o700);
  const made = `${path}.${process.pid}`;
  writeFileSync(made, privateKey, { mode: 0o600, flush: true });
  renameSync(made, path);
}
