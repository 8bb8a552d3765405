import type { ProblemKind } from './problem-kind.ts';

/** Error codes of the transparency log. */
export const TRANSPARENCY_PROBLEMS = {
  log_proof_not_found: {
    status: 404,
    title: { sk: 'Taký protokol denník nepozná', en: 'The log does not know such evidence' },
    detail: {
      sk: 'V denníku transparentnosti nie je protokol s odtlačkom {digest}.',
      en: 'The transparency log has no evidence with the digest {digest}.',
    },
    remedy: {
      sk: 'Skontrolujte odtlačok: je to SHA-256 celého evidence.json ako kanonického JSON (RFC 8785) aj s podpisom. Dôkaz sa nedá získať o protokole, ktorý bol vymazaný, ani o protokole bez kľúča staršom než 30 dní.',
      en: 'Check the digest: it is SHA-256 of the whole evidence.json as canonical JSON (RFC 8785), its signature included. There is no proof of evidence that was erased, nor of evidence made without a key more than 30 days ago.',
    },
  },
  log_proof_not_ready: {
    status: 404,
    title: { sk: 'Dôkaz ešte nie je', en: 'The proof is not there yet' },
    detail: {
      sk: 'Protokol s odtlačkom {digest} čaká na kontrolný bod denníka transparentnosti.',
      en: 'The evidence with the digest {digest} waits for a checkpoint of the transparency log.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase z hlavičky Retry-After, alebo v nej uveďte wait=5.',
      en: 'Repeat the request after the time in the Retry-After header, or ask with wait=5.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
