import type { Both, Explanations } from '../explanation.ts';

const INVOICE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const AT_TOTALS = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation';
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
