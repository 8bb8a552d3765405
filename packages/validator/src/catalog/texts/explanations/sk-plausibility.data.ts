import type { Both, Explanations } from '../explanation.ts';

const ADDRESS: Both = [
  'Adresu oboch strán vyžaduje zákon o DPH. Obec bez ulíc má namiesto ulice svoj názov a číslo domu, preto ide iba o upozornenie.',
  'The VAT act requires the addresses of both parties. A village without streets has its name and the number of the house instead, so this is a hint only.',
];
const ADDRESS_CAUSE: Both = [
  'V karte firmy nie je vyplnená ulica, alebo je číslo domu v údaji, ktorý program neexportuje.',
  'The street is empty in the record of the company, or the number of the house is in a field that the software does not export.',
];
const COPIED: Both = [
  'Číslo bolo opísané s preklepom, alebo program doplnil predponu podľa kódu krajiny.',
  'The number was copied with a slip, or the software added the prefix by the country code.',
];
const DESTINATION: Both = [
  'V karte kupujúceho alebo na objednávke je iná adresa dodania, alebo program zvolil kategóriu podľa krajiny kupujúceho.',
  'The record of the buyer or the order has another delivery address, or the software chose the category by the country of the buyer.',
];
const ROWS: Both = [
  'Program rozpíše sadzbu podľa účtov, riadkov alebo zliav, alebo zapíše tú istú rekapituláciu dvakrát.',
  'The software splits a rate by accounts, lines or allowances, or writes the same breakdown twice.',
];
const TEMPLATE: Both = [
  'Poznámka je v šablóne faktúry alebo zostala z kopírovanej faktúry.',
  'The note is in the template of the invoice or was kept from a copied one.',
];
const CONTRADICTION: Both = [
  'Program príjemcu číta údaje, človek poznámku. Keď si odporujú, každý zaúčtuje niečo iné.',
  'The software of the receiver reads the fields, a person reads the note. When they contradict each other, each books something else.',
];
const note = (text: string): string => `<cbc:Note>${text}</cbc:Note>`;
const party = (number: string, scheme: string): string =>
  `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>${scheme}</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`;
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const ADDRESS_OF = (side: string): string => `cac:Accounting${side}Party/cac:Party/cac:PostalAddress`;
const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const country = (code: string): string =>
  `<cac:Country>\n  <cbc:IdentificationCode>${code}</cbc:IdentificationCode>\n</cac:Country>`;
const inCrowns = (euro: string): string =>
  `<cbc:DocumentCurrencyCode>CZK</cbc:DocumentCurrencyCode>\n<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">575.00</cbc:TaxAmount>\n</cac:TaxTotal>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">${euro}</cbc:TaxAmount>\n</cac:TaxTotal>`;
const paid = (currency: string, code: string): string =>
  `<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>\n<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>\n</cac:PaymentMeans>`;
const preceding = (day: string): string =>
  `<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cac:BillingReference>\n  <cac:InvoiceDocumentReference>\n    <cbc:ID>20260031</cbc:ID>\n    <cbc:IssueDate>${day}</cbc:IssueDate>\n  </cac:InvoiceDocumentReference>\n</cac:BillingReference>`;
const row = (base: string, percent = '23'): string =>
  `\n  <cac:TaxSubtotal>\n    <cbc:TaxableAmount currencyID="EUR">${base}</cbc:TaxableAmount>\n    <cac:TaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>${percent}</cbc:Percent>\n    </cac:TaxCategory>\n  </cac:TaxSubtotal>`;
const rows = (...all: readonly string[]): string =>
  `<cac:TaxTotal>${all.join('')}\n</cac:TaxTotal>\n<cac:LegalMonetaryTotal>\n  <cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n</cac:LegalMonetaryTotal>`;
const cash = (rounding: string): string =>
  `<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>10</cbc:PaymentMeansCode>\n</cac:PaymentMeans>\n<cac:LegalMonetaryTotal>\n  <cbc:PayableRoundingAmount currencyID="EUR">${rounding}</cbc:PayableRoundingAmount>\n</cac:LegalMonetaryTotal>`;
const received = (prepaid: string, due: string): string =>
  `<cbc:InvoiceTypeCode>386</cbc:InvoiceTypeCode>\n<cac:LegalMonetaryTotal>\n  <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n  <cbc:PrepaidAmount currencyID="EUR">${prepaid}</cbc:PrepaidAmount>\n  <cbc:PayableAmount currencyID="EUR">${due}</cbc:PayableAmount>\n</cac:LegalMonetaryTotal>`;
