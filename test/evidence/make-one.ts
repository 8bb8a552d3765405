import { generateKeyPairSync } from 'node:crypto';
import type { FileResult } from '@e-invoice/validator/issues';
import {
  makeReport,
  type Origin,
  type SignedReport,
  type WrittenReport,
  writeArchive,
} from '../../src/modules/evidence/index.ts';
import { toPublicJwk } from '../../src/modules/evidence/jwk.ts';
import { signBytes, signReport } from '../../src/modules/evidence/signature.ts';
import { toLocalSealer } from '../../src/modules/evidence/signers/sealer.ts';
import { fakeValidate } from '../http/fake-validate.ts';

export const AT = Date.UTC(2026, 10, 21, 12, 34, 56, 789);

export const ORIGIN: Origin = {
  at: new Date(AT).toISOString(),
  engine: { version: '0.1.0', digest: 'e'.repeat(64) },
  packs: [],
};

/** Creates a key in the internal and in the published form. */
export function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = toPublicJwk(publicKey);
  const sealer = toLocalSealer({ kid: jwk.kid, privateKey });
  return { ...sealer, jwk, privateKey };
}

export const resultOf = (xml: string, changes: Partial<FileResult> = {}): FileResult => ({
  ...fakeValidate(Buffer.from(xml), { filename: 'faktúra.xml', today: '2026-11-21', clock: () => 0 }),
  ...changes,
});

export const written = (xml: string, changes: Partial<FileResult> = {}, language: 'sk' | 'en' = 'sk') =>
  makeReport({
    id: 'rep_019aa5b0-0000-7000-8000-000000000000',
    language,
    result: resultOf(xml, changes),
    sizeBytes: Buffer.byteLength(xml),
    origin: ORIGIN,
  });

export const report = (xml: string, changes: Partial<FileResult> = {}) => written(xml, changes).report;

export const signed = (
  xml: string,
  key: ReturnType<typeof makeKey>,
  changes: Partial<FileResult> = {},
): Promise<SignedReport> => signReport(report(xml, changes), key);

export const toBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Writes the archive of a report like the service. */
export const archive = (
  written: WrittenReport,
  key: ReturnType<typeof makeKey>,
  invoice: Uint8Array | null,
  extras: ReadonlyMap<string, Uint8Array> = new Map([['keys.json', toBytes({ keys: [key.jwk] })]]),
): Promise<Buffer> => writeArchive(written, { invoice, extras, signSums: (sums) => signBytes(sums, 'sums+jws', key) });
