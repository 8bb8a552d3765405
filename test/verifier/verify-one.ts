import { inflateRawSync } from 'node:zlib';
import { isFault } from '../../src/modules/evidence/verifier/finding.ts';
import { type KeySet, readKeys, type Verification, verifyEvidence } from '../../src/modules/evidence/verifier/index.ts';
import { verifyJws } from '../../src/modules/evidence/verifier/jws.ts';
import type { makeKey } from '../evidence/make-one.ts';

/** Decompresses with Node and, like browsers, rejects data after the end. */
export async function inflate(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1), info: true }) as unknown as {
    buffer: Uint8Array<ArrayBuffer>;
    engine: { bytesWritten: number };
  };
  if (engine.bytesWritten !== packed.length) throw new Error('more');
  return buffer;
}

export const keySet = (keys: readonly object[], log?: object): Promise<KeySet> =>
  readKeys(JSON.stringify({ keys, ...(log && { log }) }));

type SidePanel = {
  readonly invoice?: Uint8Array | null;
  readonly trusted?: KeySet | null;
  readonly logKey?: string | null;
  readonly examiner?: Parameters<typeof verifyEvidence>[0]['examiner'];
};

/** Verifies with the published form of the key unless other keys are given. */
export async function verifyOne(
  bytes: Uint8Array,
  key: ReturnType<typeof makeKey> | null,
  { invoice = null, trusted, logKey = null, examiner = null }: SidePanel = {},
): Promise<Verification> {
  return verifyEvidence({
    bytes: new Uint8Array(bytes),
    invoice: invoice && new Uint8Array(invoice),
    trusted: trusted === undefined ? await keySet(key === null ? [] : [key.jwk]) : trusted,
    logKey,
    inflate,
    examiner,
  });
}

/** Codes and files of the findings. */
export const codesOf = ({ findings }: Pick<Verification, 'findings'>): string[] =>
  findings.map(({ code, file }) => (file === null ? code : `${code} ${file}`));

/** Findings without notes: the clock of a test may be earlier than the creation of its key (`key_younger`). */
export const faultsOf = ({ findings }: Pick<Verification, 'findings'>): string[] =>
  codesOf({ findings: findings.filter(isFault) });

/** Whether one of the keys of the JWK set signed the list of digests among these files. */
export async function isSigned(files: ReadonlyMap<string, Uint8Array>, jwks: string): Promise<boolean> {
  const { keys } = await readKeys(jwks);
  const signature = Buffer.from(files.get('SHA256SUMS.jws')!).toString('latin1');
  const { fault } = await verifyJws(signature, 'sums+jws', new Uint8Array(files.get('SHA256SUMS')!), (kid) =>
    keys.get(kid),
  );
  return fault === null;
}
