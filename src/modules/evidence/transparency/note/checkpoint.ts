import { HASH_BYTES } from '../tree/hashes.ts';
import { findSignature, readNote, type SignedNote } from './signed-note.ts';
import type { VerifierKey } from './verifier-key.ts';

/** A signed statement of a log about its tree (C2SP tlog-checkpoint). */
type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer };

export const writeCheckpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Parses the text of a checkpoint; ignores extension lines. @throws Error if it is malformed */
export function readCheckpointText(text: string): Checkpoint {
  const [origin = '', size = '', encoded = ''] = text.split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isSound = origin !== '' && /^(0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (!isSound || root.length !== HASH_BYTES || root.toString('base64') !== encoded || !text.endsWith('\n'))
    throw new Error('The note is not a checkpoint');
  return { origin, size: Number(size), root };
}

/**
 * Returns the signed text of a checkpoint (which time stamps cover) and its tree size. @throws Error if it is
 * malformed
 */
export function readSignedText(note: string): { readonly treeSize: number; readonly signedText: string } {
  const { text } = readNote(note);
  return { treeSize: readCheckpointText(text).size, signedText: text };
}

/**
 * Parses a checkpoint and verifies the signature of the log.
 *
 * @throws Error if it is malformed, belongs to another log, or has no valid signature of the key
 */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint & { readonly note: SignedNote } {
  const read = readNote(note);
  const checkpoint = readCheckpointText(read.text);
  if (checkpoint.origin !== key.name)
    throw new Error(`The checkpoint belongs to the log ${checkpoint.origin}, not to ${key.name}`);
  if (findSignature(read, key) === undefined) throw new Error('The checkpoint is not signed by the key of the log');
  return { ...checkpoint, note: read };
}
