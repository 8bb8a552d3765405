import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  activationEntry,
  evidenceEntry,
  readBundle,
  writeBundle,
} from '../../src/modules/evidence/transparency/entries.ts';
import {
  openCheckpoint,
  readCheckpointText,
  writeCheckpointText,
} from '../../src/modules/evidence/transparency/note/checkpoint.ts';
import { writeProofFile } from '../../src/modules/evidence/transparency/note/proof-file.ts';
import {
  findSignature,
  readNote,
  toCosigned,
  writeNote,
} from '../../src/modules/evidence/transparency/note/signed-note.ts';
import {
  COSIGNATURE,
  ED25519,
  makeVerifierKey,
  readVerifierKey,
  writeVerifierKey,
} from '../../src/modules/evidence/transparency/note/verifier-key.ts';
import { readLogProof } from '../../src/modules/evidence/verifier/index.ts';
import { isProven, isSignedBy, merkleTreeHash } from './second-log.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, raw: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url') };
};
const own = pair();
const key = makeVerifierKey('example.org/log', ED25519, own.raw);
const note = (text: string): string =>
  writeNote({
    text,
    signatures: [{ name: key.name, keyId: key.id, signature: sign(null, Buffer.from(text), own.privateKey) }],
  });

it('verifies the example note of the Go project', () => {
  // Key and note from the documentation, https://pkg.go.dev/golang.org/x/mod/sumdb/note.
  const peter = readVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  const example =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
  expect(findSignature(readNote(example), peter)).toBeNull();
  expect(findSignature(readNote(example.replace('answer', 'Answer')), peter)).toBeUndefined();
  expect(writeVerifierKey(peter)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
});

it('a checkpoint is signed and read, also by the second implementation', () => {
  const root = merkleTreeHash([Buffer.from('a')]);
  const signed = note(writeCheckpointText({ origin: key.name, size: 1, root }));
  expect(openCheckpoint(signed, key)).toMatchObject({ origin: key.name, size: 1, root });
  expect(isSignedBy(signed, writeVerifierKey(key))).toBe(true);
  expect(() => openCheckpoint(signed.replace('\n1\n', '\n2\n'), key)).toThrow('not signed');
  expect(() => openCheckpoint(signed, makeVerifierKey('example.org/other', ED25519, own.raw))).toThrow(
    'not to example.org/other',
  );
});

it('a cosignature covers its time and the whole text', () => {
  const text = writeCheckpointText({ origin: key.name, size: 1, root: merkleTreeHash([]) });
  const witness = pair();
  const witnessKey = makeVerifierKey('witness.example/w', COSIGNATURE, witness.raw);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_790_000_000n);
  const signature = Buffer.concat([time, sign(null, toCosigned(text, 1_790_000_000), witness.privateKey)]);
  const { signatures } = readNote(note(text));
  const cosigned = { text, signatures: [...signatures, { name: witnessKey.name, keyId: witnessKey.id, signature }] };
  expect(findSignature(cosigned, witnessKey)).toBe(1_790_000_000);
  expect(isSignedBy(writeNote(cosigned), writeVerifierKey(witnessKey))).toBe(true);
  expect(findSignature({ ...cosigned, text: text.replace('\n1\n', '\n2\n') }, witnessKey)).toBeUndefined();
  expect(openCheckpoint(writeNote(cosigned), key).size).toBe(1);
});

it.each([
  ['no signature', 'text\n\n'],
  ['no blank line', 'text\n— a AAAAAAA=\n'],
  ['another dash', 'text\n\n- a AAAAAAA=\n'],
  ['a carriage return', 'text\r\n\n— a AAAAAAA=\n'],
  ['a truncated signature', 'text\n\n— a AAAAAAA='],
  ['non-canonical base64', 'text\n\n— a AAAAAAB=\n'],
])('rejects a note with %s', (_, text) => {
  expect(() => readNote(text)).toThrow();
});

it.each(['x\n01\nAAAA\n', 'x\n-1\nAAAA\n', '\n1\nAAAA\n', 'x\n1\nAAAA\n', 'x\n99999999999999999999\nAAAA\n'])(
  'rejects the checkpoint %j',
  (text) => {
    expect(() => readCheckpointText(text)).toThrow('not a checkpoint');
  },
);

it('rejects a verifier key whose id does not match', () => {
  const written = writeVerifierKey(key);
  expect(readVerifierKey(written)).toEqual(key);
  expect(() => readVerifierKey(written.replace('example', 'exbmple'))).toThrow('does not match the name');
  expect(() => readVerifierKey('nothing')).toThrow('Not a verifier key');
});

it('a proof file proves its entry, also for the second implementation', () => {
  const salt = Buffer.alloc(32, 7);
  const digest = Buffer.alloc(32, 9);
  const entry = evidenceEntry(digest, salt);
  const other = activationEntry({
    pack: 'p',
    version: '1',
    digest: 'd',
    engine: 'e',
    activated_at: '2026-11-23T00:00:00.000Z',
  });
  const root = merkleTreeHash([other, entry]);
  const leaf = merkleTreeHash([other]);
  const file = writeProofFile({
    extra: salt,
    index: 1,
    path: [leaf],
    checkpoint: note(writeCheckpointText({ origin: key.name, size: 2, root })),
  });
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
  const read = readLogProof(bytesOf(file));
  expect(read).toMatchObject({ index: 1, origin: key.name, size: 2 });
  expect([read?.salt, ...(read?.hashes ?? [])].map((one) => Buffer.from(one ?? []))).toEqual([salt, leaf]);
  expect(isProven(file, (extra) => evidenceEntry(digest, extra), writeVerifierKey(key))).toBe(true);
  expect(isProven(file, (extra) => evidenceEntry(salt, extra), writeVerifierKey(key))).toBe(false);
  for (const broken of [
    file.replace('@v1', '@v2'),
    file.replace('index 1', 'index 01'),
    file.replace('extra ', 'more '),
    file.slice(0, 60),
  ])
    expect(readLogProof(bytesOf(broken))).toBeNull();
});

it('a bundle stores each entry after its length', () => {
  const entries = [Buffer.from('a'), Buffer.alloc(300, 1), Buffer.alloc(0)];
  const bundle = writeBundle(entries);
  expect(bundle.subarray(0, 3)).toEqual(Buffer.of(0, 1, 0x61));
  expect(readBundle(bundle)).toEqual(entries);
  expect(() => readBundle(bundle.subarray(0, 10))).toThrow('ends within');
  expect(() => writeBundle([Buffer.alloc(65_536)])).toThrow(RangeError);
});
