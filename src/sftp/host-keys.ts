import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';

const { utils } = ssh2;

/** A key that the server shows; its private half stays on this disk. */
export type HostKey = {
  readonly algorithm: string;
  /** As OpenSSH shows it. */
  readonly fingerprint: string;
  readonly privateKey: Buffer;
};

/** For clients of today, and for those that are older. */
const FILES = [
  { file: 'ssh_host_ed25519_key', make: () => utils.generateKeyPairSync('ed25519') },
  { file: 'ssh_host_rsa_key', make: () => utils.generateKeyPairSync('rsa', { bits: 3072 }) },
] as const;

/** The server's keys in the folder, made with the first start: clients know the server by them ever after. */
export function loadHostKeys(folder: string): HostKey[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return FILES.map(({ file, make }) => {
    const path = join(folder, file);
    const privateKey = readOrMake(path, () => make().private);
    const key = utils.parseKey(privateKey);
    if (key instanceof Error) throw new Error(`${path} is no private key of SSH`, { cause: key });
    const digest = createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '');
    return { algorithm: key.type, fingerprint: `SHA256:${digest}`, privateKey };
  });
}

function readOrMake(path: string, make: () => string): Buffer {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    // Nobody else makes it meanwhile: one process serves a folder.
    writeFileSync(path, make(), { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path);
}
