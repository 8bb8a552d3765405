import type { Layer, Text } from '@e-invoice/validator/issues';

/** Readable names of the layers that report an issue. */
export const LAYER_NAMES: Readonly<Record<Layer, Text>> = {
  XML: { sk: 'Zápis XML', en: 'XML' },
  SBDH: { sk: 'Obálka SBDH', en: 'SBDH envelope' },
  UBL: { sk: 'Štruktúra UBL', en: 'UBL structure' },
  EN16931: { sk: 'Norma EN 16931', en: 'EN 16931' },
  PEPPOL: { sk: 'Peppol BIS Billing', en: 'Peppol BIS Billing' },
  NATIONAL: { sk: 'Pravidlá iných štátov', en: 'National rules' },
  SK: { sk: 'Slovenská vrstva', en: 'Slovak layer' },
};
