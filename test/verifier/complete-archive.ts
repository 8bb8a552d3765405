import { sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeHowToVerify } from '../../src/modules/evidence/how-to-verify.ts';
import { drawReport } from '../../src/modules/evidence/index.ts';
import { toPublicJwk } from '../../src/modules/evidence/jwk.ts';
import { describeReport } from '../../src/modules/evidence/report-content.ts';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { headersOf, type Sealer } from '../../src/modules/evidence/signers/sealer.ts';
import { makeStampRequest } from '../../src/modules/evidence/timestamps/time-stamp.ts';
import { type KeySet, STAMP_FILES } from '../../src/modules/evidence/verifier/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { archive, makeKey, toBytes, written } from '../evidence/make-one.ts';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { startTsaDouble, type TsaDouble } from '../support/tsa-double.ts';
import { digestOf, makeNoteKey, makeProof } from './log-proof.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

/** All possible files of an archive, in order. */
export const ALL_FILES = [
  'evidence.json',
  'report.html',
  'report.pdf',
  'report.md',
  'developer-summary.md',
  'issues.csv',
  'evidence.tlog-proof',
  'checkpoint.tsr',
  'checkpoint.2.tsr',
  'keys.json',
  'verify.mjs',
  'OVERENIE.txt',
  'invoice.xml',
  'packed.json',
  'SHA256SUMS',
  'SHA256SUMS.jws',
];

type Signed = {
  /** Certificate of the time-stamping authority followed by its chain; default: self-signed. */
  readonly chain?: readonly Certificate[];
  readonly trouble?: TsaDouble['trouble'];
  /**
   * Certificate chain and time (milliseconds since the epoch) of each renewal; default: one by the same authority.
   */
  readonly renewals?: readonly { readonly chain: readonly Certificate[]; readonly at: number }[];
  /** Whether the stamp declares itself as qualified. */
  readonly isQualified?: boolean;
  /** Certificate of the report signature; default: a key without a certificate. */
  readonly seal?: Certificate | null;
};

type Whole = { readonly bytes: Buffer; readonly key: ReturnType<typeof makeKey>; readonly trusted: KeySet };

/** Creates the archive of a report with all files, its signing key, and the published keys. */
export async function makeWhole(signed: Signed = {}): Promise<Whole> {
  const { chain = [makeStamps()], trouble = null, isQualified = false, seal = null } = signed;
  const { renewals = [{ chain, at: Date.now() }] } = signed;
  const xml = '<broken/>';
  const key = makeKey();
  const [log, witness] = [makeNoteKey('dokazy.example/log', 0x01), makeNoteKey('komora.example/svedok', 0x04)];
  const { report, texts } = written(xml);
  const evidence = { report: await signReport(report, seal === null ? key : toSealer(seal)), texts };
  const proof = makeProof(digestOf(evidence.report), { log, witness }, { index: 5, size: 12 });
  const authority = await startTsaDouble(chain, Date.now());
  authority.qualified = isQualified;
  authority.trouble = trouble;
  const stampOf = (...parts: readonly Uint8Array[]): Promise<Buffer> =>
    authority.stamp(makeStampRequest(Buffer.concat(parts), Buffer.of(1), null));
  const stamps = [await stampOf(Buffer.from(proof.text))];
  authority.trouble = null;
  for (const renewal of renewals) {
    [authority.chain, authority.time] = [renewal.chain, renewal.at];
    stamps.push(await stampOf(stamps.at(-1)!, Buffer.from(proof.text)));
  }
  await authority.close();
  const keys = [key.jwk, ...(seal === null ? [] : [toJwk(seal)])];
  const named = { origin: log.name, vkey: log.vkey };
  const sheet = { protocol: describeReport(report, 'sk'), at: report.created_at, site: null } as const;
  const extras = new Map<string, Uint8Array>([
    ['report.pdf', await drawReport({ ...sheet, grade: 'signed_and_logged' })],
    ['evidence.tlog-proof', Buffer.from(proof.file)],
    ...stamps.map((stamp, index) => [STAMP_FILES[index]!, stamp] as const),
    ['keys.json', toBytes({ keys, log: named })],
    // Placeholder for the built verifier, whose content does not matter here.
    ['verify.mjs', readFileSync(join(findRoot(), 'src/cli/verify-file.ts'))],
    ['OVERENIE.txt', Buffer.from(writeHowToVerify(null))],
  ]);
  const bytes = await archive(evidence, key, Buffer.from(xml), extras);
  return { bytes, key, trusted: await keySet(keys, named) };
}

const makeStamps = (): Certificate => makeCertificate('Stamps', { authority: false, stamps: 'critical' });

const toJwk = ({ cert }: Certificate) => toPublicJwk(new X509Certificate(cert).publicKey);

/** Creates a sealer with the key of the certificate. */
function toSealer(certificate: Certificate): Sealer {
  const { kid } = toJwk(certificate);
  const { raw } = new X509Certificate(certificate.cert);
  return {
    kid,
    headerOf: headersOf({ kid, alg: 'ES256', certificates: [raw] }, () => Date.now()),
    sign: async (input) => sign('sha256', input, { key: certificate.key, dsaEncoding: 'ieee-p1363' }),
  };
}

type Place = {
  readonly name: string;
  readonly head: readonly [from: number, to: number];
  readonly content: readonly [from: number, to: number];
  readonly entry: readonly [from: number, to: number];
};

/** Returns the offsets of header, content and directory entry of each file. */
export function placesIn(zip: Buffer): Place[] {
  const places: Place[] = [];
  const end = zip.length - 22;
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [nameLength, place, size] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20)];
    const [start, next] = [place + 30 + nameLength, at + 46 + nameLength];
    const name = zip.toString('utf8', at + 46, next);
    places.push({ name, head: [place, start], content: [start, start + size], entry: [at, next] });
    at = next;
  }
  return places;
}

export const MASKS = [0x01, 0x80];

/**
 * Changes a byte at every `step`-th and at the last position of a range. Returns the changes that were not detected
 * or not reported for the named file.
 */
export async function unnoticed(
  { bytes: whole, key, trusted }: Whole,
  [start, end]: readonly [from: number, to: number],
  step: number,
  name: string | null,
): Promise<string[]> {
  const missed: string[] = [];
  for (const mask of MASKS) {
    for (let at = start; at < end; at += at + step < end ? step : Math.max(1, end - 1 - at)) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= mask;
      const found = codesOf(await verifyOne(bytes, key, { trusted }));
      if (found.length === 0 || (name !== null && !found.some((one) => one.endsWith(` ${name}`))))
        missed.push(`${name ?? 'archive'} ${at - start} of ${end - start} ^ ${mask}: ${found.join(', ')}`);
    }
  }
  return missed;
}