const notes = (wrong: string, right: string): { at: string; wrong: string; right: string } => ({
  at: '',
  wrong: note(wrong),
  right: note(right),
});
const item = (name: string, amount: string): string =>
  `<cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount>\n<cac:Item>\n  <cbc:Name>${name}</cbc:Name>\n</cac:Item>`;
const settled = (due: string, text: string): string =>
  `${note(text)}\n<cac:LegalMonetaryTotal>\n  <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n  <cbc:PayableAmount currencyID="EUR">${due}</cbc:PayableAmount>\n</cac:LegalMonetaryTotal>`;
const THANKS = 'Ďakujeme za nákup';

/** Slovak advisory layer: fields, texts and identifiers that contradict each other (SK-R-098, 099, 101 to 132). */
export const slovakPlausibilityExplanations = {
  'SK-R-098': {
    title: ['Predávajúci bez ulice', 'Seller without a street'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: ADDRESS_OF('Supplier'), wrong: '', right: '<cbc:StreetName>Malá Lúka 45</cbc:StreetName>' },
  },
  'SK-R-099': {
    title: ['Kupujúci bez ulice', 'Buyer without a street'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: ADDRESS_OF('Customer'), wrong: '', right: '<cbc:StreetName>Malá Lúka 45</cbc:StreetName>' },
  },
  'SK-R-101': {
    title: ['IČ DPH iného štátu v inom tvare', 'Foreign VAT identifier of another form'],
    why: ['Podľa IČ DPH sa plnenie páruje v súhrnnom výkaze; číslo v inom tvare systém VIES nenájde.', 'The EC sales list matches supplies by the VAT identifier; VIES does not find a number of another form.'],
    cause: COPIED,
    example: { at: BUYER, wrong: party('GR094259216', 'VAT'), right: party('EL094259216', 'VAT') },
  },
  'SK-R-102': {
    title: ['Preklep v IČ DPH iného štátu', 'Foreign VAT identifier mistyped'],
    why: ['S nesprávnym číslom kupujúceho sa nedá preukázať oslobodenie ani podať súhrnný výkaz.', 'With a wrong number of the buyer neither the exemption can be proved nor the EC sales list filed.'],
    cause: COPIED,
    example: { at: BUYER, wrong: party('CZ25123892', 'VAT'), right: party('CZ25123891', 'VAT') },
  },
  'SK-R-103': {
    title: ['IČ DPH kupujúceho z inej krajiny ako jeho adresa', 'VAT identifier of another country than the address'],
    why: ['Slovenský kupujúci si pri tuzemskom plnení odpočíta daň pod slovenským IČ DPH.', 'In a domestic supply a Slovak buyer deducts the tax under its Slovak IČ DPH.'],
    cause: ['V karte kupujúceho je IČ DPH iného partnera, alebo jeho registrácia v inom štáte.', 'The record of the buyer has the number of another partner, or of its registration in another state.'],
    example: { at: BUYER, wrong: party('HU12892312', 'VAT'), right: party('SK2020273893', 'VAT') },
  },
  'SK-R-104': {
    title: ['IČ DPH uvedené pri inej dani', 'VAT identifier under another tax'],
    why: ['Norma číta IČ DPH iba pri dani VAT. Kupujúci by na faktúre žiadne IČ DPH nemal a daň by si ťažko odpočítal.', 'The norm reads a VAT identifier under VAT only. The buyer would have none on the invoice and could hardly deduct the tax.'],
    cause: ['Prevodník zapíše všetky daňové čísla s rovnakým označením TAX.', 'The converter writes all tax numbers with the same mark TAX.'],
    example: { at: BUYER, wrong: party('SK2020273893', 'TAX'), right: party('SK2020273893', 'VAT') },
  },
  'SK-R-105': {
    title: ['Dodanie do iného členského štátu s inou krajinou dodania', 'Intra-Community supply to another destination'],
    why: ['Oslobodenie podľa § 43 sa vzťahuje iba na tovar prepravený do iného členského štátu; pri inej krajine daň doplatí predávajúci.', 'The exemption of § 43 is for goods moved to another member state only; with another country the seller has to pay the tax.'],
    cause: DESTINATION,
    example: { at: DELIVERY, wrong: country('GB'), right: country('CZ') },
  },
  'SK-R-106': {
    title: ['Vývoz s dodaním v Európskej únii', 'Export delivered in the European Union'],
    why: ['Vývoz je oslobodený, keď tovar opustí územie Únie. Pri dodaní v Únii platia iné pravidlá a daň môže doplatiť predávajúci.', 'An export is exempt when the goods leave the Union. Other rules hold for a delivery inside it, and the seller may have to pay the tax.'],
    cause: DESTINATION,
    example: { at: DELIVERY, wrong: country('SK'), right: country('UA') },
  },
  'SK-R-107': {
    title: ['Daň v eurách nezodpovedá kurzu', 'VAT in euro and its conversion'],
    why: ['Daň v eurách sa odvádza a odpočítava; nesprávny prepočet mení, koľko predávajúci zaplatí.', 'The VAT in euro is the amount paid and deducted; a wrong conversion changes what the seller pays.'],
    cause: ['Program daň kurzom vynásobil namiesto delenia, alebo má kurz za 1 jednotku cudzej meny.', 'The software multiplied the VAT by the rate, or has the rate for 1 unit of the other currency.'],
    example: { at: '', wrong: inCrowns('14375.00'), right: inCrowns('23.00') },
  },
  'SK-R-108': {
    title: ['SEPA platba v inej mene ako euro', 'SEPA payment in another currency'],
    why: ['SEPA prevod aj inkaso prenášajú iba eurá; banka taký príkaz odmietne alebo prepočíta vlastným kurzom.', 'SEPA transfers and debits carry euro only; a bank rejects such an order or converts it at its own rate.'],
    cause: ['Spôsob úhrady je prednastavený pre všetky faktúry.', 'The means of payment is a default for all invoices.'],
    example: { at: '', wrong: paid('CZK', '58'), right: paid('CZK', '30') },
  },
  'SK-R-109': {
    title: ['Odkaz na neskoršiu faktúru', 'Reference to a later invoice'],
    why: ['Opraviť alebo zúčtovať sa dá iba skorší doklad; podľa dátumu sa určuje aj sadzba dane.', 'Only an earlier document can be corrected or settled; its date also decides the rate.'],
    cause: ['Preklep v dátume, alebo program doplnil dátum exportu.', 'The date was mistyped, or the software filled in the day of the export.'],
    example: { at: '', wrong: preceding('2026-06-02'), right: preceding('2026-04-02') },
  },
  'SK-R-110': {
    title: ['Základy dane nedávajú sumu bez DPH', 'Taxable amounts do not give the total without VAT'],
    why: ['Keď je sadzba v rekapitulácii dvakrát, daň sa zaplatí dvakrát; oficiálne pravidlá porovnávajú každý riadok osobitne a neohlásia to.', 'When a rate is in the breakdown twice, its tax is paid twice; the official rules compare each row alone and do not report it.'],
    cause: ROWS,
    example: { at: '', wrong: rows(row('100.00'), row('100.00')), right: rows(row('100.00')) },
  },
  'SK-R-111': {
    title: ['Sadzba v rekapitulácii viackrát', 'Rate more than once in the breakdown'],
    why: ['Rekapitulácia má pre kategóriu a sadzbu jeden riadok; oficiálne pravidlá porovnávajú každý riadok so všetkými riadkami faktúry tej istej sadzby.', 'The breakdown has one row for a category and rate; the official rules compare each row with all lines of its rate.'],
    cause: ROWS,
    example: { at: '', wrong: rows(row('60.00'), row('40.00')), right: rows(row('100.00')) },
  },
  'SK-R-112': {
    title: ['Zľava vyššia ako riadky s jej sadzbou', 'Allowance above the lines of its rate'],
    why: ['Záporný základ pri jednej sadzbe znižuje daň z inej; zľava patrí k sadzbám, z ktorých sa poskytla.', 'A negative taxable amount at one rate lowers the tax of another; an allowance belongs to the rates that it was granted on.'],
    cause: ['Program pripíše celú zľavu jednej sadzbe.', 'The software puts the whole allowance at one rate.'],
    example: { at: '', wrong: rows(row('112.80'), row('-12.80', '5')), right: rows(row('90.00'), row('10.00', '5')) },
  },
  'SK-R-113': {
    title: ['Priveľké zaokrúhlenie v hotovosti', 'Cash rounding too high'],
    why: ['Hotovosť sa zaokrúhľuje na päť centov, teda najviac o dva centy; viac by bola zľava alebo prirážka.', 'Cash is rounded to five cents, so by two cents at most; more would be an allowance or a charge.'],
    cause: ['Program zaokrúhľuje na celé eurá alebo desiatky centov.', 'The software rounds to whole euro or tens of cents.'],
    example: { at: '', wrong: cash('0.22'), right: cash('0.02') },
  },
  'SK-R-114': {
    title: ['Chýba splatnosť', 'Due date missing'],
    why: ['Bez splatnosti program kupujúceho nevie, kedy platbu pripraviť, a predávajúci nevie, od kedy účtovať úrok.', 'Without it the software of the buyer does not know when to pay, and the seller not from when to charge interest.'],
    cause: ['Splatnosť je iba na tlačenej faktúre.', 'The due date is on the printed invoice only.'],
    example: { at: '', wrong: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>', right: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:DueDate>2026-05-18</cbc:DueDate>' },
  },
  'SK-R-115': {
    title: ['Neviditeľný znak v čísle alebo kóde', 'Invisible character in a number or code'],
    why: ['Program porovnáva znaky: číslo s neviditeľným znakom je preň iné číslo, takže faktúru ani platbu nespáruje.', 'Software compares characters: a number with an invisible one is another number, so neither the invoice nor the payment is matched.'],
    cause: ['Hodnota bola skopírovaná z webovej stránky, e-mailu alebo PDF.', 'The value was copied from a web page, an e-mail or a PDF.'],
    example: { at: 'cac:OrderReference', wrong: '<cbc:ID>OBJ-77&#x200B;</cbc:ID>', right: '<cbc:ID>OBJ-77</cbc:ID>' },
  },
  'SK-R-116': {
    title: ['Dátum ďaleko po vyhotovení', 'Date long after the issue date'],
    why: ['Podľa dňa dodania sa daň zaradí do obdobia; preklep v roku ju posunie o rok.', 'The day of supply decides the period of the tax; a slip in the year moves it by a year.'],
    cause: ['Preklep v roku alebo mesiaci.', 'Year or month was mistyped.'],
    example: { at: '', wrong: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:TaxPointDate>2027-05-02</cbc:TaxPointDate>', right: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:TaxPointDate>2026-05-02</cbc:TaxPointDate>' },
  },
  'SK-R-117': {
    title: ['Prijatá platba, ktorá je ešte na úhradu', 'Received payment that is still due'],
    why: ['Typ 386 potvrdzuje prijatú platbu. Keď žiada celú sumu, kupujúci ju môže zaplatiť druhý raz.', 'Type 386 confirms a received payment. When it requests the whole amount, the buyer may pay again.'],
    cause: ['Typ 386 sa použil na zálohovú faktúru, alebo sa uhradená suma neexportuje.', 'Type 386 was used for a pro forma invoice, or the paid amount is not exported.'],
    example: { at: '', wrong: received('0.00', '123.00'), right: received('123.00', '0.00') },
  },
  'SK-R-120': {
    title: ['Zdaňovanie prirážky na faktúre s daňou', 'Margin scheme on an invoice with VAT'],
    why: CONTRADICTION,
    cause: TEMPLATE,
    example: notes('Úprava zdaňovania prirážky – použitý tovar', THANKS),
  },
  'SK-R-121': {
    title: ['Prenesenie daňovej povinnosti na faktúre s daňou', 'Reverse charge on an invoice with VAT'],
    why: CONTRADICTION,
    cause: TEMPLATE,
    example: notes('Prenesenie daňovej povinnosti', THANKS),
  },
  'SK-R-122': {
    title: ['Dobropis ako faktúra', 'Credit note sent as an invoice'],
    why: ['Program príjemcu zaúčtuje doklad podľa jeho typu: suma, ktorú má kupujúci dostať, by bola na úhradu.', 'The software of the receiver books by the type of the document: the amount that the buyer is to get would be due.'],
    cause: ['Program exportuje všetky doklady ako typ 380.', 'The software exports all documents as type 380.'],
    example: { at: '', wrong: note('Dobropis k faktúre 20260031'), right: note(THANKS) },
  },
  'SK-R-123': {
    title: ['IČ DPH predávajúceho iba v poznámke', 'IČ DPH of the seller in a note only'],
    why: CONTRADICTION,
    cause: TEMPLATE,
    example: notes('IČ DPH predávajúceho: SK2020317068', 'Nie som platiteľ DPH'),
  },
  'SK-R-124': {
    title: ['Daň od neplatiteľa', 'VAT of an unregistered seller'],
    why: CONTRADICTION,
    cause: TEMPLATE,
    example: notes('Nie som platiteľ DPH', THANKS),
  },
  'SK-R-125': {
    title: ['Zálohová faktúra ako faktúra', 'Pro forma sent as an invoice'],
    why: ['Zálohová faktúra iba žiada platbu. Poslaná ako faktúra sa zaúčtuje a daň sa odpočíta bez plnenia.', 'A pro forma invoice only requests a payment. Sent as an invoice, it is booked and its tax deducted, although nothing was supplied.'],
    cause: TEMPLATE,
    example: notes('Zálohová faktúra. Nie je daňovým dokladom.', THANKS),
  },
  'SK-R-126': {
    title: ['Výplňový text namiesto dôvodu', 'Filler in place of a reason'],
    why: ['Dôvod hovorí, prečo sa daň neuplatnila; bez neho ho kupujúci ani správca dane neoverí.', 'The reason states why no tax applies; without it neither the buyer nor the tax office can verify that.'],
    cause: ['Program vyžaduje dôvod a používateľ do neho napísal čokoľvek.', 'The software requires a reason and the user typed anything.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', wrong: '<cbc:TaxExemptionReason>Neuvedené</cbc:TaxExemptionReason>', right: '<cbc:TaxExemptionReason>Oslobodené od dane podľa § 32</cbc:TaxExemptionReason>' },
  },
  'SK-R-127': {
    title: ['Nevyplnená značka šablóny', 'Unfilled placeholder'],
    why: ['Na mieste značky mal byť údaj, napríklad názov alebo číslo objednávky; kupujúci ho nedostane.', 'A value should replace the placeholder, such as a name or an order number; the buyer does not get it.'],
    cause: ['Šablóna používa údaj, ktorý nie je v karte vyplnený.', 'The template uses a field that is not filled in.'],
    example: notes('Vybavuje: {{meno}}', 'Vybavuje: Eva Hrušková'),
  },
  'SK-R-128': {
    title: ['Slová o samofakturácii na bežnej faktúre', 'Words on self-billing on an ordinary invoice'],
    why: CONTRADICTION,
    cause: TEMPLATE,
    example: notes('Vyhotovenie faktúry odberateľom', THANKS),
  },
  'SK-R-129': {
    title: ['Zaplatené podľa poznámky', 'Paid according to a note'],
    why: ['Kupujúci platí podľa sumy na úhradu, nie podľa poznámky, a zaplatil by druhý raz.', 'The buyer pays by the amount due, not by the note, and would pay again.'],
    cause: ['Program uhradenú sumu neexportuje, iba ju tlačí.', 'The software prints the paid amount and does not export it.'],
    example: { at: '', wrong: settled('123.00', 'Faktúra je uhradená'), right: settled('123.00', 'Splatnosť 14 dní') },
  },
  'SK-R-130': {
    title: ['Iný účet v poznámke', 'Another account in a note'],
    why: ['Program kupujúceho zaplatí na účet z platobných údajov; človek môže zaplatiť na účet z poznámky.', 'The software of the buyer pays to the account of the payment data; a person may pay to that of the note.'],
    cause: ['V šablóne zostal starý účet, alebo účet v poznámke niekto podvrhol.', 'The template has an old account, or the account in the note was forged.'],
    example: notes('Účet: SK57 1100 0000 0029 2588 9145', 'Účet: SK31 1200 0000 1987 4263 7541'),
  },
  'SK-R-131': {
    title: ['Doklad k prijatej platbe ako faktúra', 'Invoice for a payment of the ordinary type'],
    why: ['Podľa typu 386 kupujúci vie, že ide o preddavok; pri type 380 by plnenie zaúčtoval dvakrát.', 'By type 386 the buyer knows of a payment in advance, not a supply; with type 380 it would book the supply twice.'],
    cause: ['Program exportuje všetky doklady ako typ 380.', 'The software exports all documents as type 380.'],
    example: notes('Daňový doklad k prijatej platbe', THANKS),
  },
  'SK-R-132': {
    title: ['Zaokrúhlenie ako riadok faktúry', 'Rounding as a line'],
    why: ['Zaokrúhlenie nie je tovar ani služba, preto nemá kategóriu DPH ani nevstupuje do základu dane.', 'A rounding is neither goods nor a service; it has no VAT category and is not part of a taxable amount.'],
    cause: ['Program pridáva vyrovnanie ako položku.', 'The software adds the difference as an item.'],
    example: { at: 'cac:InvoiceLine', wrong: item('Zaokrúhlenie', '0.02'), right: item('Ložisko 6205', '12.00') },
  },
} as const satisfies Explanations;
