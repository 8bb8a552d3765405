import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeExaminer } from '../../src/modules/evidence/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makeZip } from '../support/make-zip.ts';
import { makeWhole } from './complete-archive.ts';
import { codesOf, verifyOne } from './verify-one.ts';

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
  const renewals = states.get('renewals');
  return { verdict: found.verdict, grade: found.grade, codes: codesOf(found), stamp, ...(renewals && { renewals }) };
}

describe('time stamp in an archive', () => {
  it('covers the checkpoint; without certificate support its signature is reported as unchecked', async () => {
    const held = { verdict: 'genuine', stamp: ['held', 'unchecked', undefined] };
    expect(await verify({}, null)).toMatchObject({ ...held, renewals: 'held' });
    const alone = await verify({ renewals: [] }, null);
    expect(alone).toMatchObject(held);
    expect(alone).not.toHaveProperty('renewals');
  });

  it('is verified in full, including the trusted authority', async () => {
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
  ])('is rejected: $trouble', async (signed) => {
    expect(await verify(signed, ofRoot)).toEqual({
      verdict: 'not_genuine',
      grade: null,
      codes: ['stamp_broken checkpoint.tsr'],
      stamp: ['held', 'failed', undefined],
      renewals: 'held',
    });
  });

  it('is rejected if it stamps other content, even with a valid signature', async () => {
    const found = await verify({ trouble: 'other imprint' }, ofRoot);
    expect(found).toMatchObject({ codes: ['stamp_differs checkpoint.tsr'], stamp: ['failed', undefined, undefined] });
  });

  describe('with renewals', () => {
    const NOW = Date.now();
    const DAY = 86_400_000;
    const [from, to] = [new Date(NOW - DAY), new Date(NOW + 4_000 * DAY)];
    const old = makeCertificate('Root of years', { from, to });
    const until = (days: number) =>
      makeCertificate('Stamps', {
        from,
        to: new Date(NOW + days * DAY),
        issuer: old,
        authority: false,
        stamps: 'critical',
      });
    const ofYears = makeExaminer([derOf(old)]);
    const [first, second, third] = [until(100), until(1_000), until(3_000)];

    it('is valid if every renewal is valid, with and without certificate support', async () => {
      const signed = {
        chain: [first],
        renewals: [
          { chain: [second], at: NOW + 50 * DAY },
          { chain: [third], at: NOW + 950 * DAY },
        ],
      };
      const held = { verdict: 'genuine', codes: [], renewals: 'held' };
      expect(await verify(signed, null)).toMatchObject({ ...held, stamp: ['held', 'unchecked', undefined] });
      expect(await verify(signed, ofYears)).toMatchObject({ ...held, stamp: ['held', 'held', 'held'] });
      const { bytes, key, trusted } = await makeWhole(signed);
      const { checks } = await verifyOne(bytes, key, { trusted, examiner: ofYears });
      const detailOf = (name: string) => checks.find((one) => one.name === name)?.detail;
      expect(detailOf('renewals')?.split(', ')).toHaveLength(2);
      expect(detailOf('stamp_signature')?.slice(0, 10)).toBe(new Date(NOW + 3_000 * DAY).toISOString().slice(0, 10));
    });

    it('is rejected if a renewal was made after the previous certificate expired, which requires certificate support', async () => {
      const signed = { chain: [first], renewals: [{ chain: [second], at: NOW + 101 * DAY }] };
      expect(await verify(signed, ofYears)).toMatchObject({
        verdict: 'not_genuine',
        codes: ['stamp_broken checkpoint.2.tsr'],
        stamp: ['held', 'failed', undefined],
      });
    });

    it('is trusted only if the authority of the last renewal is trusted', async () => {
      const stranger = makeCertificate('Somebody else', { from, to });
      const theirs = makeCertificate('Stamps', { from, to, issuer: stranger, authority: false, stamps: 'critical' });
      const signed = { chain: [first], renewals: [{ chain: [theirs], at: NOW }] };
      expect(await verify(signed, ofYears)).toMatchObject({ verdict: 'genuine', stamp: ['held', 'held', 'failed'] });
      const ofBoth = makeExaminer([derOf(old), derOf(stranger)]);
      expect(await verify(signed, ofBoth)).toMatchObject({ stamp: ['held', 'held', 'held'] });
    });

    it('is rejected if a renewal stamps other content', async () => {
      const { bytes, key, trusted } = await makeWhole({ chain: [first], renewals: [{ chain: [second], at: NOW }] });
      const files = await readZip(bytes);
      files.set('checkpoint.2.tsr', files.get('checkpoint.tsr')!);
      const packed = makeZip([...files].map(([name, content]) => ({ name, content })));
      const found = await verifyOne(packed, key, { trusted, examiner: ofYears });
      expect(codesOf(found)).toEqual(
        expect.arrayContaining(['file_differs checkpoint.2.tsr', 'renewal_differs checkpoint.2.tsr']),
      );
      expect(found.checks).toContainEqual(expect.objectContaining({ name: 'renewals', state: 'failed' }));
    });
  });

  it('makes evidence qualified only with a qualified seal and a trusted authority', async () => {
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
