import type { Both, Explanations } from '../explanation.ts';

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement';
const DELIVERY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery';
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem';
const INVOICE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const AT_TOTALS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const TEMPLATE: Both = ['Prevodník bol napísaný ručne, podľa šablóny alebo pre inú verziu (ZUGFeRD 1, CII D22B), v ktorej sa prvky volajú inak.', 'The converter was written by hand, from a template or for another version (ZUGFeRD 1, CII D22B), whose elements have other names.'];

/** Checks of the structure of Cross Industry Invoices D16B. */
export const ciiStructureExplanations = {
  'CII-UNKNOWN-ROOT': {
    title: ['Dokument nie je faktúra CII D16B', 'Not a CII D16B invoice'],
    why: ['Podľa koreňového prvku a jeho menného priestoru program spozná, aký doklad a ktorú verziu číta; pravidlá pre faktúry sa na iný doklad nedajú použiť.', 'Software recognizes the document and its version by the document element and its namespace; the rules for invoices do not apply to other documents.'],
    cause: ['Súbor je podľa staršieho formátu ZUGFeRD 1 (CrossIndustryDocument), je to iná správa UN/CEFACT, alebo je v mennom priestore preklep.', 'The file follows the older ZUGFeRD 1 (CrossIndustryDocument), it is another UN/CEFACT message, or the namespace is mistyped.'],
    example: { at: '', wrong: '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0">…</rsm:CrossIndustryDocument>', right: `<rsm:CrossIndustryInvoice xmlns:rsm="${INVOICE}">…</rsm:CrossIndustryInvoice>` },
  },
  'CII-STRUCTURE-ELEMENT-UNKNOWN': {
    title: ['Neznámy prvok v CII', 'Unknown element in CII'],
    why: ['CII D16B má pevný zoznam prvkov; čo v ňom nie je, program príjemcu nevie prečítať a môže odmietnuť celú faktúru.', 'CII D16B has a fixed list of elements; the receiver\'s software cannot read other elements, and it may reject the whole invoice.'],
    cause: TEMPLATE,
    example: { at: AT_TOTALS, wrong: '<ram:PayableAmount>123.00</ram:PayableAmount>', right: '<ram:DuePayableAmount>123.00</ram:DuePayableAmount>' },
  },
  'CII-STRUCTURE-ELEMENT-NOT-ALLOWED': {
    title: ['Prvok CII na mieste, kam nepatrí', 'CII element where it does not belong'],
    why: ['Význam údaja v CII určuje aj skupina, v ktorej je; na inom mieste ho program nenájde.', 'In CII the group that contains a value is part of its meaning; software does not find the value in another group.'],
    cause: ['Prevodník zapíše prvok do inej skupiny, napríklad dátum splatnosti alebo menu do hlavičky dokladu.', 'The converter writes the element into another group, for example the due date or the currency into the document header.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>', right: '' },
  },
  'CII-STRUCTURE-ELEMENT-MISPLACED': {
    title: ['Nesprávne poradie prvkov CII', 'CII elements in the wrong order'],
    why: ['CII D16B určuje poradie prvkov; program, ktorý sa ním riadi, by údaj na inom mieste prehliadol alebo faktúru odmietol.', 'CII D16B prescribes the order of elements; software that relies on it may overlook the value or reject the invoice.'],
    cause: ['Prevodník pridáva prvky v poradí, v akom ich má v databáze, alebo bol súbor upravený ručne.', 'The converter adds elements in the order of its database, or the file was edited by hand.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:TypeCode>380</ram:TypeCode>\n<ram:ID>20260042</ram:ID>', right: '<ram:ID>20260042</ram:ID>\n<ram:TypeCode>380</ram:TypeCode>' },
  },
  'CII-STRUCTURE-ELEMENT-MISSING': {
    title: ['Chýba povinný prvok CII', 'Required CII element missing'],
    why: ['Bez prvkov, ktoré sú v CII D16B povinné, program príjemcu súbor ako faktúru neprijme.', 'Without the elements that CII D16B requires, the receiver\'s software does not accept the file as an invoice.'],
    cause: ['Údaj v programe chýba a prevodník prvok vynechal, alebo vynechal prázdnu skupinu, ktorá je povinná.', 'The value is missing in the software and the converter left the element out, or it left out an empty group that is required.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:ID>20260042</ram:ID>\n<ram:TypeCode>380</ram:TypeCode>', right: '<ram:ID>20260042</ram:ID>\n<ram:TypeCode>380</ram:TypeCode>\n<ram:IssueDateTime>\n  <udt:DateTimeString format="102">20260504</udt:DateTimeString>\n</ram:IssueDateTime>' },
  },
  'CII-STRUCTURE-ELEMENT-REPEATED': {
    title: ['Opakovaný prvok CII', 'Repeated CII element'],
    why: ['Ak je údaj na doklade dvakrát, hoci smie byť iba raz, nedá sa určiť, ktorý z nich platí.', 'When a value is stated twice where only one is allowed, it is unclear which of them applies.'],
    cause: ['Prevodník zapíše prvok za každý zdrojový záznam, alebo sa údaj doplnil ručne k už exportovanému.', 'The converter writes the element for every source record, or a value was added by hand although it had already been exported.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:TypeCode>380</ram:TypeCode>\n<ram:TypeCode>381</ram:TypeCode>', right: '<ram:TypeCode>380</ram:TypeCode>' },
  },
  'CII-STRUCTURE-ATTRIBUTE-UNKNOWN': {
    title: ['Nedovolený atribút v CII', 'Attribute not allowed in CII'],
    why: ['Každý prvok má v CII D16B určené atribúty; neznámy atribút programy odmietnu, alebo jeho hodnotu prehliadnu.', 'CII D16B defines the attributes of each element; software rejects an unknown attribute or ignores its value.'],
    cause: ['V názve atribútu je preklep alebo iná veľkosť písmen (schemeId), alebo si prevodník pridal vlastný.', 'The name is mistyped or in another case (schemeId), or the converter added one of its own.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:ID typ="FV">20260042</ram:ID>', right: '<ram:ID>20260042</ram:ID>' },
  },
  'CII-STRUCTURE-ATTRIBUTE-MISSING': {
    title: ['Chýba povinný atribút v CII', 'Required attribute missing in CII'],
    why: ['Atribút dáva hodnote význam. Samotný štandard CII D16B žiadny atribút nevyžaduje; povinné atribúty určujú pravidlá EN 16931.', 'The attribute gives the value its meaning. CII D16B itself requires no attribute; the rules of EN 16931 require some.'],
    cause: ['Prevodník zapíše iba hodnotu a atribút, napríklad tvar dátumu alebo menu, považuje za samozrejmý.', 'The converter writes the value only and takes the attribute, such as the date format or the currency, for granted.'],
  },
  'CII-STRUCTURE-VALUE-INVALID': {
    title: ['Hodnota v nesprávnom tvare v CII', 'Value in the wrong form in CII'],
    why: ['Čísla a dátumy sa v XML zapisujú všade rovnako, bez ohľadu na krajinu; inak zapísané program nenačíta alebo pochopí zle.', 'Numbers and dates have one form in XML, in all countries; software rejects or misreads any other form.'],
    cause: ['Prevodník použije slovenský zápis čísla s desatinnou čiarkou alebo medzerami, alebo zapíše do udt:DateTime iba dátum.', 'The converter writes numbers in the local format, with a decimal comma or spaces, or writes a date without a time in udt:DateTime.'],
    example: { at: AT_TOTALS, wrong: '<ram:DuePayableAmount>1 230,00</ram:DuePayableAmount>', right: '<ram:DuePayableAmount>1230.00</ram:DuePayableAmount>' },
  },
  'CII-STRUCTURE-TEXT-UNEXPECTED': {
    title: ['Text medzi prvkami CII', 'Text between CII elements'],
    why: ['Text, ktorý nie je v žiadnom prvku na to určenom, program príjemcu prehliadne.', 'The receiver\'s software ignores text that is not in an element for text.'],
    cause: ['Údaj sa zapísal priamo do nadradeného prvku namiesto do prvku s obsahom: dátum má byť v udt:DateTimeString, poznámka v ram:Content.', 'The text was written directly into the outer element instead of the one for its content: a date belongs in udt:DateTimeString, a note in ram:Content.'],
    example: { at: 'rsm:ExchangedDocument', wrong: '<ram:IncludedNote>Ďakujeme za objednávku.</ram:IncludedNote>', right: '<ram:IncludedNote>\n  <ram:Content>Ďakujeme za objednávku.</ram:Content>\n</ram:IncludedNote>' },
  },
} as const satisfies Explanations;

