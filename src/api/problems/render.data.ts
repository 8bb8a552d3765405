import type { ProblemKind } from '../problems.data.ts';

/** What can go wrong with showing an invoice. */
export const RENDER_PROBLEMS = {
  invoice_unreadable: {
    status: 422,
    title: { sk: 'Z tohto súboru sa nedá urobiť faktúra', en: 'No invoice can be made of this file' },
    detail: {
      sk: 'Súbor nie je faktúra ani dobropis v UBL, v obálke SBDH ani v CII ({reason}).',
      en: 'The file is no UBL invoice or credit note, bare or in an SBDH envelope, and no CII invoice ({reason}).',
    },
    remedy: {
      sk: 'Pošlite súbor na POST /api/validate-file: povie presne, čo je s ním.',
      en: 'Send the file to POST /api/validate-file: it says exactly what is wrong with it.',
    },
  },
  pdf_unavailable: {
    status: 503,
    title: { sk: 'PDF sa tu teraz nedá vytvoriť', en: 'No PDF can be made here now' },
    detail: {
      sk: 'Prehliadač, ktorý tvorí PDF, sa na tomto stroji nespustil ({reason}).',
      en: 'The browser that makes PDFs did not start on this machine ({reason}).',
    },
    remedy: {
      sk: 'Vyžiadajte si stránku (format=html), ktorú vytlačí každý prehliadač. Prevádzkovateľ nájde príčinu v zázname služby; vlastný Chromium určí premenná CHROMIUM_PATH.',
      en: 'Ask for the page (format=html), which any browser prints. The operator finds the cause in the log of the service; CHROMIUM_PATH names another Chromium.',
    },
  },
  pdf_busy: {
    status: 503,
    title: { sk: 'Na PDF čaká priveľa faktúr', en: 'Too many invoices wait for their PDF' },
    detail: {
      sk: 'Služba práve tvorí toľko PDF, koľko stíha.',
      en: 'The service is making as many PDFs as it can.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After, alebo pošlite faktúru ako dokument s krokom render.',
      en: 'Repeat the request after the time in the Retry-After header, or submit the invoice as a document with the step render.',
    },
  },
  pdf_limit_reached: {
    status: 422,
    title: { sk: 'Tvorba PDF prekročila povolené limity', en: 'Making the PDF went beyond its limits' },
    detail: {
      sk: 'PDF tejto faktúry prekročilo povolený čas alebo pamäť.',
      en: 'The PDF of this invoice went beyond the time or memory that it may take.',
    },
    remedy: {
      sk: 'Vyžiadajte si stránku (format=html) alebo rozdeľte faktúru na menšie. Rovnaký súbor by limity prekročil znova.',
      en: 'Ask for the page (format=html), or split the invoice. The same file would go beyond the limits again.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
