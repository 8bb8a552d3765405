import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const entity = (number: string, scheme = ''): string => `<cac:PartyLegalEntity>\n  <cbc:CompanyID${scheme === '' ? '' : ` schemeID="${scheme}"`}>${number}</cbc:CompanyID>\n</cac:PartyLegalEntity>`;
const taxed = (number: string, scheme = 'VAT'): string =>
  `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>${scheme}</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`;
const means = (code: string, account = '', bank = ''): string =>
  `<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>${account === '' ? '' : `\n  <cac:PayeeFinancialAccount>\n    <cbc:ID>${account}</cbc:ID>${bank === '' ? '' : `\n    <cac:FinancialInstitutionBranch>\n      <cbc:ID>${bank}</cbc:ID>\n    </cac:FinancialInstitutionBranch>`}\n  </cac:PayeeFinancialAccount>`}\n</cac:PaymentMeans>`;
const reference = '<cac:BillingReference>\n  <cac:InvoiceDocumentReference>\n    <cbc:ID>20260031</cbc:ID>\n  </cac:InvoiceDocumentReference>\n</cac:BillingReference>';
const orderLine = '<cac:InvoiceLine>\n  <cac:OrderLineReference>\n    <cbc:LineID>1</cbc:LineID>\n  </cac:OrderLineReference>\n</cac:InvoiceLine>';
const lines = (...[street, city, zone]: readonly [string, string, string]): string =>
  [street && `<cbc:StreetName>${street}</cbc:StreetName>`, city && `<cbc:CityName>${city}</cbc:CityName>`, zone && `<cbc:PostalZone>${zone}</cbc:PostalZone>`].filter((line) => line !== '').join('\n');
const DUTCH_HOME = '\n<cac:Country>\n  <cbc:IdentificationCode>NL</cbc:IdentificationCode>\n</cac:Country>';
const rate = (percent: string): string => `<cbc:ID>S</cbc:ID>\n<cbc:Percent>${percent}</cbc:Percent>`;

const ITALIAN_ADDRESS: Both = ['Taliansky systém elektronických faktúr vyžaduje úplnú adresu predávajúceho; bez nej sa doklad doň nedá previesť.', 'The Italian system of electronic invoices requires the seller\'s complete address; without it the document cannot be converted for it.'];
const DUTCH_ADDRESS: Both = ['Holandské predpisy vyžadujú na faktúre úplnú adresu: ulicu, obec aj PSČ.', 'Dutch rules require a complete address on an invoice: street, city and post code.'];
const DUTCH_NUMBER: Both = ['Holandské firmy sa rozpoznávajú podľa čísla KVK z obchodného registra, verejné inštitúcie podľa čísla OIN; iné číslo programy príjemcov nenájdu.', 'Dutch companies are identified by the KVK number of the trade register, public bodies by their OIN; the receivers\' software does not find other numbers.'];
const SWEDISH_NUMBER: Both = ['Podľa čísla organizácie švédske úrady a programy príjemcov spoznajú predávajúceho; číslo v inom tvare nenájdu.', 'Swedish authorities and the receivers\' software identify the seller by its organisation number; in another form it is not found.'];
const SWEDISH_VAT: Both = ['Švédske IČ DPH je SE, desať číslic čísla organizácie a 01; v tomto tvare ho kupujúci overí v systéme VIES.', 'A Swedish VAT identifier is SE, the ten digits of the organisation number and 01; in this form the buyer can check it in VIES.'];
const GIRO: Both = ['Švédske platobné systémy Plusgiro a Bankgiro prijímajú iba číslo účtu z číslic; iný zápis banka odmietne.', 'The Swedish payment systems Plusgiro and Bankgiro accept only account numbers made of digits; the bank refuses another form.'];
const ADDRESS_CAUSE: Both = ['Adresa je v programe zapísaná v jednom riadku, ktorý prevodník nerozdelí.', 'The address is kept in a single line, which the converter does not divide.'];
const SCHEME_CAUSE: Both = ['Prevodník zapisuje číslo bez atribútu schemeID, alebo je na jeho mieste IČ DPH.', 'The converter writes the number without the attribute schemeID, or the VAT identifier is stated instead.'];
const HYPHEN: Both = ['Číslo je zapísané s pomlčkou alebo medzerou, ako sa tlačí na doklady.', 'The number is written with a hyphen or a space, as it is printed on documents.'];