const SUPPORTING: Both = ['Prílohu, jej opis a adresu má v norme iba sprievodný doklad; v CII ho určuje kód typu 916.', 'In the norm only a supporting document has a file, a description and a location; CII marks it with the type code 916.'];
const ALL_REFERENCES: Both = ['Prevodník zapisuje všetky odkazy na doklady podľa jednej šablóny.', 'The converter writes all document references from one template.'];
const OF_DOCUMENT: Both = ['Údaj platí pre celý doklad a v modeli faktúry je na jednom mieste; DPH na riadku má iba kategóriu a sadzbu.', 'The value applies to the whole document and occurs once in the invoice model; the VAT of a line has only a category and a rate.'];
const ONE_TEMPLATE: Both = ['Prevodník zapisuje DPH na riadku a DPH dokladu podľa jednej šablóny.', 'The converter writes the VAT of lines and of the document from one template.'];
const ONE_ID: Both = ['Podľa normy má subjekt jeden identifikátor, buď so schémou, alebo bez nej; z dvoch by si príjemca musel vybrať.', 'In the norm the party has one identifier, with or without a scheme; with two of them the receiver would have to choose.'];
const TWO_NUMBERS: Both = ['Program exportuje interné číslo partnera aj jeho GLN.', 'The software exports its internal number of the partner and the GLN.'];
const ONE_CONTACT: Both = ['Kontaktné miesto má v norme jeden názov: osobu, alebo oddelenie.', 'A contact point has one name in the norm: a person or a department.'];
const TWO_CONTACTS: Both = ['V karte partnera je vyplnená kontaktná osoba aj oddelenie a prevodník zapíše oboje.', 'The record of the partner has both a contact person and a department, and the converter writes both.'];

