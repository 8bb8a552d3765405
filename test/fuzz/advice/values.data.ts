/** Values that mistakes of programs and people put into invoices. */
import type { Random } from '../random.ts';

type ChangeText = (text: string, random: Random) => string;

const turned = (text: string): string => text.replace(/(\d)(?!\1)(\d)/, '$2$1');

export const NUMBERS: readonly ChangeText[] = [
  (text, random) => (Number(text) + 1 + random.below(100)).toFixed(2),
  (text, random) => (Number(text) + (1 + random.below(5)) / 100).toFixed(2),
  turned,
  (text) => (text.startsWith('-') ? text.slice(1) : `-${text}`),
  (text) => text.replace('.', ','),
  (text) => text.replace('.', ''),
  (text) => String(Number(text) * 100),
  (text) => String(Number(text) / 100),
  (text) => `${text} EUR`,
  (text, random) => text.replace(/\d/, String(random.below(10))),
  (text) => `${text}${text.includes('.') ? '' : '.00'}123`,
  () => '0',
  (text) => `${text.slice(0, 1)} ${text.slice(1)}`,
  (text) => text.replace('0', 'O'),
];

export const DATES: readonly ChangeText[] = [
  (text) => text.split('-').reverse().join('.'),
  (text) => text.split('-').reverse().join('/'),
  (text) => text.replace(/^20/, '02'),
  (text) => text.replace(/^\d{4}/, '2206'),
  (text) => `${text}T00:00:00`,
  (text) => text.replace(/-\d\d$/, '-31'),
  (text) => text.replaceAll('-', ''),
  (text, random) => text.replace(/\d$/, String(random.below(10))),
  (text, random) => text.replace(/-(\d\d)-/, `-${String(1 + random.below(12)).padStart(2, '0')}-`),
  turned,
];

export const CODES: readonly (readonly [name: RegExp, codes: readonly string[]])[] = [
  [/IdentificationCode$/, ['SVK', 'Slovensko', 'sk', 'UK', 'SR', 'XX', 'CZ', 'EL', 'KS', 'S']],
  [/PaymentMeansCode$/, ['prevod', '42', '31', '99', 'ZZZ', 'karta', '1', 'hotovosť', '0', '300', '59', '49']],
  [/(Document|Tax)CurrencyCode$/, ['EURO', 'eur', '€', 'CZK', 'EUR', 'XXX', 'ERU', 'SKK', 'EU', 'USD']],
  [/(Invoice|CreditNote)TypeCode$/, ['380', '381', '384', '389', '261', '325', '386', '38', 'FA', '383', '393', '326']],
  [/TaxExemptionReasonCode$/, ['VATEX-EU-AE', 'VATEX-EU-IC', 'vatex-eu-g', 'VATEX-EU-O', 'VATEX-EU-132', '132', 'AE']],
  [/AllowanceChargeReasonCode$/, ['95', '59', '65', 'FC', 'ZZZ', 'DL', 'CF', '5', '', 'Z']],
  [/DescriptionCode$/, ['5', '29', '72', '3', '35', '432', '34', '1']],
  [/DocumentTypeCode$/, ['130', '50', '916', '13', '13O']],
  [/(cac:)?cbc:ID$/, ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'RC', 'VAT', 'TAX', 'DPH', 'IC', 'NA', '23']],
];

export const UNITS: readonly string[] = [
  'ks',
  'Stk',
  'ha',
  'pal',
  'HRU',
  'H78',
  'KMG',
  'PX',
  'BX',
  'XXP',
  'x',
  'ab',
  'C6',
  'súbor',
  'pce',
  'LRT',
  'h87',
  'NAR',
  'EA',
  'mtr',
  'kWh',
  '',
];

export const SCHEMES: readonly (readonly [attribute: string, values: readonly (string | null)[]])[] = [
  [
    'schemeID',
    ['0245', '0158', '0088', '9950', '9930', '0208', '2450', 'DIC', 'ICO', '', null, 'VAT', '0060', 'AAJ', '0192'],
  ],
  ['unitCode', [...UNITS, null]],
  ['unitCode', UNITS],
  ['currencyID', ['EUR', 'CZK', 'eur', 'EURO', '€', '', null, 'USD']],
  ['listID', ['STI', 'CPV', 'IB', 'IT', '', null, 'TSI']],
  ['mimeCode', ['pdf', 'image/jpg', 'application/msword', 'text/html', null, 'PDF', 'application/xml']],
];

/** Changes of identifiers that keep or damage their digits. */
export const IDENTIFIERS: readonly ((text: string) => string)[] = [
  turned,
  (text) => `SK${text}`,
  (text) => text.replace(/^SK/, ''),
  (text) => text.replace(/(\d{3})/, '$1 '),
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => `${text}0`,
  (text) => `0245:${text}`,
  (text) => text.toLowerCase(),
  (text) => ` ${text} `,
  () => 'SK2020317068',
  () => '2020273893',
  () => 'CZ12345679',
  () => '31333532',
];

const EN16931 = 'urn:cen.eu:en16931:2017';
const PEPPOL = 'urn:fdc:peppol.eu:2017:poacc:';

export const SPECIFICATIONS: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [
    /^cbc:CustomizationID$/,
    [
      EN16931,
      `${EN16931}#compliant#${PEPPOL}billing:3.0`,
      `${EN16931}#compliant#${PEPPOL}selfbilling:3.0`,
      `${EN16931}#compliant#${PEPPOL}selfbiling:3.0`,
      `${EN16931}#compliant#${PEPPOL}biling:3.0`,
      `${EN16931}#complaint#${PEPPOL}selfbilling:3.0`,
      `${EN16931}#compliant#${PEPPOL}selfbilling:2.0`,
      `${EN16931}#compliant#${PEPPOL}billing:3`,
      `${EN16931}#compliant#${PEPPOL}self-billing:3.0`,
      'urn:x',
      '',
    ],
  ],
  [
    /^cbc:ProfileID$/,
    [
      `${PEPPOL}billing:01:1.0`,
      `${PEPPOL}selfbilling:01:1.0`,
      `${PEPPOL}billing:1.0`,
      `${PEPPOL}selfbiling:01:1.0`,
      'P1',
      '',
    ],
  ],
];
