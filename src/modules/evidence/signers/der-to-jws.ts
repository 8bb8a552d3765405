import { RemoteFault } from './remote-key.ts';

/** Bytes of each of the two integers of a P-256 signature. */
const WIDTH = 32;

/**
 * Converts a P-256 signature to its JWS form (RFC 7518, 3.4): both integers in 32 bytes each. Signing services return
 * ASN.1 (RFC 3279, 2.2.3), some of them the JWS form already.
 *
 * @throws RemoteFault if it is neither
 */
export function derToJws(signature: Uint8Array): Uint8Array {
  if (signature.length === 2 * WIDTH) return signature;
  const first = signature[0] === 0x30 && signature[1] === signature.length - 2 ? readNumber(signature, 2) : null;
  const second = first && readNumber(signature, first.end);
  if (!first || !second || second.end !== signature.length) {
    throw new RemoteFault('sealing: the signature is not a P-256 signature', false);
  }
  return Buffer.concat([first.number, second.number]);
}

function readNumber(bytes: Uint8Array, at: number): { readonly number: Buffer; readonly end: number } | null {
  const end = at + 2 + (bytes[at + 1] ?? 0);
  if (bytes[at] !== 0x02 || end > bytes.length) return null;
  let number = bytes.subarray(at + 2, end);
  while (number.length > WIDTH && number[0] === 0) number = number.subarray(1);
  if (number.length === 0 || number.length > WIDTH) return null;
  return { number: Buffer.concat([Buffer.alloc(WIDTH - number.length), number]), end };
}
