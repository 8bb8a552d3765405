import type { Text } from '@e-invoice/validator/issues';

type CheckTexts = { readonly title: Text; readonly hints: Readonly<Record<string, Text>> };

/** Texts of the readiness checklist: a title per item, and a hint per possible problem. */
export const CHECK_TEXTS = {
  invoice_number: {
    title: { sk: 'Číslo faktúry', en: 'Invoice number' },
    hints: { missing: { sk: 'Doplňte poradové číslo faktúry (§ 74 ods. 1 písm. c).', en: 'Add the sequential number of the invoice (§ 74(1)(c)).' } },
  },
  due_date: {
    title: { sk: 'Dátum splatnosti', en: 'Due date' },
    hints: {
      recommended: { sk: 'Uveďte dátum splatnosti; inak bude na faktúre „Splatnosť podľa dohody“.', en: 'State the due date; otherwise the invoice contains “Splatnosť podľa dohody” (due as agreed).' },
      problem: { sk: 'Dátum splatnosti je skôr ako dátum vyhotovenia.', en: 'The due date is before the issue date.' },
    },
  },
  issue_deadline: {
    title: { sk: 'Lehota na vyhotovenie (§ 73)', en: 'Deadline for issuing (§ 73)' },
    hints: {
      recommended: { sk: 'Uveďte dátum dodania; inak sa nedá overiť lehota 15 dní na vyhotovenie faktúry (§ 73 zákona o DPH).', en: 'State the delivery date; the deadline of 15 days for issuing the invoice (§ 73 of the VAT act) cannot be checked otherwise.' },
      problem: { sk: 'Faktúra je vyhotovená po lehote § 73 zákona o DPH: 15 dní od dodania, pri dodaní tovaru a služieb do iného členského štátu 15 dní od konca mesiaca dodania. Po prijatej platbe plynie lehota inak; overte to s účtovníkom.', en: 'The invoice is issued after the deadline of § 73 of the VAT act: 15 days from delivery, for goods and services to another member state 15 days from the end of the month of delivery. After a payment received it runs otherwise; ask your accountant.' },
    },
  },
  seller_name: {
    title: { sk: 'Názov predávajúceho', en: 'Seller name' },
    hints: { missing: { sk: 'Doplňte názov predávajúceho (§ 74 ods. 1 písm. a).', en: 'Add the seller’s name (§ 74(1)(a)).' } },
  },
  seller_dic: {
    title: { sk: 'DIČ predávajúceho', en: 'Seller tax number (DIČ)' },
    hints: {
      missing: { sk: 'Doplňte DIČ predávajúceho; je aj jeho adresou v sieti Peppol (0245).', en: 'Add the seller’s DIČ; it is also the seller’s Peppol address (0245).' },
      problem: { sk: 'DIČ má desať číslic, začína sa číslicou 1 až 7 a je deliteľné jedenástimi. Skontrolujte preklep.', en: 'A DIČ has ten digits, starts with 1 to 7 and is a multiple of eleven. Check it for a typing error.' },
    },
  },
  seller_ic_dph: {
    title: { sk: 'IČ DPH predávajúceho', en: 'Seller VAT identifier (IČ DPH)' },
    hints: {
      recommended: { sk: 'Pri plnení mimo DPH (kategória O) sa IČ DPH na faktúre neuvádza; IČ DPH predávajúceho na nej nebude. Ak je predávajúci platiteľom, overte s účtovníkom kategóriu.', en: 'A supply outside of VAT (category O) states no VAT identifiers; that of the seller will not be on the invoice. When the seller is registered for VAT, check the category with your accountant.' },
      problem: { sk: 'IČ DPH má byť SK a desať číslic deliteľných jedenástimi. Skontrolujte preklep.', en: 'An IČ DPH is SK and ten digits that are a multiple of eleven. Check it for a typing error.' },
      missing: { sk: 'Faktúra uvádza DPH, ale predávajúci nemá IČ DPH. Ak je platiteľom, doplňte ho; ak nie je, neúčtujte daň (sadzba 0).', en: 'The invoice charges VAT, but the seller has no IČ DPH. Add it if the seller is registered for VAT; otherwise charge no VAT (rate 0).' },
    },
  },
  seller_ico: {
    title: { sk: 'IČO predávajúceho', en: 'Seller registration number (IČO)' },
    hints: {
      problem: { sk: 'IČO má osem číslic a kontrolná číslica nesedí. Skontrolujte preklep.', en: 'An IČO has eight digits; the check digit is wrong. Check it for a typing error.' },
      recommended: { sk: 'Podnikateľ na faktúre uvádza IČO (§ 3a Obchodného zákonníka).', en: 'A business states its IČO on invoices (§ 3a of the Commercial Code).' },
    },
  },
  seller_address: {
    title: { sk: 'Adresa predávajúceho', en: 'Seller address' },
    hints: { missing: { sk: 'Doplňte ulicu, obec a PSČ predávajúceho (§ 74 ods. 1 písm. a).', en: 'Add the seller’s street, town and post code (§ 74(1)(a)).' } },
  },
  seller_iban: {
    title: { sk: 'Účet na úhradu (IBAN)', en: 'Account to pay to (IBAN)' },
    hints: {
      recommended: { sk: 'Uveďte IBAN, aby sa faktúra dala zaplatiť prevodom a mala QR kód.', en: 'State the IBAN, so that the invoice can be paid by transfer and has a QR code.' },
      problem: { sk: 'Kontrolné číslice IBAN-u nesedia. Skopírujte ho z výpisu z účtu.', en: 'The check digits of the IBAN are wrong. Copy it from an account statement.' },
    },
  },
  variable_symbol: {
    title: { sk: 'Variabilný symbol', en: 'Variable symbol' },
    hints: {
      problem: { sk: 'Variabilný symbol má najviac desať číslic.', en: 'A variable symbol has ten digits at most.' },
      recommended: { sk: 'Uveďte variabilný symbol; z čísla faktúry sa nedá odvodiť.', en: 'State the variable symbol; it cannot be derived from the invoice number.' },
    },
  },
  buyer_name: {
    title: { sk: 'Názov kupujúceho', en: 'Buyer name' },
    hints: { missing: { sk: 'Doplňte názov kupujúceho (§ 74 ods. 1 písm. b).', en: 'Add the buyer’s name (§ 74(1)(b)).' } },
  },
  buyer_dic: {
    title: { sk: 'DIČ kupujúceho', en: 'Buyer tax number (DIČ)' },
    hints: {
      missing: { sk: 'Doplňte DIČ kupujúceho; je aj jeho adresou v sieti Peppol (0245).', en: 'Add the buyer’s DIČ; it is also the buyer’s Peppol address (0245).' },
      problem: { sk: 'DIČ má desať číslic, začína sa číslicou 1 až 7 a je deliteľné jedenástimi. Skontrolujte preklep.', en: 'A DIČ has ten digits, starts with 1 to 7 and is a multiple of eleven. Check it for a typing error.' },
    },
  },
  buyer_ic_dph: {
    title: { sk: 'IČ DPH kupujúceho', en: 'Buyer VAT identifier' },
    hints: {
      recommended: { sk: 'Pri plnení mimo DPH (kategória O) sa IČ DPH na faktúre neuvádza; IČ DPH kupujúceho na nej nebude.', en: 'A supply outside of VAT (category O) states no VAT identifiers; that of the buyer will not be on the invoice.' },
      problem: { sk: 'IČ DPH kupujúceho nemá správny tvar. Skontrolujte preklep.', en: 'The buyer’s VAT identifier does not have the right form. Check it for a typing error.' },
      missing: { sk: 'Pri prenesení daňovej povinnosti a dodaní do EÚ musí byť na faktúre IČ DPH kupujúceho.', en: 'The reverse charge and supplies to other member states need the buyer’s VAT identifier.' },
    },
  },
  buyer_address: {
    title: { sk: 'Adresa kupujúceho', en: 'Buyer address' },
    hints: { missing: { sk: 'Doplňte ulicu, obec a PSČ kupujúceho (§ 74 ods. 1 písm. b).', en: 'Add the buyer’s street, town and post code (§ 74(1)(b)).' } },
  },
  buyer_endpoint: {
    title: { sk: 'Elektronická adresa kupujúceho', en: 'Buyer electronic address' },
    hints: {
      missing: { sk: 'Adresa kupujúceho v sieti Peppol sa nedá odvodiť: doplňte jeho DIČ (0245) alebo IČ DPH, alebo adresu samu (buyerEndpoint).', en: 'The buyer’s Peppol address cannot be derived: add the DIČ (0245) or the VAT identifier, or the address itself (buyerEndpoint).' },
      problem: { sk: 'Elektronická adresa kupujúceho nevyhovuje: schéma (scheme) má byť zo zoznamu EAS, ktorý Peppol používa, a identifikátor (id) má mať jej tvar.', en: 'The buyer’s electronic address does not do: its scheme has to be one of the EAS list that Peppol uses, and its id has to have the form of that scheme.' },
    },
  },
  buyer_reference: {
    title: { sk: 'Referencia kupujúceho alebo objednávka', en: 'Buyer reference or order' },
    hints: { missing: { sk: 'Uveďte referenciu kupujúceho alebo číslo objednávky; Peppol jednu z nich vyžaduje. Opýtajte sa na ňu kupujúceho.', en: 'State the buyer reference or the order number; Peppol demands one of them. Ask the buyer for it.' } },
  },
  preceding_date: {
    title: { sk: 'Dátum opravovanej faktúry', en: 'Date of the corrected invoice' },
    hints: { problem: { sk: 'Pôvodná faktúra je vyhotovená neskôr ako dobropis, ktorý ju opravuje. Skontrolujte oba dátumy.', en: 'The original invoice is issued later than the credit note that corrects it. Check both dates.' }, recommended: { sk: 'Uveďte aj dátum vyhotovenia pôvodnej faktúry; spolu s číslom určuje, čo sa opravuje.', en: 'State the issue date of the original invoice too; number and date identify the corrected invoice.' } },
  },
  payable: {
    title: { sk: 'Suma na úhradu', en: 'Amount due' },
    hints: { problem: { sk: 'Suma na úhradu je záporná. Ak sa suma vracia, vyhotovte dobropis s kladnými sumami; ak sa zaplatilo viac, skontrolujte uhradenú sumu.', en: 'The amount due is negative. When something is given back, issue a credit note with positive amounts; when more was paid, check the paid amount.' } },
  },
  seller_register: {
    title: { sk: 'Zápis v obchodnom registri', en: 'Entry in the commercial register' },
    hints: { recommended: { sk: 'Spoločnosť na faktúre uvádza register, oddiel a vložku (§ 3a Obchodného zákonníka).', en: 'A company states register, section and entry on invoices (§ 3a of the Commercial Code).' } },
  },
  line_unit: {
    title: { sk: 'Merná jednotka', en: 'Unit of measure' },
    hints: { problem: { sk: 'Jednotku nepoznáme. Použite bežnú skratku (ks, hod, kg, m2, bal) alebo kód podľa odporúčania UNECE č. 20.', en: 'The unit is not known. Use a usual one (ks, hod, kg, m2, bal) or a code of UNECE Recommendation 20.' } },
  },
  preceding_invoice: {
    title: { sk: 'Číslo opravovanej faktúry', en: 'Number of the corrected invoice' },
    hints: { problem: { sk: 'Dobropis odkazuje sám na seba. Uveďte číslo faktúry, ktorú opravuje.', en: 'The credit note refers to itself. State the number of the invoice that it corrects.' }, missing: { sk: 'Dobropis musí uvádzať číslo pôvodnej faktúry (§ 74 ods. 3).', en: 'A credit note must state the number of the original invoice (§ 74(3)).' } },
  },
  vat_in_euro: {
    title: { sk: 'DPH v eurách', en: 'VAT in euro' },
    hints: { missing: { sk: 'Faktúra v inej mene musí uvádzať celkovú daň aj v eurách (§ 74 ods. 1 písm. i): doplňte kurz (exchangeRate).', en: 'An invoice in another currency must state the total VAT in euro too (§ 74(1)(i)): add the exchange rate (exchangeRate).' } },
  },
  line_vat: {
    title: { sk: 'DPH na riadku', en: 'VAT of the line' },
    hints: {
      recommended: { sk: 'Kategória DPH bola zvolená podľa návrhu; overte ju.', en: 'The VAT category was derived from the draft; check it.' },
      problem: { sk: 'Slovenské sadzby DPH sú od 1. 1. 2025 23, 19 a 5 %, predtým 20, 10 a 5 %.', en: 'Slovak VAT rates are 23, 19 and 5 % since 1 January 2025, and were 20, 10 and 5 % before.' },
    },
  },
  seller_country: {
    title: { sk: 'Krajina predávajúceho', en: 'Country of the seller' },
    hints: { problem: { sk: 'Taký kód krajiny nie je. Slovensko má kód SK, Česko CZ.', en: 'There is no such country code. Slovakia has SK, Czechia CZ.' } },
  },
  buyer_country: {
    title: { sk: 'Krajina kupujúceho', en: 'Country of the buyer' },
    hints: { problem: { sk: 'Taký kód krajiny nie je. Slovensko má kód SK, Česko CZ.', en: 'There is no such country code. Slovakia has SK, Czechia CZ.' } },
  },
  payment_means: {
    title: { sk: 'Spôsob úhrady', en: 'Means of payment' },
    hints: { problem: { sk: 'Taký kód spôsobu úhrady nie je. Prevod na účet má kód 30, SEPA prevod 58, hotovosť 10, platobná karta 48.', en: 'There is no such code of a means of payment. A transfer has 30, a SEPA transfer 58, cash 10, a payment card 48.' } },
  },
  buyer_ico: {
    title: { sk: 'IČO kupujúceho', en: 'Buyer registration number (IČO)' },
    hints: { problem: { sk: 'IČO má osem číslic a kontrolná číslica nesedí. Skontrolujte preklep.', en: 'An IČO has eight digits; the check digit is wrong. Check it for a typing error.' } },
  },
  line_discount: {
    title: { sk: 'Zľava na riadku', en: 'Discount of the line' },
    hints: { problem: { sk: 'Zľava je vyššia ako cena riadka. Skontrolujte ju; percento sa píše so znakom %, napríklad 10%.', en: 'The discount is higher than the price of the line. Check it; a percentage is written with its sign, such as 10%.' } },
  },
  line_quantity: {
    title: { sk: 'Množstvo', en: 'Quantity' },
    hints: { problem: { sk: 'Množstvo je nula. Uveďte, koľko sa dodalo (§ 74 ods. 1 písm. f), alebo riadok vynechajte.', en: 'The quantity is zero. State how much was supplied (§ 74(1)(f)), or leave the line out.' } },
  },
  line_description: {
    title: { sk: 'Názov položky', en: 'Item name' },
    hints: { missing: { sk: 'Doplňte, čo sa dodáva (§ 74 ods. 1 písm. f).', en: 'Add the goods or services supplied (§ 74(1)(f)).' } },
  },
  recipient: {
    title: { sk: 'Príjemca v sieti Peppol', en: 'Recipient in the Peppol network' },
    hints: {
      problem: { sk: 'Kupujúci nie je v sieti Peppol pripravený prijať tento doklad.', en: 'The buyer is not set up in the Peppol network to receive this document.' },
      recommended: { sk: 'Dostupnosť príjemcu sa teraz nedá zistiť; skúste to neskôr.', en: 'The reachability of the recipient cannot be determined now; try again later.' },
    },
  },
  rules: {
    title: { sk: 'Pravidlá EN 16931, Peppol a slovenskej vrstvy', en: 'Rules of EN 16931, Peppol and the Slovak layer' },
    hints: { problem: { sk: 'Vytvorená faktúra porušuje pravidlá; sú v časti validation.', en: 'The invoice that was made breaks rules; see validation.' } },
  },
} as const satisfies Readonly<Record<string, CheckTexts>>;

export type CheckId = keyof typeof CHECK_TEXTS;

/** Country codes that are commonly confused. */
export const COUNTRY_HINTS = {
  suriname: {
    sk: 'SR je kód Surinamu. Slovensko má kód SK.',
    en: 'SR is the code of Suriname. Slovakia has SK.',
  },
} as const satisfies Readonly<Record<string, Text>>;

/** Hint for states whose VAT numbers are not Peppol identifiers. */
export const NO_VAT_SCHEME: Text = {
  sk: 'V krajine kupujúceho IČ DPH nie je adresou v sieti Peppol. Opýtajte sa kupujúceho na jeho adresu a uveďte ju v poli buyerEndpoint: schéma zo zoznamu EAS (scheme), napríklad 0007 vo Švédsku či 0192 v Nórsku, a identifikátor (id).',
  en: 'In the buyer’s country the VAT identifier is no Peppol address. Ask the buyer for the address and state it as buyerEndpoint: a scheme of the EAS list (scheme), such as 0007 in Sweden or 0192 in Norway, and the identifier (id).',
};

/** Hint for an invoice whose buyer is its seller. */
export const BUYER_IS_SELLER: Text = {
  sk: 'Kupujúci má rovnaké DIČ ako predávajúci. Uveďte DIČ toho, komu faktúru vystavujete.',
  en: 'The buyer has the same DIČ as the seller. State that of the one you invoice.',
};

