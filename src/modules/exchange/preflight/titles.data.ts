import type { Text } from '@e-invoice/validator/issues';
import type { CheckId } from './preflight.ts';

export const CHECK_TITLES: Readonly<Record<CheckId, Text>> = {
  bytes: { sk: 'Súbor a prílohy', en: 'The file and its attachments' },
  validation: { sk: 'Pravidlá dnes a po najbližšej zmene', en: 'Rules in force today and after their next change' },
  addressing: { sk: 'Elektronické adresy', en: 'Electronic addresses' },
  consistency: { sk: 'Zhoda identifikátorov', en: 'Identifiers agree' },
  routing: { sk: 'Cesta v sieti Peppol', en: 'Delivery through the Peppol network' },
  duplicate: { sk: 'Tá istá faktúra už raz', en: 'Duplicate invoice' },
  law: { sk: 'Náležitosti podľa zákona o DPH', en: 'Requirements of the VAT Act' },
  counterparty: { sk: 'IČ DPH kupujúceho', en: 'The buyer’s VAT number' },
  tax_office: { sk: 'Údaje pre finančnú správu', en: 'Data for the tax office' },
  partner: { sk: 'Spojenie s partnerom', en: 'The connection to the partner' },
  rendering: { sk: 'Čo uvidí človek', en: 'Rendered invoice' },
};
