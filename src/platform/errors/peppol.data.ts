import type { ProblemKind } from './problem-kind.ts';

/** Error codes of Peppol lookups. */
export const PEPPOL_PROBLEMS = {
  participant_malformed: {
    status: 400,
    title: { sk: 'Toto nie je účastník siete Peppol', en: 'This is not a Peppol participant' },
    detail: {
      sk: 'Z textu {participant} sa nedá vyčítať schéma a identifikátor účastníka.',
      en: 'Scheme and identifier of a participant cannot be read from {participant}.',
    },
    remedy: {
      sk: 'Pole errors hovorí, čo je s identifikátorom. Uveďte schému a identifikátor, napríklad 0245:2020317068 (slovenské DIČ).',
      en: 'The errors array explains the error. Send scheme and identifier, such as 0245:2020317068 (a Slovak DIČ).',
    },
  },
  document_type_malformed: {
    status: 400,
    title: { sk: 'Toto nie je typ dokumentu siete Peppol', en: 'This is not a Peppol document type' },
    detail: {
      sk: 'Typ dokumentu {document_type} sa nedá prečítať.',
      en: 'The document type {document_type} cannot be read.',
    },
    remedy: {
      sk: 'Uveďte slovo (invoice, creditnote a ďalšie z opisu parametra) alebo celý identifikátor typu zo zoznamu typov siete Peppol.',
      en: 'Give a word (invoice, creditnote and others in the description of the parameter) or the whole identifier from the Peppol code list.',
    },
  },
  radar_not_found: {
    status: 404,
    title: { sk: 'Taký radar neexistuje', en: 'There is no such radar' },
    detail: { sk: 'Radar {id} neexistuje.', en: 'There is no radar {id}.' },
    remedy: {
      sk: 'Zoznam vráti GET /api/peppol/radar; radary iných pracovných priestorov nevidíte.',
      en: 'GET /api/peppol/radar lists them; radars of other workspaces cannot be seen.',
    },
  },
  radar_not_idle: {
    status: 409,
    title: { sk: 'Radar teraz nemožno spustiť', en: 'The radar cannot be started now' },
    detail: {
      sk: 'Radar {id} je v stave {status}: kontrola práve prebieha, bol zastavený alebo nemá koho overovať.',
      en: 'The radar {id} is {status}: a check is running, it was stopped, or its list is empty.',
    },
    remedy: {
      sk: 'Počkajte na koniec kontroly (udalosť radar.completed). Namiesto zastaveného radaru vytvorte nový.',
      en: 'Wait for the end of the check (event radar.completed). In place of a stopped radar create a new one.',
    },
  },
  peppol_lookup_unavailable: {
    status: 503,
    title: { sk: 'Sieť Peppol práve nedala odpoveď', en: 'The Peppol network gave no answer now' },
    detail: {
      sk: 'Nedá sa zistiť, či je účastník {participant} zapísaný ({reason}), a za posledných 24 hodín to nebolo známe. Nie je to záporná odpoveď.',
      en: 'It is not known whether {participant} is registered ({reason}), and it was not known in the last 24 hours. This is not a negative answer.',
    },
    remedy: {
      sk: 'Pole trace ukazuje každý krok a reason_detail príčinu. Zopakujte otázku po čase z hlavičky Retry-After; chybu na strane SMP vie opraviť iba jeho prevádzkovateľ.',
      en: 'trace shows each step, reason_detail the cause. Repeat the question after the time in the Retry-After header; a fault of the SMP can be mended by its operator alone.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