/** Hints about the VAT of a line, apart from its rate. */
export const VAT_HINTS = {
  nonPayer: {
    sk: 'Predávajúci bez IČ DPH daň neúčtuje: uveďte sadzbu 0, alebo doplňte jeho IČ DPH. Kto uvedie daň bez registrácie, musí ju zaplatiť (§ 69 zákona o DPH).',
    en: 'A seller without a VAT identifier charges no VAT: state the rate 0, or add its VAT identifier. Who states VAT without being registered has to pay it (§ 69 of the VAT act).',
  },
  untaxedWithRate: {
    sk: 'V zvolenej kategórii sa daň neúčtuje, riadok má však sadzbu. Uveďte sadzbu 0, alebo zvoľte zdanené plnenie (S).',
    en: 'No VAT is charged in the chosen category, yet the line has a rate. State the rate 0, or choose a taxed supply (S).',
  },
  taxedWithoutRate: {
    sk: 'Zdanené plnenie (S) nemôže mať sadzbu 0. Uveďte sadzbu, alebo zvoľte kategóriu bez dane.',
    en: 'A taxed supply (S) cannot have the rate 0. State the rate, or choose a category without VAT.',
  },
  foreignPayer: {
    sk: 'Kupujúci je registrovaný pre DPH v inom členskom štáte: dodanie tovaru do jeho štátu býva oslobodené (K), pri službe platí daň on (AE). Overte, že sa má účtovať slovenská daň.',
    en: 'The buyer is registered for VAT in another member state: goods that go there are usually exempt (K), the tax of a service is paid by the buyer (AE). Check that Slovak VAT is to be charged.',
  },
} as const satisfies Readonly<Record<string, Text>>;
