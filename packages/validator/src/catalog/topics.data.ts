import type { Text } from '../issues/index.ts';

/** A search topic and its main rules, most frequent first. */
export type Topic = {
  readonly name: Text;
  /** Prefixes of words that name the topic, folded, in both languages. */
  readonly words: readonly string[];
  readonly rule_ids: readonly string[];
};

const topic = (sk: string, en: string, words: string, rules: string): Topic => ({
  name: { sk, en },
  words: words.split(' '),
  rule_ids: rules.split(' '),
});

/** The most frequent mistakes on Slovak invoices, in descending order; they open the list of rules. */
export const FREQUENT: readonly string[] = [
  'BR-CO-15',
  'BR-CO-16',
  'BR-CO-10',
  'BR-CO-17',
  'BR-S-08',
  'PEPPOL-EN16931-R120',
  'PEPPOL-EN16931-R003',
  'PEPPOL-EN16931-R010',
  'SK-R-041',
  'BR-CL-23',
  'SK-R-002',
  'SK-R-010',
];

export const TOPICS: readonly Topic[] = [
  topic('Suma na úhradu', 'Amount due', 'sum uhrad due payable total celkov', 'BR-CO-16 BR-CO-15 BR-15 BR-CO-10 BR-CO-13'),
  topic('Sadzba DPH', 'VAT rate', 'sadzb rate dph vat', 'SK-R-041 BR-48 BR-S-05 BR-S-08 BR-CO-17'),
  topic('Rekapitulácia DPH', 'VAT breakdown', 'rekapitul breakdown rozpis dph vat', 'BR-CO-18 BR-S-08 BR-CO-17 BR-CO-14 BR-S-01'),
  topic('Prenesenie daňovej povinnosti', 'Reverse charge', 'prenesen prenos danov povinnost reverse charge samozdanen tuzemsk', 'BR-AE-10 SK-R-046 BR-AE-02 BR-AE-05 BR-AE-09'),
  topic('Oslobodenie od dane', 'Exemption from VAT', 'oslobod dan exempt vat', 'BR-E-10 BR-E-05 BR-E-09 SK-R-044 BR-IC-10'),
  topic('Zálohová faktúra a preddavok', 'Pro forma and prepayment', 'zaloh preddav odpoc proform prijat platb prepa advanc payment pro forma', 'SK-R-084 BR-CO-16 BR-DEC-16 PEPPOL-EN16931-P0100 BR-CL-01'),
  topic('Samofakturácia', 'Self-billing', 'samofakt self billing', 'PEPPOL-EN16931-P0100 SK-R-085'),
  topic('Vývoz', 'Export', 'vyvoz export tret krajin', 'BR-G-10 BR-G-02 BR-G-05 BR-G-09'),
  topic('Dodanie do EÚ', 'Supply to the EU', 'dodan eu intrakomunitar', 'BR-IC-10 BR-IC-12 BR-IC-02 SK-R-043'),
  topic('Zaokrúhlenie', 'Rounding', 'zaokruhl round halier', 'BR-CO-16 BR-DEC-17 BR-CO-17'),
  topic('Dobropis', 'Credit note', 'dobropis credit note opravn storn', 'SK-R-080 SK-R-081 BR-27 SK-R-083 PEPPOL-EN16931-P0101'),
  topic('Číslo faktúry', 'Invoice number', 'cisl number', 'BR-02 SK-R-082 BR-55'),
  topic('Dátum a splatnosť', 'Dates', 'datum datumy splatn date due', 'BR-CO-25 SK-R-071 SK-R-070 BR-03 SK-R-072 SK-R-073'),
  topic('IČ DPH', 'VAT identifier', 'ic dph icdph vat identif', 'BR-CO-09 SK-R-004 SK-R-005 SK-R-040 SK-R-030'),
  topic('DIČ', 'Tax number', 'dic tax', 'SK-R-002 SK-R-001 SK-R-003 SK-R-031'),
  topic('IČO', 'Registration number', 'ico registr', 'SK-R-007 SK-R-035'),
  topic('Elektronická adresa', 'Electronic address', 'elektron adres endpoint peppol electronic address', 'PEPPOL-EN16931-R010 PEPPOL-EN16931-R020 BR-CL-25 SK-R-024 SK-R-022'),
  topic('Referencia kupujúceho a objednávka', 'Buyer reference and order', 'referenc kupuj objednav odberatel buyer order', 'PEPPOL-EN16931-R003'),
  topic('IBAN a platba', 'IBAN and payment', 'iban ucet uct platb account payment', 'SK-R-010 BR-61 BR-50 SK-R-012 BR-CL-16 BR-49'),
  topic('Variabilný symbol', 'Payment reference', 'variabil symbol vs referenc payment', 'SK-R-060 UBL-SR-44'),
  topic('Mena', 'Currency', 'men currenc kurz', 'PEPPOL-EN16931-R051 BR-CL-04 BR-CL-03 SK-R-055 BR-05'),
  topic('Jednotka a množstvo', 'Unit and quantity', 'jednotk mnozst unit quantit', 'BR-CL-23 BR-23 BR-22'),
  topic('Jednotková cena', 'Unit price', 'jednotkov cen price unit', 'BR-27 BR-26 PEPPOL-EN16931-R046 BR-28'),
  topic('Zľava a prirážka', 'Allowance and charge', 'zlav prirazk zrazk allowanc charg discount', 'BR-CO-21 BR-33 PEPPOL-EN16931-R040 BR-CO-11 BR-CO-22'),
  topic('Súbor a zápis XML', 'File and XML', 'subor xml zapis file', 'XML-NOT-WELL-FORMED UBL-UNKNOWN-ROOT UBL-STRUCTURE-VALUE-INVALID UBL-STRUCTURE-ELEMENT-MISPLACED'),
];
