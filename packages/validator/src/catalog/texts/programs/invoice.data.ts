import type { ProgramRow } from './row.ts';

const COMPUTED = [
  'Súčty počíta program sám: vyexportujte faktúru znova; ak súčet chýba aj potom, obráťte sa na dodávateľa programu.',
  'Totals are computed by the software: export the invoice again; when the total is still missing, ask the maker of the software.',
] as const;
const PERIOD_ORDER = [
  'Opravte obdobie, za ktoré fakturujete: koniec nemôže byť skôr ako začiatok.',
  'Correct the invoiced period: it cannot end before it begins.',
] as const;
const PERIOD_DATE = [
  'Vyplňte začiatok alebo koniec obdobia, za ktoré fakturujete, alebo obdobie na faktúre neuvádzajte.',
  'Give the first or last day of the invoiced period, or leave the period off.',
] as const;
const ALLOWANCE_REASON = [
  'Napíšte, za čo je zľava, napríklad „množstevná zľava“.',
  'Write what the allowance is for, such as “quantity discount”.',
] as const;
const CHARGE_REASON = [
  'Napíšte, za čo je prirážka, napríklad „doprava“ alebo „balné“.',
  'Write what the charge is for, such as “freight” or “packing”.',
] as const;
const ADDRESS_KIND = (ownerSk: string, of: string) =>
  [
    `Zvoľte ${ownerSk} druh elektronickej adresy; slovenský subjekt má v sieti Peppol svoje DIČ (0245).`,
    `Choose the kind of electronic address in ${of}; a Slovak party has its DIČ (0245) in Peppol.`,
  ] as const;

