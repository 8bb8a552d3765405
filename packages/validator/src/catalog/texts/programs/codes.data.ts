import type { ProgramRow } from './row.ts';

const EXPORTER = [
  'Údaj na faktúre je, iba ho program zle zapisuje do súboru: aktualizujte ho alebo pošlite toto hlásenie dodávateľovi programu.',
  'The invoice has it, but the software writes it wrongly: update it or send this message to its maker.',
] as const;
const ATTACHMENT = [
  'Pripojte prílohu znova ako súbor PDF, PNG, JPEG, CSV, XLSX alebo ODS; typ doplní program.',
  'Attach the file again as PDF, PNG, JPEG, CSV, XLSX or ODS; the software adds its type.',
] as const;
const ONE_VAT_NUMBER = (ownerSk: string, of: string) =>
  [
    `Ponechajte ${ownerSk} jediné IČ DPH, to, pod ktorým sa daň z tohto dokladu odvádza.`,
    `Keep a single VAT identifier in ${of}: the one under which the VAT of this document is declared.`,
  ] as const;
const PAYEE = (what: string, en: string) =>
  [
    `Ak platbu prijímate sami, príjemcu platby na faktúre neuvádzajte; ak niekto iný, ponechajte jeho ${what} iba raz.`,
    `When you are paid yourself, leave the payee out; otherwise state its ${en} only once.`,
  ] as const;
const ONE_REASON = [
  'Zapíšte dôvod zľavy alebo prirážky do jedinej vety.',
  'Write the reason of the allowance or charge in a single sentence.',
] as const;

