import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const CITY = '<cbc:CityName>Berlin</cbc:CityName>';
const ZONE = '<cbc:PostalZone>10115</cbc:PostalZone>';
const NAME = '<cbc:Name>Eva Schneider</cbc:Name>';
const PHONE = '<cbc:Telephone>+49 30 123456</cbc:Telephone>';
const MAIL = '<cbc:ElectronicMail>rechnung@example.de</cbc:ElectronicMail>';
const CARD = '<cac:CardAccount>\n  <cbc:PrimaryAccountNumberID>1234</cbc:PrimaryAccountNumberID>\n  <cbc:NetworkID>VISA</cbc:NetworkID>\n</cac:CardAccount>';
const account = (iban = 'DE89370400440532013000'): string => `<cac:PayeeFinancialAccount>\n  <cbc:ID>${iban}</cbc:ID>\n</cac:PayeeFinancialAccount>`;
const mandate = (iban: string | null = 'DE89370400440532013000'): string =>
  `<cac:PaymentMandate>\n  <cbc:ID>M-1</cbc:ID>${iban === null ? '' : `\n  <cac:PayerFinancialAccount>\n    <cbc:ID>${iban}</cbc:ID>\n  </cac:PayerFinancialAccount>`}\n</cac:PaymentMandate>`;
const means = (code: string, ...inside: string[]): string =>
  `<cac:PaymentMeans>\n${[`<cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>`, ...inside].join('\n').replaceAll(/^/gm, '  ')}\n</cac:PaymentMeans>`;
const attached = (id: string, file: string): string =>
  `<cac:AdditionalDocumentReference>\n  <cbc:ID>${id}</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${file}">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>`;

const ADDRESS: Both = ['Nemeckí príjemcovia overujú úplnú adresu podľa štandardu XRechnung, z ktorého nemecké pravidlá vychádzajú; neúplnú faktúru ich program odmietne.', 'German receivers check for a complete address, as the standard XRechnung requires, on which the German rules are based; their software refuses an incomplete invoice.'];
const ADDRESS_CAUSE: Both = ['Adresa je v programe zapísaná v jednom riadku a prevodník z nej obec a PSČ neoddelí.', 'The address is kept in a single line, and the converter does not take city and post code out of it.'];
const CONTACT: Both = ['Nemecký kupujúci má na faktúre vidieť, na koho sa obrátiť s otázkou alebo reklamáciou; vyžaduje to štandard XRechnung.', 'The invoice must show a German buyer whom to contact with a question or complaint; the standard XRechnung requires it.'];
const CONTACT_CAUSE: Both = ['Kontakt na predávajúceho je iba v päte tlačenej faktúry a do XML sa neexportuje.', 'The contact of the seller is in the footer of the printed invoice only and is not exported to XML.'];
const PAYMENT: Both = ['Kód spôsobu platby a údaje pri ňom si nesmú odporovať, inak program kupujúceho nevie, ako má zaplatiť.', 'The payment means code and the payment data must not contradict each other, otherwise the buyer\'s software does not know how to pay.'];
const PAYMENT_CAUSE: Both = ['V programe sa zmenil spôsob platby, ale platobné údaje zostali z pôvodného, alebo prevodník exportuje všetky, ktoré o firme vedie.', 'The payment means was changed in the software but its data were not, or the converter exports all the payment data that it has of the company.'];

