import type { ProblemCode, ProblemKind } from '../platform/errors/index.ts';

/** Without a detail, the detail of the problem is used. */
type Words = Pick<ProblemKind, 'title' | 'remedy'> & Partial<Pick<ProblemKind, 'detail'>>;

const AGAIN = {
  sk: 'Opravte údaje, ktoré vymenúva pole errors (pointer hovorí, kde údaj je), a súbor vložte znova.',
  en: 'Correct the fields listed in errors (pointer gives the location), and upload the file again.',
};

/** Texts for SFTP files where the problem of that code mentions an HTTP request or its body. */
export const DROP_WORDS: { readonly [C in ProblemCode]?: Words } = {
  invalid_request: {
    title: { sk: 'Návrh faktúry má chybné údaje', en: 'The draft has invalid fields' },
    detail: { sk: 'Počet chybných údajov: {count}.', en: 'Faulty fields: {count}.' },
    remedy: AGAIN,
  },
  field_unknown: {
    title: { sk: 'Návrh faktúry má neznáme údaje', en: 'The draft has unknown fields' },
    detail: { sk: 'Neznáme údaje v návrhu: {names}.', en: 'Unknown fields of the draft: {names}.' },
    remedy: AGAIN,
  },
  malformed_json: {
    title: { sk: 'Súbor nie je platný JSON', en: 'The file is not valid JSON' },
    remedy: {
      sk: 'Skontrolujte úvodzovky, čiarky a kódovanie a súbor vložte znova. Viac faktúr vložte ako ZIP alebo NDJSON.',
      en: 'Check quotation marks, commas and the encoding, and upload the file again. Upload several invoices as a ZIP or NDJSON.',
    },
  },
  no_file: {
    title: { sk: 'V súbore nie je žiadna faktúra', en: 'The file contains no invoice' },
    detail: {
      sk: 'Archív alebo NDJSON je prázdny, alebo v archíve nie je žiadny súbor XML ani PDF.',
      en: 'The archive or NDJSON is empty, or the archive contains no XML or PDF file.',
    },
    remedy: {
      sk: 'Skontrolujte, čo doň váš program vložil, a vložte ho znova s faktúrami v XML alebo s PDF, v ktorých sú vložené.',
      en: 'Check what your program put into it, and upload it again with invoices in XML or PDFs with embedded invoices.',
    },
  },
  archive_unreadable: {
    title: { sk: 'Archív sa nedá prečítať', en: 'The archive cannot be read' },
    detail: {
      sk: 'Súbor nie je celý archív ZIP: je skrátený alebo poškodený. Nespracovala sa žiadna faktúra.',
      en: 'The file is not a complete ZIP archive: it is truncated or damaged. No invoice was processed.',
    },
    remedy: {
      sk: 'Archív overte (napríklad unzip -t) a vložte ho znova celý, nezašifrovaný a v jednej časti.',
      en: 'Check the archive (for example with unzip -t) and upload it again, complete, not encrypted and in one part.',
    },
  },
  too_many_files: {
    title: { sk: 'Súborov je priveľa', en: 'There are too many files' },
    detail: { sk: 'Povolený počet súborov je najviac {limit}.', en: 'At most {limit} files are allowed.' },
    remedy: { sk: 'Súbory rozdeľte do viacerých archívov.', en: 'Split the files into several archives.' },
  },
};
