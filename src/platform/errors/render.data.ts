import type { ProblemKind } from './problem-kind.ts';

/** Error codes of invoice rendering. */
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
      en: 'Send the file to POST /api/validate-file, which reports the exact errors.',
    },
  },
  render_limit_reached: {
    status: 422,
    title: { sk: 'Zobrazenie faktúry prekročilo povolené limity', en: 'Showing the invoice went beyond its limits' },
    detail: {
      sk: 'Tvorba stránky z tejto faktúry prekročila povolený čas alebo pamäť a bola ukončená.',
      en: 'Rendering this invoice was stopped: it exceeded its time or memory limit.',
    },
    remedy: {
      sk: 'Rozdeľte faktúru na menšie alebo z nej vyberte vložené prílohy. Rovnaký súbor by limity prekročil znova.',
      en: 'Split the invoice into smaller ones, or take embedded attachments out of it. The same file would go beyond the limits again.',
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
      en: 'The PDF of this invoice exceeded its time or memory limit.',
    },
    remedy: {
      sk: 'Vyžiadajte si stránku (format=html) alebo rozdeľte faktúru na menšie. Rovnaký súbor by limity prekročil znova.',
      en: 'Ask for the page (format=html), or split the invoice. The same file would go beyond the limits again.',
    },
  },
  pdf_without_invoice: {
    status: 422,
    title: { sk: 'V PDF nie je faktúra v XML', en: 'The PDF has no invoice in XML' },
    detail: {
      sk: 'V PDF nie je vložený súbor XML s faktúrou (Factur-X, ZUGFeRD, XRechnung ani iný).',
      en: 'No XML file with an invoice is embedded in the PDF (Factur-X, ZUGFeRD, XRechnung or another).',
    },
    remedy: {
      sk: 'Vyžiadajte si od predávajúceho hybridné PDF alebo priamo XML. Z obrazu faktúry ani zo skenu sa údaje nečítajú. Hybridné PDF z XML vytvorí, a XML z neho vyberie, POST /api/pdf-bridge.',
      en: 'Ask the seller for a hybrid PDF, or for the XML itself. Nothing is read from the picture of an invoice or a scan. POST /api/pdf-bridge makes a hybrid PDF of XML, and takes the XML out of one.',
    },
  },
  pdf_encrypted: {
    status: 422,
    title: { sk: 'PDF je zašifrované', en: 'The PDF is encrypted' },
    detail: {
      sk: 'PDF je chránené heslom alebo zašifrované, preto sa z neho nedá čítať.',
      en: 'The PDF is protected by a password or encrypted, so nothing can be read from it.',
    },
    remedy: {
      sk: 'Uložte PDF bez ochrany a pošlite ho znova. Hybridné faktúry (PDF/A-3) šifrované byť nesmú.',
      en: 'Save the PDF without protection and send it again. Hybrid invoices (PDF/A-3) must not be encrypted.',
    },
  },
  pdf_unreadable: {
    status: 422,
    title: { sk: 'PDF sa nedá prečítať', en: 'The PDF cannot be read' },
    detail: { sk: 'Súbor je poškodený alebo to nie je PDF.', en: 'The file is damaged, or no PDF.' },
    remedy: {
      sk: 'Stiahnite PDF znova z pôvodného zdroja a pošlite ho bez úprav.',
      en: 'Download the PDF again from where it came from, and send it unchanged.',
    },
  },
  pdf_reading_limit_reached: {
    status: 422,
    title: { sk: 'Čítanie PDF prekročilo povolené limity', en: 'Reading the PDF went beyond its limits' },
    detail: {
      sk: 'PDF alebo súbory v ňom sa rozbaľujú na priveľa dát alebo sa čítajú pridlho.',
      en: 'The PDF or a file embedded in it is too large when decompressed, or takes too long to read.',
    },
    remedy: {
      sk: 'Vyberte z PDF vložený súbor XML a pošlite ten.',
      en: 'Take the embedded XML out of the PDF, and send that.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
