import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2, { type ParsedKey } from 'ssh2';
import type { App } from '../../app.ts';
import { makeFolder, type SecretCipher } from '../../platform/index.ts';

const { utils } = ssh2;

/** A key that the server shows. */
export type HostKey = {
  readonly algorithm: string;
  /** As OpenSSH shows it. */
  readonly fingerprint: string;
  readonly privateKey: Buffer;
};

/**
 * A new Ed25519 key in OpenSSH's form. The library writes one in 256 so that nobody can read it: it drops the zero with which a
 * public half may begin. Such a key is made again.
 *
 * @param generate the library's own generator
 */
export function makeEd25519(generate = () => utils.generateKeyPairSync('ed25519')): { readonly private: string } {
  let made = generate();
  // So often in a row only a library that writes none at all: its caller tells that.
  for (let tries = 1; tries < 20 && utils.parseKey(made.private) instanceof Error; tries += 1) made = generate();
  return made;
}

/** Ed25519 for current clients; RSA and ECDSA for older ones. Of these, JSch 0.1 supports only ECDSA. */
const FILES = [
  { file: 'ssh_host_ed25519_key', make: makeEd25519 },
  { file: 'ssh_host_rsa_key', make: () => utils.generateKeyPairSync('rsa', { bits: 3072 }) },
  { file: 'ssh_host_ecdsa_key', make: () => utils.generateKeyPairSync('ecdsa', { bits: 256 }) },
] as const;

/** What a sealed key is for. */
const PURPOSE = 'sftp host key';

type Parts = {
  readonly folder: string;
  readonly cipher: SecretCipher;
  readonly agree: App['accounts']['sftp']['agreeHostKeys'];
};

/**
 * The server's keys: those of the database, so that all servers on it show the same; until there are any, those in the
 * folder, made where there are none. Clients know the server by them ever after.
 *
 * @throws Error when a key of the database was sealed with another secret, or a file of the folder is no key
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
    // What an operator has put there stays, though it is not shown.
    if (!isThere) keep(path, used.privateKey);
    return used;
  });
}

/** What an RSA key signs with (RFC 8332); `ssh-rsa` would be SHA-1. */
const RSA_ALGORITHMS = ['rsa-sha2-512', 'rsa-sha2-256'];

/**
 * A key as the library shall offer it. Of an RSA key it offers SHA-1 as well, whatever algorithms it is told: under the name
 * of another algorithm it takes the key for one that has that algorithm alone.
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

/** Whole or not at all, whatever ends the process. */
function keep(path: string, privateKey: Buffer): void {
  makeFolder(join(path, '..'), 0o700);
  const made = `${path}.${process.pid}`;
  writeFileSync(made, privateKey, { mode: 0o600, flush: true });
  renameSync(made, path);
}
