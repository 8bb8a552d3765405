import type { Text } from '@e-invoice/validator/issues';

/** The words of the report for people. */
export const WORDS = {
  title: { sk: 'Protokol o kontrole elektronickej faktúry', en: 'E-invoice validation report' },
  valid: { sk: 'Doklad vyhovuje použitým pravidlám', en: 'The document complies with the rules applied' },
  invalid: { sk: 'Doklad nevyhovuje použitým pravidlám', en: 'The document does not comply with the rules applied' },
  clean: { sk: 'bez nálezov', en: 'no findings' },
  unjudged: {
    sk: 'Niektoré vrstvy pravidiel sa nedali posúdiť, pozrite časť Použité pravidlá.',
    en: 'Some layers of rules could not be judged, see Rules applied.',
  },
  document: { sk: 'Doklad', en: 'Document' },
  file: { sk: 'Súbor', en: 'File' },
  type: { sk: 'Druh dokladu', en: 'Type' },
  envelope: { sk: 'v obálke SBDH', en: 'in an SBDH envelope' },
  number: { sk: 'Číslo faktúry', en: 'Invoice number' },
  issued: { sk: 'Dátum vyhotovenia', en: 'Issue date' },
  due: { sk: 'Suma na úhradu', en: 'Amount due' },
  lines: { sk: 'Počet riadkov', en: 'Lines' },
  profile: { sk: 'Špecifikácia', en: 'Specification' },
  size: { sk: 'Veľkosť súboru', en: 'File size' },
  digest: { sk: 'Odtlačok súboru (SHA-256)', en: 'Digest of the file (SHA-256)' },
  checked: { sk: 'Čas kontroly', en: 'Checked at' },
  parties: { sk: 'Zmluvné strany', en: 'Parties' },
  seller: { sk: 'Predávajúci', en: 'Seller' },
  buyer: { sk: 'Kupujúci', en: 'Buyer' },
  name: { sk: 'Názov', en: 'Name' },
  companyId: { sk: 'IČO (registračné číslo)', en: 'Company number (IČO)' },
  taxId: { sk: 'DIČ (daňové číslo)', en: 'Tax number (DIČ)' },
  vatId: { sk: 'IČ DPH', en: 'VAT number (IČ DPH)' },
  country: { sk: 'Krajina', en: 'Country' },
  vat: { sk: 'Rekapitulácia DPH', en: 'VAT breakdown' },
  category: { sk: 'Kategória', en: 'Category' },
  rate: { sk: 'Sadzba', en: 'Rate' },
  base: { sk: 'Základ dane', en: 'Taxable amount' },
  tax: { sk: 'DPH', en: 'VAT' },
  total: { sk: 'Spolu', en: 'Total' },
  withVat: { sk: 'Spolu s DPH', en: 'Total with VAT' },
  causes: { sk: 'Čo je príčinou', en: 'Root causes' },
  fix: { sk: 'Ako opraviť', en: 'How to fix' },
  rules: { sk: 'Pravidlá', en: 'Rules' },
  place: { sk: 'Miesto', en: 'Place' },
  line: { sk: 'riadok XML', en: 'XML line' },
  choice: { sk: 'Možné opravy, vyberte podľa podkladov', en: 'Possible corrections, choose by your records' },
  correction: { sk: 'Možná oprava', en: 'Possible correction' },
  findings: { sk: 'Nálezy', en: 'Findings' },
  where: { sk: 'Kde', en: 'Where' },
  value: { sk: 'hodnota', en: 'value' },
  expected: { sk: 'má byť', en: 'expected' },
  inTable: { sk: 'v súbore issues.csv', en: 'in issues.csv' },
  notListed: { sk: 'Neuvádzame', en: 'Not listed' },
  applied: { sk: 'Použité pravidlá', en: 'Rules applied' },
  ruleset: { sk: 'Sada pravidiel', en: 'Rule set' },
  judged: { sk: 'Posúdené vrstvy', en: 'Layers judged' },
  notJudged: { sk: 'Neposúdená vrstva', en: 'Layer not judged' },
  engine: { sk: 'Validátor', en: 'Validator' },
  proof: { sk: 'Overenie protokolu', en: 'Verifying this report' },
  signed: {
    sk:
      'Tento protokol je súčasťou elektronicky podpísaného záznamu v súbore evidence.json. Pravosť sa overuje verejným kľúčom služby ' +
      'aj bez pripojenia k sieti; faktúru spája s protokolom jej odtlačok SHA-256. Samotná faktúra v protokole nie je.',
    en:
      'This report is part of the electronically signed record in evidence.json. Its authenticity is verified with the public key of the ' +
      'service, offline too; the SHA-256 digest ties the invoice to the report. The invoice itself is not in the report.',
  },
  record: { sk: 'Záznam', en: 'Record' },
} as const satisfies Readonly<Record<string, Text>>;

/** The rule packs that come with the service, in words. */
export const PACK_NAMES: ReadonlyMap<string, Text> = new Map([
  ['en16931-ubl', { sk: 'európska norma EN 16931', en: 'European standard EN 16931' }],
  ['peppol-bis-3', { sk: 'Peppol BIS Billing 3.0', en: 'Peppol BIS Billing 3.0' }],
  ['peppol-selfbilling-3', { sk: 'Peppol BIS Self-Billing 3.0 (samofakturácia)', en: 'Peppol BIS Self-Billing 3.0' }],
  ['sk', { sk: 'slovenské pravidlá', en: 'Slovak rules' }],
]);