/** Peppol, Germany (DE-R): for a German seller with a German buyer. */
export const germanExplanations = {
  'DE-R-001': {
    title: ['Nemecká faktúra bez platobných údajov', 'German invoice without payment instructions'],
    why: ['Nemecký kupujúci platí podľa údajov vo faktúre; spôsob platby sa preto uvádza vždy, aj keď je faktúra už uhradená.', 'A German buyer pays according to the data of the invoice, so the payment means is always stated, even when the invoice is already paid.'],
    cause: ['Faktúra bola uhradená v hotovosti alebo kartou a program platobné údaje vynechal.', 'The invoice was paid in cash or by card, and the software left the payment data out.'],
    example: { at: '', wrong: '', right: means('58', account()) },
  },
  'DE-R-002': {
    title: ['Nemecký predávajúci bez kontaktu', 'German seller without a contact'],
    why: CONTACT,
    cause: CONTACT_CAUSE,
    example: { at: SELLER, wrong: '', right: `<cac:Contact>\n  ${NAME}\n  ${PHONE}\n  ${MAIL}\n</cac:Contact>` },
  },
  'DE-R-003': {
    title: ['V adrese predávajúceho chýba obec (Nemecko)', 'City of the seller missing (Germany)'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: ZONE, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-004': {
    title: ['V adrese predávajúceho chýba PSČ (Nemecko)', 'Post code of the seller missing (Germany)'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: CITY, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-005': {
    title: ['Kontakt predávajúceho bez mena (Nemecko)', 'Contact of the seller without a name (Germany)'],
    why: CONTACT,
    cause: ['Program vedie iba spoločný telefón a e-mail firmy. Ako meno stačí uviesť oddelenie, napríklad fakturáciu.', 'The software keeps a general telephone number and email address only. A department, accounting for example, will do as the name.'],
    example: { at: `${SELLER}/cac:Contact`, wrong: `${PHONE}\n${MAIL}`, right: `${NAME}\n${PHONE}\n${MAIL}` },
  },
  'DE-R-006': {
    title: ['Kontakt predávajúceho bez telefónu (Nemecko)', 'Contact of the seller without a telephone (Germany)'],
    why: CONTACT,
    cause: CONTACT_CAUSE,
    example: { at: `${SELLER}/cac:Contact`, wrong: `${NAME}\n${MAIL}`, right: `${NAME}\n${PHONE}\n${MAIL}` },
  },
  'DE-R-007': {
    title: ['Kontakt predávajúceho bez e-mailu (Nemecko)', 'Contact of the seller without an email (Germany)'],
    why: CONTACT,
    cause: CONTACT_CAUSE,
    example: { at: `${SELLER}/cac:Contact`, wrong: `${NAME}\n${PHONE}`, right: `${NAME}\n${PHONE}\n${MAIL}` },
  },
  'DE-R-008': {
    title: ['V adrese kupujúceho chýba obec (Nemecko)', 'City of the buyer missing (Germany)'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: ZONE, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-009': {
    title: ['V adrese kupujúceho chýba PSČ (Nemecko)', 'Post code of the buyer missing (Germany)'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: CITY, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-010': {
    title: ['V adrese dodania chýba obec (Nemecko)', 'City of delivery missing (Germany)'],
    why: ADDRESS,
    cause: ['Ako miesto dodania je v programe zapísaný iba názov stavby alebo pobočky.', 'The place of delivery is only the name of a site or branch in the software.'],
    example: { at: DELIVERY, wrong: ZONE, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-011': {
    title: ['V adrese dodania chýba PSČ (Nemecko)', 'Post code of delivery missing (Germany)'],
    why: ADDRESS,
    cause: ['Ako miesto dodania je v programe zapísaný iba názov stavby alebo pobočky.', 'The place of delivery is only the name of a site or branch in the software.'],
    example: { at: DELIVERY, wrong: CITY, right: `${CITY}\n${ZONE}` },
  },
  'DE-R-014': {
    title: ['Rekapitulácia DPH bez sadzby (Nemecko)', 'VAT breakdown without a rate (Germany)'],
    why: ['V Nemecku sa sadzba uvádza pri každej skupine rekapitulácie, aj nulová, aby bolo zrejmé, že nechýba omylom.', 'In Germany every group of the breakdown states its rate, even zero, to show that it was not forgotten.'],
    cause: ['Program pri plnení, ktoré sa nezdaňuje, nechá sadzbu prázdnu a prevodník prvok vynechá.', 'The software leaves the rate of an untaxed supply empty, and the converter leaves the element out.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', wrong: '<cbc:ID>E</cbc:ID>', right: '<cbc:ID>E</cbc:ID>\n<cbc:Percent>0</cbc:Percent>' },
  },
  'DE-R-015': {
    title: ['Chýba referencia kupujúceho (Nemecko)', 'Buyer reference missing (Germany)'],
    why: ['Nemecké úrady podľa referencie (Leitweg-ID) faktúru doručia správnemu útvaru; číslo objednávky ju v Nemecku nenahrádza.', 'German authorities route the invoice to the right office by the reference (Leitweg-ID); in Germany an order number does not replace it.'],
    cause: ['Kupujúci referenciu oznámil v objednávke, ale v programe pre ňu nie je pole.', 'The buyer gave the reference in its order, but the software has no field for it.'],
    example: { at: '', wrong: '', right: '<cbc:BuyerReference>991-12345-67</cbc:BuyerReference>' },
  },
  'DE-R-016': {
    title: ['Nemecký predávajúci bez daňového čísla', 'German seller without a tax number'],
    why: ['Z faktúry musí byť zrejmé, kde je predávajúci registrovaný pre daň; inak si kupujúci nemôže uplatniť odpočet.', 'The invoice must show where the seller is registered for tax; otherwise the buyer cannot deduct the VAT.'],
    cause: ['Nemecké daňové číslo (Steuernummer) ani IČ DPH (USt-IdNr.) nie sú v údajoch vlastnej firmy vyplnené.', 'Neither the German tax number (Steuernummer) nor the VAT identifier (USt-IdNr.) is filled in for the own company.'],
    example: { at: SELLER, wrong: '', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>DE123456789</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
  'DE-R-017': {
    title: ['Typ dokladu sa v Nemecku nepoužíva', 'Document type not in use in Germany'],
    why: ['Programy nemeckých príjemcov poznajú iba niekoľko typov dokladov; iný nevedia automaticky zaúčtovať.', 'The software of German receivers knows only a few document types; it cannot book others automatically.'],
    cause: ['Program rozlišuje druhy dokladov podrobnejšie, napríklad ťarchopis (383) alebo faktúru k prijatej platbe (386).', 'The software distinguishes more kinds of documents, for example a debit note (383) or a prepayment invoice (386).'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>383</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'DE-R-018': {
    title: ['Skonto nie je zapísané nemeckým spôsobom', 'Cash discount not written the German way'],
    why: ['Skonto (zľavu za skorú úhradu) číta program kupujúceho z platobných podmienok; vie to iba vtedy, keď má presne dohodnutý tvar.', 'The buyer\'s software reads the discount for early payment from the payment terms; it can do so only in exactly the agreed form.'],
    cause: ['Percento nemá dve desatinné miesta, za poslednou značkou chýba nový riadok, alebo sa znakom # začína riadok s bežným textom.', 'The percentage lacks its two decimals, the line break after the last mark is missing, or a line of ordinary text starts with #.'],
    example: { at: 'cac:PaymentTerms', wrong: '<cbc:Note>#SKONTO#TAGE=14#PROZENT=2#\n</cbc:Note>', right: '<cbc:Note>#SKONTO#TAGE=14#PROZENT=2.00#\n</cbc:Note>' },
  },
  'DE-R-019': {
    title: ['Neplatný IBAN pri úhrade SEPA (Nemecko)', 'Invalid IBAN of a SEPA transfer (Germany)'],
    why: ['Úhradu SEPA banka bez platného čísla IBAN nevykoná; kontrolné číslice odhalia preklep vopred.', 'No bank executes a SEPA transfer without a valid IBAN; the check digits reveal a typing error beforehand.'],
    cause: ['IBAN je prepísaný s chybou, alebo je na jeho mieste číslo účtu v staršom tvare.', 'The IBAN has a typing error, or an old account number is stated instead.'],
    example: { at: '', wrong: means('58', account('DE89370400440532013001')), right: means('58', account()) },
  },
  'DE-R-020': {
    title: ['Neplatný IBAN platiteľa pri inkase (Nemecko)', 'Invalid payer IBAN of a direct debit (Germany)'],
    why: ['Pri inkase SEPA sa suma stiahne z účtu platiteľa; IBAN mu ukazuje, z ktorého.', 'A SEPA direct debit takes the amount from the payer\'s account; the IBAN shows the payer which account that is.'],
    cause: ['Účet platiteľa v mandáte chýba, alebo je prepísaný s chybou.', 'The payer\'s account is missing in the mandate, or it has a typing error.'],
    example: { at: '', wrong: means('59', mandate('DE89370400440532013001')), right: means('59', mandate()) },
  },
  'DE-R-022': {
    title: ['Prílohy s rovnakým názvom (Nemecko)', 'Attachments with the same name (Germany)'],
    why: ['Program príjemcu ukladá prílohy podľa názvu; druhá s rovnakým názvom by prepísala prvú.', 'The receiver\'s software saves attachments by their names; a second one of the same name would overwrite the first.'],
    cause: ['Program pomenúva všetky prílohy rovnako, napríklad priloha.pdf.', 'The software gives all attachments the same name, attachment.pdf for example.'],
    example: { at: '', wrong: `${attached('1', 'anlage.pdf')}\n${attached('2', 'anlage.pdf')}`, right: `${attached('1', 'anlage-1.pdf')}\n${attached('2', 'anlage-2.pdf')}` },
  },
  'DE-R-023-1': {
    title: ['Prevod bez čísla účtu (Nemecko)', 'Transfer without an account (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('58'), right: means('58', account()) },
  },
  'DE-R-023-2': {
    title: ['Prevod s údajmi karty alebo inkasa (Nemecko)', 'Transfer with card or debit data (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('58', CARD, account()), right: means('58', account()) },
  },
  'DE-R-024-1': {
    title: ['Platba kartou bez údajov o karte (Nemecko)', 'Card payment without card data (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('48'), right: means('48', CARD) },
  },
  'DE-R-024-2': {
    title: ['Platba kartou s údajmi prevodu alebo inkasa (Nemecko)', 'Card payment with transfer or debit data (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('48', CARD, account()), right: means('48', CARD) },
  },
  'DE-R-025-1': {
    title: ['Inkaso bez údajov o mandáte (Nemecko)', 'Direct debit without its mandate (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('59'), right: means('59', mandate()) },
  },
  'DE-R-025-2': {
    title: ['Inkaso s údajmi prevodu alebo karty (Nemecko)', 'Direct debit with transfer or card data (Germany)'],
    why: PAYMENT,
    cause: PAYMENT_CAUSE,
    example: { at: '', wrong: means('59', account(), mandate()), right: means('59', mandate()) },
  },
  'DE-R-026': {
    title: ['Opravná faktúra bez pôvodnej (Nemecko)', 'Corrected invoice without the original (Germany)'],
    why: ['Opravnú faktúru musí kupujúci spárovať s tou, ktorú opravuje, inak ju zaúčtuje ako novú.', 'The buyer must match a corrected invoice with the one that it corrects, otherwise it is booked as a new one.'],
    cause: ['Oprava bola vytvorená ako nová faktúra a väzba na pôvodnú sa v programe stratila.', 'The correction was made as a new invoice, and the link to the original was lost in the software.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>\n<cac:BillingReference>\n  <cac:InvoiceDocumentReference>\n    <cbc:ID>20260031</cbc:ID>\n  </cac:InvoiceDocumentReference>\n</cac:BillingReference>' },
  },
  'DE-R-027': {
    title: ['Telefón predávajúceho nie je číslo (Nemecko)', 'Telephone of the seller is not a number (Germany)'],
    why: CONTACT,
    cause: ['Povinné pole bolo vyplnené pomlčkou alebo slovom, aby prešlo kontrolou.', 'The mandatory field was filled with a hyphen or a word to get past the check.'],
    example: { at: `${SELLER}/cac:Contact`, wrong: '<cbc:Telephone>auf Anfrage</cbc:Telephone>', right: PHONE },
  },
  'DE-R-028': {
    title: ['Nesprávny e-mail predávajúceho (Nemecko)', 'Wrong email of the seller (Germany)'],
    why: CONTACT,
    cause: ['V poli sú dve adresy naraz, adresa webu alebo adresa bez koncovky domény.', 'The field holds two addresses at once, a web address, or an address without the ending of its domain, such as .de.'],
    example: { at: `${SELLER}/cac:Contact`, wrong: '<cbc:ElectronicMail>eva@example.de; info@example.de</cbc:ElectronicMail>', right: MAIL },
  },
  'DE-R-030': {
    title: ['Inkaso bez identifikátora veriteľa (Nemecko)', 'Direct debit without a creditor identifier (Germany)'],
    why: ['Podľa identifikátora veriteľa a mandátu platiteľ aj banka overia, kto smie z účtu inkasovať.', 'The payer and the bank use the creditor identifier and the mandate to check who may debit the account.'],
    cause: ['Identifikátor veriteľa (Gläubiger-ID) prideľuje Deutsche Bundesbank; v programe nie je vyplnený, alebo mu chýba schéma SEPA.', 'The Deutsche Bundesbank issues the creditor identifier; it is not entered in the software, or it lacks the scheme SEPA.'],
    example: { at: SELLER, wrong: '', right: '<cac:PartyIdentification>\n  <cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID>\n</cac:PartyIdentification>' },
  },
  'DE-R-031': {
    title: ['Inkaso bez účtu platiteľa (Nemecko)', 'Direct debit without the payer\'s account (Germany)'],
    why: ['Platiteľ má na faktúre vidieť, z ktorého účtu sa suma stiahne, aby na ňom mal dosť peňazí.', 'The invoice must show the payer which account will be debited, so that there is enough money in it.'],
    cause: ['Mandát sa v programe vedie bez účtu, ten pozná iba banka.', 'The software keeps the mandate without the account, which only the bank knows.'],
    example: { at: 'cac:PaymentMeans', wrong: mandate(null), right: mandate() },
  },
  'DE-R-T02': {
    title: ['Neúplná adresa externého dokumentu (Nemecko)', 'Incomplete address of an external document (Germany)'],
    why: ['Program príjemcu dokument z adresy stiahne; bez úplnej adresy nevie odkiaľ.', 'The receiver\'s software fetches the document from the address; without a complete address it does not know where to fetch it.'],
    cause: ['Adresa bola skopírovaná bez https:// na začiatku, alebo ide o cestu na vlastnom disku.', 'The address was copied without https:// at its start, or it is a path on a local drive.'],
    example: { at: 'cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference', wrong: '<cbc:URI>example.de/anlage.pdf</cbc:URI>', right: '<cbc:URI>https://example.de/anlage.pdf</cbc:URI>' },
  },
} as const satisfies Explanations;
