import type { Explanations } from '../explanation.ts';

/** EN 16931: content of the document, its parties and its totals (BR-01 to BR-20). */
export const invoiceExplanations = {
  'BR-01': {
    title: ['Chýba identifikátor špecifikácie', 'Specification identifier missing'],
    why: ['Podľa identifikátora špecifikácie program príjemcu spozná, podľa ktorých pravidiel je faktúra zostavená a ktorými ju má overiť.', 'The specification identifier names the rules by which the invoice was made and by which the receiver\'s software checks it.'],
    cause: ['V nastavení exportu nie je zvolený formát (napríklad Peppol BIS Billing 3.0), alebo program vytvára všeobecné UBL bez profilu.', 'No format (Peppol BIS Billing 3.0, for example) is chosen in the export settings, or the software writes general UBL without a profile.'],
    example: { at: '', wrong: '<cbc:CustomizationID></cbc:CustomizationID>', right: '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>' },
  },
  'BR-02': {
    title: ['Chýba číslo faktúry', 'Invoice number missing'],
    why: ['Poradové číslo je povinnou náležitosťou faktúry a jediným údajom, podľa ktorého sa faktúra dá jednoznačne dohľadať, zaplatiť a uviesť v kontrolnom výkaze.', 'The sequential number is a mandatory part of an invoice and the only thing by which it can be found, paid and reported without doubt.'],
    cause: ['Faktúra bola exportovaná ako koncept skôr, ako jej program pridelil číslo z číselného radu.', 'The invoice was exported as a draft, before the software gave it a number of the series.'],
    example: { at: '', wrong: '<cbc:ID></cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>', right: '<cbc:ID>20260042</cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>' },
  },
  'BR-03': {
    title: ['Chýba dátum vyhotovenia', 'Issue date missing'],
    why: ['Od dátumu vyhotovenia sa počítajú lehoty a podľa neho kupujúci faktúru zaeviduje; zákon o DPH ho zaraďuje medzi povinné údaje faktúry.', 'Time limits run from the issue date and the buyer books the invoice by it; the VAT act makes it a mandatory part of an invoice.'],
    cause: ['Dátum v programe nie je vyplnený, alebo ho prevodník zapísal do iného prvku, napríklad do cbc:TaxPointDate.', 'The date is not filled in, or the converter wrote it to another element, cbc:TaxPointDate for example.'],
    example: { at: '', wrong: '<cbc:ID>20260042</cbc:ID>', right: '<cbc:ID>20260042</cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>' },
  },
  'BR-04': {
    title: ['Chýba kód typu dokladu', 'Document type code missing'],
    why: ['Kód hovorí, či ide o faktúru, faktúru k prijatej platbe, dobropis alebo iný doklad; od neho závisí zaúčtovanie aj to, ktoré pravidlá platia.', 'The code states whether this is an invoice, a prepayment invoice, a credit note or another document; booking and the rules that apply depend on it.'],
    cause: ['Druh dokladu z programu nie je v prevodníku priradený žiadnemu kódu zoznamu UNTDID 1001.', 'The converter maps the document kind of the software to no code of UNTDID 1001.'],
    example: { at: '', wrong: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>', right: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'BR-05': {
    title: ['Chýba mena faktúry', 'Invoice currency missing'],
    why: ['Bez meny nemajú sumy na faktúre význam; mena faktúry platí pre všetky sumy okrem DPH prepočítanej do meny účtovania.', 'Without a currency the amounts mean nothing; the invoice currency is that of all amounts but the VAT converted to the accounting currency.'],
    cause: ['Program vedie domácu menu ako samozrejmosť a do exportu ju nezapisuje, alebo ju uvádza iba v atribútoch currencyID.', 'The software takes the home currency for granted and does not export it, or writes it to the currencyID attributes only.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>\n<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>' },
  },
  'BR-06': {
    title: ['Chýba názov predávajúceho', 'Seller name missing'],
    why: ['Faktúra musí uvádzať, kto ju vystavil; obchodné meno predávajúceho je povinným údajom podľa zákona o DPH aj podľa zákona o účtovníctve.', 'An invoice must say who issued it; the seller\'s registered name is mandatory under VAT and accounting law.'],
    cause: ['Prevodník zapísal názov iba do cac:PartyName, čo je obchodné označenie. Úplné obchodné meno patrí do cac:PartyLegalEntity.', 'The converter wrote the name to cac:PartyName only, which is the trading name. The full registered name belongs in cac:PartyLegalEntity.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyLegalEntity>\n  <cbc:CompanyID>31333532</cbc:CompanyID>\n</cac:PartyLegalEntity>', right: '<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>\n  <cbc:CompanyID>31333532</cbc:CompanyID>\n</cac:PartyLegalEntity>' },
  },
  'BR-07': {
    title: ['Chýba názov kupujúceho', 'Buyer name missing'],
    why: ['Faktúra musí uvádzať, komu je určená; bez obchodného mena kupujúceho nie je úplná a kupujúci z nej nemusí vedieť uplatniť odpočet dane.', 'An invoice must say for whom it is; without the buyer\'s registered name it is incomplete and the buyer may not be able to deduct the tax.'],
    cause: ['Karta kupujúceho nemá vyplnené obchodné meno, alebo ho prevodník zapísal iba do cac:PartyName.', 'The buyer\'s record has no registered name, or the converter wrote it to cac:PartyName only.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cac:PartyName>\n  <cbc:Name>Dunajské stavby</cbc:Name>\n</cac:PartyName>', right: '<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName>\n</cac:PartyLegalEntity>' },
  },
  'BR-08': {
    title: ['Chýba adresa predávajúceho', 'Seller address missing'],
    why: ['Adresa sídla alebo miesta podnikania patrí k povinným údajom o predávajúcom; podľa jej krajiny sa tiež určuje, ktoré národné pravidlá platia.', 'The registered or business address is mandatory information about the seller; its country also decides which national rules apply.'],
    cause: ['Údaje o vlastnej firme nie sú v nastaveniach programu vyplnené, alebo sa adresa exportuje iba do tlačovej podoby faktúry.', 'The data of the own company are not filled in in the settings, or the address is exported to the printed invoice only.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyName>\n  <cbc:Name>Tatranský obchod</cbc:Name>\n</cac:PartyName>', right: '<cac:PartyName>\n  <cbc:Name>Tatranský obchod</cbc:Name>\n</cac:PartyName>\n<cac:PostalAddress>\n  <cbc:StreetName>Hlavná 12</cbc:StreetName>\n  <cbc:CityName>Poprad</cbc:CityName>\n  <cbc:PostalZone>058 01</cbc:PostalZone>\n  <cac:Country>\n    <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n  </cac:Country>\n</cac:PostalAddress>' },
  },
  'BR-09': {
    title: ['Chýba krajina v adrese predávajúceho', 'Country of the seller missing'],
    why: ['Podľa krajiny predávajúceho sa posudzuje DPH a vyberajú národné pravidlá; slovný názov krajiny program spracovať nevie, preto sa uvádza kód.', 'VAT and national rules go by the seller\'s country; software cannot work with its name, so a code is stated.'],
    cause: ['V adrese vlastnej firmy je krajina prázdna, lebo na domácej tlačenej faktúre ju netreba.', 'The country is empty in the address of the own company, because a printed domestic invoice does not need it.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress', wrong: '<cbc:CityName>Poprad</cbc:CityName>', right: '<cbc:CityName>Poprad</cbc:CityName>\n<cac:Country>\n  <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n</cac:Country>' },
  },
  'BR-10': {
    title: ['Chýba adresa kupujúceho', 'Buyer address missing'],
    why: ['Adresa kupujúceho je povinným údajom faktúry a podľa jej krajiny sa posudzuje, či ide o domáce plnenie, dodanie do iného členského štátu alebo vývoz.', 'The buyer\'s address is mandatory, and its country distinguishes a domestic supply from an intra-Community supply or an export.'],
    cause: ['Kupujúci je v programe založený iba s názvom a IČO, adresa sa nedoplnila z registra.', 'The buyer was entered with a name and a registration number only; the address was not taken from the register.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cac:PartyName>\n  <cbc:Name>Dunajské stavby</cbc:Name>\n</cac:PartyName>', right: '<cac:PartyName>\n  <cbc:Name>Dunajské stavby</cbc:Name>\n</cac:PartyName>\n<cac:PostalAddress>\n  <cbc:StreetName>Dunajská 5</cbc:StreetName>\n  <cbc:CityName>Bratislava</cbc:CityName>\n  <cbc:PostalZone>811 08</cbc:PostalZone>\n  <cac:Country>\n    <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n  </cac:Country>\n</cac:PostalAddress>' },
  },
  'BR-11': {
    title: ['Chýba krajina v adrese kupujúceho', 'Country of the buyer missing'],
    why: ['Podľa krajiny kupujúceho sa posudzuje miesto dodania a kategória DPH; slovný názov krajiny program spracovať nevie, preto sa uvádza kód.', 'The place of supply and the VAT category go by the buyer\'s country; software cannot work with its name, so a code is stated.'],
    cause: ['Pri domácich kupujúcich sa krajina v programe nevypĺňa.', 'The country of domestic buyers is not filled in in the software.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party/cac:PostalAddress', wrong: '<cbc:CityName>Bratislava</cbc:CityName>', right: '<cbc:CityName>Bratislava</cbc:CityName>\n<cac:Country>\n  <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n</cac:Country>' },
  },
  'BR-12': {
    title: ['Chýba súčet riadkov', 'Sum of the lines missing'],
    why: ['Zo súčtu riadkov vychádzajú všetky ďalšie súčty dokladu; bez neho sa nedá overiť ani suma bez DPH.', 'All further totals start from the sum of the lines; without it not even the total without VAT can be checked.'],
    cause: ['Prevodník exportuje iba konečné sumy, ktoré vidno na tlačenej faktúre.', 'The converter exports only the final amounts that a printed invoice shows.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>', right: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>' },
  },
  'BR-13': {
    title: ['Chýba celková suma bez DPH', 'Total without VAT missing'],
    why: ['Celková suma bez DPH spája súčet riadkov so zľavami a prirážkami dokladu; kupujúci podľa nej účtuje náklad.', 'The total without VAT joins the sum of the lines with allowances and charges; the buyer books the cost by it.'],
    cause: ['Program nevedie sumu bez DPH za celý doklad, iba po sadzbách v rekapitulácii.', 'The software keeps no total without VAT for the document, only by rate in the breakdown.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>', right: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>' },
  },
  'BR-14': {
    title: ['Chýba celková suma s DPH', 'Total with VAT missing'],
    why: ['Celková suma s DPH je hodnotou dokladu; líši sa od sumy na úhradu, keď bola časť zaplatená vopred alebo sa platba zaokrúhľuje.', 'The total with VAT is the value of the document; it differs from the amount due when a part was paid before or the payment is rounded.'],
    cause: ['Program považuje sumu na úhradu a sumu s DPH za to isté a exportuje iba jednu z nich.', 'The software takes the amount due and the total with VAT for the same and exports only one of them.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>', right: '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'BR-15': {
    title: ['Chýba suma na úhradu', 'Amount due missing'],
    why: ['Podľa sumy na úhradu program kupujúceho pripraví platobný príkaz; uvádza sa aj vtedy, keď je nulová.', 'The buyer\'s software prepares the payment by the amount due; it is stated even when it is zero.'],
    cause: ['Faktúra je uhradená zálohou alebo v hotovosti a program nulovú sumu na úhradu do exportu nezapíše.', 'The invoice is paid by a prepayment or in cash, and the software does not export an amount of zero.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>', right: '<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'BR-16': {
    title: ['Faktúra nemá riadky', 'Invoice without lines'],
    why: ['Riadky opisujú, čo bolo dodané, v akom množstve a s akou daňou; bez nich sa faktúra nedá vecne skontrolovať ani spárovať s objednávkou.', 'Lines state the goods or services, their quantity and tax; without them an invoice can be neither checked nor matched with an order.'],
    cause: ['Faktúra vznikla so súhrnným textom „fakturujeme vám“ a program ho ako riadok neexportuje. Taký text zapíšte ako jeden riadok s množstvom 1.', 'The invoice has a summary text only and the software does not export it as a line. Write such a text as one line with the quantity 1.'],
    example: { at: '', wrong: '<cac:LegalMonetaryTotal>\n  <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n  <cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n  <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n  <cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>\n</cac:LegalMonetaryTotal>', right: '<cac:LegalMonetaryTotal>\n  <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n  <cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n  <cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n  <cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>\n</cac:LegalMonetaryTotal>\n<cac:InvoiceLine>\n  <cbc:ID>1</cbc:ID>\n  <cbc:InvoicedQuantity unitCode="HUR">10</cbc:InvoicedQuantity>\n  <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n  <cac:Item>\n    <cbc:Name>Poradenstvo</cbc:Name>\n    <cac:ClassifiedTaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n      <cac:TaxScheme>\n        <cbc:ID>VAT</cbc:ID>\n      </cac:TaxScheme>\n    </cac:ClassifiedTaxCategory>\n  </cac:Item>\n  <cac:Price>\n    <cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount>\n  </cac:Price>\n</cac:InvoiceLine>' },
  },
  'BR-17': {
    title: ['Príjemca platby bez názvu alebo totožný s predávajúcim', 'Payee without a name, or the same as the seller'],
    why: ['Príjemca platby sa uvádza iba vtedy, keď kupujúci platí niekomu inému ako predávajúcemu, napríklad faktoringovej spoločnosti; vtedy musí byť zrejmé komu.', 'A payee is stated only when the buyer does not pay the seller but, for example, a factoring company; then its name is required.'],
    cause: ['Prevodník vypĺňa cac:PayeeParty pri každej faktúre kópiou údajov predávajúceho.', 'The converter fills cac:PayeeParty in every invoice with a copy of the seller\'s data.'],
    example: { at: '', wrong: '<cac:PayeeParty>\n  <cac:PartyIdentification>\n    <cbc:ID>FAK-7</cbc:ID>\n  </cac:PartyIdentification>\n</cac:PayeeParty>', right: '<cac:PayeeParty>\n  <cac:PartyIdentification>\n    <cbc:ID>FAK-7</cbc:ID>\n  </cac:PartyIdentification>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n</cac:PayeeParty>' },
  },
  'BR-18': {
    title: ['Chýba názov daňového zástupcu', 'Tax representative name missing'],
    why: ['Keď za predávajúceho odvádza daň zástupca, musí byť na faktúre uvedený menom, adresou aj IČ DPH.', 'When a representative accounts for the seller\'s tax, the invoice must state name, address and VAT identifier.'],
    cause: ['Program vyplní prvok daňového zástupcu iba čiastočne, alebo ho exportuje prázdny.', 'The software fills the tax representative only in part, or exports it empty.'],
    example: { at: '', wrong: '<cac:TaxRepresentativeParty>\n  <cac:PostalAddress>\n    <cac:Country>\n      <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:PostalAddress>\n</cac:TaxRepresentativeParty>', right: '<cac:TaxRepresentativeParty>\n  <cac:PartyName>\n    <cbc:Name>Daňový zástupca, s. r. o.</cbc:Name>\n  </cac:PartyName>\n  <cac:PostalAddress>\n    <cac:Country>\n      <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:PostalAddress>\n</cac:TaxRepresentativeParty>' },
  },
  'BR-19': {
    title: ['Chýba adresa daňového zástupcu', 'Tax representative address missing'],
    why: ['Adresa daňového zástupcu patrí k údajom, ktorými sa daňový zástupca na faktúre identifikuje.', 'The address is part of what identifies a tax representative on an invoice.'],
    cause: ['V nastavení programu je daňový zástupca uvedený iba menom a IČ DPH.', 'The settings of the software know the tax representative by name and VAT identifier only.'],
    example: { at: '', wrong: '<cac:TaxRepresentativeParty>\n  <cac:PartyName>\n    <cbc:Name>Daňový zástupca, s. r. o.</cbc:Name>\n  </cac:PartyName>\n</cac:TaxRepresentativeParty>', right: '<cac:TaxRepresentativeParty>\n  <cac:PartyName>\n    <cbc:Name>Daňový zástupca, s. r. o.</cbc:Name>\n  </cac:PartyName>\n  <cac:PostalAddress>\n    <cbc:CityName>Košice</cbc:CityName>\n    <cac:Country>\n      <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:PostalAddress>\n</cac:TaxRepresentativeParty>' },
  },
  'BR-20': {
    title: ['Chýba krajina v adrese daňového zástupcu', 'Country of the tax representative missing'],
    why: ['Krajina hovorí, v ktorom štáte zástupca za predávajúceho odvádza daň.', 'The country is the state in which the representative accounts for the seller\'s tax.'],
    cause: ['Adresa daňového zástupcu je v programe uložená ako jeden text bez kódu krajiny.', 'The address of the tax representative is kept as one text without a country code.'],
    example: { at: '', wrong: '<cac:TaxRepresentativeParty>\n  <cac:PostalAddress>\n    <cbc:CityName>Košice</cbc:CityName>\n  </cac:PostalAddress>\n</cac:TaxRepresentativeParty>', right: '<cac:TaxRepresentativeParty>\n  <cac:PostalAddress>\n    <cbc:CityName>Košice</cbc:CityName>\n    <cac:Country>\n      <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n    </cac:Country>\n  </cac:PostalAddress>\n</cac:TaxRepresentativeParty>' },
  },
} as const satisfies Explanations;
