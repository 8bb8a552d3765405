import { createHash } from 'node:crypto';

/** Shorter RSA keys are not let in (BSI TR-02102-4 and NIST SP 800-57: 3072 bits beyond 2030). */
export const RSA_BITS = 3072;

/** The curve of each ECDSA algorithm and the bytes of its uncompressed point (RFC 5656, 3.1; SEC 1, 2.3.3). */
const CURVES: ReadonlyMap<string, readonly [curve: string, point: number]> = new Map([
  ['ecdsa-sha2-nistp256', ['nistp256', 65]],
  ['ecdsa-sha2-nistp384', ['nistp384', 97]],
  ['ecdsa-sha2-nistp521', ['nistp521', 133]],
]);

/** A public key as SSH sends it. */
type SshPublicKey = {
  readonly algorithm: string;
  /** The wire format (RFC 4253, 6.6). */
  readonly blob: Buffer;
  /** As OpenSSH shows it: `SHA256:` and base64 without padding. */
  readonly fingerprint: string;
};

/** The fingerprint of a key in wire format. */
export const fingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256')
    .update(blob)
    .digest('base64')
    .replace(/={1,2}$/, '')}`;

const LINE = /^([a-z0-9@.-]{1,64})[ \t]+([A-Za-z0-9+/]{1,8192}={0,2})(?:[ \t]+\S.*)?$/;

/**
 * Reads one line of an OpenSSH public key (`ssh-ed25519 AAAA… comment`). Null when it is none, its algorithm is not
 * taken (anything but Ed25519, ECDSA on NIST curves and RSA), or the key is too short: nothing weaker gets in later.
 */
export function readPublicKey(line: string): SshPublicKey | null {
  const [, algorithm, text] = LINE.exec(line.trim()) ?? [];
  if (algorithm === undefined || text === undefined) return null;
  const blob = Buffer.from(text, 'base64');
  const fields = readFields(blob);
  if (fields === null || fields[0]?.toString('latin1') !== algorithm || !isStrong(algorithm, fields.slice(1)))
    return null;
  return { algorithm, blob, fingerprint: fingerprintOf(blob) };
}

function isStrong(algorithm: string, fields: readonly Buffer[]): boolean {
  if (algorithm === 'ssh-ed25519') return fields.length === 1 && fields[0]!.length === 32;
  if (algorithm === 'ssh-rsa') return fields.length === 2 && bitsOf(fields[0]!) > 1 && bitsOf(fields[1]!) >= RSA_BITS;
  const curve = CURVES.get(algorithm);
  if (curve === undefined || fields.length !== 2) return false;
  return fields[0]!.toString('latin1') === curve[0] && fields[1]!.length === curve[1] && fields[1]![0] === 4;
}

/** The length-prefixed fields of the wire format; null when it is cut or has something behind them. */
function readFields(blob: Buffer): Buffer[] | null {
  const fields: Buffer[] = [];
  let at = 0;
  while (at < blob.length && fields.length < 4) {
    if (at + 4 > blob.length) return null;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return null;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return at === blob.length ? fields : null;
}

/** The bits of a number (RFC 4251, mpint); 0 for a negative one. */
function bitsOf(number: Buffer): number {
  const first = number.findIndex((byte) => byte !== 0);
  if (first < 0 || (first === 0 && number[0]! >= 0x80)) return 0;
  return (number.length - first) * 8 - (Math.clz32(number[first]!) - 24);
}
