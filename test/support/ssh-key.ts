import { generateKeyPairSync, type KeyObject } from 'node:crypto';

const field = (bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};

export type SshKeyPair = {
  /** One line of an OpenSSH public key. */
  readonly line: string;
  readonly blob: Buffer;
  /** Private key in the format of OpenSSH's clients and ssh2. */
  readonly privateKey: string;
};

/** Generates an Ed25519 SSH key without ssh-keygen. */
export function makeSshKey(comment = 'test'): SshKeyPair {
  const pair = generateKeyPairSync('ed25519');
  const raw = rawOf(pair.publicKey, 'x');
  const blob = Buffer.concat([field('ssh-ed25519'), field(raw)]);
  return {
    line: `ssh-ed25519 ${blob.toString('base64')} ${comment}`,
    blob,
    privateKey: writePrivate(blob, raw, rawOf(pair.privateKey, 'd'), comment),
  };
}

const rawOf = (key: KeyObject, part: 'x' | 'd'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[part]!, 'base64url');

/** OpenSSH's private key format (PROTOCOL.key), without a passphrase. */
function writePrivate(blob: Buffer, publicRaw: Buffer, secret: Buffer, comment: string): string {
  const check = Buffer.from('0123456701234567', 'hex');
  const inner = Buffer.concat([
    check,
    field('ssh-ed25519'),
    field(publicRaw),
    field(Buffer.concat([secret, publicRaw])),
    field(comment),
  ]);
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, index) => index + 1));
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0', 'latin1'),
    field('none'),
    field('none'),
    field(''),
    Buffer.from([0, 0, 0, 1]),
    field(blob),
    field(Buffer.concat([inner, padding])),
  ]);
  const lines = whole
    .toString('base64')
    .match(/.{1,70}/g)!
    .join('\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
