import { createPublicKey, hash, type KeyObject } from 'node:crypto';

/** Signature types of C2SP signed-note. */
export const ED25519 = 0x01;
/** Timestamped Ed25519 signature of a witness (C2SP tlog-cosignature). */
export const COSIGNATURE = 0x04;

export type VerifierKey = {
  readonly name: string;
  readonly type: typeof ED25519 | typeof COSIGNATURE;
  /** Four bytes. */
  readonly id: Buffer;
  /** 32 bytes of Ed25519. */
  readonly publicKey: Buffer;
};

/** No white space and no `+` (C2SP signed-note). */
export const isKeyName = (name: string): boolean => /^[^\s+\p{C}]+$/u.test(name);

/** The id consists of the first four bytes of the hash of name, type and key (C2SP signed-note). */
export function makeVerifierKey(name: string, type: VerifierKey['type'], publicKey: Uint8Array): VerifierKey {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return { name, type, id: hash('sha256', named, 'buffer').subarray(0, 4), publicKey: Buffer.from(publicKey) };
}

/** Returns `name+hexadecimal id+base64`, the form that operators exchange. */
export const writeVerifierKey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(type), publicKey]).toString('base64')}`;

/** Parses the verifier key of any log or witness. @throws Error if it is malformed */
export function readVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', key = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const type = bytes[0];
  if (!isKeyName(name) || bytes.length !== 33 || (type !== ED25519 && type !== COSIGNATURE))
    throw new Error('Not a verifier key: expected name+id+key with an Ed25519 key');
  const read = makeVerifierKey(name, type, bytes.subarray(1));
  if (read.id.toString('hex') !== id) throw new Error(`The id ${id} does not match the name and key`);
  return read;
}

export const toKeyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });
