import type { ProblemKind } from './problem-kind.ts';

/** Error codes of artifacts stored outside the database. */
export const ARTIFACT_PROBLEMS = {
  artifact_store_unavailable: {
    status: 503,
    title: { sk: 'Úložisko výstupov je nedostupné', en: 'The store of artifacts is unavailable' },
    detail: {
      sk: 'Obsah výstupu je v úložisku, ktoré práve neodpovedá tak, ako má. Ďalší pokus o {seconds} s.',
      en: 'The content of the artifact is in a store that does not answer as it should. Next attempt in {seconds} s.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After. Prevádzkovateľ nájde príčinu v zázname služby.',
      en: 'Repeat the request after the time in the Retry-After header. The operator finds the cause in the log of the service.',
    },
  },
  artifact_damaged: {
    status: 500,
    title: { sk: 'Uložený obsah výstupu je poškodený', en: 'The stored content of the artifact is damaged' },
    detail: {
      sk: 'Obsah s hašom SHA-256 {sha256} v úložisku chýba alebo nie je tým, čo sa doň uložilo. Poškodené dáta služba nevydá.',
      en: 'The content with the SHA-256 {sha256} is missing in the store or damaged. Damaged data is not returned.',
    },
    remedy: {
      sk: 'Obráťte sa na prevádzkovateľa: obsah treba obnoviť zo zálohy úložiska. Údaje dokladu a jeho časová os zostali zachované.',
      en: 'Turn to the operator: the content must be restored from a backup of the store. The record of the document and its timeline are unharmed.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
