import type { Both, Explanations } from '../explanation.ts';

const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const SAFETY: Both = ['Limit chráni službu pred súbormi, ktoré by ju zahltili; bežná faktúra sa k nemu ani nepriblíži.', 'The limit protects the service from files that would choke it; an ordinary invoice does not come near it.'];
const TEMPLATE: Both = ['Prevodník bol napísaný ručne alebo podľa šablóny a UBL 2.1 sa držal iba približne.', 'The converter was written by hand or from a template and follows UBL 2.1 only roughly.'];

/**
 * Checks before the rules: the file is unreadable (XML), has another format, or does not follow the UBL 2.1 schema.
 */
export const structureExplanations = {
  'XML-EMPTY': {
    title: ['Prázdny súbor', 'Empty file'],
    why: ['V prázdnom súbore niet čo overiť; odoslaním by príjemca nedostal nič.', 'There is nothing to validate in an empty file; the receiver would get nothing.'],
    cause: ['Export sa prerušil, alebo sa odoslal súbor skôr, ako ho program dopísal.', 'The export was interrupted, or the file was sent before the software had written it.'],
  },
  'XML-TOO-LARGE': {
    title: ['Príliš veľký súbor', 'File too large'],
    why: SAFETY,
    cause: ['Vo faktúre sú vložené veľké prílohy, napríklad naskenované dokumenty alebo fotografie.', 'Large attachments are embedded in the invoice, scans or photographs for example.'],
    example: { at: 'cac:AdditionalDocumentReference/cac:Attachment', wrong: '<cbc:EmbeddedDocumentBinaryObject mimeCode="image/png" filename="sken.png">…</cbc:EmbeddedDocumentBinaryObject>', right: '<cac:ExternalReference><cbc:URI>https://example.com/sken.pdf</cbc:URI></cac:ExternalReference>' },
  },
  'XML-TOO-DEEP': {
    title: ['Príliš hlboko vnorené prvky', 'Elements nested too deeply'],
    why: SAFETY,
    cause: ['Program pri chybe zapisuje prvok opakovane do seba, alebo súbor nie je faktúrou.', 'Because of an error, the software writes an element into itself repeatedly, or the file is not an invoice.'],
    example: { at: '', wrong: '<cac:Item><cac:Item><cac:Item>…</cac:Item></cac:Item></cac:Item>', right: '<cac:Item><cbc:Name>Papier A4</cbc:Name></cac:Item>' },
  },
  'XML-DTD-FORBIDDEN': {
    title: ['Zakázaná deklarácia DOCTYPE', 'DOCTYPE declaration not allowed'],
    why: ['Deklarácia DOCTYPE dovoľuje načítať cudzie súbory alebo zahltiť program príjemcu, preto ju faktúra nesmie obsahovať.', 'A DOCTYPE declaration can make the receiver\'s software read other files or choke it, so an invoice must not have one.'],
    cause: ['Súbor vytvoril všeobecný editor XML, ktorý deklaráciu dopĺňa sám.', 'The file was made by a general XML editor, which adds the declaration automatically.'],
    example: { at: '', wrong: '<!DOCTYPE Invoice SYSTEM "invoice.dtd">\n<Invoice>…</Invoice>', right: '<Invoice>…</Invoice>' },
  },
  'XML-ENCODING': {
    title: ['Nečitateľné znaky', 'Unreadable characters'],
    why: ['Bez správneho kódovania by sa slovenské písmená zmenili na nezmyselné znaky, aj v názvoch a adresách.', 'Without the right encoding letters with accents would turn into nonsense, in names and addresses, too.'],
    cause: ['Program uloží súbor v kódovaní systému Windows (windows-1250), ale v hlavičke deklaruje UTF-8, alebo naopak.', 'The software saves the file in a Windows encoding (windows-1250) but declares UTF-8, or the other way round.'],
    example: { at: '', wrong: '<?xml version="1.0" encoding="UTF-16"?>\n<Invoice>…</Invoice>', right: '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice>…</Invoice>' },
  },
  'XML-NOT-WELL-FORMED': {
    title: ['Chyba v zápise XML', 'Error in the XML'],
    why: ['Chybne zapísané XML žiadny program neprečíta, preto sa nedá overiť ani odoslať.', 'No program can read XML with such an error, so it can be neither validated nor sent.'],
    cause: ['Názov firmy alebo text obsahuje znak & či <, ktorý sa v XML musí nahradiť, alebo bol súbor upravený ručne a chýba v ňom koncová značka.', 'A name or text has & or <, which must be replaced in XML, or the file was edited by hand and lacks an end tag.'],
    example: { at: '', wrong: '<cbc:RegistrationName>Novák & syn</cbc:RegistrationName>', right: '<cbc:RegistrationName>Novák &amp; syn</cbc:RegistrationName>' },
  },
  'CII-UNSUPPORTED': {
    title: ['Faktúra v syntaxi CII', 'Invoice in the CII syntax'],
    why: ['Norma EN 16931 má dve syntaxe, UBL a CII. Sieť Peppol na Slovensku používa UBL, preto sa CII overuje iba na požiadanie.', 'EN 16931 has two syntaxes, UBL and CII. The Peppol network in Slovakia uses UBL, so CII is validated only on request.'],
    cause: ['Program exportuje formát ZUGFeRD alebo Factur-X, alebo sa XML vybralo z faktúry PDF.', 'The software exports ZUGFeRD or Factur-X, or the XML was taken out of a PDF invoice.'],
    example: { at: '', wrong: '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">…</rsm:CrossIndustryInvoice>', right: `<Invoice xmlns="${INVOICE}">…</Invoice>` },
  },
  'RULESET-NOT-INSTALLED': {
    title: ['Pravidlá špecifikácie nie sú nainštalované', 'The rules of the specification are not installed'],
    why: ['Doklad v cbc:CustomizationID uvádza, podľa akých pravidiel vznikol. Kto ich nemá, nemôže povedať, že doklad vyhovuje; povie, čo posúdil a čo nie.', 'A document names in cbc:CustomizationID the rules that it was made by. Without these rules the validator cannot confirm that the document complies with them; it reports which rules were checked.'],
    cause: ['Doklad je podľa inej národnej špecifikácie (napríklad XRechnung, UBL.BE alebo PINT), alebo je v označení špecifikácie preklep.', 'The document follows another national specification (XRechnung, UBL.BE or PINT, for example), or the identifier of the specification is mistyped.'],
    example: { at: '', wrong: '<cbc:CustomizationID>urn:peppol:pint:billing-1@sg-1</cbc:CustomizationID>', right: '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>' },
  },
  'UBL-UNKNOWN-ROOT': {
    title: ['Dokument nie je faktúra ani dobropis', 'Neither an invoice nor a credit note'],
    why: ['Podľa koreňového prvku a jeho menného priestoru program spozná, aký doklad číta; pravidlá pre faktúry sa na iný doklad nedajú použiť.', 'Software recognizes the document by its document element and namespace; the rules for invoices do not apply to other documents.'],
    cause: ['Odoslala sa objednávka alebo iný doklad, faktúra vo vlastnom formáte programu, alebo je v mennom priestore preklep.', 'An order or another document was sent, an invoice in the software\'s own format, or the namespace is mistyped.'],
    example: { at: '', wrong: `<Faktura xmlns="${INVOICE}">…</Faktura>`, right: `<Invoice xmlns="${INVOICE}">…</Invoice>` },
  },
  'UBL-STRUCTURE-ELEMENT-UNKNOWN': {
    title: ['Neznámy prvok', 'Unknown element'],
    why: ['UBL 2.1 má pevný zoznam prvkov; čo v ňom nie je, program príjemcu nevie prečítať a môže odmietnuť celú faktúru.', 'UBL 2.1 has a fixed list of elements; the receiver\'s software cannot read other elements, and it may reject the whole invoice.'],
    cause: TEMPLATE,
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TotalAmount currencyID="EUR">123.00</cbc:TotalAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED': {
    title: ['Prvok na mieste, kam nepatrí', 'Element in a place where it does not belong'],
    why: ['Ten istý prvok má na rôznych miestach rôzny význam; na mieste, kde ho UBL nepozná, by ho nikto nehľadal.', 'The same element has different meanings in different places; software does not look for it where UBL does not allow it.'],
    cause: ['Prevodník vynechal prvok, do ktorého údaj patrí, napríklad cac:PaymentMeans okolo platobnej referencie.', 'The converter left out the element around it, cac:PaymentMeans around a payment reference for example.'],
    example: { at: '', wrong: '<cbc:PaymentID>20260042</cbc:PaymentID>', right: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentID>20260042</cbc:PaymentID>\n</cac:PaymentMeans>' },
  },
  'UBL-STRUCTURE-ELEMENT-MISPLACED': {
    title: ['Nesprávne poradie prvkov', 'Elements in the wrong order'],
    why: ['UBL 2.1 predpisuje poradie prvkov; programy, ktoré sa ním riadia, by údaj na inom mieste prehliadli alebo faktúru odmietli.', 'UBL 2.1 prescribes the order of elements; software that relies on it may overlook the value or reject the invoice.'],
    cause: ['Prevodník pridáva prvky v poradí, v akom ich má v databáze, alebo bol súbor upravený ručne.', 'The converter adds elements in the order of its database, or the file was edited by hand.'],
    example: { at: '', wrong: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:ID>20260042</cbc:ID>', right: '<cbc:ID>20260042</cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>' },
  },
  'UBL-STRUCTURE-ELEMENT-MISSING': {
    title: ['Chýba povinný prvok', 'Required element missing'],
    why: ['Bez prvkov, ktoré sú v UBL 2.1 povinné, program príjemcu súbor ako faktúru neprijme.', 'Without the elements that UBL 2.1 requires, the receiver\'s software does not accept the file as an invoice.'],
    cause: ['Údaj v programe chýba a prevodník prvok vynechal, alebo s prvkom vôbec nepočíta.', 'The value is missing in the software and the converter left the element out, or it does not know the element at all.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cbc:ID>1</cbc:ID>', right: '<cbc:ID>1</cbc:ID>\n<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>' },
  },
  'UBL-STRUCTURE-ELEMENT-REPEATED': {
    title: ['Opakovaný prvok', 'Repeated element'],
    why: ['Ak je údaj na doklade dvakrát, hoci smie byť iba raz, nedá sa určiť, ktorý z nich platí.', 'When a value is stated twice where only one is allowed, it is unclear which of them applies.'],
    cause: ['Prevodník zapíše prvok z hlavičky aj z riadkov, alebo sa údaj doplnil ručne k už exportovanému.', 'The converter writes the element both from the head and from the lines, or a value was added by hand although it had already been exported.'],
    example: { at: '', wrong: '<cbc:DueDate>2026-05-18</cbc:DueDate>\n<cbc:DueDate>2026-06-18</cbc:DueDate>', right: '<cbc:DueDate>2026-05-18</cbc:DueDate>' },
  },
  'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN': {
    title: ['Nedovolený atribút', 'Attribute not allowed'],
    why: ['Každý prvok má v UBL 2.1 určené atribúty; neznámy atribút programy odmietnu, alebo jeho hodnotu prehliadnu.', 'UBL 2.1 defines the attributes of each element; software rejects an unknown attribute or ignores its value.'],
    cause: ['V názve atribútu je preklep alebo iná veľkosť písmen (currencyId), alebo si prevodník pridal vlastný.', 'The name is mistyped or in another case (currencyId), or the converter added one of its own.'],
    example: { at: '', wrong: '<cbc:ID typ="FV">20260042</cbc:ID>', right: '<cbc:ID>20260042</cbc:ID>' },
  },
  'UBL-STRUCTURE-ATTRIBUTE-MISSING': {
    title: ['Chýba povinný atribút', 'Required attribute missing'],
    why: ['Atribút dáva hodnote význam: suma bez meny alebo príloha bez typu súboru sa nedajú spracovať.', 'The attribute gives the value its meaning: an amount without a currency or an attachment without a file type cannot be processed.'],
    cause: ['Prevodník zapíše iba hodnotu, lebo menu považuje za samozrejmú.', 'The converter writes the value only and takes the currency for granted.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount>123.00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'UBL-STRUCTURE-VALUE-INVALID': {
    title: ['Hodnota v nesprávnom tvare', 'Value in the wrong form'],
    why: ['Čísla a dátumy sa v XML zapisujú všade rovnako, bez ohľadu na krajinu; inak zapísané program nenačíta alebo pochopí zle.', 'Numbers and dates have one form in XML, in all countries; software rejects or misreads any other form.'],
    cause: ['Prevodník použije slovenský zápis: desatinnú čiarku, medzery medzi tisícmi alebo dátum s bodkami.', 'The converter uses the local format: a decimal comma, spaces between thousands or a date with dots.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="EUR">1 230,00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">1230.00</cbc:PayableAmount>' },
  },
  'UBL-STRUCTURE-TEXT-UNEXPECTED': {
    title: ['Text medzi prvkami', 'Text between elements'],
    why: ['Text, ktorý nie je v žiadnom prvku na to určenom, program príjemcu prehliadne.', 'The receiver\'s software ignores text that is not in an element for text.'],
    cause: ['Údaj sa zapísal priamo do nadradeného prvku namiesto do prvku s poznámkou, alebo pri ručnej úprave zostal v súbore prebytočný znak.', 'The text was written directly into the outer element instead of its note, or editing by hand has left a stray character.'],
    example: { at: '', wrong: '<cac:PaymentTerms>Splatnosť 14 dní</cac:PaymentTerms>', right: '<cac:PaymentTerms>\n  <cbc:Note>Splatnosť 14 dní</cbc:Note>\n</cac:PaymentTerms>' },
  },
} as const satisfies Explanations;
