import { type Bytes, fromBase64, isSame, join, sha256, toHex, toUtf8 } from './bytes.ts';
import { ed25519Of, verifyWith } from './keys.ts';

/** Signature types (C2SP signed-note, tlog-cosignature). */
const KIND = { log: 0x01, witness: 0x04 } as const;

type NoteSignature = { readonly name: string; readonly id: Bytes; readonly signature: Bytes };

/** A signed note (C2SP): its text including the final newline, and its signatures. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** Parses a note; null if it is malformed. */
export function readNote(note: string): SignedNote | null {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return null;
  const lines = note.slice(split + 2, -1).split('\n');
  const signatures = lines.map((line) => {
    const [, name, encoded] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = encoded === undefined ? null : fromBase64(encoded);
    if (name === undefined || bytes === null || bytes.length < 5) return null;
    return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
  });
  return signatures.every((one) => one !== null) ? { text: note.slice(0, split + 1), signatures } : null;
}

/** A verifier key: `name+id+base64(kind ‖ public key)`. */
type NoteKey = { readonly name: string; readonly id: Bytes; readonly kind: number; readonly key: Bytes };

/** Parses a verifier key; null unless it is an Ed25519 key with a matching id. */
export async function readNoteKey(text: string): Promise<NoteKey | null> {
  const [, name, hex, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || bytes?.length !== 33) return null;
  const id = (await sha256(join([toUtf8(`${name}\n`), bytes]))).slice(0, 4);
  return toHex(id) === hex ? { name, id, kind: bytes[0]!, key: bytes.slice(1) } : null;
}

/**
 * Whether the note has a valid signature of the key: of the log, or a cosignature of a witness. @throws
 * AlgorithmMissing
 */
export async function isSignedBy({ text, signatures }: SignedNote, key: NoteKey): Promise<boolean> {
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || !isSame(id, key.id)) continue;
    if (key.kind === KIND.log) return verifyWith(ed25519Of(key.key), signature, toUtf8(text));
    if (key.kind !== KIND.witness || signature.length !== 72) return false;
    const time = new DataView(signature.buffer).getBigUint64(0);
    const signed = toUtf8(`cosignature/v1\ntime ${time}\n${text}`);
    return verifyWith(ed25519Of(key.key), signature.slice(8), signed);
  }
  return false;
}