/** EN 16931 in CII: syntax rules about values. */
export const ciiSyntaxExplanations = {
  'CII-DT-015': {
    title: ['Adresa súboru pri inom ako sprievodnom doklade', 'File location on a reference that is not a supporting document'],
    why: SUPPORTING,
    cause: ALL_REFERENCES,
    example: { at: AGREEMENT, wrong: '<ram:ContractReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n  <ram:URIID>https://example.com/zmluva.pdf</ram:URIID>\n</ram:ContractReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n  <ram:URIID>https://example.com/zmluva.pdf</ram:URIID>\n  <ram:TypeCode>916</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-DT-018': {
    title: ['Kód typu pri odkaze, ktorý ho nemá', 'Type code on a reference that has none'],
    why: ['Druh odkazu (zmluva, objednávka, dodací list) určuje v CII jeho prvok; kód typu rozlišuje iba ďalšie doklady: 50, 130 a 916.', 'In CII the element determines the kind of a reference (contract, order, despatch advice); the type code only distinguishes additional documents: 50, 130 and 916.'],
    cause: ['Prevodník dopĺňa kód druhu dokladu ku každému odkazu.', 'The converter adds a type code to every reference.'],
    example: { at: AGREEMENT, wrong: '<ram:ContractReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n  <ram:TypeCode>315</ram:TypeCode>\n</ram:ContractReferencedDocument>', right: '<ram:ContractReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n</ram:ContractReferencedDocument>' },
  },
  'CII-DT-021': {
    title: ['Opis pri inom ako sprievodnom doklade', 'Description on a reference that is not a supporting document'],
    why: SUPPORTING,
    cause: ALL_REFERENCES,
    example: { at: AGREEMENT, wrong: '<ram:ContractReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n  <ram:Name>Rámcová zmluva</ram:Name>\n</ram:ContractReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ZML-7</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:Name>Rámcová zmluva</ram:Name>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-DT-022': {
    title: ['Príloha pri inom ako sprievodnom doklade', 'Embedded file on a reference that is not a supporting document'],
    why: SUPPORTING,
    cause: ['Príloha a číslo objektu (zmluvy, odberného miesta) sú v programe jeden záznam.', 'The file and the number of the object (contract, metering point) are one record in the software.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-4711</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n  <ram:AttachmentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</ram:AttachmentBinaryObject>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-4711</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:AttachmentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</ram:AttachmentBinaryObject>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-DT-024': {
    title: ['Schéma pri odkaze, ktorý nie je fakturovaným objektom', 'Scheme on a reference that is not an invoiced object'],
    why: ['Schéma patrí iba k identifikátoru fakturovaného objektu (typ 130); pri prílohe by ju príjemca nevedel vyložiť.', 'A scheme belongs only to an invoiced object identifier (type 130); on an attachment the receiver could not interpret it.'],
    cause: ['Prevodník kopíruje schému ku každému odkazu na doklad.', 'The converter copies the scheme to every document reference.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:ReferenceTypeCode>MG</ram:ReferenceTypeCode>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-DT-033': {
    title: ['Jednotka množstva chýba na riadkoch', 'Unit missing on the lines'],
    why: ['Jednotka ceny sa porovnáva s jednotkou fakturovaného množstva; bez nej sa cena riadka nedá overiť.', 'The unit of the price is compared with that of the invoiced quantity; without it the price of the line cannot be checked.'],
    cause: ['Na karte položky chýba merná jednotka množstva a prevodník zapíše jednotku iba k cene.', 'The record of the item has no unit of the quantity, and the converter writes a unit only for the price.'],
    example: { at: LINE, wrong: '<ram:SpecifiedLineTradeAgreement>\n  <ram:NetPriceProductTradePrice>\n    <ram:ChargeAmount>10.00</ram:ChargeAmount>\n    <ram:BasisQuantity unitCode="HUR">1</ram:BasisQuantity>\n  </ram:NetPriceProductTradePrice>\n</ram:SpecifiedLineTradeAgreement>\n<ram:SpecifiedLineTradeDelivery>\n  <ram:BilledQuantity>10</ram:BilledQuantity>\n</ram:SpecifiedLineTradeDelivery>', right: '<ram:SpecifiedLineTradeAgreement>\n  <ram:NetPriceProductTradePrice>\n    <ram:ChargeAmount>10.00</ram:ChargeAmount>\n    <ram:BasisQuantity unitCode="HUR">1</ram:BasisQuantity>\n  </ram:NetPriceProductTradePrice>\n</ram:SpecifiedLineTradeAgreement>\n<ram:SpecifiedLineTradeDelivery>\n  <ram:BilledQuantity unitCode="HUR">10</ram:BilledQuantity>\n</ram:SpecifiedLineTradeDelivery>' },
  },
  'CII-DT-037': {
    title: ['Daň s iným kódom ako VAT', 'Tax with a code other than VAT'],
    why: ['Norma pozná v údajoch o dani iba DPH, ktorá má medzinárodný kód VAT.', 'The norm has tax information only for VAT, and its international code is VAT.'],
    cause: ['Prevodník zapíše skratku dane zo svojho číselníka (DPH, MWST, TVA).', 'The converter writes an abbreviation from its own list (DPH, MWST, TVA).'],
    example: { at: `${SETTLEMENT}/ram:ApplicableTradeTax`, wrong: '<ram:TypeCode>DPH</ram:TypeCode>', right: '<ram:TypeCode>VAT</ram:TypeCode>' },
  },
  'CII-DT-041': {
    title: ['Základ dane mimo rekapitulácie DPH', 'Taxable amount outside the VAT breakdown'],
    why: OF_DOCUMENT,
    cause: ONE_TEMPLATE,
    example: { at: `${LINE}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`, wrong: '<ram:TypeCode>VAT</ram:TypeCode>\n<ram:BasisAmount>100.00</ram:BasisAmount>', right: '<ram:TypeCode>VAT</ram:TypeCode>' },
  },
  'CII-DT-054': {
    title: ['Deň vzniku daňovej povinnosti na riadku', 'Tax point date on a line'],
    why: OF_DOCUMENT,
    cause: ONE_TEMPLATE,
    example: { at: `${LINE}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`, wrong: '<ram:TypeCode>VAT</ram:TypeCode>\n<ram:TaxPointDate>\n  <udt:DateString format="102">20260430</udt:DateString>\n</ram:TaxPointDate>', right: '<ram:TypeCode>VAT</ram:TypeCode>' },
  },
  'CII-DT-058': {
    title: ['Kód dňa vzniku daňovej povinnosti na riadku', 'Tax point date code on a line'],
    why: OF_DOCUMENT,
    cause: ONE_TEMPLATE,
    example: { at: `${LINE}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`, wrong: '<ram:TypeCode>VAT</ram:TypeCode>\n<ram:DueDateTypeCode>5</ram:DueDateTypeCode>', right: '<ram:TypeCode>VAT</ram:TypeCode>' },
  },
  'CII-DT-097': {
    title: ['Dátum nie je v tvare RRRRMMDD', 'Date not written as YYYYMMDD'],
    why: ['V CII sa dátum zapisuje s formátom 102, teda ôsmimi číslicami; iný zápis program príjemcu nenačíta.', 'In CII a date has the format 102, which is eight digits; the receiver\'s software does not read another form.'],
    cause: ['Prevodník zapíše dátum ako v UBL, so spojovníkmi, alebo slovenským spôsobom, s bodkami.', 'The converter writes the date as in UBL, with hyphens, or in the local format, with dots.'],
    example: { at: 'rsm:ExchangedDocument/ram:IssueDateTime', wrong: '<udt:DateTimeString format="102">2026-05-04</udt:DateTimeString>', right: '<udt:DateTimeString format="102">20260504</udt:DateTimeString>' },
  },
  'CII-SR-046': {
    title: ['Štandardný identifikátor položky bez schémy', 'Standard item identifier without a scheme'],
    why: ['Až zo schémy je zrejmé, či ide o GTIN alebo iné číslo; bez nej príjemca položku nepriradí.', 'Only the scheme shows whether the number is a GTIN or another identifier; without it the receiver cannot match the item.'],
    cause: ['Prevodník zapíše čiarový kód bez schémy 0160.', 'The converter writes the bar code without the scheme 0160.'],
    example: { at: `${LINE}/ram:SpecifiedTradeProduct`, wrong: '<ram:GlobalID>08584000000021</ram:GlobalID>', right: '<ram:GlobalID schemeID="0160">08584000000021</ram:GlobalID>' },
  },
  'CII-SR-090': {
    title: ['Krajina pôvodu bez kódu', 'Country of origin without a code'],
    why: ['Krajina pôvodu sa v norme uvádza kódom podľa ISO 3166-1, ktorý je jednoznačný.', 'The norm states the country of origin by its ISO 3166-1 code, which is unambiguous.'],
    cause: ['Prevodník zapíše iba názov krajiny.', 'The converter writes only the name of the country.'],
    example: { at: `${LINE}/ram:SpecifiedTradeProduct`, wrong: '<ram:OriginTradeCountry>\n  <ram:Name>Slovensko</ram:Name>\n</ram:OriginTradeCountry>', right: '<ram:OriginTradeCountry>\n  <ram:ID>SK</ram:ID>\n</ram:OriginTradeCountry>' },
  },
  'CII-SR-119': {
    title: ['Zľava z ceny označená ako prirážka', 'Price discount marked as a charge'],
    why: ['Rozdiel medzi cenou pred zľavou a po nej je v norme vždy zľava; prirážka k cene sa nedá vyjadriť.', 'The difference between the gross and the net price is always a discount in the norm; a surcharge on the price cannot be expressed.'],
    cause: ['Prevodník zapíše označenie podľa znamienka sumy alebo sumu vynechá.', 'The converter sets the indicator by the sign of the amount, or leaves the amount out.'],
    example: { at: `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice`, wrong: '<ram:ChargeAmount>12.00</ram:ChargeAmount>\n<ram:AppliedTradeAllowanceCharge>\n  <ram:ChargeIndicator>\n    <udt:Indicator>true</udt:Indicator>\n  </ram:ChargeIndicator>\n  <ram:ActualAmount>2.00</ram:ActualAmount>\n</ram:AppliedTradeAllowanceCharge>', right: '<ram:ChargeAmount>12.00</ram:ChargeAmount>\n<ram:AppliedTradeAllowanceCharge>\n  <ram:ChargeIndicator>\n    <udt:Indicator>false</udt:Indicator>\n  </ram:ChargeIndicator>\n  <ram:ActualAmount>2.00</ram:ActualAmount>\n</ram:AppliedTradeAllowanceCharge>' },
  },
  'CII-SR-449': {
    title: ['Miesto dodania má dva identifikátory', 'Delivery location with two identifiers'],
    why: ['Miesto dodania má v norme jeden identifikátor, buď so schémou, alebo bez nej.', 'In the norm the delivery location has one identifier, with or without a scheme.'],
    cause: TWO_NUMBERS,
    example: { at: DELIVERY, wrong: '<ram:ShipToTradeParty>\n  <ram:ID>K-7</ram:ID>\n  <ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>\n</ram:ShipToTradeParty>', right: '<ram:ShipToTradeParty>\n  <ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>\n</ram:ShipToTradeParty>' },
  },
  'CII-SR-450': {
    title: ['Kupujúci má dva identifikátory', 'Buyer with two identifiers'],
    why: ONE_ID,
    cause: TWO_NUMBERS,
    example: { at: `${AGREEMENT}/ram:BuyerTradeParty`, wrong: '<ram:ID>K-7</ram:ID>\n<ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>', right: '<ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>' },
  },
  'CII-SR-451': {
    title: ['Príjemca platby má dva identifikátory', 'Payee with two identifiers'],
    why: ONE_ID,
    cause: TWO_NUMBERS,
    example: { at: SETTLEMENT, wrong: '<ram:PayeeTradeParty>\n  <ram:ID>K-7</ram:ID>\n  <ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>\n</ram:PayeeTradeParty>', right: '<ram:PayeeTradeParty>\n  <ram:GlobalID schemeID="0088">8580000000006</ram:GlobalID>\n</ram:PayeeTradeParty>' },
  },
  'CII-SR-457': {
    title: ['Viac označení verejnej zákazky', 'Several tender references'],
    why: ['Faktúra má v norme miesto pre jedno označenie verejnej zákazky alebo jej časti.', 'An invoice has room for one tender or lot reference in the norm.'],
    cause: ['Súhrnná faktúra sa týka viacerých zákaziek. Vystavte za každú samostatnú faktúru, alebo ďalšie označenia uveďte v poznámke.', 'A collective invoice covers several tenders. Issue an invoice for each, or state further references in a note.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VO-1</ram:IssuerAssignedID>\n  <ram:TypeCode>50</ram:TypeCode>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VO-2</ram:IssuerAssignedID>\n  <ram:TypeCode>50</ram:TypeCode>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VO-1</ram:IssuerAssignedID>\n  <ram:TypeCode>50</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-SR-458': {
    title: ['Viac identifikátorov fakturovaného objektu', 'Several invoiced object identifiers'],
    why: ['Hlavička faktúry má miesto pre jeden fakturovaný objekt; ďalšie patria na riadky.', 'The head of an invoice has room for one invoiced object; others belong on the lines.'],
    cause: ['Faktúra sa týka viacerých odberných miest alebo zmlúv a prevodník ich zapíše všetky do hlavičky.', 'The invoice covers several metering points or contracts, and the converter writes all of them in the head.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-1</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-2</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-1</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-SR-462': {
    title: ['Rôzne kódy dňa vzniku daňovej povinnosti', 'Different tax point date codes'],
    why: ['Norma má pre celú faktúru jeden kód dňa vzniku daňovej povinnosti; v CII sa opakuje pri každej sadzbe.', 'The norm has one tax point date code for the whole invoice; CII repeats it for every rate.'],
    cause: ['Program určuje deň vzniku daňovej povinnosti za každý riadok zvlášť.', 'The software determines the tax point date of each line separately.'],
    example: { at: SETTLEMENT, wrong: '<ram:ApplicableTradeTax>\n  <ram:TypeCode>VAT</ram:TypeCode>\n  <ram:DueDateTypeCode>5</ram:DueDateTypeCode>\n</ram:ApplicableTradeTax>\n<ram:ApplicableTradeTax>\n  <ram:TypeCode>VAT</ram:TypeCode>\n  <ram:DueDateTypeCode>72</ram:DueDateTypeCode>\n</ram:ApplicableTradeTax>', right: '<ram:ApplicableTradeTax>\n  <ram:TypeCode>VAT</ram:TypeCode>\n  <ram:DueDateTypeCode>5</ram:DueDateTypeCode>\n</ram:ApplicableTradeTax>\n<ram:ApplicableTradeTax>\n  <ram:TypeCode>VAT</ram:TypeCode>\n  <ram:DueDateTypeCode>5</ram:DueDateTypeCode>\n</ram:ApplicableTradeTax>' },
  },
  'CII-SR-465': {
    title: ['Kontakt predávajúceho s osobou aj oddelením', 'Seller contact with a person and a department'],
    why: ONE_CONTACT,
    cause: TWO_CONTACTS,
    example: { at: `${AGREEMENT}/ram:SellerTradeParty`, wrong: '<ram:DefinedTradeContact>\n  <ram:PersonName>Jana Nováková</ram:PersonName>\n  <ram:DepartmentName>Účtáreň</ram:DepartmentName>\n</ram:DefinedTradeContact>', right: '<ram:DefinedTradeContact>\n  <ram:PersonName>Jana Nováková</ram:PersonName>\n</ram:DefinedTradeContact>' },
  },
  'CII-SR-466': {
    title: ['Kontakt kupujúceho s osobou aj oddelením', 'Buyer contact with a person and a department'],
    why: ONE_CONTACT,
    cause: TWO_CONTACTS,
    example: { at: `${AGREEMENT}/ram:BuyerTradeParty`, wrong: '<ram:DefinedTradeContact>\n  <ram:PersonName>Petr Dvořák</ram:PersonName>\n  <ram:DepartmentName>Nákup</ram:DepartmentName>\n</ram:DefinedTradeContact>', right: '<ram:DefinedTradeContact>\n  <ram:PersonName>Petr Dvořák</ram:PersonName>\n</ram:DefinedTradeContact>' },
  },
  'CII-SR-467': {
    title: ['Rôzne spôsoby platby v CII', 'Different payment means in CII'],
    why: ['Faktúra má v norme jeden spôsob platby; viac prvkov slúži iba na uvedenie viacerých účtov.', 'An invoice has one payment means in the norm; several elements only serve to state several accounts.'],
    cause: ['Faktúra ponúka platbu prevodom aj kartou. Uveďte jeden spôsob, druhý opíšte v platobných podmienkach.', 'The invoice offers payment by transfer and by card. State one of them, and describe the other in the payment terms.'],
    example: { at: SETTLEMENT, wrong: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>SK3112000000198742637541</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>\n<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>48</ram:TypeCode>\n</ram:SpecifiedTradeSettlementPaymentMeans>', right: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>SK3112000000198742637541</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>' },
  },
  'CII-SR-468': {
    title: ['Rôzne opisy spôsobu platby', 'Different descriptions of the payment means'],
    why: ['Spôsob platby je v norme jeden, aj s jeho slovným opisom; viac prvkov slúži iba na uvedenie viacerých účtov.', 'There is one payment means in the norm, with one description in words; several elements only serve to state several accounts.'],
    cause: ['Program zapíše k účtu názov banky alebo meny namiesto spôsobu platby.', 'The software writes the name of the bank or the currency instead of the payment means.'],
    example: { at: SETTLEMENT, wrong: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:Information>Prevod na účet v EUR</ram:Information>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>SK3112000000198742637541</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>\n<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:Information>Prevod na účet v CZK</ram:Information>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>CZ6508000000192000145399</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>', right: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:Information>Prevod na účet</ram:Information>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>SK3112000000198742637541</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>\n<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:Information>Prevod na účet</ram:Information>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>CZ6508000000192000145399</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>' },
  },
  'CII-SR-470': {
    title: ['Prevod bez účtu príjemcu', 'Credit transfer without an account'],
    why: ['Bez čísla účtu kupujúci prevodný príkaz nezadá.', 'Without the account number the buyer cannot make the transfer.'],
    cause: ['V údajoch o vlastnej firme chýba v programe bankový účet, alebo ho prevodník zapíše iba do poznámky.', 'The company data in the software have no bank account, or the converter writes it only in a note.'],
    example: { at: SETTLEMENT, wrong: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n</ram:SpecifiedTradeSettlementPaymentMeans>', right: '<ram:SpecifiedTradeSettlementPaymentMeans>\n  <ram:TypeCode>30</ram:TypeCode>\n  <ram:PayeePartyCreditorFinancialAccount>\n    <ram:IBANID>SK3112000000198742637541</ram:IBANID>\n  </ram:PayeePartyCreditorFinancialAccount>\n</ram:SpecifiedTradeSettlementPaymentMeans>' },
  },
  'CII-SR-474': {
    title: ['Viac fakturovaných objektov na riadku', 'Several invoiced objects on a line'],
    why: ['Riadok faktúry má miesto pre jeden fakturovaný objekt.', 'A line has room for one invoiced object.'],
    cause: ['Riadok vznikol zlúčením spotreby viacerých odberných miest. Rozdeľte ho na viac riadkov.', 'The line joins the consumption of several metering points. Split it into several lines.'],
    example: { at: `${LINE}/ram:SpecifiedLineTradeSettlement`, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-1</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-2</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>ELM-1</ram:IssuerAssignedID>\n  <ram:TypeCode>130</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-SR-475': {
    title: ['Viac opisov sprievodných dokladov', 'Several descriptions of supporting documents'],
    why: ['Zverejnené pravidlo počíta opisy všetkých sprievodných dokladov spolu, hoci norma má opis pri každom. Upozorní preto aj na správnu faktúru s viacerými prílohami; faktúra zostáva platná.', 'The published rule counts the descriptions of all supporting documents together, although the norm has one for each. It therefore also warns about a correct invoice with several attachments; the invoice remains valid.'],
    cause: ['Faktúra má viac príloh s opisom.', 'The invoice has several attachments with a description.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:Name>Výkaz prác</ram:Name>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-6</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:Name>Fotografie</ram:Name>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:Name>Výkaz prác</ram:Name>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-6</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
  'CII-SR-476': {
    title: ['Viac vložených príloh', 'Several embedded files'],
    why: ['Zverejnené pravidlo počíta prílohy všetkých sprievodných dokladov spolu, hoci norma má prílohu pri každom. Upozorní preto aj na správnu faktúru s viacerými prílohami; faktúra zostáva platná.', 'The published rule counts the files of all supporting documents together, although the norm has one for each. It therefore also warns about a correct invoice with several attachments; the invoice remains valid.'],
    cause: ['Faktúra má viac vložených príloh.', 'The invoice has several embedded files.'],
    example: { at: AGREEMENT, wrong: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:AttachmentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</ram:AttachmentBinaryObject>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-6</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:AttachmentBinaryObject mimeCode="application/pdf" filename="foto.pdf">JVBERg==</ram:AttachmentBinaryObject>\n</ram:AdditionalReferencedDocument>', right: '<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-5</ram:IssuerAssignedID>\n  <ram:TypeCode>916</ram:TypeCode>\n  <ram:AttachmentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</ram:AttachmentBinaryObject>\n</ram:AdditionalReferencedDocument>\n<ram:AdditionalReferencedDocument>\n  <ram:IssuerAssignedID>VYKAZ-6</ram:IssuerAssignedID>\n  <ram:URIID>https://example.com/foto.pdf</ram:URIID>\n  <ram:TypeCode>916</ram:TypeCode>\n</ram:AdditionalReferencedDocument>' },
  },
} as const satisfies Explanations;
