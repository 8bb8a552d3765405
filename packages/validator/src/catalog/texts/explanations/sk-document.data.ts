import type { Both, Explanations } from '../explanation.ts';

const CATEGORY = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
const REFERENCE = 'cac:BillingReference';
const SCHEME = '<cac:TaxScheme>\n  <cbc:ID>VAT</cbc:ID>\n</cac:TaxScheme>';
const category = (id: string, percent: string, code = '', reason = ''): string =>
  [
    `<cbc:ID>${id}</cbc:ID>`,
    percent && `<cbc:Percent>${percent}</cbc:Percent>`,
    code && `<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`,
    reason && `<cbc:TaxExemptionReason>${reason}</cbc:TaxExemptionReason>`,
  ].filter((line) => line !== '').join('\n');
const taxed = (number: string): string => `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n${SCHEME.replaceAll(/^/gm, '  ')}\n</cac:PartyTaxScheme>`;
const group = (base: string, tax: string): string => `<cbc:TaxableAmount currencyID="EUR">${base}</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>\n<cac:TaxCategory>\n  <cbc:ID>S</cbc:ID>\n  <cbc:Percent>23</cbc:Percent>\n${SCHEME.replaceAll(/^/gm, '  ')}\n</cac:TaxCategory>`;
const breakdown = (base: string): string =>
  `<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n  <cac:TaxCategory>\n    <cbc:ID>S</cbc:ID>\n    <cbc:Percent>23</cbc:Percent>\n  </cac:TaxCategory>\n</cac:AllowanceCharge>\n<cac:TaxTotal>\n  <cac:TaxSubtotal>\n    <cbc:TaxableAmount currencyID="EUR">${base}</cbc:TaxableAmount>\n    <cac:TaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n    </cac:TaxCategory>\n  </cac:TaxSubtotal>\n</cac:TaxTotal>\n<cac:InvoiceLine>\n  <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n  <cac:Item>\n    <cac:ClassifiedTaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n    </cac:ClassifiedTaxCategory>\n  </cac:Item>\n</cac:InvoiceLine>`;
const line = (net: string): string => `<cbc:InvoicedQuantity unitCode="H87">3</cbc:InvoicedQuantity>\n<cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>\n<cac:Price>\n  <cbc:PriceAmount currencyID="EUR">33.333</cbc:PriceAmount>\n</cac:Price>`;
const charge = (amount: string): string => `<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>7</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">${amount}</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">123.45</cbc:BaseAmount>`;
const inCrowns = (euro: string | null): string =>
  `<cbc:DocumentCurrencyCode>CZK</cbc:DocumentCurrencyCode>${euro === null ? '' : '\n<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>'}\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">575.00</cbc:TaxAmount>\n  <cac:TaxSubtotal>\n    <cac:TaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n    </cac:TaxCategory>\n  </cac:TaxSubtotal>\n</cac:TaxTotal>${euro === null ? '' : `\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">${euro}</cbc:TaxAmount>\n</cac:TaxTotal>`}`;
const dates = (issued: string, due: string): string => `<cbc:IssueDate>${issued}</cbc:IssueDate>\n<cbc:DueDate>${due}</cbc:DueDate>`;
const delivered = (issued: string, day: string | null): string => `<cbc:IssueDate>${issued}</cbc:IssueDate>${day === null ? '' : `\n<cac:Delivery>\n  <cbc:ActualDeliveryDate>${day}</cbc:ActualDeliveryDate>\n</cac:Delivery>`}`;
const preceding = (id: string, date = ''): string => `<cac:InvoiceDocumentReference>\n  <cbc:ID>${id}</cbc:ID>${date === '' ? '' : `\n  <cbc:IssueDate>${date}</cbc:IssueDate>`}\n</cac:InvoiceDocumentReference>`;
const ownReference = (id: string): string => `<cbc:ID>20260042</cbc:ID>\n<cac:BillingReference>\n${preceding(id).replaceAll(/^/gm, '  ')}\n</cac:BillingReference>`;
const type = (code: string): string => `<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode>`;
/** Lines with only their numbers. */
const numbered = (...ids: readonly string[]): string =>
  ids.map((id) => `<cac:InvoiceLine>\n  <cbc:ID>${id}</cbc:ID>\n</cac:InvoiceLine>`).join('\n');
