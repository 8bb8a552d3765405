import type { ProgramRow } from './row.ts';

const FORMAT = [
  'Zvoľte v exporte faktúry formát Peppol BIS Billing 3.0 (pri samofakturácii Self-Billing 3.0); proces program uvedie sám.',
  'Export the invoice as Peppol BIS Billing 3.0 (Self-Billing 3.0 for self-billing); the software then names the process itself.',
] as const;
const WITHIN_PERIOD = [
  'Obdobie na riadku musí patriť do obdobia celej faktúry: opravte jedno z nich.',
  'The period of the line must lie within that of the invoice: correct one of them.',
] as const;
const REASON_OF = (what: string, en: string) =>
  [
    `Zvoľte pri plnení druh DPH ${what}, alebo opravte dôvod, prečo sa daň neúčtuje.`,
    `Choose ${en} as the kind of VAT, or correct the reason why no VAT is charged.`,
  ] as const;
const MARGIN = REASON_OF('„oslobodené“ (E), lebo ide o zdaňovanie prirážky', '“exempt” (E), which the margin scheme has,');
const REGISTERED = [
  'Overte si elektronickú adresu u obchodného partnera a opravte ju v jeho karte; slovenský subjekt má v sieti Peppol svoje DIČ.',
  'Check the electronic address with your partner and correct it in the record; a Slovak party has its DIČ in Peppol.',
] as const;

const NUMBER = [
  'Overte si číslo u obchodného partnera a opravte ho v jeho karte; ak je to iné číslo, zvoľte pri ňom správny druh.',
  'Check the number with your partner and correct it in the record; when it is another number, choose its kind.',
] as const;

