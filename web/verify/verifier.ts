/** Verifies evidence in a worker, so that the page stays responsive. */
import {
  AlgorithmMissing,
  readKeys,
  type Verification,
  verifyEvidence,
} from '../../src/modules/evidence/verifier/index.ts';
import { unpack } from '../read-archive.ts';
import type { Answered, VerifierRequest } from './verifier-messages.ts';

/** `DecompressionStream` itself rejects data after the end of the stream. */
const inflate = async (packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> =>
  (await unpack(packed, 8, most)) as Uint8Array<ArrayBuffer>;

const verify = async ({ evidence, invoice, keys }: VerifierRequest): Promise<Verification> =>
  verifyEvidence({
    bytes: evidence,
    invoice,
    trusted: keys === '' ? null : await readKeys(keys),
    logKey: null,
    inflate,
    examiner: null,
  });

globalThis.addEventListener('message', ({ data }: MessageEvent<VerifierRequest>) => {
  void verify(data)
    .then(
      (found): Answered => ({ found }),
      (error: unknown): Answered => {
        if (error instanceof AlgorithmMissing) return { fault: 'algorithm' };
        console.error(error);
        return { fault: 'other' };
      },
    )
    .then((answered) => globalThis.postMessage(answered));
});
