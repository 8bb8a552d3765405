import type { ProgramRow } from './row.ts';

const EXPORT_AGAIN = [
  'Vyexportujte faktúru z programu znova a neupravujte ju v inom editore; ak to nepomôže, pošlite toto hlásenie dodávateľovi programu.',
  'Export the invoice again and do not change it in another editor; if that does not help, send this message to the maker of the software.',
] as const;
const MISSING = [
  'Doplňte chýbajúci údaj na faktúre alebo v karte, z ktorej sa berie; ak tam je, pošlite toto hlásenie dodávateľovi programu.',
  'Add the missing data on the invoice, or in the record it is taken from; if it is there, send this message to the maker of the software.',
] as const;
const PROVIDER = [
  'Obálku tvorí poskytovateľ, cez ktorého faktúru posielate: pošlite mu toto hlásenie.',
  'The envelope is made by the provider that you send the invoice through: send this message there.',
] as const;

/** The file itself, its structure and the Peppol envelope (XML-, UBL-STRUCTURE-, SBDH-, RULESET-). */
export const filePrograms: Readonly<Record<string, ProgramRow>> = {
  'SBDH-DOCUMENTID-MISMATCH': PROVIDER,
  'SBDH-PROCESSID-MISMATCH': PROVIDER,
  'SBDH-ELEMENT-MISPLACED': PROVIDER,
  'SBDH-ELEMENT-MISSING': PROVIDER,
  'SBDH-ELEMENT-REPEATED': PROVIDER,
  'SBDH-ELEMENT-UNEXPECTED': PROVIDER,
  'SBDH-TEXT-UNEXPECTED': PROVIDER,
  'SBDH-HEADER-VERSION': PROVIDER,
  'SBDH-IDENTIFICATION-MISMATCH': PROVIDER,
  'SBDH-NAMESPACE': PROVIDER,
  'SBDH-PARTICIPANT-AUTHORITY': PROVIDER,
  'SBDH-SCOPE-MISSING': PROVIDER,
  'SBDH-SCOPE-REPEATED': PROVIDER,
  'SBDH-SCOPE-SCHEME': PROVIDER,
  'SBDH-SENDER-MISMATCH': [
    'Porovnajte elektronickú adresu vo vlastných údajoch s tou, pod ktorou odosielate; pri samofakturácii odosiela kupujúci. Ak posielate za niekoho iného, je to v poriadku.',
    'Compare the electronic address in your own data with the one you send from; for self-billing the buyer sends. It is right when you send for another company.',
  ],
  'SBDH-RECEIVER-MISMATCH': [
    'Porovnajte elektronickú adresu v karte kupujúceho s tou, na ktorú sa faktúra posiela; pri samofakturácii ju dostáva predávajúci.',
    'Compare the electronic address in the record of the buyer with the one that the invoice is sent to; for self-billing the seller gets it.',
  ],
  'RULESET-NOT-INSTALLED': [
    'Ak má doklad ísť sieťou Peppol na Slovensku, zvoľte v exporte formát Peppol BIS Billing 3.0, pri samofakturácii Self-Billing 3.0. Inak ho overte tam, kde sú pravidlá jeho formátu.',
    'When the document goes through Peppol in Slovakia, export it as Peppol BIS Billing 3.0, as Self-Billing 3.0 for self-billing. Otherwise validate it where the rules of its format are.',
  ],
  'XML-NOT-WELL-FORMED': EXPORT_AGAIN,
  'UBL-UNKNOWN-ROOT': [
    'Skontrolujte, či posielate faktúru alebo dobropis, a zvoľte v exporte formát UBL 2.1 (Peppol BIS Billing 3.0).',
    'Check that you send an invoice or a credit note, and export it as UBL 2.1 (Peppol BIS Billing 3.0).',
  ],
  'UBL-STRUCTURE-ELEMENT-UNKNOWN': EXPORT_AGAIN,
  'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED': [
    'Program zapisuje údaj na miesto, kam nepatrí: aktualizujte ho alebo pošlite toto hlásenie dodávateľovi programu.',
    'The software writes something where it does not belong: update it or send this message to its maker.',
  ],
  'UBL-STRUCTURE-ELEMENT-MISPLACED': [
    'Údaje sú správne, chybné je ich poradie v exporte: aktualizujte program alebo pošlite toto hlásenie dodávateľovi programu.',
    'The data are right, their order in the export is not: update the software or send this message to its maker.',
  ],
  'UBL-STRUCTURE-ELEMENT-MISSING': MISSING,
  'UBL-STRUCTURE-ELEMENT-REPEATED': [
    'Ponechajte údaj na faktúre iba raz; ak na nej raz je, pošlite toto hlásenie dodávateľovi programu.',
    'Keep it on the invoice once only; if it is there once, send this message to the maker of the software.',
  ],
  'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN': EXPORT_AGAIN,
  'UBL-STRUCTURE-ATTRIBUTE-MISSING': MISSING,
  'UBL-STRUCTURE-VALUE-INVALID': [
    'Opravte na faktúre číslo, dátum alebo kód, ktorý nemá správny tvar, a skontrolujte nastavenie exportu v programe.',
    'Correct the number, date or code that does not have the right form, and check the settings of the export.',
  ],
  'UBL-STRUCTURE-TEXT-UNEXPECTED': EXPORT_AGAIN,
};
