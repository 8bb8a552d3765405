import { type Bytes, fromBase64, isSame, sha256, toUtf8 } from './bytes.ts';
import { readNote, type SignedNote } from './signed-note.ts';

/** A parsed inclusion proof (C2SP tlog-proof) with its checkpoint. */
export type LogProof = {
  readonly salt: Bytes;
  readonly index: number;
  readonly hashes: readonly Bytes[];
  readonly note: SignedNote;
  readonly origin: string;
  /** Tree size of the checkpoint. */
  readonly size: number;
  readonly root: Bytes;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses `evidence.tlog-proof`; null if it is malformed. */
export function readLogProof(bytes: Bytes): LogProof | null {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return null;
  }
  const split = text.indexOf('\n\n');
  const [first, extra = '', place = '', ...lines] = text.slice(0, Math.max(split, 0)).split('\n');
  const salt = fromBase64(/^extra (\S+)$/.exec(extra)?.[1] ?? '');
  const index = toCount(/^index (\d+)$/.exec(place)?.[1]);
  const hashes = lines.map(fromBase64);
  const note = readNote(text.slice(split + 2));
  if (first !== 'c2sp.org/tlog-proof@v1' || salt?.length !== 32 || index === null || note === null) return null;
  const [origin = '', count, encoded = ''] = note.text.split('\n');
  const size = toCount(count);
  const root = fromBase64(encoded);
  if (size === null || root?.length !== 32 || !hashes.every((one) => one?.length === 32)) return null;
  return { salt, index, hashes: hashes as Bytes[], note, origin, size, root };
}

const toCount = (text: string | undefined): number | null => {
  const count = text !== undefined && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) ? count : null;
};

/** Returns the leaf hash of evidence (RFC 6962, 2.1). The salt prevents guessing of digests. */
async function leafOf(salt: Bytes, digest: Bytes): Promise<Bytes> {
  return sha256(Uint8Array.of(0), Uint8Array.of(1), await sha256(salt, digest));
}

/** Whether the proof leads from the evidence to the root of the checkpoint (RFC 9162, 2.1.3.2). */
export async function leadsToRoot({ salt, index, hashes, size, root }: LogProof, digest: Bytes): Promise<boolean> {
  if (index >= size) return false;
  // Divide instead of shifting: shifts truncate to 32 bits.
  let [place, last] = [index, size - 1];
  let hash = await leafOf(salt, digest);
  for (const other of hashes) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = await sha256(Uint8Array.of(1), other, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      hash = await sha256(Uint8Array.of(1), hash, other);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(hash, root);
}

/** The text that is signed and time-stamped. It excludes the signatures, because cosignatures may be added later. */
export const signedTextOf = ({ note }: LogProof): Bytes => toUtf8(note.text);