/** EN 16931: mandatory content of an invoice (BR-01 to BR-67), without totals and code lists. */
export const invoicePrograms: Readonly<Record<string, ProgramRow>> = {
  'BR-01': [
    'Zvoľte v exporte formát faktúry, napríklad Peppol BIS Billing 3.0, pri samofakturácii Self-Billing; program potom špecifikáciu uvedie sám.',
    'Choose the format of the export, such as Peppol BIS Billing 3.0, in self-billing Self-Billing; the software then names the specification itself.',
  ],
  'BR-02': [
    'Prideľte faktúre poradové číslo z číselného radu a vyexportujte ju znova.',
    'Give the invoice its number from the series and export it again.',
  ],
  'BR-03': ['Vyplňte dátum vyhotovenia faktúry.', 'Fill in the date of issue of the invoice.'],
  'BR-04': [
    'Zvoľte v programe druh dokladu: faktúra (380), alebo dobropis (381).',
    'Choose the kind of document in the software: invoice (380) or credit note (381).',
  ],
  'BR-05': [
    'Zvoľte menu faktúry, napríklad EUR, a vyexportujte ju znova.',
    'Choose the currency of the invoice, such as EUR, and export it again.',
  ],
  'BR-06': [
    'Vyplňte vo vlastných údajoch obchodné meno tak, ako je v obchodnom alebo živnostenskom registri.',
    'Fill in your business name in your own data, as the commercial or trade register has it.',
  ],
  'BR-07': [
    'Vyplňte v karte kupujúceho jeho obchodné meno.',
    'Fill in the business name in the record of the buyer.',
  ],
  'BR-08': [
    'Vyplňte adresu vo vlastných údajoch: ulicu s číslom, obec, PSČ a krajinu.',
    'Fill in the address in your own data: street and number, town, post code and country.',
  ],
  'BR-09': [
    'Zvoľte vo vlastných údajoch krajinu, napríklad Slovensko.',
    'Choose the country in your own data, such as Slovakia.',
  ],
  'BR-10': [
    'Vyplňte v karte kupujúceho adresu: ulicu s číslom, obec, PSČ a krajinu.',
    'Fill in the address in the record of the buyer: street and number, town, post code and country.',
  ],
  'BR-11': [
    'Zvoľte v karte kupujúceho krajinu jeho adresy.',
    'Choose the country of the address in the record of the buyer.',
  ],
  'BR-12': COMPUTED,
  'BR-13': COMPUTED,
  'BR-14': COMPUTED,
  'BR-15': COMPUTED,
  'BR-16': [
    'Pridajte na faktúru aspoň jeden riadok s tovarom alebo službou.',
    'Add at least one line with goods or a service.',
  ],
  'BR-17': [
    'Ak platbu prijíma niekto iný ako vy (napríklad faktoringová spoločnosť), uveďte jeho názov; inak príjemcu platby na faktúre neuvádzajte.',
    'When another company receives the payment (such as a factoring company), state its name; otherwise leave the payee out.',
  ],
  'BR-18': ['Doplňte názov svojho daňového zástupcu.', 'Add the name of your tax representative.'],
  'BR-19': ['Doplňte adresu svojho daňového zástupcu.', 'Add the address of your tax representative.'],
  'BR-20': [
    'Zvoľte krajinu v adrese svojho daňového zástupcu.',
    'Choose the country in the address of your tax representative.',
  ],
  'BR-21': [
    'Riadky čísluje program sám: vyexportujte faktúru znova; ak číslo riadka chýba aj potom, obráťte sa na dodávateľa programu.',
    'Lines are numbered by the software: export the invoice again; when a line still has no number, ask the maker of the software.',
  ],
  'BR-22': ['Vyplňte na riadku množstvo.', 'Fill in the quantity on the line.'],
  'BR-23': [
    'Zvoľte na riadku alebo v karte položky mernú jednotku, napríklad ks alebo hod.',
    'Choose the unit on the line or in the record of the item, such as pcs or h.',
  ],
  'BR-24': [
    'Sumu riadka bez DPH počíta program z množstva a ceny: doplňte ich a vyexportujte faktúru znova.',
    'The software computes the amount of a line without VAT from quantity and price: fill them in and export the invoice again.',
  ],
  'BR-25': ['Napíšte na riadku názov tovaru alebo služby.', 'Write the name of the goods or service on the line.'],
  'BR-26': ['Vyplňte na riadku jednotkovú cenu bez DPH.', 'Fill in the unit price without VAT on the line.'],
  'BR-28': [
    'Uveďte cenu pred zľavou ako kladné číslo; ak ide o vrátenie, zapíšte zápornú hodnotu do množstva, alebo vystavte dobropis.',
    'State the price before discount as a positive number; when something is returned, make the quantity negative or issue a credit note.',
  ],
  'BR-29': PERIOD_ORDER,
  'BR-30': [
    'Opravte na riadku obdobie, za ktoré fakturujete: koniec nemôže byť skôr ako začiatok.',
    'Correct the period on the line: it cannot end before it begins.',
  ],
  'BR-31': ['Vyplňte sumu zľavy na celý doklad.', 'Fill in the amount of the allowance on the document.'],
  'BR-32': [
    'Zvoľte pri zľave na celý doklad druh a sadzbu DPH.',
    'Choose kind and rate of VAT for the allowance on the document.',
  ],
  'BR-33': ALLOWANCE_REASON,
  'BR-36': ['Vyplňte sumu prirážky na celý doklad.', 'Fill in the amount of the charge on the document.'],
  'BR-37': [
    'Zvoľte pri prirážke na celý doklad druh a sadzbu DPH.',
    'Choose kind and rate of VAT for the charge on the document.',
  ],
  'BR-38': CHARGE_REASON,
  'BR-41': ['Vyplňte na riadku sumu zľavy.', 'Fill in the amount of the allowance on the line.'],
  'BR-42': ALLOWANCE_REASON,
  'BR-43': ['Vyplňte na riadku sumu prirážky.', 'Fill in the amount of the charge on the line.'],
  'BR-44': CHARGE_REASON,
  'BR-45': COMPUTED,
  'BR-46': COMPUTED,
  'BR-47': [
    'Zvoľte na riadkoch druh DPH (napríklad základná sadzba, oslobodené, prenesenie daňovej povinnosti); rozpis podľa neho vytvorí program.',
    'Choose the kind of VAT on the lines (such as standard rate, exempt, reverse charge); the software makes the breakdown from it.',
  ],
  'BR-48': [
    'Nastavte v programe druhu DPH jeho sadzbu; bez sadzby je iba plnenie, ktoré nie je predmetom dane.',
    'Give the kind of VAT its rate in the software; only supplies not subject to VAT have none.',
  ],
  'BR-49': [
    'Zvoľte na faktúre spôsob úhrady, napríklad prevodný príkaz, hotovosť alebo kartu.',
    'Choose the payment means on the invoice, such as transfer, cash or card.',
  ],
  'BR-50': [
    'Vyplňte vo vlastných údajoch bankový účet (IBAN), na ktorý má kupujúci zaplatiť.',
    'Fill in the bank account (IBAN) in your own data that the buyer is to pay to.',
  ],
  'BR-51': [
    'Z čísla platobnej karty uveďte iba prvých šesť a posledné štyri číslice, celé číslo nikdy.',
    'Of the number of a payment card give the first six and last four digits only, never all.',
  ],
  'BR-52': ['Pomenujte alebo očíslujte prílohu.', 'Give the attachment a name or number.'],
  'BR-53': [
    'Doplňte kurz, aby faktúra v cudzej mene uvádzala celkovú daň aj v mene účtovania (na Slovensku v eurách).',
    'Add the exchange rate, so that the invoice states the total VAT in the accounting currency too (in Slovakia, in euro).',
  ],
  'BR-54': [
    'Vyplňte pri vlastnosti položky názov aj hodnotu (napríklad farba: červená), alebo vlastnosť vynechajte.',
    'Give the property of the item both name and value (such as colour: red), or leave it off.',
  ],
  'BR-55': ['Uveďte číslo pôvodnej faktúry, na ktorú doklad nadväzuje.', 'State the number of the original invoice.'],
  'BR-56': ['Doplňte IČ DPH svojho daňového zástupcu.', 'Add the VAT identifier of your tax representative.'],
  'BR-57': ['Zvoľte krajinu v adrese dodania.', 'Choose the country in the delivery address.'],
  'BR-61': [
    'Pri úhrade prevodom vyplňte vo vlastných údajoch bankový účet (IBAN), alebo zvoľte iný spôsob úhrady.',
    'For a transfer fill in the bank account (IBAN) in your own data, or choose another payment means.',
  ],
  'BR-62': ADDRESS_KIND('vo vlastných údajoch', 'your own data'),
  'BR-63': ADDRESS_KIND('v karte kupujúceho', 'the record of the buyer'),
  'BR-64': [
    'Zvoľte v karte položky, aký druh čísla má (napríklad GTIN), alebo číslo vynechajte.',
    'Choose in the record of the item which kind of number it has (such as GTIN), or leave the number off.',
  ],
  'BR-65': [
    'Zvoľte pri triedení položky, podľa ktorého číselníka je (napríklad CPV), alebo ho vynechajte.',
    'Choose which list the classification of the item is from (such as CPV), or leave it off.',
  ],
  'BR-66': [
    'Ponechajte na faktúre údaje najviac jednej platobnej karty.',
    'Keep the data of one payment card on the invoice at most.',
  ],
  'BR-67': [
    'Ponechajte na faktúre najviac jeden mandát na inkaso.',
    'Keep one direct debit mandate on the invoice at most.',
  ],
  'BR-CO-03': [
    'Uveďte buď dátum vzniku daňovej povinnosti, alebo spôsob, ako sa určí, nie oboje.',
    'State either the date when VAT becomes due or how it is found, not both.',
  ],
  'BR-CO-04': ['Zvoľte na každom riadku druh DPH a sadzbu.', 'Choose kind and rate of VAT on every line.'],
  'BR-CO-19': PERIOD_DATE,
  'BR-CO-20': PERIOD_DATE,
  'BR-CO-21': ALLOWANCE_REASON,
  'BR-CO-22': CHARGE_REASON,
  'BR-CO-23': ALLOWANCE_REASON,
  'BR-CO-24': CHARGE_REASON,
  'BR-CO-25': [
    'Vyplňte dátum splatnosti alebo napíšte platobné podmienky.',
    'Fill in the due date or write the payment terms.',
  ],
  'BR-CO-26': [
    'Vyplňte vo vlastných údajoch IČO alebo IČ DPH.',
    'Fill in your registration number (IČO) or VAT identifier in your own data.',
  ],
};
