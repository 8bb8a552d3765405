import type { ProgramRow } from './row.ts';

const GERMAN_MEANS = [
  'Zvoľte v programe jeden spôsob platby a nechajte pri ňom iba údaje, ktoré k nemu patria: pri prevode účet, pri karte údaje o karte, pri inkase mandát a účet platiteľa.',
  'Choose one payment means in the software and leave only the data that belong to it: the account for a transfer, the card data for a card payment, the mandate and the debited account for a direct debit.',
] as const;
const TO_ACCOUNT = [
  'Doplňte na faktúre bankový účet, na ktorý má kupujúci zaplatiť, alebo zvoľte iný spôsob platby.',
  'Add the bank account that the buyer is to pay to, or choose another payment means.',
] as const;
const DEBITED = [
  'Doplňte v karte kupujúceho účet, z ktorého sa inkaso strhne, alebo zvoľte iný spôsob platby.',
  'Add the account that the direct debit is taken from in the record of the buyer, or choose another payment means.',
] as const;
const OWN_ADDRESS = [
  'Doplňte vo vlastných údajoch úplnú adresu: ulicu s číslom, obec a PSČ, každé do svojho poľa.',
  'Complete the address in your own data: street and number, town and post code, each in its own field.',
] as const;
const BUYER_ADDRESS = [
  'Doplňte v karte kupujúceho úplnú adresu: ulicu s číslom, obec a PSČ, každé do svojho poľa.',
  'Complete the address in the record of the buyer: street and number, town and post code, each in its own field.',
] as const;
const OWN_DUTCH_NUMBER = [
  'Uveďte vo vlastných údajoch ako registračné číslo číslo KVK (obchodný register) alebo OIN (úrady) a zvoľte jeho druh.',
  'State the KVK number (trade register) or the OIN (authorities) as the registration number in your own data, and choose its kind.',
] as const;
const GREEK_LINK = [
  'Uveďte na faktúre práve jeden odkaz na jej overenie, s internetovou adresou od poskytovateľa elektronických faktúr.',
  'State exactly one reference for verifying the invoice, with the internet address from the provider of electronic invoices.',
] as const;
const GREEK_NUMBER = [
  'Číslo gréckej faktúry skladá program zo šiestich častí: daňové číslo, dátum, prevádzkareň, typ dokladu, séria a poradové číslo. Opravte jeho číselný rad, alebo sa obráťte na dodávateľa programu.',
  'The software builds the number of a Greek invoice from six parts: tax number, date, branch, document type, series and serial number. Correct its numbering, or ask the maker of the software.',
] as const;
const GREEK_MARK = [
  'Nahláste faktúru gréckej daňovej platforme myDATA a číslo MARK, ktoré jej platforma pridelí, uveďte na faktúre práve raz.',
  'Report the invoice to the Greek tax platform myDATA and state the MARK number that the platform assigns exactly once on the invoice.',
] as const;
const OWN_GREEK_VAT = [
  'Uveďte vo vlastných údajoch jediné IČ DPH: EL a deväť číslic platného daňového čísla.',
  'State one VAT identifier in your own data: EL and the nine digits of a valid tax number.',
] as const;

