import { filePrograms } from './file.data.ts';
import type { ProgramRow } from './row.ts';

const EXPORT: ProgramRow = [
  'Údaje na faktúre sú v poriadku, chybný je ich zápis v exporte: aktualizujte program alebo pošlite toto hlásenie dodávateľovi programu.',
  'The data of the invoice are correct, but the export writes them incorrectly: update the software or send this message to its maker.',
];
const ONE_IDENTIFIER: ProgramRow = [
  'Ponechajte v karte partnera iba jeden identifikátor: interné číslo alebo GLN.',
  'Keep only one identifier in the record of the partner: your internal number or the GLN.',
];
const ONE_CONTACT: ProgramRow = [
  'Ponechajte v kontakte iba osobu, alebo iba oddelenie.',
  'Keep either the person or the department in the contact.',
];
const ONE_OBJECT: ProgramRow = [
  'Ponechajte iba jeden fakturovaný objekt (zmluvu, odberné miesto); ďalšie uveďte na iných riadkoch alebo v poznámke.',
  'Keep only one invoiced object (contract, metering point); state others on other lines or in a note.',
];

/**
 * The structure of CII D16B, where users of accounting software do the same as for UBL, and its syntax rules about values.
 */
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
  'CII-DT-015': EXPORT,
  'CII-DT-018': EXPORT,
  'CII-DT-021': EXPORT,
  'CII-DT-022': EXPORT,
  'CII-DT-024': EXPORT,
  'CII-DT-033': [
    'Doplňte v karte položky mernú jednotku.',
    'Add the unit of measure in the record of the item.',
  ],
  'CII-DT-037': EXPORT,
  'CII-DT-041': EXPORT,
  'CII-DT-054': EXPORT,
  'CII-DT-058': EXPORT,
  'CII-DT-097': EXPORT,
  'CII-SR-046': [
    'Skontrolujte v karte položky čiarový kód (GTIN); ak je správny, pošlite toto hlásenie dodávateľovi programu.',
    'Check the bar code (GTIN) in the record of the item; if it is correct, send this message to the maker of the software.',
  ],
  'CII-SR-090': [
    'Vyberte v karte položky krajinu pôvodu zo zoznamu krajín.',
    'Choose the country of origin in the record of the item from the list of countries.',
  ],
  'CII-SR-119': EXPORT,
  'CII-SR-449': ONE_IDENTIFIER,
  'CII-SR-450': ONE_IDENTIFIER,
  'CII-SR-451': ONE_IDENTIFIER,
  'CII-SR-457': [
    'Ponechajte na faktúre iba jedno označenie verejnej zákazky; ďalšie uveďte v poznámke.',
    'Keep only one tender reference on the invoice; state others in a note.',
  ],
  'CII-SR-458': ONE_OBJECT,
  'CII-SR-462': EXPORT,
  'CII-SR-465': ONE_CONTACT,
  'CII-SR-466': ONE_CONTACT,
  'CII-SR-467': [
    'Zvoľte na faktúre jeden spôsob platby; ďalšie možnosti opíšte v platobných podmienkach.',
    'Choose one payment means on the invoice; describe others in the payment terms.',
  ],
  'CII-SR-468': EXPORT,
  'CII-SR-470': [
    'Doplňte v údajoch o vlastnej firme bankový účet a zvoľte ho na faktúre.',
    'Add the bank account to your company data and select it on the invoice.',
  ],
  'CII-SR-474': ONE_OBJECT,
  'CII-SR-475': [
    'Ponechajte opis iba pri jednej prílohe, alebo upozornenie prehliadnite: faktúra je platná.',
    'Keep the description of only one attachment, or ignore the warning: the invoice is valid.',
  ],
  'CII-SR-476': [
    'Priložte iba jeden súbor, alebo upozornenie prehliadnite: faktúra je platná.',
    'Attach only one file, or ignore the warning: the invoice is valid.',
  ],
};
