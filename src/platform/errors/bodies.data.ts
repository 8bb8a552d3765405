import type { ProblemKind } from './problem-kind.ts';

/** Error codes of request bodies that are too expensive to parse. */
export const BODY_PROBLEMS = {
  body_too_complex: {
    status: 413,
    title: { sk: 'JSON má priveľa hodnôt', en: 'The JSON has too many values' },
    detail: {
      sk: 'Povolených je najviac {limit} hodnôt a názvov údajov.',
      en: 'At most {limit} values and names of fields are allowed.',
    },
    remedy: {
      sk: 'Pošlite iba údaje, ktoré operácia pozná; viac súborov alebo čísel rozdeľte do viacerých požiadaviek.',
      en: 'Send only the fields that the operation knows; spread many files or numbers over several requests.',
    },
  },
  too_many_lines: {
    status: 413,
    title: { sk: 'Riadkov je priveľa', en: 'There are too many lines' },
    detail: {
      sk: 'Povolených je najviac {limit} riadkov vrátane prázdnych.',
      en: 'At most {limit} lines are allowed, empty ones included.',
    },
    remedy: {
      sk: 'Prázdne riadky vynechajte a súbory rozdeľte do viacerých požiadaviek.',
      en: 'Leave empty lines out, and spread the files over several requests.',
    },
  },
  too_many_parts: {
    status: 413,
    title: { sk: 'Formulár má priveľa častí', en: 'The form has too many parts' },
    detail: {
      sk: 'Povolených je najviac {limit} častí, súborov a iných polí spolu.',
      en: 'At most {limit} parts are allowed, files and other fields together.',
    },
    remedy: {
      sk: 'Pošlite iba súbory, bez ďalších polí, a rozdeľte ich do viacerých požiadaviek.',
      en: 'Send files alone, without other fields, and spread them over several requests.',
    },
  },
  body_suspicious: {
    status: 413,
    title: { sk: 'Telo sa rozbaľuje na podozrivo veľa dát', en: 'The body unpacks to suspiciously much' },
    detail: {
      sk: 'Telo sa rozbaľuje na viac než {limit}-násobok odoslaných bajtov.',
      en: 'The body unpacks to more than {limit} times the bytes that were sent.',
    },
    remedy: {
      sk: 'Ak sú faktúry naozaj také podobné, rozdeľte ich do viacerých požiadaviek alebo telo pošlite bez Content-Encoding.',
      en: 'If the invoices are really this similar, split them into several requests, or send the body without Content-Encoding.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
