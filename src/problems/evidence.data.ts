import type { ProblemKind } from './problem-kind.ts';

/** What can go wrong with signing evidence. */
export const EVIDENCE_PROBLEMS = {
  sealer_unavailable: {
    status: 503,
    title: { sk: 'Protokol sa teraz nedá podpísať', en: 'The evidence cannot be signed now' },
    detail: {
      sk: 'Kľúč, ktorým sa protokoly podpisujú, spravuje iná služba a tá neodpovedá tak, ako má. Ďalší pokus o {seconds} s.',
      en: 'The key that signs evidence is in the keeping of another service, which does not answer as it should. Next attempt in {seconds} s.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After. Prevádzkovateľ nájde príčinu v zázname služby.',
      en: 'Repeat the request after the time in the Retry-After header. The operator finds the cause in the log of the service.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
