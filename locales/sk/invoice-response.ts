import type { invoiceResponse as english } from '../en/invoice-response.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const invoiceResponse = {
  'invoice-response.takes': 'Dodávateľ odpovede na faktúry prijíma.',
  'invoice-response.takes-not': 'Podľa siete Peppol dodávateľ odpovede na faktúry neprijíma. Oznámte mu to iným spôsobom.',
  'invoice-response.unknown': 'Sieť Peppol neodpovedala, či dodávateľ odpoveď prijme. Neznamená to, že neprijme.',
  'invoice-response.slovak-rejection': 'Odmietnutie cez Peppol na Slovensku faktúru neruší. Dodávateľ ju opraví dobropisom.',
} as const satisfies TranslationOf<typeof english>;