/** Totals of an invoice over 123.00. */
const due = (amount: string, paid = ''): string =>
  `${type('380')}\n<cac:LegalMonetaryTotal>\n  <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>${paid === '' ? '' : `\n  <cbc:PrepaidAmount currencyID="EUR">${paid}</cbc:PrepaidAmount>`}\n  <cbc:PayableAmount currencyID="EUR">${amount}</cbc:PayableAmount>\n</cac:LegalMonetaryTotal>`;

const CENT: Both = [
  'Oficiálne pravidlá malý rozdiel pripúšťajú, účtovné programy ho však často hlásia ako chybu a niekto ho musí vysvetliť alebo preúčtovať.',
  'The official rules allow a small difference, but accounting software often reports it as an error, which has to be explained or rebooked.',
];

/** Slovak advisory layer: VAT, amounts, payment, dates and references (SK-R-040 to 089). */
export const slovakDocumentExplanations = {
  'SK-R-040': {
    title: ['DPH na faktúre bez IČ DPH', 'VAT without an IČ DPH'],
    why: ['Daň smie na faktúre uviesť iba platiteľ, preto pri nej musí byť jeho IČ DPH; kto ju uvedie bez registrácie, musí ju aj tak zaplatiť a kupujúci si ju neodpočíta.', 'Only a registered business may state VAT, so its IČ DPH is required; a business that states VAT without a registration has to pay it all the same, and the buyer cannot deduct it.'],
    cause: ['Neplatiteľ má v programe nastavenú kategóriu E alebo S namiesto O, alebo platiteľovi chýba IČ DPH v údajoch vlastnej firmy.', 'A seller that is not registered has category E or S set in place of O, or the IČ DPH is missing in the data of the own company.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '', right: taxed('SK2020317068') },
  },
  'SK-R-041': {
    title: ['Sadzba, ktorá v deň dodania neplatila', 'Rate not in force on the day of supply'],
    why: ['Rozhoduje sadzba platná v deň vzniku daňovej povinnosti: od 1. januára 2025 je to 23, 19 alebo 5 percent, predtým 20, 10 alebo 5 percent.', 'The rate of the tax point decides: 23, 19 or 5 per cent from 1 January 2025, before that 20, 10 or 5 per cent.'],
    cause: ['V cenníku alebo v šablóne zostala sadzba 20 alebo 10 percent, prípadne sadzba inej krajiny.', 'The price list or a template has kept 20 or 10 per cent, or the rate of another country.'],
    example: { at: CATEGORY, wrong: category('S', '20'), right: category('S', '23') },
  },
  'SK-R-042': {
    title: ['Kategória, ktorú slovenská DPH nemá', 'Category that Slovak VAT does not have'],
    why: ['Slovenský zákon nepozná nulovú sadzbu: čo sa nezdaňuje, je oslobodené (E, K, G), podlieha preneseniu daňovej povinnosti (AE) alebo nie je predmetom dane (O). Kategórie B, L a M patria Taliansku a Španielsku.', 'The Slovak act has no zero rate: an untaxed supply is exempt (E, K, G), a reverse charge (AE) or outside the scope (O). B, L and M belong to Italy and Spain.'],
    cause: ['Prevodník odvodzuje kategóriu zo sadzby: všetkému so sadzbou 0 dá kategóriu Z.', 'The converter derives the category from the rate: everything at 0 becomes Z.'],
    example: { at: CATEGORY, wrong: category('Z', '0'), right: category('E', '0', 'VATEX-EU-132', 'Dodanie je oslobodené od dane') },
  },
  'SK-R-043': {
    title: ['Dodanie do iného štátu kupujúcemu so slovenským IČ DPH', 'Intra-Community supply to a Slovak IČ DPH'],
    why: ['Oslobodenie podľa § 43 sa vzťahuje na kupujúceho registrovaného v inom členskom štáte; so slovenským IČ DPH sa dodanie nedá uviesť v súhrnnom výkaze.', 'The exemption of § 43 is for a buyer registered in another member state; with a Slovak IČ DPH the supply cannot go into the EC sales list.'],
    cause: ['V karte kupujúceho je IČ DPH jeho slovenskej registrácie, alebo ide o domáce dodanie a kategória je chybná.', 'The buyer\'s record has the identifier of its Slovak registration, or the supply is domestic and the category is wrong.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: taxed('SK2020273893'), right: taxed('CZ00177041') },
  },
  'SK-R-044': {
    title: ['Kód oslobodenia nepatrí ku kategórii', 'Exemption code not of the category'],
    why: ['Kód VATEX odkazuje na článok smernice o DPH; keď si s kategóriou odporuje, nie je zrejmé, z akého dôvodu sa daň neúčtuje a kam plnenie vykázať.', 'A VATEX code points to an article of the VAT directive; when it contradicts the category, neither the reason nor the report is clear.'],
    cause: ['Program má jeden predvolený kód dôvodu pre všetky plnenia bez dane.', 'The software has one default code for all untaxed supplies.'],
    example: { at: CATEGORY, wrong: category('K', '0', 'VATEX-EU-132'), right: category('K', '0', 'VATEX-EU-IC') },
  },
  'SK-R-045': {
    title: ['Francúzsky kód oslobodenia', 'French exemption code'],
    why: ['Kódy VATEX-FR odkazujú na francúzsky daňový zákonník; pri slovenskej DPH nič nehovoria.', 'VATEX-FR codes point to the French tax code; they say nothing of Slovak VAT.'],
    cause: ['Kód bol vybraný zo zoznamu podľa názvu, napríklad kód francúzskeho oslobodenia malých podnikateľov.', 'The code was picked from the list by its name, that of the French exemption of small businesses for example.'],
    example: { at: CATEGORY, wrong: category('E', '0', 'VATEX-FR-FRANCHISE'), right: category('E', '0', 'VATEX-EU-132', 'Dodanie je oslobodené od dane') },
  },
  'SK-R-046': {
    title: ['Chýbajú slová o prenesení daňovej povinnosti', 'Words on the reverse charge missing'],
    why: ['Zákon o DPH vyžaduje na faktúre slovnú informáciu „prenesenie daňovej povinnosti“, aby kupujúci vedel, že daň odvedie on.', 'The VAT act requires the words "prenesenie daňovej povinnosti" on the invoice, so that the buyer knows that it accounts for the tax.'],
    cause: ['Veta sa tlačí iba na papierovej faktúre, v XML je len kód kategórie.', 'The sentence is printed on paper only; the XML has nothing but the category code.'],
    example: { at: CATEGORY, wrong: category('AE', '0', 'VATEX-EU-AE'), right: category('AE', '0', 'VATEX-EU-AE', 'Prenesenie daňovej povinnosti') },
  },
  'SK-R-047': {
    title: ['Chýbajú slová o zdaňovaní prirážky', 'Words on the margin scheme missing'],
    why: ['Pri úprave zdaňovania prirážky sa daň na faktúre neuvádza; zákon preto vyžaduje slovnú informáciu, aby si ju kupujúci neuplatňoval.', 'No tax is stated under a margin scheme; so the act requires words, lest the buyer deduct any.'],
    cause: ['Veta sa tlačí iba na papierovej faktúre, v XML je len kód dôvodu.', 'The sentence is printed on paper only; the XML has nothing but the reason code.'],
    example: { at: CATEGORY, wrong: category('E', '0', 'VATEX-EU-F'), right: category('E', '0', 'VATEX-EU-F', 'Úprava zdaňovania prirážky – použitý tovar') },
  },
  'SK-R-048': {
    title: ['V rekapitulácii DPH chýba sadzba', 'The VAT breakdown lacks a rate'],
    why: ['Základ a daň sa uvádzajú za každú sadzbu. Plnenie so sadzbou, ktorá v rekapitulácii nie je, by sa nezdanilo a v kontrolnom výkaze by chýbalo.', 'Base and tax are stated for each rate. A supply at a rate that the breakdown does not have would go untaxed and be missing in the control statement.'],
    cause: ['Riadok s inou sadzbou pribudol po výpočte rekapitulácie, alebo ju program tvorí iba zo sadzby dokladu.', 'A line of another rate was added after the breakdown was computed, or the software makes it from the rate of the document alone.'],
    example: { at: 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory', wrong: category('S', '5'), right: category('S', '23') },
  },
  'SK-R-049': {
    title: ['Prenesenie daňovej povinnosti bez IČ DPH kupujúceho', 'Reverse charge without the IČ DPH of the buyer'],
    why: ['V tuzemsku sa daň prenáša iba na platiteľa; bez jeho IČ DPH sa to nedá overiť, faktúra sa nespáruje v kontrolnom výkaze a daň môže správca žiadať od predávajúceho.', 'Domestically the tax passes only to a registered buyer; without its IČ DPH this cannot be verified, the invoice cannot be matched in the control statement, and the tax office may claim the tax from the seller.'],
    cause: ['V karte kupujúceho je iba IČO alebo DIČ, alebo sa prenesenie použilo voči neplatiteľovi.', 'The record of the buyer has an IČO or DIČ only, or the reverse charge was applied to an unregistered buyer.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '', right: taxed('SK2020273893') },
  },
  'SK-R-050': {
    title: ['Daň v rekapitulácii sa líši o centy', 'Tax of the breakdown some cents off'],
    why: CENT,
    cause: ['Program počíta daň po riadkoch a zaokrúhlené sumy sčíta, alebo ju zaokrúhľuje nadol. Norma ju počíta zo základu dane.', 'The software computes the tax line by line and adds the rounded amounts, or rounds it down. The norm computes it from the taxable amount.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal', wrong: group('100.02', '23.02'), right: group('100.02', '23.00') },
  },
  'SK-R-059': {
    title: ['Daň počítaná zo sumy s DPH', 'Tax computed from the amount with VAT'],
    why: ['Pri cenách s DPH je daň podielom zo sumy s DPH. Na cent rovnaký súčin základu a sadzby má pri sadzbe 23 % iba asi 81 % súm, preto je rozdiel v poriadku.', 'With prices that include VAT the tax is a share of the amount with VAT. At 23 % only about 81 % of amounts have a base whose product with the rate is equal to the cent, so the difference is in order.'],
    cause: ['Program alebo pokladnica pracuje s cenami s DPH.', 'The software or the till works with prices that include VAT.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal', wrong: group('65.28', '15.02'), right: group('65.28', '15.01') },
  },
  'SK-R-051': {
    title: ['Základ dane sa líši o centy', 'Taxable amount some cents off'],
    why: CENT,
    cause: ['Základ sa vypočítal z ceny s DPH, alebo sa riadky zaokrúhlili inak ako súčet. Rozdiel vyrovnajte zľavou alebo prirážkou dokladu, nie zaokrúhlením sumy na úhradu.', 'The base was computed from a price with VAT, or lines were rounded in another way than their sum. Make it even by an allowance or charge, not by rounding the amount due.'],
    example: { at: '', wrong: breakdown('90.01'), right: breakdown('90.00') },
  },
  'SK-R-052': {
    title: ['Netto suma riadka sa líši o cent', 'Line net amount a cent off'],
    why: CENT,
    cause: ['Program počíta z ceny s viacerými desatinnými miestami, ako exportuje, alebo prepočítal riadok z ceny s DPH.', 'The software computes with more decimals of the price than it exports, or computed the line from a price with VAT.'],
    example: { at: 'cac:InvoiceLine', wrong: line('99.99'), right: line('100.00') },
  },
  'SK-R-053': {
    title: ['Suma zľavy alebo prirážky sa líši o cent', 'Allowance or charge a cent off'],
    why: CENT,
    cause: ['Program zľavu zaokrúhlil nadol, alebo ju rozpočítal na riadky a sčítal zaokrúhlené časti.', 'The software rounded the allowance down, or divided it among the lines and added the rounded parts.'],
    example: { at: 'cac:AllowanceCharge', wrong: charge('8.65'), right: charge('8.64') },
  },
  'SK-R-055': {
    title: ['Chýba daň v eurách', 'VAT in euro missing'],
    why: ['Slovenská daň sa odvádza v eurách, preto ju zákon vyžaduje v eurách aj na faktúre v cudzej mene; kupujúci si odpočíta práve túto sumu.', 'Slovak VAT is paid in euro, so the act requires it in euro on an invoice in another currency, too; that is the amount that the buyer deducts.'],
    cause: ['Prepočet sa tlačí iba v päte faktúry, alebo program v cudzej mene prepočet nerobí.', 'The conversion is printed in the footer only, or the software does not convert.'],
    example: { at: '', wrong: inCrowns(null), right: inCrowns('23.00') },
  },
  'SK-R-056': {
    title: ['Daň v eurách nie je prepočítaná', 'VAT in euro not converted'],
    why: ['Rovnaké číslo v dvoch menách znamená, že sa daň neprepočítala; odviedla by sa v nesprávnej výške.', 'The same number in two currencies means that the tax was not converted; the wrong amount would be paid.'],
    cause: ['Prevodník kopíruje sumu dane a mení iba kód meny, alebo v programe nie je zadaný kurz.', 'The converter copies the amount and changes the currency code only, or no exchange rate was entered.'],
    example: { at: '', wrong: inCrowns('575.00'), right: inCrowns('23.00') },
  },
  'SK-R-057': {
    title: ['Dva riadky s rovnakým číslom', 'Two lines with the same number'],
    why: ['Podľa čísla riadka sa rieši reklamácia, dobropis aj odpoveď kupujúceho; keď ho majú dva, nevie sa, o ktorý ide, a program príjemcu môže jeden z nich zahodiť.', 'Complaints, credit notes and answers of the buyer refer to the number of a line; when two lines have it, the reference is ambiguous, and the software of the receiver may drop one.'],
    cause: ['Program čísluje riadky v každej časti faktúry odznova, alebo číslo nahradil kódom položky.', 'The software restarts the numbers in each part of the invoice, or states the code of the item instead.'],
    example: { at: '', wrong: numbered('1', '1'), right: numbered('1', '2') },
  },
  'SK-R-060': {
    title: ['Platobná referencia nie je variabilný symbol', 'Payment reference is no variable symbol'],
    why: ['Podľa variabilného symbolu slovenské banky a účtovné programy spárujú úhradu s faktúrou; písmená a pomlčky doň nepatria.', 'By the variable symbol Slovak banks and accounting software match a payment with its invoice; letters and hyphens do not belong in it.'],
    cause: ['Do platobnej referencie sa exportuje celé číslo faktúry s písmenami namiesto variabilného symbolu.', 'The whole invoice number with its letters is exported in place of the variable symbol.'],
    example: { at: 'cac:PaymentMeans', wrong: '<cbc:PaymentID>FV-2026-0042</cbc:PaymentID>', right: '<cbc:PaymentID>20260042</cbc:PaymentID>' },
  },
  'SK-R-061': {
    title: ['Chýba spôsob úhrady', 'Means of payment missing'],
    why: ['Bez spôsobu úhrady a účtu program kupujúceho platbu nepripraví a z faktúry sa nedá vytvoriť platobný QR kód.', 'Without means of payment and an account the buyer\'s software cannot prepare the payment, and no payment code can be made.'],
    cause: ['Účet je iba v pätičke tlačenej faktúry alebo v poznámke a do exportu sa neprenáša.', 'The account is only in the footer of the printed invoice or in a note and is not exported.'],
    example: { at: '', wrong: '', right: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>\n  <cac:PayeeFinancialAccount>\n    <cbc:ID>SK3112000000198742637541</cbc:ID>\n  </cac:PayeeFinancialAccount>\n</cac:PaymentMeans>' },
  },
  'SK-R-070': {
    title: ['Chybný dátum splatnosti v platobných údajoch', 'Wrong due date of the payment means'],
    why: ['Dobropis má splatnosť v platobných údajoch, kde ju oficiálne pravidlá nekontrolujú; chybný dátum program kupujúceho nenačíta.', 'A credit note has its due date in the payment means, where the official rules do not look; the buyer\'s software cannot read a wrong date.'],
    cause: ['Prevodník použije tvar podľa nastavenia počítača (18. 5. 2026).', 'The converter uses the form of the computer\'s settings (18/05/2026).'],
    example: { at: 'cac:PaymentMeans', wrong: '<cbc:PaymentDueDate>18.5.2026</cbc:PaymentDueDate>', right: '<cbc:PaymentDueDate>2026-05-18</cbc:PaymentDueDate>' },
  },
  'SK-R-071': {
    title: ['Splatnosť pred vyhotovením', 'Due before it was issued'],
    why: ['Faktúra nemôže byť po splatnosti skôr, ako vznikla; kupujúci by hneď dlhoval úroky z omeškania.', 'An invoice cannot be overdue before it exists; the buyer would owe interest at once.'],
    cause: ['Preklep v roku alebo mesiaci, alebo sa pri kopírovaní staršej faktúry zmenil iba dátum vyhotovenia.', 'Year or month was mistyped, or only the issue date was changed when an older invoice was copied.'],
    example: { at: '', wrong: dates('2026-05-04', '2026-04-18'), right: dates('2026-05-04', '2026-05-18') },
  },
  'SK-R-072': {
    title: ['Neskoro vyhotovená faktúra', 'Invoice issued late'],
    why: ['Zákon o DPH dáva na vyhotovenie faktúry 15 dní; pri neskorej faktúre kupujúci neskôr odpočíta daň a predávajúcemu hrozí pokuta.', 'The VAT act gives 15 days for issuing an invoice; with a late one the buyer deducts later, and the seller may be fined.'],
    cause: ['Fakturuje sa až po odsúhlasení súpisu prác, alebo je deň dodania preklepnutý.', 'The invoice waits for a list of works to be approved, or the day of supply is mistyped.'],
    example: { at: '', wrong: delivered('2026-06-20', '2026-04-28'), right: delivered('2026-05-04', '2026-04-28') },
  },
  'SK-R-073': {
    title: ['Chýba deň dodania', 'Day of supply missing'],
    why: ['Podľa dňa dodania alebo prijatia platby vzniká daňová povinnosť; zákon ho na faktúre vyžaduje vždy, keď sa líši od dňa vyhotovenia.', 'The tax point goes by the day of supply or of payment; the act requires it on the invoice whenever it is not the issue date.'],
    cause: ['V programe je deň dodania rovnaký ako deň vyhotovenia a neexportuje sa, alebo sa zapísal iba do poznámky.', 'The software takes the day of supply for the issue date and does not export it, or it is in a note only.'],
    example: { at: '', wrong: delivered('2026-05-04', null), right: delivered('2026-05-04', '2026-04-28') },
  },
  'SK-R-074': {
    title: ['Preklep v roku', 'Year mistyped'],
    why: ['Podľa roka sa určuje sadzba dane, obdobie priznania aj splatnosť; program príjemcu faktúru s takým rokom zaradí do nesprávneho obdobia alebo odmietne.', 'The year decides the rate, the period of the return and when to pay; the software of the receiver books such an invoice in a wrong period or refuses it.'],
    cause: ['Číslice roka sú vymenené (2072 namiesto 2027), chýba jedna z nich, alebo program doplnil storočie nesprávne.', 'Digits of the year are turned (2072 for 2027), one is missing, or the software filled in the wrong century.'],
    example: { at: '', wrong: dates('2062-05-04', '2026-05-18'), right: dates('2026-05-04', '2026-05-18') },
  },
  'SK-R-080': {
    title: ['Dobropis bez čísla pôvodnej faktúry', 'Credit note without the original invoice'],
    why: ['Doklad, ktorý opravuje faktúru, musí uvádzať jej číslo; bez neho sa oprava nedá spárovať ani uviesť v kontrolnom výkaze.', 'A document that corrects an invoice must state its number; without it the correction can be neither matched nor reported.'],
    cause: ['Dobropis bol vytvorený samostatne, alebo opravuje viac faktúr a ich čísla sú iba v texte.', 'The credit note was made on its own, or it corrects several invoices whose numbers are in the text only.'],
    example: { at: REFERENCE, wrong: '', right: preceding('20260031', '2026-04-02') },
  },
  'SK-R-081': {
    title: ['Dobropis bez dátumu pôvodnej faktúry', 'Credit note without the original date'],
    why: ['Dátum pôvodnej faktúry pomôže rozlíšiť faktúry s rovnakým číslom z rôznych rokov a určiť, ktorou sadzbou sa plnenie zdaňovalo.', 'The date distinguishes invoices with the same number in different years and shows which rate applied.'],
    cause: ['Program exportuje iba číslo pôvodnej faktúry.', 'The software exports the number of the original invoice only.'],
    example: { at: REFERENCE, wrong: preceding('20260031'), right: preceding('20260031', '2026-04-02') },
  },
  'SK-R-082': {
    title: ['Doklad odkazuje sám na seba', 'Document refers to itself'],
    why: ['Odkaz má viesť na staršiu faktúru, napríklad k prijatej platbe; odkaz na seba program príjemcu nevie spárovať.', 'The reference leads to an earlier invoice, a prepayment invoice for example; software cannot match a reference to itself.'],
    cause: ['Prevodník dopĺňa do odkazu číslo práve exportovaného dokladu.', 'The converter fills the reference with the number of the document that it exports.'],
    example: { at: '', wrong: ownReference('20260042'), right: ownReference('20260031') },
  },
  'SK-R-083': {
    title: ['Opravná faktúra typu 384', 'Corrected invoice of type 384'],
    why: ['Finančná správa odporúča opravovať dobropisom a novou faktúrou; typ 384 navyše sieť Peppol mimo Nemecka nepripúšťa.', 'The Financial Administration advises a credit note and a new invoice; besides, Peppol does not allow type 384 outside Germany.'],
    cause: ['Program označuje každú opravu typom 384, lebo ho číselník nazýva opravnou faktúrou.', 'The software marks every correction as 384, because the code list calls it a corrected invoice.'],
    example: { at: '', wrong: type('384'), right: type('380') },
  },
  'SK-R-084': {
    title: ['Zálohová faktúra v sieti Peppol', 'Pro forma invoice in the Peppol network'],
    why: ['Zálohová faktúra je iba výzvou na platbu, nie daňovým dokladom; keby prišla ako e-faktúra, kupujúci by ju mohol zaúčtovať a daň odpočítať dvakrát.', 'A pro forma invoice only requests a payment; sent as an e-invoice, it might be booked and deducted twice.'],
    cause: ['Program odosiela všetky druhy dokladov rovnakou cestou.', 'The software sends all kinds of documents in the same way.'],
    example: { at: '', wrong: type('325'), right: type('386') },
  },
  'SK-R-085': {
    title: ['Chýbajú slová o vyhotovení odberateľom', 'Words on self-billing missing'],
    why: ['Keď faktúru za predávajúceho vyhotoví kupujúci, zákon na nej vyžaduje slová „vyhotovenie faktúry odberateľom“, aby bolo zrejmé, prečo ju nevystavil predávajúci.', 'When the buyer issues the invoice for the seller, the act requires the words "vyhotovenie faktúry odberateľom" on it, to show why the seller did not.'],
    cause: ['Veta sa tlačí iba na papierovej faktúre, v XML je len typ 389.', 'The sentence is printed on paper only; the XML has nothing but type 389.'],
    example: { at: '', wrong: `${type('389')}\n<cbc:Note>Výkup dreva za apríl 2026</cbc:Note>`, right: `${type('389')}\n<cbc:Note>Vyhotovenie faktúry odberateľom. Výkup dreva za apríl 2026</cbc:Note>` },
  },
  'SK-R-086': {
    title: ['Dobropis so zápornými sumami', 'Credit note with negative amounts'],
    why: ['Že dobropis vracia, hovorí už druh dokladu; so zápornými sumami ho program kupujúceho zaúčtuje naopak, ako ťarchopis.', 'The document type of a credit note already means a refund; with negative amounts the buyer\'s software books it the other way round, as a debit.'],
    cause: ['Program tlačí dobropis so znamienkom mínus a tie isté čísla exportuje.', 'The software prints credit notes with a minus sign and exports the same numbers.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxInclusiveAmount currencyID="EUR">-123.00</cbc:TaxInclusiveAmount>', right: '<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>' },
  },
  'SK-R-087': {
    title: ['Predávajúci a kupujúci sú ten istý subjekt', 'Seller and buyer are the same party'],
    why: ['Sám sebe nikto nedodáva: faktúra by sa doručila odosielateľovi a skutočný kupujúci by si daň neodpočítal.', 'Seller and buyer must be different: the invoice would be delivered to its sender, and the real buyer could not deduct the tax.'],
    cause: ['V programe je ako kupujúci zvolená vlastná firma, alebo prevodník zapísal predávajúceho na obe miesta.', 'The own company was chosen as the buyer, or the converter wrote the seller in both places.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: taxed('SK2020317068'), right: taxed('SK2020273893') },
  },
  'SK-R-088': {
    title: ['Faktúra so zápornou sumou', 'Invoice with a negative amount'],
    why: ['Faktúra typu 380 žiada platbu; keď je jej suma záporná, program príjemcu ju môže zaúčtovať ako záväzok alebo odmietnuť. Čo sa vracia, patrí na dobropis.', 'An invoice of type 380 requests a payment; with a negative amount the software of the receiver may book it as a debt or reject it. A refund belongs on a credit note.'],
    cause: ['Program vyhotovuje opravné doklady ako faktúry so znamienkom mínus, alebo sa pri exporte obrátilo znamienko jednej sumy.', 'The software issues corrections as invoices with minus signs, or the export turned the sign of one amount.'],
    example: { at: '', wrong: due('-61.50'), right: due('61.50') },
  },
  'SK-R-089': {
    title: ['Preplatok na faktúre', 'Overpayment on an invoice'],
    why: ['Záporná suma na úhradu nehovorí, kedy a ako kupujúci dostane preplatok späť; program ju do platobného príkazu neprevezme.', 'A negative amount due does not say when and how the buyer gets the overpayment back; software takes it into no payment order.'],
    cause: ['Preddavky boli vyššie ako skutočné plnenie, napríklad pri vyúčtovaní energií, alebo je v programe spárovaná cudzia platba.', 'The advances were above the real supply, as in a yearly bill of energy, or the software matched a payment that is not of this invoice.'],
    example: { at: '', wrong: due('-61.50', '184.50'), right: due('61.50', '61.50') },
  },
} as const satisfies Explanations;
