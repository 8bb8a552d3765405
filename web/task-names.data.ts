/** Operations that the service offers for an invoice. */
export const TASK_NAMES = {
  sk: {
    evidence: 'Podpísaný dôkaz o kontrole (ZIP)',
    report: 'Protokol o kontrole (PDF)',
    vat: 'Overiť IČ DPH dodávateľa a odberateľa',
    peppol: 'Je odberateľ v sieti Peppol?',
    tax: 'Čo uvidí daňový úrad',
    keep: 'Uložiť ako dokument',
  },
  en: {
    evidence: 'Signed evidence of the check (ZIP)',
    report: 'Report of the check (PDF)',
    vat: 'Verify the VAT numbers of seller and buyer',
    peppol: 'Is the buyer in the Peppol network?',
    tax: 'What the tax office sees',
    keep: 'Save as a document',
  },
} as const;
