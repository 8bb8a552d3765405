import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';

export const sha = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** RFC 6962, 2.1: the largest power of two smaller than the number of leaves. */
const split = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));
const rootOf = (leaves: readonly Buffer[]): Buffer =>
  leaves.length === 1
    ? leaves[0]!
    : sha('\u0001', rootOf(leaves.slice(0, split(leaves.length))), rootOf(leaves.slice(split(leaves.length))));
const pathOf = (index: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return [];
  const at = split(leaves.length);
  return index < at
    ? [...pathOf(index, leaves.slice(0, at)), rootOf(leaves.slice(at))]
    : [...pathOf(index - at, leaves.slice(at)), rootOf(leaves.slice(0, at))];
};

/** Creates a note signing key with its verifier key (C2SP signed-note). */
export function makeNoteKey(name: string, kind: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.concat([Buffer.of(kind), Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')]);
  const id = sha(`${name}\n`, raw).subarray(0, 4);
  return { name, id, privateKey, vkey: `${name}+${id.toString('hex')}+${raw.toString('base64')}` };
}

const line = (name: string, ...parts: readonly Buffer[]): string =>
  `— ${name} ${Buffer.concat(parts).toString('base64')}\n`;
const signText = (text: string, privateKey: KeyObject): Buffer => sign(null, Buffer.from(text), privateKey);

export type NoteKey = ReturnType<typeof makeNoteKey>;

/** Digest of a report in the log: SHA-256 of its canonical JSON, including the signature. */
export const digestOf = (report: object): Buffer => sha(toCanonicalJson(report as never));

type Placed = { readonly index: number; readonly size: number; readonly salt?: Buffer };

/**
 * Creates an inclusion proof in a log of a given size, cosigned by a witness, and the signed text of its checkpoint.
 */
export function makeProof(
  digest: Buffer,
  { log, witness }: { readonly log: NoteKey; readonly witness: NoteKey },
  { index, size, salt = randomBytes(32) }: Placed,
): { readonly file: string; readonly text: string } {
  const leaves = Array.from({ length: size }, (_, at) =>
    at === index ? sha('\u0000', '\u0001', sha(salt, digest)) : sha(`leaf ${at}`),
  );
  const text = `${log.name}\n${size}\n${rootOf(leaves).toString('base64')}\n`;
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_800_000_000n);
  const cosigned = signText(`cosignature/v1\ntime 1800000000\n${text}`, witness.privateKey);
  const hashes = pathOf(index, leaves).map((hash) => `${hash.toString('base64')}\n`);
  const signed = `${line(log.name, log.id, signText(text, log.privateKey))}${line(witness.name, witness.id, time, cosigned)}`;
  const head = `c2sp.org/tlog-proof@v1\nextra ${salt.toString('base64')}\nindex ${index}\n`;
  return { file: `${head}${hashes.join('')}\n${text}\n${signed}`, text };
}