/** EN 16931: code lists (BR-CL) and the UBL syntax (UBL-CR, UBL-DT, UBL-SR). */
export const codePrograms: Readonly<Record<string, ProgramRow>> = {
  'BR-CL-03': ['Zvoľte menu faktúry zo zoznamu, napríklad EUR.', 'Choose the currency from the list, such as EUR.'],
  'BR-CL-07': [
    'Zvoľte druh čísla odberného miesta alebo iného fakturovaného objektu zo zoznamu, alebo druh nezadávajte.',
    'Choose the kind of number of the invoiced object (such as a point of supply) from the list, or give none.',
  ],
  'BR-CL-23': [
    'Zvoľte v karte položky mernú jednotku z ponuky programu (napríklad ks, hod, kg); vlastnej jednotke priraďte kód, ktorý jej zodpovedá.',
    'Choose a unit that the software offers in the record of the item (such as pcs, h, kg); give a unit of your own the code that it corresponds to.',
  ],
  'BR-CL-24': ATTACHMENT,
  'BR-CL-04': ['Zvoľte menu faktúry zo zoznamu, napríklad EUR.', 'Choose the currency from the list, such as EUR.'],
  'BR-CL-05': [
    'Zvoľte menu, v ktorej DPH účtujete, zo zoznamu; na Slovensku je to EUR.',
    'Choose the currency that you account VAT in from the list; in Slovakia it is EUR.',
  ],
  'BR-CL-10': [
    'Zvoľte v karte firmy, aké číslo to je: slovenské IČO má kód 0158, DIČ 0245.',
    'Choose in the record of the company which number it is: a Slovak IČO has the code 0158, a DIČ 0245.',
  ],
  'BR-CL-11': [
    'Zvoľte v karte firmy druh registračného čísla; slovenské IČO má kód 0158.',
    'Choose the kind of registration number in the record of the company; a Slovak IČO has the code 0158.',
  ],
  'BR-CL-13': [
    'Zvoľte číselník, podľa ktorého je položka zatriedená, napríklad CPV, alebo zatriedenie vynechajte.',
    'Choose the list that the item is classified by, such as CPV, or leave the classification off.',
  ],
  'BR-CL-15': [
    'Zvoľte v karte položky krajinu pôvodu zo zoznamu.',
    'Choose the country of origin in the record of the item from the list.',
  ],
  'BR-CL-21': [
    'Zvoľte v karte položky, aký druh čísla má, napríklad GTIN (0160), alebo číslo vynechajte.',
    'Choose in the record of the item which kind of number it has, such as GTIN (0160), or leave it off.',
  ],
  'BR-CL-25': [
    'Zvoľte druh elektronickej adresy zo zoznamu; slovenský subjekt má v sieti Peppol svoje DIČ (0245).',
    'Choose the kind of electronic address from the list; a Slovak party has its DIČ (0245) in Peppol.',
  ],
  'BR-CL-26': [
    'Zvoľte druh čísla miesta dodania, napríklad GLN (0088), alebo číslo vynechajte.',
    'Choose the kind of number of the delivery place, such as GLN (0088), or leave it off.',
  ],
  'UBL-CR-002': EXPORTER,
  'UBL-CR-412': [
    'Zadajte splatnosť na faktúre do poľa dátum splatnosti; ak tam je, program ju zle zapisuje a treba ho aktualizovať.',
    'Give the due date in the field for it; when it is there, the software writes it wrongly and needs an update.',
  ],
  'UBL-CR-665': EXPORTER,
  'UBL-CR-666': [
    'Prílohu pripojte k faktúre ako sprievodný doklad, nie k číslu odberného miesta alebo iného fakturovaného objektu.',
    'Attach the file to the invoice as a supporting document, not to the number of the invoiced object.',
  ],
  'UBL-CR-673': [
    'Pri čísle odberného miesta alebo iného fakturovaného objektu nepíšte opis; patrí do poznámky.',
    'Write no description at the number of the invoiced object; it belongs in a note.',
  ],
  'UBL-DT-06': ATTACHMENT,
  'UBL-DT-07': [
    'Pripojte prílohu znova pod názvom súboru, napríklad dodaci-list.pdf.',
    'Attach the file again under its name, such as delivery-note.pdf.',
  ],
  'UBL-DT-18': EXPORTER,
  'UBL-SR-04': [
    'Ponechajte na faktúre jediné číslo odberného miesta alebo iného fakturovaného objektu; ďalšie uveďte v poznámke.',
    'Keep a single number of the invoiced object (such as a point of supply) on the invoice; put others in a note.',
  ],
  'UBL-SR-12': ONE_VAT_NUMBER('vo vlastných údajoch', 'your own data'),
  'UBL-SR-13': [
    'Okrem IČ DPH ponechajte vo vlastných údajoch iba jedno ďalšie daňové číslo (DIČ).',
    'In addition to the VAT identifier, keep only one further tax number (DIČ) in your own data.',
  ],
  'UBL-SR-18': ONE_VAT_NUMBER('v karte kupujúceho', 'the record of the buyer'),
  'UBL-SR-19': PAYEE('názov', 'name'),
  'UBL-SR-20': PAYEE('číslo', 'identifier'),
  'UBL-SR-21': PAYEE('registračné číslo (IČO)', 'registration number'),
  'UBL-SR-29': [
    'Ponechajte vo vlastných údajoch jediný identifikátor príjemcu inkasa (CID).',
    'Keep a single creditor identifier for direct debits in your own data.',
  ],
  'UBL-SR-30': ONE_REASON,
  'UBL-SR-31': ONE_REASON,
  'UBL-SR-43': EXPORTER,
  'UBL-SR-44': [
    'Uveďte na faktúre jediný variabilný symbol, rovnaký pri všetkých účtoch a spôsoboch úhrady.',
    'State a single payment reference on the invoice, the same for all accounts and payment means.',
  ],
  'UBL-SR-47': [
    'Ponechajte na faktúre jediný spôsob úhrady; viac účtov pri ňom byť môže.',
    'Keep a single payment means on the invoice; it may have several accounts.',
  ],
  'UBL-SR-51': [
    'Skráťte adresu: ulica s číslom, najviac dva doplňujúce riadky, obec a PSČ.',
    'Shorten the address: street and number, two additional lines at most, town and post code.',
  ],
  'UBL-SR-53': [
    'Vyplňte v karte firmy daňové číslo; ak ho firma nemá, pole nechajte prázdne a faktúru vyexportujte znova.',
    'Fill in the tax number in the record of the company; when it has none, leave the field empty and export the invoice again.',
  ],
};
