import { verify } from 'node:crypto';
import { COSIGNATURE, ED25519, isKeyName, toKeyObject, type VerifierKey } from './verifier-key.ts';

/** A signature line: the claimed key name, and the bytes after the key id. */
export type NoteSignature = { readonly name: string; readonly keyId: Buffer; readonly signature: Buffer };

/** A signed note (C2SP signed-note): a text that ends with a line feed, and its signatures. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** In characters; valid notes are shorter. */
const LONGEST_NOTE = 1_000_000;
/** Limits the work that a hostile note can cause. */
const MAX_SIGNATURES = 100;

const writeSignatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;

export const writeNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(writeSignatureLine).join('')}`;

/** Parses signature lines. @throws Error if a line is malformed */
export function readSignatureLines(text: string): NoteSignature[] {
  if (text !== '' && !text.endsWith('\n')) throw new Error('The last signature does not end its line');
  const lines = text.split('\n').slice(0, -1);
  if (lines.length > MAX_SIGNATURES) throw new Error('The note has too many signatures');
  return lines.map((line) => {
    const [, name = '', encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (!isKeyName(name) || bytes.length < 5 || bytes.toString('base64') !== encoded)
      throw new Error('A line of the note is not a signature');
    return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
  });
}

/** Parses a note without verifying it. @throws Error if it is malformed */
export function readNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has none but line feeds
  if (note.length > LONGEST_NOTE || end < 0 || /[\0-\x09\x0b-\x1f]/.test(note))
    throw new Error('The text is not a signed note');
  const signatures = readSignatureLines(note.slice(end + 2));
  if (signatures.length === 0) throw new Error('The note has no signature');
  return { text: note.slice(0, end + 1), signatures };
}

/**
 * Returns the bytes that a witness signs: the signing time in seconds since the epoch and the text of the note (C2SP
 * tlog-cosignature).
 */
export const toCosigned = (text: string, seconds: number): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/**
 * Verifies the signature of a key. Returns the time of a cosignature in seconds since the epoch, null for a signature
 * without time, undefined if there is no valid signature.
 */
export function findSignature({ text, signatures }: SignedNote, key: VerifierKey): number | null | undefined {
  const object = toKeyObject(key.publicKey);
  for (const { name, keyId, signature } of signatures) {
    if (name !== key.name || !keyId.equals(key.id)) continue;
    if (key.type === ED25519) {
      if (signature.length === 64 && verify(null, Buffer.from(text), object, signature)) return null;
    } else if (key.type === COSIGNATURE && signature.length === 72) {
      const seconds = Number(signature.readBigUInt64BE(0));
      if (verify(null, toCosigned(text, seconds), object, signature.subarray(8))) return seconds;
    }
  }
  return undefined;
}
