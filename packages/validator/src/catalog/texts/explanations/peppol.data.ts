import type { Explanations } from '../explanation.ts';

const SUBTOTAL = '  <cac:TaxSubtotal>\n    <cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n    <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n    <cac:TaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n      <cac:TaxScheme>\n        <cbc:ID>VAT</cbc:ID>\n      </cac:TaxScheme>\n    </cac:TaxCategory>\n  </cac:TaxSubtotal>';
const OTHER_SUBTOTAL = SUBTOTAL.replace('>100.00<', '>50.00<').replace('>23.00<', '>9.50<').replace('>23<', '>19<');
const ATTACHED_PROJECT = (id: string): string => `<cac:AdditionalDocumentReference>\n  <cbc:ID>${id}</cbc:ID>\n  <cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>`;
const OBJECT = (id: string, type: string): string => `<cac:DocumentReference>\n  <cbc:ID>${id}</cbc:ID>${type === '' ? '' : `\n  <cbc:DocumentTypeCode>${type}</cbc:DocumentTypeCode>`}\n</cac:DocumentReference>`;
const PERIODS = (start: string, end: string): string => `<cac:InvoicePeriod>\n  <cbc:StartDate>2026-04-01</cbc:StartDate>\n  <cbc:EndDate>2026-04-30</cbc:EndDate>\n</cac:InvoicePeriod>\n<cac:InvoiceLine>\n  <cac:InvoicePeriod>\n    <cbc:StartDate>${start}</cbc:StartDate>\n    <cbc:EndDate>${end}</cbc:EndDate>\n  </cac:InvoicePeriod>\n</cac:InvoiceLine>`;