/** Peppol BIS Billing 3.0 and Self-Billing 3.0. */
export const peppolPrograms: Readonly<Record<string, ProgramRow>> = {
  'PEPPOL-EN16931-R001': FORMAT,
  'PEPPOL-EN16931-R002': ['Spojte poznámky na faktúre do jedinej.', 'Join the notes of the invoice into one.'],
  'PEPPOL-EN16931-R003': [
    'Opýtajte sa kupujúceho na referenciu a zapíšte ju na faktúru, alebo uveďte číslo jeho objednávky.',
    'Ask the buyer for the reference and put it on the invoice, or state the number of the order.',
  ],
  'PEPPOL-EN16931-R004': [
    'Zvoľte v exporte faktúry formát Peppol BIS Billing 3.0, pri samofakturácii Self-Billing 3.0.',
    'Export the invoice as Peppol BIS Billing 3.0, as Self-Billing 3.0 for self-billing.',
  ],
  'PEPPOL-EN16931-R005': [
    'Nezadávajte menu účtovania DPH, keď je rovnaká ako mena faktúry.',
    'Give no VAT accounting currency where it is that of the invoice.',
  ],
  'PEPPOL-EN16931-R007': FORMAT,
  'PEPPOL-EN16931-R010': [
    'Doplňte v karte kupujúceho elektronickú adresu; slovenský subjekt má v sieti Peppol svoje DIČ (0245).',
    'Add the electronic address in the record of the buyer; a Slovak party has its DIČ (0245) in Peppol.',
  ],
  'PEPPOL-EN16931-R020': [
    'Doplňte vo vlastných údajoch elektronickú adresu; slovenský subjekt má v sieti Peppol svoje DIČ (0245).',
    'Add the electronic address in your own data; a Slovak party has its DIČ (0245) in Peppol.',
  ],
  'PEPPOL-EN16931-R040': [
    'Suma zľavy alebo prirážky je základ krát percento: porovnajte tieto tri čísla a opravte to, ktoré nesedí. Desať percent sa píše 10, nie 0,10.',
    'The amount of an allowance or charge is base times percentage: compare the three and correct the one that is wrong. Ten per cent is written 10, not 0.10.',
  ],
  'PEPPOL-EN16931-R041': [
    'Pri zľave alebo prirážke s percentom uveďte aj základ, z ktorého sa počíta, alebo percento vynechajte.',
    'When an allowance or charge has a percentage, state the base it is taken of too, or leave the percentage off.',
  ],
  'PEPPOL-EN16931-R042': [
    'Pri zľave alebo prirážke so základom uveďte aj percento, alebo základ vynechajte.',
    'When an allowance or charge has a base, state the percentage too, or leave the base off.',
  ],
  'PEPPOL-EN16931-R046': [
    'Jednotková cena je cena pred zľavou bez zľavy na jednotku: porovnajte tieto tri sumy a opravte tú, ktorá nesedí.',
    'The unit price is the price before discount less the discount: compare the three and correct the one that is wrong.',
  ],
  'PEPPOL-EN16931-R051': [
    'Skontrolujte menu faktúry a jej riadkov; všetky sumy majú byť v jednej mene.',
    'Check the currency of the invoice and its lines; all amounts are in one currency.',
  ],
  'PEPPOL-EN16931-R053': [
    'Rozpis DPH patrí na faktúru raz, so všetkými sadzbami: vyexportujte ju znova; ak to nepomôže, obráťte sa na dodávateľa programu.',
    'The invoice has one VAT breakdown, with all rates: export it again; if that does not help, ask the maker of the software.',
  ],
  'PEPPOL-EN16931-R054': [
    'Ak má faktúra menu účtovania DPH, doplňte kurz, aby uvádzala celkovú daň aj v nej; inak daň v druhej mene neuvádzajte.',
    'When the invoice has a VAT accounting currency, add the exchange rate so that it states the total VAT in it; otherwise leave the second amount off.',
  ],
  'PEPPOL-EN16931-R055': [
    'Daň v mene faktúry a daň v mene účtovania musia byť obe kladné, alebo obe záporné: opravte znamienko jednej z nich.',
    'The VAT in the currency of the invoice and in that of accounting are both positive or both negative: correct the sign of one.',
  ],
  'PEPPOL-EN16931-R080': [
    'Ponechajte na dobropise jediné číslo projektu; ďalšie uveďte v poznámke.',
    'Keep a single project reference on the credit note; put others in a note.',
  ],
  'PEPPOL-EN16931-R100': [
    'Ponechajte na riadku jediné číslo odberného miesta alebo iného fakturovaného objektu.',
    'Keep a single number of the invoiced object on the line.',
  ],
  'PEPPOL-EN16931-R110': WITHIN_PERIOD,
  'PEPPOL-EN16931-R111': WITHIN_PERIOD,
  'PEPPOL-EN16931-R120': [
    'Suma riadka je množstvo krát jednotková cena, s prirážkami a bez zliav riadka: porovnajte tieto čísla a opravte to, ktoré nesedí.',
    'The amount of a line is quantity times unit price, plus charges and less allowances of the line: compare and correct the one that is wrong.',
  ],
  'PEPPOL-EN16931-R043': [
    'Zvoľte v programe, či je suma zľava, alebo prirážka; ak to zvolené je, obráťte sa na dodávateľa programu.',
    'Choose in the software whether the amount is an allowance or a charge; if it is chosen, ask the maker of the software.',
  ],
  'PEPPOL-EN16931-R044': [
    'Pri jednotkovej cene môže byť iba zľava; prirážku započítajte do ceny, alebo ju uveďte na riadku ako prirážku.',
    'A unit price can have a discount only; include the charge in the price, or state it as a charge on the line.',
  ],
  'PEPPOL-EN16931-R061': [
    'Doplňte k inkasu číslo mandátu, ktorým ho kupujúci povolil, alebo zvoľte iný spôsob platby.',
    'Add the reference of the mandate by which the buyer allowed the direct debit, or choose another payment means.',
  ],
  'PEPPOL-EN16931-R101': [
    'Ak odkaz na riadku nie je fakturovaný objekt (napríklad odberné miesto), z riadka ho vynechajte; prílohy patria k celej faktúre.',
    'When the reference on the line is no invoiced object (such as a point of supply), leave it off; attachments belong to the whole invoice.',
  ],
  'PEPPOL-EN16931-R121': [
    'Ak je cena za jednu jednotku, množstvo pri cene neuvádzajte; ak je za viac jednotiek (napríklad za 100 ks), uveďte ich kladný počet.',
    'When the price is for one unit, state no quantity with it; when it is for several (such as 100 pcs), state their positive number.',
  ],
  'PEPPOL-EN16931-R130': [
    'Uveďte cenu za tú istú mernú jednotku, v akej je množstvo na riadku; skontrolujte jednotky v karte položky.',
    'State the price for the unit that the quantity on the line has; check the units in the record of the item.',
  ],
  'PEPPOL-EN16931-R008': [
    'Vyplňte prázdne údaje v programe; tie, ktoré žiadne pravidlo nevyžaduje, môžete vynechať.',
    'Fill in the empty data in the software; those that no rule requires can be left out.',
  ],
  'PEPPOL-EN16931-CL001': [
    'Pripojte prílohu znova ako súbor PDF, PNG, JPEG, CSV, XLSX alebo ODS; typ doplní program.',
    'Attach the file again as PDF, PNG, JPEG, CSV, XLSX or ODS; the software adds its type.',
  ],
  'PEPPOL-EN16931-CL002': [
    'Zvoľte dôvod zľavy zo zoznamu, napríklad zľava (95), alebo ho napíšte iba slovami.',
    'Choose the reason of the allowance from the list, such as discount (95), or write it in words only.',
  ],
  'PEPPOL-EN16931-CL003': [
    'Zvoľte dôvod prirážky zo zoznamu, napríklad preprava (FC), alebo ho napíšte iba slovami.',
    'Choose the reason of the charge from the list, such as freight (FC), or write it in words only.',
  ],
  'PEPPOL-EN16931-CL006': [
    'Zvoľte, kedy vzniká daňová povinnosť: dňom vyhotovenia (3), dodania (35), alebo úhrady (432).',
    'Choose when VAT becomes due: at issue (3), delivery (35) or payment (432).',
  ],
  'PEPPOL-EN16931-CL007': [
    'Zvoľte menu faktúry zo zoznamu, napríklad EUR, a vyexportujte ju znova.',
    'Choose the currency of the invoice from the list, such as EUR, and export it again.',
  ],
  'PEPPOL-EN16931-CL008': REGISTERED,
  'PEPPOL-EN16931-P0100': [
    'Zvoľte druh dokladu, ktorý Peppol prijíma: faktúra (380), faktúra k prijatej platbe (386), pri samofakturácii 389.',
    'Choose a kind of document that Peppol takes: invoice (380), prepayment invoice (386), 389 for self-billing.',
  ],
  'PEPPOL-EN16931-P0101': [
    'Zvoľte druh dokladu dobropis (381), pri samofakturácii 261.',
    'Choose credit note (381) as the kind of document, 261 for self-billing.',
  ],
  'PEPPOL-EN16931-P0104': REASON_OF('„vývoz mimo EÚ“ (G)', '“export outside the EU” (G)'),
  'PEPPOL-EN16931-P0105': REASON_OF('„nie je predmetom dane“ (O)', '“not subject to VAT” (O)'),
  'PEPPOL-EN16931-P0106': REASON_OF('„dodanie do iného členského štátu“ (K)', '“intra-Community supply” (K)'),
  'PEPPOL-EN16931-P0107': REASON_OF('„prenesenie daňovej povinnosti“ (AE)', '“reverse charge” (AE)'),
  'PEPPOL-EN16931-P0108': MARGIN,
  'PEPPOL-EN16931-P0109': MARGIN,
  'PEPPOL-EN16931-P0110': MARGIN,
  'PEPPOL-EN16931-P0111': MARGIN,
  'PEPPOL-EN16931-P0112': [
    'Chybnú faktúru opravte dobropisom (381) a novou faktúrou (380); čiastkovú (326) a opravnú (384) si posielajú iba nemecké firmy.',
    'Correct a wrong invoice by a credit note (381) and a new invoice (380); partial (326) and corrected (384) ones are for German companies only.',
  ],
  'PEPPOL-COMMON-R040': NUMBER,
  'PEPPOL-COMMON-R041': NUMBER,
  'PEPPOL-COMMON-R042': NUMBER,
  'PEPPOL-COMMON-R044': NUMBER,
  'PEPPOL-COMMON-R045': NUMBER,
  'PEPPOL-COMMON-R047': NUMBER,
  'PEPPOL-COMMON-R049': NUMBER,
  'PEPPOL-COMMON-R050': NUMBER,
  'PEPPOL-COMMON-R052': NUMBER,
  'PEPPOL-COMMON-R053': NUMBER,
  'PEPPOL-COMMON-R054': NUMBER,
  'PEPPOL-COMMON-R055': NUMBER,
  'PEPPOL-COMMON-R057': NUMBER,
  'PEPPOL-COMMON-R046': [
    'Overte si elektronickú adresu u obchodného partnera a opravte ju v jeho karte.',
    'Check the electronic address with your partner and correct it in the record.',
  ],
  'PEPPOL-COMMON-R056-2': [
    'Overte si daňové číslo u obchodného partnera a zapíšte ho v jeho karte bez medzier a bodiek, napríklad NL123456789B01.',
    'Check the tax number with your partner and write it in the record without blanks and dots, such as NL123456789B01.',
  ],
};