/** Peppol, Italy, the Netherlands and Sweden (IT-R, NL-R, SE-R). */
export const westernExplanations = {
  'IT-R-001': {
    title: ['Nesprávne daňové číslo (Taliansko)', 'Wrong tax number (Italy)'],
    why: ['Taliansky systém elektronických faktúr pozná predávajúceho podľa daňového kódu (codice fiscale); iný údaj na tomto mieste odmietne.', 'The Italian system of electronic invoices identifies the seller by its tax code (codice fiscale) and refuses anything else in this place.'],
    cause: ['Na mieste daňového kódu je IČ DPH s medzerami, zápis v registri alebo poznámka.', 'A VAT identifier with spaces, a register entry or a remark is stated instead of the tax code.'],
    example: { at: SELLER, wrong: taxed('RSS MRA 85T10 A562S', 'TAX'), right: taxed('RSSMRA85T10A562S', 'TAX') },
  },
  'IT-R-002': {
    title: ['V adrese predávajúceho chýba ulica (Taliansko)', 'Street of the seller missing (Italy)'],
    why: ITALIAN_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: lines('', 'Milano', '20121'), right: lines('Via Dante 4', 'Milano', '20121') },
  },
  'IT-R-003': {
    title: ['V adrese predávajúceho chýba obec (Taliansko)', 'City of the seller missing (Italy)'],
    why: ITALIAN_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: lines('Via Dante 4', '', '20121'), right: lines('Via Dante 4', 'Milano', '20121') },
  },
  'IT-R-004': {
    title: ['V adrese predávajúceho chýba PSČ (Taliansko)', 'Post code of the seller missing (Italy)'],
    why: ITALIAN_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: lines('Via Dante 4', 'Milano', ''), right: lines('Via Dante 4', 'Milano', '20121') },
  },
  'NL-R-001': {
    title: ['Dobropis bez pôvodnej faktúry (Holandsko)', 'Credit note without the original invoice (Netherlands)'],
    why: ['Kupujúci musí dobropis spárovať s faktúrou, ktorú opravuje, inak nevie, čo si má odpočítať.', 'The buyer must match a credit note with the invoice that it corrects, otherwise it is not clear what to deduct.'],
    cause: ['Dobropis bol vytvorený samostatne, bez väzby na faktúru, alebo sa číslo uviedlo iba v texte.', 'The credit note was made on its own, without a link to the invoice, or the number is in the text only.'],
    example: { at: '', wrong: '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>', right: `<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>\n${reference}` },
  },
  'NL-R-002': {
    title: ['Neúplná adresa predávajúceho (Holandsko)', 'Incomplete address of the seller (Netherlands)'],
    why: DUTCH_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: lines('', 'Utrecht', '3511 AA'), right: lines('Domplein 9', 'Utrecht', '3511 AA') },
  },
  'NL-R-003': {
    title: ['Predávajúci bez čísla KVK alebo OIN', 'Seller without a KVK number or OIN'],
    why: DUTCH_NUMBER,
    cause: SCHEME_CAUSE,
    example: { at: SELLER, wrong: entity('02345678'), right: entity('02345678', '0106') },
  },
  'NL-R-004': {
    title: ['Neúplná adresa kupujúceho (Holandsko)', 'Incomplete address of the buyer (Netherlands)'],
    why: DUTCH_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: lines('Markt 1', 'Delft', ''), right: lines('Markt 1', 'Delft', '2611 GP') },
  },
  'NL-R-005': {
    title: ['Kupujúci bez čísla KVK alebo OIN', 'Buyer without a KVK number or OIN'],
    why: DUTCH_NUMBER,
    cause: SCHEME_CAUSE,
    example: { at: BUYER, wrong: entity('02345679'), right: entity('02345679', '0106') },
  },
  'NL-R-006': {
    title: ['Neúplná adresa daňového zástupcu (Holandsko)', 'Incomplete address of the tax representative (Netherlands)'],
    why: DUTCH_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: 'cac:TaxRepresentativeParty/cac:PostalAddress', wrong: lines('', 'Utrecht', '') + DUTCH_HOME, right: lines('Domplein 9', 'Utrecht', '3511 AA') + DUTCH_HOME },
  },
  'NL-R-007': {
    title: ['Chýbajú platobné údaje (Holandsko)', 'Payment instructions missing (Netherlands)'],
    why: ['Ak má kupujúci platiť, musí z dokladu vedieť, ako a kam; holandské pravidlá to vyžadujú vždy, keď je čo uhradiť.', 'When the buyer has to pay, the document must state how and where; Dutch rules require it whenever there is an amount to pay.'],
    cause: ['Účet je iba v päte tlačenej faktúry a do XML sa neexportuje.', 'The account is in the footer of the printed invoice only and is not exported to XML.'],
    example: { at: '', wrong: '', right: means('58', 'NL91ABNA0417164300') },
  },
  'NL-R-008': {
    title: ['Spôsob platby sa v Holandsku nepoužíva', 'Payment means not in use in the Netherlands'],
    why: ['Holandskí príjemcovia spracúvajú automaticky iba prevod, inkaso, kartu a trvalý príkaz.', 'Dutch receivers process only transfers, direct debits, cards and standing agreements automatically.'],
    cause: ['Program používa kód 31 alebo 42 (prevod na účet). Použite 58 pri úhrade SEPA alebo 30.', 'The software uses 31 or 42 (transfer to an account). Use 58 for a SEPA transfer, or 30.'],
    example: { at: '', wrong: means('31', 'NL91ABNA0417164300'), right: means('58', 'NL91ABNA0417164300') },
  },
  'NL-R-009': {
    title: ['Riadok objednávky bez čísla objednávky (Holandsko)', 'Order line without an order number (Netherlands)'],
    why: ['Číslo riadka objednávky má význam iba spolu s číslom objednávky.', 'The number of an order line means something only together with the number of the order.'],
    cause: ['Program prevzal z objednávky čísla riadkov, ale jej číslo sa neexportuje.', 'The software took the line numbers of the order but does not export its number.'],
    example: { at: '', wrong: orderLine, right: `<cac:OrderReference>\n  <cbc:ID>OBJ-77</cbc:ID>\n</cac:OrderReference>\n${orderLine}` },
  },
  'SE-R-001': {
    title: ['Švédske IČ DPH nemá 14 znakov', 'Swedish VAT identifier without 14 characters'],
    why: SWEDISH_VAT,
    cause: ['Na konci chýba 01, alebo je na mieste IČ DPH iba číslo organizácie.', 'The final 01 is missing, or only the organisation number is stated instead of the identifier.'],
    example: { at: SELLER, wrong: taxed('SE5560360793'), right: taxed('SE556036079301') },
  },
  'SE-R-002': {
    title: ['Švédske IČ DPH obsahuje iné znaky ako číslice', 'Swedish VAT identifier with other characters than digits'],
    why: SWEDISH_VAT,
    cause: HYPHEN,
    example: { at: SELLER, wrong: taxed('SE556036-079301'), right: taxed('SE556036079301') },
  },
  'SE-R-003': {
    title: ['Číslo organizácie obsahuje iné znaky ako číslice (Švédsko)', 'Organisation number with other characters than digits (Sweden)'],
    why: SWEDISH_NUMBER,
    cause: HYPHEN,
    example: { at: SELLER, wrong: entity('556036-0793'), right: entity('5560360793') },
  },
  'SE-R-004': {
    title: ['Číslo organizácie nemá desať znakov (Švédsko)', 'Organisation number without ten characters (Sweden)'],
    why: SWEDISH_NUMBER,
    cause: ['Číslo má predponu 16, alebo je na jeho mieste IČ DPH.', 'The number has the prefix 16, or the VAT identifier is stated instead.'],
    example: { at: SELLER, wrong: entity('165560360793'), right: entity('5560360793') },
  },
  'SE-R-005': {
    title: ['Nesprávny text o dani F (Švédsko)', 'Wrong words on F tax (Sweden)'],
    why: ['Schválenie na daň F hovorí kupujúcemu, že za predávajúceho nemusí zrážať daň; platí iba v predpísanom znení.', 'With the approval for F tax the buyer need not withhold tax for the seller; only the prescribed wording is valid.'],
    cause: ['Na mieste daňovej registrácie je číslo organizácie alebo vlastný text.', 'The organisation number or a text of your own is stated instead of the tax registration.'],
    example: { at: SELLER, wrong: `${taxed('Innehar F-skatt', 'TAX')}\n${entity('5560360793')}`, right: `${taxed('Godkänd för F-skatt', 'TAX')}\n${entity('5560360793')}` },
  },
  'SE-R-006': {
    title: ['Sadzba vo Švédsku neexistuje', 'No such VAT rate in Sweden'],
    why: ['Švédsko má sadzby 25, 12 a 6 percent; pri inej kupujúci daň neodpočíta.', 'Sweden has the rates 25, 12 and 6 per cent; the buyer cannot deduct VAT at another rate.'],
    cause: ['Predávajúci registrovaný vo Švédsku použil sadzbu inej krajiny, alebo je nulová sadzba pri kategórii S.', 'A seller registered in Sweden used the rate of another country, or category S has a rate of zero.'],
    example: { at: 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory', wrong: rate('23'), right: rate('25') },
  },
  'SE-R-007': {
    title: ['Účet Plusgiro s inými znakmi ako číslicami', 'Plusgiro account with other characters than digits'],
    why: GIRO,
    cause: HYPHEN,
    example: { at: '', wrong: means('30', '4154-3', 'SE:PLUSGIRO'), right: means('30', '41543', 'SE:PLUSGIRO') },
  },
  'SE-R-008': {
    title: ['Účet Bankgiro s inými znakmi ako číslicami', 'Bankgiro account with other characters than digits'],
    why: GIRO,
    cause: HYPHEN,
    example: { at: '', wrong: means('30', '5050-1055', 'SE:BANKGIRO'), right: means('30', '50501055', 'SE:BANKGIRO') },
  },
  'SE-R-009': {
    title: ['Účet Bankgiro nemá sedem alebo osem číslic', 'Bankgiro account without seven or eight digits'],
    why: GIRO,
    cause: ['Na mieste účtu Bankgiro je účet Plusgiro alebo číslo účtu v banke.', 'A Plusgiro account or a bank account is stated instead of the Bankgiro account.'],
    example: { at: '', wrong: means('30', '505010', 'SE:BANKGIRO'), right: means('30', '50501055', 'SE:BANKGIRO') },
  },
  'SE-R-010': {
    title: ['Účet Plusgiro nemá dve až osem číslic', 'Plusgiro account without two to eight digits'],
    why: GIRO,
    cause: ['Na mieste účtu Plusgiro je číslo účtu v banke.', 'A bank account is stated instead of the Plusgiro account.'],
    example: { at: '', wrong: means('30', '99604154310', 'SE:PLUSGIRO'), right: means('30', '41543', 'SE:PLUSGIRO') },
  },
  'SE-R-011': {
    title: ['Plusgiro alebo Bankgiro s kódom 50 alebo 56', 'Plusgiro or Bankgiro with code 50 or 56'],
    why: ['Vo Švédsku sa oba platobné systémy označujú ako prevod (30) a rozlišujú sa údajom o banke; staré kódy programy príjemcov nemusia poznať.', 'In Sweden both payment systems are a transfer (30), distinguished by the bank identifier; the receivers\' software may not know the old codes.'],
    cause: ['Prevodník vznikol podľa staršieho švédskeho formátu, ktorý používal kódy 50 a 56.', 'The converter was made for an older Swedish format, which used the codes 50 and 56.'],
    example: { at: '', wrong: means('56', '50501055'), right: means('30', '50501055', 'SE:BANKGIRO') },
  },
  'SE-R-012': {
    title: ['Švédsky prevod s kódom 31', 'Swedish transfer with code 31'],
    why: ['Domáci prevod sa vo Švédsku označuje kódom 30, aby ho programy príjemcov spracovali automaticky.', 'A domestic transfer has the code 30 in Sweden, so that the receivers\' software processes it automatically.'],
    cause: ['Program používa pre každý prevod na účet kód 31.', 'The software uses code 31 for every transfer to an account.'],
    example: { at: '', wrong: means('31', 'SE4550000000058398257466'), right: means('30', 'SE4550000000058398257466') },
  },
  'SE-R-013': {
    title: ['Neplatné číslo organizácie (Švédsko)', 'Invalid organisation number (Sweden)'],
    why: SWEDISH_NUMBER,
    cause: ['Číslo je prepísané s preklepom; kontrolná číslica ho odhalí.', 'The number has a typing error, which the check digit reveals.'],
    example: { at: SELLER, wrong: entity('5560360794'), right: entity('5560360793') },
  },
} as const satisfies Explanations;
