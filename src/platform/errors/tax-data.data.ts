import type { ProblemKind } from './problem-kind.ts';

/** Error codes of tax data. */
export const TAX_DATA_PROBLEMS = {
  not_a_ubl_invoice: {
    status: 422,
    title: { sk: 'Súbor nie je faktúra v UBL', en: 'The file is no invoice in UBL' },
    detail: {
      sk: 'Súbor nie je čitateľná faktúra ani dobropis vo formáte UBL, samostatne ani v obálke SBDH.',
      en: 'The file is no readable invoice or credit note in UBL, neither bare nor in an SBDH envelope.',
    },
    remedy: {
      sk: 'Pošlite súbor na POST /api/validate-file: povie presne, čo je s ním.',
      en: 'Send the file to POST /api/validate-file, which reports the exact errors.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