/** Fixes in accounting software for the rules of Germany, the Netherlands, Italy and Greece. */
export const westernPrograms: Readonly<Record<string, ProgramRow>> = {
  'DE-R-001': [
    'Uveďte na faktúre spôsob platby a pri prevode aj účet, aj keď je už uhradená.',
    'State the payment means on the invoice, and the account for a transfer, even when the invoice is already paid.',
  ],
  'DE-R-002': [
    'Doplňte vo vlastných údajoch kontakt na faktúry: meno alebo oddelenie, telefón a e-mail.',
    'Add a contact for invoices in your own data: a person or department, telephone and email.',
  ],
  'DE-R-003': OWN_ADDRESS,
  'DE-R-004': OWN_ADDRESS,
  'DE-R-005': [
    'Doplňte vo vlastných údajoch ku kontaktu meno alebo oddelenie, napríklad fakturáciu.',
    'Add a person or a department, such as accounting, to the contact in your own data.',
  ],
  'DE-R-006': [
    'Doplňte vo vlastných údajoch ku kontaktu telefónne číslo.',
    'Add a telephone number to the contact in your own data.',
  ],
  'DE-R-007': [
    'Doplňte vo vlastných údajoch ku kontaktu e-mailovú adresu.',
    'Add an email address to the contact in your own data.',
  ],
  'DE-R-008': BUYER_ADDRESS,
  'DE-R-009': BUYER_ADDRESS,
  'DE-R-010': [
    'Doplňte v adrese dodania obec, alebo adresu dodania vynechajte, ak je rovnaká ako adresa kupujúceho.',
    'Add the town of the delivery address, or leave that address out where it is that of the buyer.',
  ],
  'DE-R-011': [
    'Doplňte v adrese dodania PSČ, alebo adresu dodania vynechajte, ak je rovnaká ako adresa kupujúceho.',
    'Add the post code of the delivery address, or leave that address out where it is that of the buyer.',
  ],
  'DE-R-014': [
    'Doplňte v rekapitulácii DPH sadzbu; kde sa daň neuplatňuje, je to 0 %.',
    'Add the rate in the VAT breakdown; where no VAT is charged it is 0 %.',
  ],
  'DE-R-015': [
    'Vyžiadajte si od kupujúceho jeho referenciu (od nemeckého úradu Leitweg-ID) a uveďte ju na faktúre.',
    'Ask the buyer for its reference (a German authority for its Leitweg-ID) and state it on the invoice.',
  ],
  'DE-R-016': [
    'Doplňte vo vlastných údajoch IČ DPH alebo daňové číslo; ak vás zastupuje daňový zástupca, stačí uviesť jeho.',
    'Add the VAT identifier or the tax number in your own data; if you have a tax representative, that one is enough.',
  ],
  'DE-R-017': [
    'Zvoľte v programe druh dokladu, ktorý sa medzi nemeckými stranami používa: faktúra, dobropis, opravná alebo čiastková faktúra, čiastková alebo konečná faktúra za stavebné práce, alebo samofakturácia.',
    'Choose a kind of document that is in use between German parties: invoice, credit note, corrected or partial invoice, partial or final invoice for construction work, or self-billing.',
  ],
  'DE-R-018': [
    'Zadajte skonto v poliach programu, ktoré sú naň určené (dni a percento), nie ako voľný text.',
    'Enter the cash discount in the fields that the software has for it (days and percentage), not as free text.',
  ],
  'DE-R-019': [
    'Skontrolujte IBAN vo vlastných údajoch; na účet, ktorý nie je v SEPA, zvoľte iný prevod.',
    'Check the IBAN in your own data; for an account outside SEPA choose another transfer.',
  ],
  'DE-R-020': [
    'Skontrolujte alebo doplňte v karte kupujúceho IBAN, z ktorého sa inkaso strhne.',
    'Check or add the IBAN that the direct debit is taken from in the record of the buyer.',
  ],
  'DE-R-022': [
    'Premenujte prílohy faktúry tak, aby mal každý súbor iný názov.',
    'Rename the attachments of the invoice so that each file has a different name.',
  ],
  'DE-R-023-1': TO_ACCOUNT,
  'DE-R-023-2': GERMAN_MEANS,
  'DE-R-024-1': [
    'Doplňte posledné číslice platobnej karty, alebo zvoľte iný spôsob platby.',
    'Add the last digits of the payment card, or choose another payment means.',
  ],
  'DE-R-024-2': GERMAN_MEANS,
  'DE-R-025-1': [
    'Doplňte k inkasu referenciu mandátu a účet platiteľa, alebo zvoľte iný spôsob platby.',
    'Add the mandate reference and the debited account of the direct debit, or choose another payment means.',
  ],
  'DE-R-025-2': GERMAN_MEANS,
  'DE-R-026': [
    'Uveďte na opravnej faktúre číslo faktúry, ktorú opravuje.',
    'State the number of the invoice that the corrected invoice corrects.',
  ],
  'DE-R-027': [
    'Doplňte vo vlastných údajoch ku kontaktu celé telefónne číslo.',
    'Complete the telephone number of the contact in your own data.',
  ],
  'DE-R-028': [
    'Opravte vo vlastných údajoch e-mail kontaktu: jediná adresa bez medzier.',
    'Correct the email of the contact in your own data: one address, no spaces.',
  ],
  'DE-R-030': [
    'Doplňte vo vlastných údajoch identifikátor veriteľa SEPA (v Nemecku ho prideľuje Deutsche Bundesbank), alebo zvoľte iný spôsob platby.',
    'Add your SEPA creditor identifier in your own data (in Germany the Deutsche Bundesbank issues it), or choose another payment means.',
  ],
  'DE-R-031': DEBITED,
  'DE-R-T02': [
    'Uveďte pri odkaze na dokument celú internetovú adresu aj s https:// na začiatku.',
    'State the whole internet address in the reference to the document, with https:// at the beginning.',
  ],
  'NL-R-001': [
    'Uveďte na dobropise číslo faktúry, ktorú opravuje.',
    'State the number of the invoice that the credit note corrects.',
  ],
  'NL-R-002': OWN_ADDRESS,
  'NL-R-003': OWN_DUTCH_NUMBER,
  'NL-R-004': BUYER_ADDRESS,
  'NL-R-005': [
    'Uveďte v karte kupujúceho ako registračné číslo číslo KVK alebo OIN a zvoľte jeho druh.',
    'State the KVK number or the OIN as the registration number in the record of the buyer, and choose its kind.',
  ],
  'NL-R-006': [
    'Doplňte úplnú adresu daňového zástupcu: ulicu s číslom, obec a PSČ.',
    'Complete the address of the tax representative: street and number, town and post code.',
  ],
  'NL-R-007': [
    'Uveďte na faktúre spôsob platby a pri prevode aj účet, na ktorý má kupujúci zaplatiť.',
    'State the payment means and, for a transfer, the account that the buyer is to pay to.',
  ],
  'NL-R-008': [
    'Zvoľte spôsob platby, ktorý sa medzi holandskými stranami používa: prevod, inkaso alebo karta.',
    'Choose a payment means that is in use between Dutch parties: transfer, direct debit or card.',
  ],
  'NL-R-009': [
    'Doplňte číslo objednávky, alebo z riadkov vynechajte čísla jej riadkov.',
    'Add the number of the order, or leave the numbers of its lines out of the invoice lines.',
  ],
  'IT-R-001': [
    'Uveďte vo vlastných údajoch taliansky daňový kód (codice fiscale): 11 až 16 veľkých písmen a číslic bez medzier.',
    'State the Italian tax code (codice fiscale) in your own data: 11 to 16 capital letters and digits, no spaces.',
  ],
  'IT-R-002': OWN_ADDRESS,
  'IT-R-003': OWN_ADDRESS,
  'IT-R-004': OWN_ADDRESS,
  'GR-R-001-1': GREEK_NUMBER,
  'GR-R-001-2': [
    'Číslo gréckej faktúry sa začína daňovým číslom predávajúceho: skontrolujte ho vo vlastných údajoch.',
    'The number of a Greek invoice begins with the tax number of the seller: check it in your own data.',
  ],
  'GR-R-001-3': [
    'Druhou časťou čísla gréckej faktúry je deň jej vyhotovenia: zjednoťte ho s dátumom faktúry.',
    'The second part of the number of a Greek invoice is its issue date: make it the same as the date of the invoice.',
  ],
  'GR-R-001-4': GREEK_NUMBER,
  'GR-R-001-5': GREEK_NUMBER,
  'GR-R-001-6': GREEK_NUMBER,
  'GR-R-001-7': GREEK_NUMBER,
  'GR-R-002': [
    'Doplňte vo vlastných údajoch aj obchodné označenie: názov, pod ktorým je firma zapísaná v registri.',
    'Add a trading name in your own data too: the name under which the company is registered.',
  ],
  'GR-S-011': OWN_GREEK_VAT,
  'GR-R-003': OWN_GREEK_VAT,
  'GR-R-004-1': GREEK_MARK,
  'GR-R-004-2': [
    'Uveďte číslo MARK presne tak, ako ho faktúre pridelila grécka daňová platforma myDATA: iba číslice.',
    'State the MARK number exactly as the Greek tax platform myDATA assigned it to the invoice: digits only.',
  ],
  'GR-S-008-1': GREEK_LINK,
  'GR-R-008-2': GREEK_LINK,
  'GR-R-008-3': GREEK_LINK,
  'GR-R-005': [
    'Doplňte v karte kupujúceho aj obchodné označenie; ak iné nemá, je to jeho názov.',
    'Add the trading name in the record of the buyer too; if there is no other, it is the name of the buyer.',
  ],
  'GR-R-006': [
    'Uveďte v karte kupujúceho jediné IČ DPH: EL a deväť číslic platného daňového čísla.',
    'State one VAT identifier in the record of the buyer: EL and the nine digits of a valid tax number.',
  ],
  'GR-R-009': [
    'Ako vlastnú elektronickú adresu uveďte svoje platné grécke daňové číslo v schéme 9933: deväť číslic bez EL.',
    'State your valid Greek tax number under scheme 9933 as your own electronic address: nine digits without EL.',
  ],
  'GR-R-010': [
    'Ako elektronickú adresu kupujúceho uveďte jeho platné grécke daňové číslo v schéme 9933: deväť číslic bez EL.',
    'State the valid Greek tax number of the buyer under scheme 9933 as its electronic address: nine digits without EL.',
  ],
};
