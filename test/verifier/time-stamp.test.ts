import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeExaminer } from '../../src/evidence/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { codesOf, verifyOne } from './verify-one.ts';
import { makeWhole } from './whole-archive.ts';

const root = makeCertificate('Root of stamps');
const own = makeCertificate('Stamps', { issuer: root, authority: false, stamps: 'critical' });
const seal = makeCertificate('Seal', { issuer: root, authority: false, qualified: 'seal' });
const derOf = ({ cert }: { readonly cert: string }): Buffer => new X509Certificate(cert).raw;
const ofRoot = makeExaminer([derOf(root)]);

type Signed = Parameters<typeof makeWhole>[0];
async function verify(signed: Signed, examiner: typeof ofRoot | null) {
  const { bytes, key, trusted } = await makeWhole({ chain: [own], ...signed });
  const found = await verifyOne(bytes, key, { trusted, examiner });
  const states = new Map(found.checks.map(({ name, state }) => [name as string, state]));
  const stamp = ['time', 'stamp_signature', 'stamp_authority'].map((name) => states.get(name));
  return { verdict: found.verdict, grade: found.grade, codes: codesOf(found), stamp };
}

describe('the time stamp of an archive', () => {
  it('is of the checkpoint; where nobody reads certificates, its signature is said to be unchecked', async () => {
    expect(await verify({}, null)).toMatchObject({ verdict: 'genuine', stamp: ['held', 'unchecked', undefined] });
  });

  it('is checked in full, and by the authority that is trusted', async () => {
    expect(await verify({}, makeExaminer(null))).toMatchObject({
      verdict: 'genuine',
      stamp: ['held', 'held', 'unchecked'],
    });
    expect(await verify({}, ofRoot)).toMatchObject({ verdict: 'genuine', stamp: ['held', 'held', 'held'] });
    const other = makeExaminer([derOf(makeCertificate('Somebody else'))]);
    expect(await verify({}, other)).toMatchObject({ verdict: 'genuine', codes: [], stamp: ['held', 'held', 'failed'] });
  });

  it.each([
    { trouble: 'broken signature' } as const,
    { trouble: 'unnamed certificate', chain: [own, root] } as const,
    { chain: [makeCertificate('Stamps', { issuer: root, authority: false, stamps: 'not critical' })] },
    { chain: [makeCertificate('Of a server', { issuer: root, authority: false })] },
  ])('does not hold: $trouble', async (signed) => {
    expect(await verify(signed, ofRoot)).toEqual({
      verdict: 'not_genuine',
      grade: null,
      codes: ['stamp_broken checkpoint.tsr'],
      stamp: ['held', 'failed', undefined],
    });
  });

  it('of something else is none, whoever has signed it', async () => {
    const found = await verify({ trouble: 'other imprint' }, ofRoot);
    expect(found).toMatchObject({ codes: ['stamp_differs checkpoint.tsr'], stamp: ['failed', undefined, undefined] });
  });

  it('makes evidence qualified with a seal that states it too, and only by an authority that is trusted', async () => {
    const both = { isQualified: true, seal };
    expect(await verify(both, ofRoot)).toMatchObject({ verdict: 'genuine', grade: 'qualified' });
    const signing = makeCertificate('Signature', { issuer: root, authority: false, qualified: 'signature' });
    for (const [signed, examiner] of [
      [{ ...both, isQualified: false }, ofRoot],
      [{ ...both, seal: null }, ofRoot],
      [{ ...both, seal: signing }, ofRoot],
      [both, makeExaminer(null)],
      [both, makeExaminer([derOf(makeCertificate('Somebody else'))])],
      [both, null],
    ] as const)
      expect(await verify(signed, examiner)).toMatchObject({ verdict: 'genuine', grade: 'signed_and_logged' });
  });
});
