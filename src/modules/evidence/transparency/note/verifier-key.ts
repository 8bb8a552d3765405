import { createPublicKey, hash, type KeyObject } from 'node:crypto';

/** Signature types of C2SP signed-note: what is signed, and how. */
export const ED25519 = 0x01;
/** A witness's Ed25519 signature with its time (C2SP tlog-cosignature). */
export const COSIGNATURE = 0x04;

/** Whose signature is looked for: a name, and a public key whose use is named by its type. */
export type VerifierKey = {
  readonly name: string;
  readonly type: typeof ED25519 | typeof COSIGNATURE;
  /** Four bytes. */
  readonly id: Buffer;
  /** 32 bytes of Ed25519. */
  readonly publicKey: Buffer;
};

/** Without blanks and `+`, as C2SP signed-note has it. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{C}]+$/u.test(name);

/** The key as C2SP signed-note names it: the first four bytes of a digest of name, type and key. */
export function makeVerifierKey(name: string, type: VerifierKey['type'], publicKey: Uint8Array): VerifierKey {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return { name, type, id: hash('sha256', named, 'buffer').subarray(0, 4), publicKey: Buffer.from(publicKey) };
}

/** `name+hexadecimal id+base64`, as operators hand it on. */
export const writeVerifierKey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(type), publicKey]).toString('base64')}`;

/** Reads what `writeVerifierKey` writes, from any log or witness. @throws Error when it is no such key */
export function readVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', key = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const type = bytes[0];
  if (!isKeyName(name) || bytes.length !== 33 || (type !== ED25519 && type !== COSIGNATURE))
    throw new Error('It is no verifier key of the form name+id+key with a key of Ed25519');
  const read = makeVerifierKey(name, type, bytes.subarray(1));
  if (read.id.toString('hex') !== id) throw new Error(`The id ${id} is not that of its name and key`);
  return read;
}

/** The key as Node verifies with it. */
export const toKeyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });
