import { filePrograms } from './file.data.ts';
import type { ProgramRow } from './row.ts';

/** The structure of CII D16B: users of accounting software do the same as for UBL, except for another document. */
export const ciiPrograms: Readonly<Record<string, ProgramRow>> = {
  ...Object.fromEntries(
    Object.entries(filePrograms).flatMap(([ruleId, row]) =>
      ruleId.startsWith('UBL-STRUCTURE-') ? [[ruleId.replace('UBL', 'CII'), row]] : [],
    ),
  ),
  'CII-UNKNOWN-ROOT': [
    'Skontrolujte, či posielate faktúru, a zvoľte v exporte formát CII D16B (ZUGFeRD 2, Factur-X) alebo UBL 2.1 (Peppol BIS Billing 3.0).',
    'Check that you send an invoice, and export it as CII D16B (ZUGFeRD 2, Factur-X) or as UBL 2.1 (Peppol BIS Billing 3.0).',
  ],
};
