import { createHash } from 'node:crypto';

/** Minimum size of RSA keys (BSI TR-02102-4 and NIST SP 800-57: 3072 bits beyond 2030). */
export const RSA_BITS = 3072;

/** Curve of each ECDSA algorithm, and the length of its uncompressed point (RFC 5656, 3.1; SEC 1, 2.3.3). */
const CURVES: ReadonlyMap<string, readonly [curve: string, point: number]> = new Map([
  ['ecdsa-sha2-nistp256', ['nistp256', 65]],
  ['ecdsa-sha2-nistp384', ['nistp384', 97]],
  ['ecdsa-sha2-nistp521', ['nistp521', 133]],
]);

/** SSH public key. */
type SshPublicKey = {
  readonly algorithm: string;
  /** Wire format (RFC 4253, 6.6). */
  readonly blob: Buffer;
  /** In OpenSSH's format: `SHA256:` and unpadded base64. */
  readonly fingerprint: string;
};

/** Fingerprint of a key in wire format. */
export const fingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256')
    .update(blob)
    .digest('base64')
    .replace(/={1,2}$/, '')}`;

const LINE = /^([a-z0-9@.-]{1,64})[ \t]+([A-Za-z0-9+/]{1,8192}={0,2})(?:[ \t]+\S.*)?$/;

/**
 * Parses a line of an OpenSSH public key (`ssh-ed25519 AAAA… comment`). Null when it is malformed, the algorithm is
 * not supported (only Ed25519, ECDSA on NIST curves and RSA are), or the key is too short.
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

/** Length-prefixed fields of the wire format; null when truncated or followed by other data. */
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

/** Bit length of a number (RFC 4251, mpint); 0 when negative. */
function bitsOf(number: Buffer): number {
  const first = number.findIndex((byte) => byte !== 0);
  if (first < 0 || (first === 0 && number[0]! >= 0x80)) return 0;
  return (number.length - first) * 8 - (Math.clz32(number[first]!) - 24);
}
