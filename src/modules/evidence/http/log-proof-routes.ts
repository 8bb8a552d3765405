import { z } from 'zod';
import { ANY_PAGE, answer, answerIn, BYTES, HEX_DIGEST, makeProblem, type Route, route } from '../../../http/index.ts';
import { ProofWait } from './evidence-schemas.ts';

/**
 * GET /api/evidence-log/proofs/{digest}: inclusion proof in the transparency log, available to every holder of the
 * evidence.
 */
export const getLogProof: Route = route({
  method: 'get',
  path: '/api/evidence-log/proofs/{digest}',
  id: 'getEvidenceLogProof',
  tag: 'evidence',
  summary: 'Prove that evidence is in the transparency log',
  description:
    'An offline proof (C2SP tlog-proof) for a holder of the evidence: the salt of its entry, the index, the path to ' +
    'the root, and the signed checkpoint. The log itself is served at `/log/checkpoint` and `/log/tile/…` (C2SP ' +
    'tlog-tiles), its verifier key at `/log/vkey`. A proof is available within two seconds after the evidence.',
  who: 'anyone',
  limit: 'none',
  params: z.object({
    digest: z
      .string()
      .regex(HEX_DIGEST)
      .meta({
        description:
          'SHA-256 of the complete `evidence.json` as canonical JSON (RFC 8785), including its `signature`, in lowercase ' +
          'hexadecimal.',
        example: 'a'.repeat(64),
      }),
  }),
  query: ProofWait,
  answers: { 200: answerIn('The proof, identical to `evidence.tlog-proof`.', { 'text/plain': BYTES }) },
  problems: ['log_proof_not_found', 'log_proof_not_ready'],
  handle: async ({ params: { digest }, query: { wait } }, { app: { transparency }, ending, keepOpen, mediaType }) => {
    if (wait > 0) keepOpen();
    const found = await transparency.waitForProof(Buffer.from(digest, 'hex'), wait * 1_000, ending());
    if (found === 'unknown') throw makeProblem('log_proof_not_found', { digest }, { headers: ANY_PAGE });
    if (found === 'waiting')
      throw makeProblem('log_proof_not_ready', { digest }, { headers: { ...ANY_PAGE, 'Retry-After': '1' } });
    // Not cacheable by proxies: cosignatures and time stamps are added later.
    return answer(200, Buffer.from(found.file), { ...ANY_PAGE, 'Cache-Control': 'private, no-store' }, mediaType);
  },
});
