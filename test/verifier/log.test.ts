import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { describe, expect, it } from 'vitest';
import { signReport } from '../../src/evidence/signature.ts';
import { archive, makeKey, toBytes, written } from '../evidence/make-one.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

const XML = '<broken/>';
const key = makeKey();
const sha = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** RFC 6962, 2.1: written from the definition, by the largest power of two. */
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

/** A key of notes, and its verifier key (C2SP signed-note). */
function makeNoteKey(name: string, kind: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.concat([Buffer.of(kind), Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')]);
  const id = sha(`${name}\n`, raw).subarray(0, 4);
  return { name, id, privateKey, vkey: `${name}+${id.toString('hex')}+${raw.toString('base64')}` };
}

const line = (name: string, ...parts: readonly Buffer[]): string =>
  `— ${name} ${Buffer.concat(parts).toString('base64')}\n`;
const signText = (text: string, privateKey: KeyObject): Buffer => sign(null, Buffer.from(text), privateKey);

const log = makeNoteKey('dokazy.example/log', 0x01);
const witness = makeNoteKey('komora.example/svedok', 0x04);

const { report, texts } = written(XML);
const evidence = { report: await signReport(report, key), texts };
const digest = sha(toCanonicalJson(evidence.report as never));

/** The proof of the evidence as one of so many leaves. */
function makeProof(index: number, size: number, { salt = randomBytes(32), data = digest } = {}): string {
  const leaves = Array.from({ length: size }, (_, at) =>
    at === index ? sha('\u0000', '\u0001', sha(salt, data)) : sha(`leaf ${at}`),
  );
  const text = `${log.name}\n${size}\n${rootOf(leaves).toString('base64')}\n`;
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_800_000_000n);
  const cosigned = signText(`cosignature/v1\ntime 1800000000\n${text}`, witness.privateKey);
  const hashes = pathOf(index, leaves).map((hash) => `${hash.toString('base64')}\n`);
  return `c2sp.org/tlog-proof@v1\nextra ${salt.toString('base64')}\nindex ${index}\n${hashes.join('')}\n${text}\n${line(log.name, log.id, signText(text, log.privateKey))}${line(witness.name, witness.id, time, cosigned)}`;
}

const keysFile = toBytes({ keys: [key.jwk], log: { origin: log.name, vkey: log.vkey } });

const verify = async (proof: string, known: { readonly logKey?: string; readonly witnesses?: string[] } = {}) => {
  const extras = new Map([
    ['evidence.tlog-proof', Buffer.from(proof)],
    ['keys.json', keysFile],
  ]);
  const trusted = await keySet([key.jwk], { witnesses: known.witnesses ?? [] });
  return verifyOne(await archive(evidence, key, null, extras), key, { trusted, logKey: known.logKey ?? null });
};

const stateOf = ({ checks }: Awaited<ReturnType<typeof verify>>, name: string) =>
  checks.find((one) => one.name === name);

describe('a proof of the log', () => {
  it('leads from every place in logs of many sizes to their checkpoint', async () => {
    const failed: string[] = [];
    for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 31]) {
      for (const index of new Set([0, Math.floor(size / 2), size - 2, size - 1].filter((at) => at >= 0))) {
        const found = await verify(makeProof(index, size));
        if (found.grade !== 'signed_and_logged' || found.findings.length > 0) failed.push(`${index} of ${size}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('is told with its place, its log, and the witnesses whose keys are known', async () => {
    const found = await verify(makeProof(5, 12), { witnesses: [witness.vkey] });
    expect(stateOf(found, 'log')).toEqual({ name: 'log', state: 'held', detail: 'dokazy.example/log, 5 / 12' });
    expect(stateOf(found, 'witnesses')).toMatchObject({ state: 'held', detail: witness.name });
    expect(stateOf(await verify(makeProof(5, 12)), 'witnesses')).toMatchObject({ state: 'unchecked', detail: '1' });
  });

  it('of other evidence, under another salt, place, hash or root proves nothing', async () => {
    const proof = makeProof(5, 12);
    const lines = proof.split('\n');
    const with_ = (at: number, text: string): string =>
      lines.map((one, index) => (index === at ? text : one)).join('\n');
    const other = randomBytes(32).toString('base64');
    for (const changed of [
      makeProof(5, 12, { data: randomBytes(32) }),
      with_(1, `extra ${other}`),
      with_(2, 'index 6'),
      with_(2, 'index 12'),
      with_(3, other),
      [...lines.slice(0, 3), ...lines.slice(4)].join('\n'),
    ]) {
      const found = await verify(changed);
      expect([found.verdict, codesOf(found)]).toEqual(['not_genuine', ['proof_differs evidence.tlog-proof']]);
    }
    const root = with_(lines.indexOf('12') + 1, other);
    expect(codesOf(await verify(root)).sort()).toEqual([
      'checkpoint_unsigned evidence.tlog-proof',
      'proof_differs evidence.tlog-proof',
    ]);
  });

  it('is held against the key of the log that is known, before the one in the archive', async () => {
    const stranger = makeNoteKey(log.name, 0x01);
    const found = await verify(makeProof(0, 1), { logKey: stranger.vkey });
    expect(codesOf(found)).toEqual(['checkpoint_unsigned evidence.tlog-proof']);
    expect(await verify(makeProof(0, 1), { logKey: log.vkey })).toMatchObject({ verdict: 'genuine' });
  });

  it.each(['', 'c2sp.org/tlog-proof@v2\n', 'no proof\n\nat all\n'])('%j is none', async (text) => {
    expect(codesOf(await verify(text))).toEqual(['proof_unreadable evidence.tlog-proof']);
  });
});