/** Peppol BIS Billing and Self-Billing: requirements beyond EN 16931 (PEPPOL-EN16931-R). */
export const peppolExplanations = {
  'PEPPOL-EN16931-R001': {
    title: ['Chýba obchodný proces', 'Business process missing'],
    why: ['Podľa obchodného procesu sieť Peppol rozlišuje bežnú fakturáciu od samofakturácie a doručí doklad programu, ktorý ju u príjemcu spracúva.', 'By the business process the Peppol network distinguishes billing from self-billing and delivers the document to the software that handles it.'],
    cause: ['Prevodník vytvára faktúru podľa všeobecnej normy EN 16931 a údaje siete Peppol nepridáva.', 'The converter writes a general EN 16931 invoice and does not add what Peppol needs.'],
    example: { at: '', wrong: '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>', right: '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>\n<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>' },
  },
  'PEPPOL-EN16931-R002': {
    title: ['Viac poznámok na doklade', 'Several notes on the document'],
    why: ['Program príjemcu má na poznámku jediné pole; ďalšie poznámky by sa stratili bez upozornenia.', 'The receiver\'s software has a single field for a note; further ones would be lost without a word.'],
    cause: ['Prevodník zapíše úvodný a záverečný text faktúry, prípadne každý odsek, ako samostatnú poznámku.', 'The converter writes the opening and the closing text, or every paragraph, as a note of its own.'],
    example: { at: '', wrong: '<cbc:Note>Fakturujeme vám dodaný tovar.</cbc:Note>\n<cbc:Note>Ďakujeme za objednávku.</cbc:Note>', right: '<cbc:Note>Fakturujeme vám dodaný tovar. Ďakujeme za objednávku.</cbc:Note>' },
  },
  'PEPPOL-EN16931-R003': {
    title: ['Chýba referencia kupujúceho aj číslo objednávky', 'Buyer reference and order number missing'],
    why: ['Bez jedného z týchto údajov kupujúci nevie, ktorému útvaru alebo ku ktorej objednávke faktúra patrí, a nedokáže ju automaticky schváliť.', 'Without one of them the buyer cannot find the department or order of the invoice, and cannot approve it automatically.'],
    cause: ['Pole na číslo objednávky je v programe nepovinné a zostalo prázdne. Ak objednávka neexistuje, vyžiadajte si od kupujúceho referenciu, napríklad stredisko alebo meno objednávateľa.', 'The field for the order number is optional in the software and was left empty. Where there is no order, ask the buyer for a reference, a cost centre or a name for example.'],
    example: { at: '', wrong: '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>', right: '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>\n<cbc:BuyerReference>STREDISKO-12</cbc:BuyerReference>\n<cac:OrderReference>\n  <cbc:ID>OBJ-77</cbc:ID>\n</cac:OrderReference>' },
  },
  'PEPPOL-EN16931-R004': {
    title: ['Iný identifikátor špecifikácie ako Peppol', 'Specification identifier not that of Peppol'],
    why: ['Príjemca v sieti Peppol oznamuje, ktoré špecifikácie prijíma; faktúra s iným identifikátorom sa mu nedoručí alebo ju odmietne.', 'A receiver in the Peppol network announces the specifications that it takes; an invoice with another identifier is not delivered or is refused.'],
    cause: ['V nastavení exportu je zvolený iný formát (všeobecná norma EN 16931, národná špecifikácia), alebo prevodník pripája za identifikátor verziu UBL.', 'Another format is chosen in the export settings (general EN 16931, a national specification), or the converter appends the UBL version to the identifier.'],
    example: { at: '', wrong: '<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>', right: '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>' },
  },
  'PEPPOL-EN16931-R005': {
    title: ['Mena účtovania je rovnaká ako mena faktúry', 'Accounting currency same as invoice currency'],
    why: ['Mena účtovania DPH hovorí, že daň je na doklade aj prepočítaná; ak je rovnaká ako mena faktúry, príjemca by druhú sumu dane hľadal zbytočne.', 'The VAT accounting currency means that the tax is also stated in that currency; when it is the invoice currency, there is no second amount.'],
    cause: ['Prevodník zapisuje domácu menu do oboch prvkov pri každej faktúre.', 'The converter writes the home currency to both elements of every invoice.'],
    example: { at: '', wrong: '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>\n<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>', right: '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>' },
  },
  'PEPPOL-EN16931-R007': {
    title: ['Neschválený obchodný proces', 'Business process not approved'],
    why: ['Sieť Peppol pozná iba schválené procesy; podľa nich vyberá pravidlá a prístupový bod príjemcu.', 'The Peppol network knows approved processes only; by them it chooses the rules and the receiver\'s access point.'],
    cause: ['V prevodníku zostal proces staršej špecifikácie, alebo sa pri samofakturácii nezmenil na selfbilling.', 'The converter has kept the process of an older specification, or it was not changed to selfbilling for self-billing.'],
    example: { at: '', wrong: '<cbc:ProfileID>urn:www.cenbii.eu:profile:bii05:ver2.0</cbc:ProfileID>', right: '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>' },
  },
  'PEPPOL-EN16931-R008': {
    title: ['Prázdny prvok', 'Empty element'],
    why: ['Pri prázdnom prvku sa nedá rozoznať, či údaj neexistuje, alebo sa stratil; čo sa neuvádza, to na doklade nie je vôbec.', 'An empty element does not show whether a value does not exist or was lost; elements without a value are left out.'],
    cause: ['Prevodník zapisuje prvok pre každé pole formulára, aj keď je pole prázdne.', 'The converter writes an element for every field of the form, even when the field is empty.'],
    example: { at: '', wrong: '<cbc:Note></cbc:Note>', right: '<cbc:Note>Ďakujeme za objednávku.</cbc:Note>' },
  },
  'PEPPOL-EN16931-R010': {
    title: ['Chýba elektronická adresa kupujúceho', 'Electronic address of the buyer missing'],
    why: ['Podľa elektronickej adresy sieť Peppol nájde, komu faktúru doručiť; bez nej sa nedá odoslať.', 'By the electronic address the Peppol network finds to whom to deliver; without it the invoice cannot be sent.'],
    cause: ['Karta kupujúceho v programe nemá pole na adresu v sieti Peppol, alebo sa do neho doplnil e-mail a prevodník ho vynechal.', 'The buyer\'s record has no field for a Peppol address, or it holds an email address and the converter left it out.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cac:PartyName>\n  <cbc:Name>Dunajské stavby</cbc:Name>\n</cac:PartyName>', right: '<cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID>\n<cac:PartyName>\n  <cbc:Name>Dunajské stavby</cbc:Name>\n</cac:PartyName>' },
  },
  'PEPPOL-EN16931-R020': {
    title: ['Chýba elektronická adresa predávajúceho', 'Electronic address of the seller missing'],
    why: ['Na elektronickú adresu predávajúceho sa vracajú správy o doručení a odpovede kupujúceho; zároveň z nej vidno, kto faktúru do siete Peppol poslal.', 'Replies of the buyer go to the electronic address of the seller; it also shows who sent the invoice into the Peppol network.'],
    cause: ['V údajoch o vlastnej firme nie je adresa v sieti Peppol vyplnená, hoci je firma u poskytovateľa zaregistrovaná.', 'The data of the own company lack the Peppol address, although the company is registered with a provider.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyName>\n  <cbc:Name>Tatranský obchod</cbc:Name>\n</cac:PartyName>', right: '<cbc:EndpointID schemeID="0245">2020317068</cbc:EndpointID>\n<cac:PartyName>\n  <cbc:Name>Tatranský obchod</cbc:Name>\n</cac:PartyName>' },
  },
  'PEPPOL-EN16931-R040': {
    title: ['Suma zľavy alebo prirážky nesedí s percentom', 'Allowance or charge does not fit its percentage'],
    why: ['Ak doklad uvádza základ aj percento, kupujúci si sumu prepočíta; pri nezhode nevie, ktorý z troch údajov platí.', 'Where base and percentage are stated, the buyer computes the amount; when they disagree, it is unclear which of the three is right.'],
    cause: ['Percento je zapísané ako podiel (0,10 namiesto 10), alebo program zľavu rozpočítava z inej sumy, než ktorú exportuje ako základ.', 'The percentage is written as a fraction (0.10 instead of 10), or the software computes the allowance from another amount than the base that it exports.'],
    example: { at: 'cac:AllowanceCharge', wrong: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>0.10</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>', right: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>' },
  },
  'PEPPOL-EN16931-R041': {
    title: ['Percento bez základu', 'Percentage without a base amount'],
    why: ['Percento má význam iba spolu so sumou, z ktorej sa počíta; bez nej sa zľava ani prirážka nedá overiť.', 'A percentage means something only together with the amount that it is taken of; without it nothing can be checked.'],
    cause: ['Program exportuje percento zľavy z karty kupujúceho, ale nie sumu pred zľavou.', 'The software exports the discount percentage of the buyer\'s record, but not the amount before the discount.'],
    example: { at: 'cac:AllowanceCharge', wrong: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>', right: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>' },
  },
  'PEPPOL-EN16931-R042': {
    title: ['Základ bez percenta', 'Base amount without a percentage'],
    why: ['Základ sa uvádza preto, aby sa z neho dala suma vypočítať; bez percenta iba mätie.', 'A base amount is there so that the amount can be computed from it; without a percentage it only confuses.'],
    cause: ['Zľava bola zadaná pevnou sumou, ale program k nej zapíše aj sumu pred zľavou. Pri pevnej sume základ vynechajte.', 'The allowance was entered as a fixed amount, but the software writes the amount before it, too. Leave the base out for a fixed amount.'],
    example: { at: 'cac:AllowanceCharge', wrong: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>', right: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>\n<cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>' },
  },
  'PEPPOL-EN16931-R043': {
    title: ['Nejasné, či ide o zľavu alebo prirážku', 'Allowance or charge is not clear'],
    why: ['Od tohto údaja závisí, či sa suma odpočíta, alebo pripočíta; hodnoty 0 a 1 by rôzne programy mohli čítať rôzne.', 'It decides whether the amount is subtracted or added; different programs might read 0 and 1 in different ways.'],
    cause: ['Prevodník zapisuje logickú hodnotu ako 0 a 1 alebo veľkými písmenami.', 'The converter writes the logical value as 0 and 1 or in capitals.'],
    example: { at: 'cac:AllowanceCharge', wrong: '<cbc:ChargeIndicator>0</cbc:ChargeIndicator>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>', right: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:Amount currencyID="EUR">50.00</cbc:Amount>' },
  },
  'PEPPOL-EN16931-R044': {
    title: ['Prirážka k jednotkovej cene', 'Charge on a unit price'],
    why: ['Jednotková cena sa dá iba znížiť o zľavu; prirážka pri nej nemá miesto vo výpočte sumy riadka.', 'A unit price can only be reduced by a discount; a charge on it has no place in the calculation of the line.'],
    cause: ['Program vedie prirážku k cene rovnako ako zľavu a mení iba znamienko alebo príznak.', 'The software keeps a surcharge on a price like a discount and changes only the sign or the flag.'],
    example: { at: 'cac:InvoiceLine/cac:Price/cac:AllowanceCharge', wrong: '<cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n<cbc:Amount currencyID="EUR">5.00</cbc:Amount>', right: '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n<cbc:Amount currencyID="EUR">5.00</cbc:Amount>' },
  },
  'PEPPOL-EN16931-R046': {
    title: ['Cena po zľave nesedí', 'Price after discount is wrong'],
    why: ['Cena bez DPH na faktúre má byť cenníková cena po odpočítaní zľavy; kupujúci ju porovnáva s objednávkou a cenníkom.', 'The net price of an invoice is the list price less the discount; the buyer compares it with order and price list.'],
    cause: ['Program zaokrúhli cenu po zľave na centy, ale zľavu exportuje presnejšie, alebo uvádza cenníkovú cenu s DPH.', 'The software rounds the net price to cents but exports a more precise discount, or states the list price with VAT.'],
    example: { at: 'cac:InvoiceLine/cac:Price', wrong: '<cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">4.995</cbc:Amount>\n  <cbc:BaseAmount currencyID="EUR">50.00</cbc:BaseAmount>\n</cac:AllowanceCharge>', right: '<cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n  <cbc:BaseAmount currencyID="EUR">50.00</cbc:BaseAmount>\n</cac:AllowanceCharge>' },
  },
  'PEPPOL-EN16931-R051': {
    title: ['Suma v inej mene ako faktúra', 'Amount in another currency than the invoice'],
    why: ['Sumy v rôznych menách sa nedajú sčítať; jedinou výnimkou je celková DPH prepočítaná do meny účtovania.', 'Amounts in different currencies cannot be added; the only exception is the VAT total in the accounting currency.'],
    cause: ['Prevodník doplní do atribútu currencyID domácu menu, hoci je faktúra v cudzej mene, alebo naopak.', 'The converter puts the home currency into currencyID although the invoice is in a foreign one, or the other way round.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="CZK">123.00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'PEPPOL-EN16931-R053': {
    title: ['Rekapitulácia DPH nie je práve jedna', 'Not exactly one VAT breakdown'],
    why: ['Celková DPH a jej rozpis podľa sadzieb patria k sebe; keby boli rozdelené, nebolo by jasné, ktorá suma je celková.', 'The VAT total and its breakdown by rate belong together; if they were separate, it would be unclear which amount is the total.'],
    cause: ['Prevodník vytvorí samostatný cac:TaxTotal pre každú sadzbu dane.', 'The converter makes a cac:TaxTotal of its own for every VAT rate.'],
    example: { at: '', wrong: `<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n${SUBTOTAL}\n</cac:TaxTotal>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">9.50</cbc:TaxAmount>\n${OTHER_SUBTOTAL}\n</cac:TaxTotal>`, right: `<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">32.50</cbc:TaxAmount>\n${SUBTOTAL}\n${OTHER_SUBTOTAL}\n</cac:TaxTotal>` },
  },
  'PEPPOL-EN16931-R054': {
    title: ['DPH v mene účtovania chýba alebo je navyše', 'VAT in accounting currency missing or too much'],
    why: ['Mena účtovania a suma dane v nej sa uvádzajú spolu: jedna bez druhej nedáva zmysel a dve sumy by si mohli odporovať.', 'The accounting currency and the VAT total in it are stated together: one without the other makes no sense, and two amounts might disagree.'],
    cause: ['Program zapíše menu účtovania, ale daň neprepočíta, alebo pri faktúre v eurách zostane druhý súčet dane zo šablóny.', 'The software writes the accounting currency but does not convert the tax, or a template leaves a second tax total on an invoice in euro.'],
    example: { at: '', wrong: '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>', right: '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">575.00</cbc:TaxAmount>\n</cac:TaxTotal>' },
  },
  'PEPPOL-EN16931-R055': {
    title: ['DPH v dvoch menách má rôzne znamienko', 'VAT totals with different signs'],
    why: ['Prepočítaná daň je tá istá daň v inej mene, preto nemôže byť raz kladná a raz záporná.', 'The converted VAT is the same tax in another currency, so it cannot be positive once and negative once.'],
    cause: ['Pri opravnom doklade program otočí znamienko iba pri jednej z oboch súm.', 'In a correcting document the software turns the sign of only one of the two amounts.'],
    example: { at: '', wrong: '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n</cac:TaxTotal>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">-575.00</cbc:TaxAmount>\n</cac:TaxTotal>', right: '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n</cac:TaxTotal>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">575.00</cbc:TaxAmount>\n</cac:TaxTotal>' },
  },
  'PEPPOL-EN16931-R061': {
    title: ['Inkaso bez referencie mandátu', 'Direct debit without a mandate reference'],
    why: ['Platiteľ podľa referencie mandátu overí, že na inkaso dal súhlas.', 'By the mandate reference the payer checks that it agreed to the debit.'],
    cause: ['Kód 49 alebo 59 (inkaso) bol vybraný omylom pri prevode na účet, alebo sa mandát v programe nevedie.', 'The code 49 or 59 (direct debit) was chosen by mistake for a transfer, or the software keeps no mandates.'],
    example: { at: '', wrong: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>59</cbc:PaymentMeansCode>\n</cac:PaymentMeans>', right: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>59</cbc:PaymentMeansCode>\n  <cac:PaymentMandate>\n    <cbc:ID>MANDAT-2026-15</cbc:ID>\n  </cac:PaymentMandate>\n</cac:PaymentMeans>' },
  },
  'PEPPOL-EN16931-R080': {
    title: ['Viac projektov v dobropise', 'Several projects in a credit note'],
    why: ['Norma počíta s jedným projektom na doklad; kupujúci by nevedel, na ktorý sumu zaúčtovať.', 'The norm has one project for a document; the buyer would not know to which one to book the amount.'],
    cause: ['Dobropis opravuje faktúry z viacerých projektov. Vyhotovte dobropis pre každý projekt, alebo projekty uveďte v poznámke.', 'The credit note corrects invoices of several projects. Issue one for each project, or name the projects in the note.'],
    example: { at: '', wrong: `${ATTACHED_PROJECT('PROJEKT-1')}\n${ATTACHED_PROJECT('PROJEKT-2')}`, right: ATTACHED_PROJECT('PROJEKT-1') },
  },
  'PEPPOL-EN16931-R100': {
    title: ['Viac fakturovaných objektov na riadku', 'Several invoiced objects on a line'],
    why: ['Riadok sa vzťahuje na jeden objekt, napríklad jeden elektromer alebo jedno telefónne číslo; inak sa spotreba nedá priradiť.', 'A line is about one object, one electricity meter or one telephone number for example; otherwise nothing can be assigned.'],
    cause: ['Program spojí odbery z viacerých miest do jedného riadka. Rozdeľte ich do samostatných riadkov.', 'The software joins the consumption of several places in one line. Divide it into lines of their own.'],
    example: { at: 'cac:InvoiceLine', wrong: `${OBJECT('ELM-4711', '130')}\n${OBJECT('ELM-4712', '130')}`, right: OBJECT('ELM-4711', '130') },
  },
  'PEPPOL-EN16931-R101': {
    title: ['Odkaz na riadku nie je fakturovaný objekt', 'Line reference is not an invoiced object'],
    why: ['Na riadku norma pozná jediný odkaz na doklad, a to fakturovaný objekt s typom 130; iné odkazy patria do hlavičky.', 'On a line the norm has one document reference only, the invoiced object of type 130; others belong in the head.'],
    cause: ['Prevodník pripája k riadku číslo dodacieho listu alebo zákazky ako cac:DocumentReference.', 'The converter attaches a delivery note or job number to the line as cac:DocumentReference.'],
    example: { at: 'cac:InvoiceLine', wrong: OBJECT('DL-2026-118', ''), right: OBJECT('ELM-4711', '130') },
  },
  'PEPPOL-EN16931-R110': {
    title: ['Obdobie riadka sa začína pred obdobím dokladu', 'Line period starts before the invoicing period'],
    why: ['Fakturačné obdobie dokladu má zahŕňať obdobia všetkých riadkov; podľa neho sa náklad zaúčtuje do správneho obdobia.', 'The invoicing period covers the periods of all lines; the cost is booked to the right time by it.'],
    cause: ['Obdobie dokladu sa nastaví na aktuálny mesiac, hoci riadok doúčtúva predchádzajúci.', 'The invoicing period is set to the current month, although a line bills the one before.'],
    example: { at: '', wrong: PERIODS('2026-03-15', '2026-04-15'), right: PERIODS('2026-04-01', '2026-04-15') },
  },
  'PEPPOL-EN16931-R111': {
    title: ['Obdobie riadka sa končí po období dokladu', 'Line period ends after the invoicing period'],
    why: ['Fakturačné obdobie dokladu má zahŕňať obdobia všetkých riadkov; podľa neho sa náklad zaúčtuje do správneho obdobia.', 'The invoicing period covers the periods of all lines; the cost is booked to the right time by it.'],
    cause: ['Riadok s predplatným siaha do budúceho obdobia a obdobie dokladu sa neupravilo.', 'A line with a subscription reaches into the next period, and the invoicing period was not adjusted.'],
    example: { at: '', wrong: PERIODS('2026-04-15', '2026-05-15'), right: PERIODS('2026-04-15', '2026-04-30') },
  },
  'PEPPOL-EN16931-R120': {
    title: ['Netto suma riadka nesedí s cenou', 'Line net amount does not fit the price'],
    why: ['Kupujúci si sumu riadka prepočíta z množstva a ceny; keď nesedí, nevie, či zaplatiť podľa ceny, alebo podľa sumy.', 'The buyer computes the line from quantity and price; when it differs, it is unclear whether the price or the amount is right.'],
    cause: ['Zľava je započítaná v sume, ale na riadku ju doklad neuvádza, jednotková cena je zaokrúhlená na centy, alebo je cena za sto kusov a chýba cbc:BaseQuantity.', 'A discount is in the amount but not stated on the line, the unit price is rounded to cents, or the price is for a hundred pieces and cbc:BaseQuantity is missing.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cbc:InvoicedQuantity unitCode="H87">10</cbc:InvoicedQuantity>\n<cbc:LineExtensionAmount currencyID="EUR">95.00</cbc:LineExtensionAmount>\n<cac:Price>\n  <cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount>\n</cac:Price>', right: '<cbc:InvoicedQuantity unitCode="H87">10</cbc:InvoicedQuantity>\n<cbc:LineExtensionAmount currencyID="EUR">95.00</cbc:LineExtensionAmount>\n<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n</cac:AllowanceCharge>\n<cac:Price>\n  <cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount>\n</cac:Price>' },
  },
  'PEPPOL-EN16931-R121': {
    title: ['Množstvo pri cene nie je kladné', 'Price base quantity not positive'],
    why: ['Cena sa týmto množstvom delí, preto nemôže byť nulové ani záporné.', 'The price is divided by this quantity, so it can be neither zero nor negative.'],
    cause: ['Pole na množstvo ceny je v programe prázdne a prevodník z neho urobí nulu.', 'The field is empty in the software and the converter turns it into zero.'],
    example: { at: 'cac:InvoiceLine/cac:Price', wrong: '<cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n<cbc:BaseQuantity unitCode="H87">0</cbc:BaseQuantity>', right: '<cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n<cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity>' },
  },
  'PEPPOL-EN16931-R130': {
    title: ['Merná jednotka ceny je iná ako na riadku', 'Unit of the price differs from the line'],
    why: ['Suma riadka je množstvo krát cena; keď je cena za inú jednotku, program príjemcu ju nevie vypočítať.', 'The line is quantity times price; when the price is for another unit, the receiver\'s software cannot compute it.'],
    cause: ['Cenník je v kusoch, ale fakturuje sa v baleniach alebo kilogramoch, prípadne prevodník dopĺňa k cene predvolenú jednotku.', 'The price list is by piece but the invoice by package or kilogram, or the converter adds a default unit to the price.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cbc:InvoicedQuantity unitCode="KGM">10</cbc:InvoicedQuantity>\n<cac:Price>\n  <cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n  <cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity>\n</cac:Price>', right: '<cbc:InvoicedQuantity unitCode="KGM">10</cbc:InvoicedQuantity>\n<cac:Price>\n  <cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>\n  <cbc:BaseQuantity unitCode="KGM">1</cbc:BaseQuantity>\n</cac:Price>' },
  },
} as const satisfies Explanations;
