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
} as const satisfies Readonly<Record<string, ProblemKind>>;
