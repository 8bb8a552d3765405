import type { ProblemKind } from './problem-kind.ts';

/** Error codes of evidence signing. */
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
  evidence_pdf_limit_reached: {
    status: 422,
    title: {
      sk: 'Tvorba PDF protokolu prekročila povolené limity',
      en: 'Making the PDF of the report went beyond its limits',
    },
    detail: {
      sk: 'PDF tohto protokolu prekročilo povolený čas alebo pamäť, a s ním aj archív, do ktorého patrí.',
      en: 'The PDF of this report exceeded its time or memory limit, so the archive that contains it was not created.',
    },
    remedy: {
      sk: 'Vyžiadajte si protokol ako JSON (format=json): je podpísaný rovnako. Rovnaký protokol by limity prekročil znova.',
      en: 'Ask for the report as JSON (format=json), which is signed just the same. The same report would go beyond the limits again.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
