import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { archive, makeKey, toBytes, written } from '../evidence/make-one.ts';
import { digestOf, makeNoteKey, makeProof } from './log-proof.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

const XML = '<broken/>';
const key = makeKey();
const log = makeNoteKey('dokazy.example/log', 0x01);
const witness = makeNoteKey('komora.example/svedok', 0x04);

const { report, texts } = written(XML);
const evidence = { report: await signReport(report, key), texts };
const digest = digestOf(evidence.report);

/** Creates the inclusion proof of the evidence at an index. */
const prove = (index: number, size: number, data = digest): string =>
  makeProof(data, { log, witness }, { index, size }).file;

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

describe('inclusion proof', () => {
  it('verifies for different indexes in logs of different sizes', async () => {
    const failed: string[] = [];
    for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 31]) {
      for (const index of new Set([0, Math.floor(size / 2), size - 2, size - 1].filter((at) => at >= 0))) {
        const found = await verify(prove(index, size));
        if (found.grade !== 'signed_and_logged' || found.findings.length > 0) failed.push(`${index} of ${size}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('is reported with index, log, and the witnesses whose keys are known', async () => {
    const found = await verify(prove(5, 12), { witnesses: [witness.vkey] });
    expect(stateOf(found, 'log')).toEqual({ name: 'log', state: 'held', detail: 'dokazy.example/log, 5 / 12' });
    expect(stateOf(found, 'witnesses')).toMatchObject({ state: 'held', detail: witness.name });
    expect(stateOf(await verify(prove(5, 12)), 'witnesses')).toMatchObject({ state: 'unchecked', detail: '1' });
  });

  it('is rejected for other evidence, or with a changed salt, index, hash or root', async () => {
    const proof = prove(5, 12);
    const lines = proof.split('\n');
    const with_ = (at: number, text: string): string =>
      lines.map((one, index) => (index === at ? text : one)).join('\n');
    const other = randomBytes(32).toString('base64');
    for (const changed of [
      prove(5, 12, randomBytes(32)),
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

  it('is verified with the given log key in preference to the one in the archive', async () => {
    const stranger = makeNoteKey(log.name, 0x01);
    const found = await verify(prove(0, 1), { logKey: stranger.vkey });
    expect(codesOf(found)).toEqual(['checkpoint_unsigned evidence.tlog-proof']);
    expect(await verify(prove(0, 1), { logKey: log.vkey })).toMatchObject({ verdict: 'genuine' });
  });

  it('is unconfirmed if only the archive names log and witnesses, until its signer is known', async () => {
    const named = { origin: log.name, vkey: log.vkey, witnesses: [witness.vkey] };
    const extras = new Map([
      ['evidence.tlog-proof', Buffer.from(prove(5, 12))],
      ['keys.json', toBytes({ keys: [key.jwk], log: named })],
    ]);
    const bytes = await archive(evidence, key, null, extras);
    const statesOf = (found: Awaited<ReturnType<typeof verify>>) =>
      ['log', 'witnesses'].map((name) => stateOf(found, name)?.state);
    const known = await verifyOne(bytes, key, { trusted: await keySet([key.jwk]) });
    expect([known.verdict, known.grade, statesOf(known)]).toEqual(['genuine', 'signed_and_logged', ['held', 'held']]);
    const alone = await verifyOne(bytes, key, { trusted: null });
    expect([alone.verdict, alone.grade, statesOf(alone)]).toEqual([
      'unconfirmed',
      'signed',
      ['unchecked', 'unchecked'],
    ]);
    const other = await verifyOne(bytes, key, { trusted: await keySet([makeKey().jwk]) });
    expect([other.verdict, other.grade, statesOf(other)]).toEqual(['unverifiable', null, ['unchecked', 'unchecked']]);
    const result = await verifyOne(bytes, key, { trusted: null, logKey: log.vkey });
    expect([result.verdict, result.grade]).toEqual(['unconfirmed', 'signed_and_logged']);
  });

  it.each(['', 'c2sp.org/tlog-proof@v2\n', 'no proof\n\nat all\n'])('%j is reported as unreadable', async (text) => {
    expect(codesOf(await verify(text))).toEqual(['proof_unreadable evidence.tlog-proof']);
  });
});
