import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const entity = (number: string, scheme = ''): string =>
  `<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Nordisk Handel</cbc:RegistrationName>${number === '' ? '' : `\n  <cbc:CompanyID${scheme === '' ? '' : ` schemeID="${scheme}"`}>${number}</cbc:CompanyID>`}\n</cac:PartyLegalEntity>`;
const taxed = (number: string, scheme = 'VAT'): string =>
  `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>${scheme}</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`;
const branch = (id: string): string => (id === '' ? '' : `\n    <cac:FinancialInstitutionBranch>\n      <cbc:ID>${id}</cbc:ID>\n    </cac:FinancialInstitutionBranch>`);
const means = (code: string, reference = '', account = '', bank = ''): string =>
  `<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>${reference === '' ? '' : `\n  <cbc:PaymentID>${reference}</cbc:PaymentID>`}${account === '' ? '' : `\n  <cac:PayeeFinancialAccount>\n    <cbc:ID>${account}</cbc:ID>${branch(bank)}\n  </cac:PayeeFinancialAccount>`}\n</cac:PaymentMeans>`;
const mandate = (inside: string): string => `<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>49</cbc:PaymentMeansCode>\n  <cac:PaymentMandate>\n    <cbc:ID>M-1</cbc:ID>${inside}\n  </cac:PaymentMandate>\n</cac:PaymentMeans>`;
const unspsc = (version: string): string => `<cac:CommodityClassification>\n  <cbc:ItemClassificationCode listID="TST"${version}>44121706</cbc:ItemClassificationCode>\n</cac:CommodityClassification>`;
const danishTax = (reason: string): string => `<cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n<cbc:AllowanceChargeReasonCode>ZZZ</cbc:AllowanceChargeReasonCode>\n<cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason>\n<cbc:Amount currencyID="DKK">20.00</cbc:Amount>`;
const identified = (scheme: string, id: string): string => `<cac:PartyIdentification>\n  <cbc:ID${scheme}>${id}</cbc:ID>\n</cac:PartyIdentification>`;
const lastDay = (day: string): string => `<cac:AdditionalDocumentReference>\n  <cbc:ID>${day}</cbc:ID>\n  <cbc:DocumentDescription>EINDAGI</cbc:DocumentDescription>\n</cac:AdditionalDocumentReference>`;
const DUE = '<cbc:DueDate>2026-05-18</cbc:DueDate>';
const STREET = '<cbc:StreetName>Laugavegur 12</cbc:StreetName>';
const ICELANDIC_CITY = '<cbc:CityName>Reykjavík</cbc:CityName>';
const ICELANDIC_ZONE = '<cbc:PostalZone>101</cbc:PostalZone>';

const CVR: Both = ['Podľa čísla CVR dánske úrady a banky spoznajú, o ktorú firmu ide; schéma 0184 označuje, že číslo je CVR.', 'Danish authorities and banks identify a company by its CVR number; the scheme 0184 marks the number as a CVR number.'];
const CVR_CAUSE: Both = ['Číslo je vedené iba ako daňové, alebo prevodník nezapisuje atribút schemeID.', 'The number is kept as a tax number only, or the converter does not write the attribute schemeID.'];
const DANISH_PAYMENT: Both = ['Dánske banky spracúvajú platobné údaje strojovo; platbu bez úplných údajov v predpísanom tvare nevykonajú.', 'Danish banks process payment data automatically; they do not execute a payment without complete data in the prescribed form.'];
const SLIP: Both = ['Referencia alebo účet sú odpísané z platobnej poukážky neúplne, alebo program dopĺňa medzery a lomky.', 'The reference or the account was copied incompletely from the payment slip, or the software adds spaces and slashes.'];
const KENNITALA: Both = ['Kennitala je na Islande číslo, podľa ktorého úrady a banky spoznajú osobu aj firmu.', 'In Iceland the kennitala is the number by which authorities and banks identify persons and companies.'];
const ICELANDIC_ADDRESS: Both = ['Islandské predpisy vyžadujú na faktúre adresu, podľa ktorej sa strana dá nájsť: ulicu a PSČ.', 'Icelandic rules require an address on the invoice by which the party can be found: street and post code.'];
const ICELANDIC_ACCOUNT: Both = ['Islandské číslo účtu má dvanásť číslic: banku, druh účtu a číslo; bez nich banka platbu nepriradí.', 'An Icelandic account has twelve digits: bank, kind of account and number; without them the bank cannot assign a payment.'];
const EINDAGI: Both = ['EINDAGI je na Islande posledný deň, keď sa dá zaplatiť bez úrokov z omeškania; nasleduje po splatnosti, preto sa uvádza spolu s ňou.', 'In Iceland EINDAGI is the last day to pay without interest on arrears; it follows the due date, so the two are stated together.'];
const ADDRESS_CAUSE: Both = ['Adresa je v programe zapísaná v jednom riadku, ktorý prevodník nerozdelí.', 'The address is kept in a single line, which the converter does not divide.'];
const SCHEME_CAUSE: Both = ['Prevodník zapisuje číslo bez atribútu schemeID, alebo so schémou inej krajiny.', 'The converter writes the number without the attribute schemeID, or with the scheme of another country.'];

/** Peppol, Denmark, Iceland and Norway (DK-R, IS-R, NO-R). */
export const northernExplanations = {
  'DK-R-002': {
    title: ['Dánsky predávajúci bez čísla CVR', 'Danish seller without its CVR number'],
    why: CVR,
    cause: CVR_CAUSE,
    example: { at: SELLER, wrong: entity(''), right: entity('DK12345678', '0184') },
  },
  'DK-R-003': {
    title: ['Iná verzia zatriedenia UNSPSC (Dánsko)', 'Another version of UNSPSC (Denmark)'],
    why: ['Kódy UNSPSC sa medzi verziami menia; dánski príjemcovia pracujú s dvoma, ktoré poznajú ich programy.', 'UNSPSC codes change between versions; Danish receivers work with the two that their software knows.'],
    cause: ['Číselník tovarov je zo staršej verzie, alebo prevodník verziu (listVersionID) nezapisuje.', 'The list of goods is of an older version, or the converter does not write the version (listVersionID).'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: unspsc(''), right: unspsc(' listVersionID="26.0801"') },
  },
  'DK-R-004': {
    title: ['Dánska daň bez čísla kategórie', 'Danish tax without its category number'],
    why: ['Daň iná ako DPH, napríklad ekologická, sa v Dánsku uvádza ako prirážka a rozlišuje sa štvorciferným číslom kategórie.', 'A tax other than VAT, an environmental one for example, is stated as a charge in Denmark and identified by the four digits of its category.'],
    cause: ['Ako dôvod prirážky je uvedený slovný názov dane, alebo bol kód ZZZ použitý pre bežnú prirážku.', 'The reason of the charge is the name of the tax, or the code ZZZ was used for an ordinary charge.'],
    example: { at: 'cac:AllowanceCharge', wrong: danishTax('Miljøafgift'), right: danishTax('0099') },
  },
  'DK-R-005': {
    title: ['Spôsob platby sa v Dánsku nepoužíva', 'Payment means not in use in Denmark'],
    why: DANISH_PAYMENT,
    cause: ['Program používa všeobecný kód 30 (prevod). V Dánsku sa rozlišuje prevod na domáci účet (42) a úhrada SEPA (58).', 'The software uses the general code 30 (transfer). Denmark distinguishes a transfer to a domestic account (42) from a SEPA one (58).'],
    example: { at: '', wrong: means('30', '', 'DK5000400440116243'), right: means('58', '', 'DK5000400440116243') },
  },
  'DK-R-006': {
    title: ['Dánsky prevod bez účtu alebo banky', 'Danish transfer without account or bank'],
    why: DANISH_PAYMENT,
    cause: ['Registračné číslo banky (štyri číslice) je v programe súčasťou čísla účtu.', 'The registration number of the bank (four digits) is part of the account number in the software.'],
    example: { at: '', wrong: means('42', '', '0040 0440116243'), right: means('42', '', '0440116243', '0040') },
  },
  'DK-R-007': {
    title: ['Dánske inkaso bez mandátu alebo účtu', 'Danish direct debit without mandate or account'],
    why: DANISH_PAYMENT,
    cause: ['Mandát sa vedie v banke a program jeho údaje nepozná.', 'The bank keeps the mandate, and the software does not know it.'],
    example: { at: '', wrong: mandate(''), right: mandate('\n    <cac:PayerFinancialAccount>\n      <cbc:ID>0440116243</cbc:ID>\n    </cac:PayerFinancialAccount>') },
  },
  'DK-R-008': {
    title: ['Nesprávna dánska platba giro', 'Wrong Danish giro payment'],
    why: DANISH_PAYMENT,
    cause: SLIP,
    example: { at: '', wrong: means('50', '1234567890123456', '1234567'), right: means('50', '04#1234567890123456', '1234567') },
  },
  'DK-R-009': {
    title: ['Krátka referencia dánskej platby giro', 'Short reference of a Danish giro payment'],
    why: DANISH_PAYMENT,
    cause: SLIP,
    example: { at: '', wrong: means('50', '04#12345678', '1234567'), right: means('50', '04#1234567890123456', '1234567') },
  },
  'DK-R-010': {
    title: ['Nesprávna dánska platba FIK', 'Wrong Danish FIK payment'],
    why: DANISH_PAYMENT,
    cause: SLIP,
    example: { at: '', wrong: means('93', '123456789012345', '12345678'), right: means('93', '71#123456789012345', '12345678') },
  },
  'DK-R-011': {
    title: ['Krátka referencia dánskej platby FIK', 'Short reference of a Danish FIK payment'],
    why: DANISH_PAYMENT,
    cause: SLIP,
    example: { at: '', wrong: means('93', '71#12345678', '12345678'), right: means('93', '71#123456789012345', '12345678') },
  },
  'DK-R-013': {
    title: ['Identifikátor strany bez schémy (Dánsko)', 'Identifier of a party without a scheme (Denmark)'],
    why: ['Dánske úrady používajú viac druhov čísel (CVR, GLN, číslo prevádzkarne); bez schémy sa nedá rozoznať, ktoré to je.', 'Danish authorities use several kinds of numbers (CVR, GLN, production unit); without a scheme the kind is unknown.'],
    cause: ['Do identifikátora sa exportuje vlastné zákaznícke číslo, alebo prevodník schému nezapisuje.', 'An own customer number is exported as the identifier, or the converter does not write the scheme.'],
    example: { at: BUYER, wrong: identified('', '5790000000012'), right: identified(' schemeID="0088"', '5790000000012') },
  },
  'DK-R-014': {
    title: ['Registračné číslo predávajúceho nie je CVR', 'Registration number of the seller is not a CVR number'],
    why: CVR,
    cause: CVR_CAUSE,
    example: { at: SELLER, wrong: entity('DK12345678'), right: entity('DK12345678', '0184') },
  },
  'DK-R-016': {
    title: ['Záporná suma na úhradu v dobropise (Dánsko)', 'Negative amount due in a credit note (Denmark)'],
    why: ['Dobropis už sám hovorí, že peniaze dostane kupujúci; zápornou sumou by sa znamienko otočilo druhý raz.', 'A credit note already means that the buyer gets money back; a negative amount would reverse the sign a second time.'],
    cause: ['Program vyhotoví dobropis ako faktúru so zápornými sumami a zmení iba jej typ.', 'The software makes a credit note as an invoice with negative amounts and changes only its type.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="DKK">-125.00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="DKK">125.00</cbc:PayableAmount>' },
  },
  'DK-R-017': {
    title: ['Registračné číslo kupujúceho nie je CVR', 'Registration number of the buyer is not a CVR number'],
    why: CVR,
    cause: CVR_CAUSE,
    example: { at: BUYER, wrong: entity('87654321'), right: entity('87654321', '0184') },
  },
  'IS-R-001': {
    title: ['Iný typ dokladu ako 380 alebo 381 (Island)', 'Another type than 380 or 381 (Iceland)'],
    why: ['Na Islande sa vymieňajú iba faktúry a dobropisy; iné typy programy príjemcov neočakávajú.', 'Only invoices and credit notes are exchanged in Iceland; the receivers\' software expects no other types.'],
    cause: ['Program rozlišuje druhy dokladov podrobnejšie, napríklad ťarchopis (383) alebo faktúru k prijatej platbe (386).', 'The software distinguishes more kinds of documents, for example a debit note (383) or a prepayment invoice (386).'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>383</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'IS-R-002': {
    title: ['Islandský predávajúci bez čísla kennitala', 'Icelandic seller without its kennitala'],
    why: KENNITALA,
    cause: SCHEME_CAUSE,
    example: { at: SELLER, wrong: entity('5501120610'), right: entity('5501120610', '0196') },
  },
  'IS-R-003': {
    title: ['Neúplná adresa predávajúceho (Island)', 'Incomplete address of the seller (Iceland)'],
    why: ICELANDIC_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: `${ICELANDIC_CITY}\n${ICELANDIC_ZONE}`, right: `${STREET}\n${ICELANDIC_CITY}\n${ICELANDIC_ZONE}` },
  },
  'IS-R-004': {
    title: ['Islandský kupujúci bez čísla kennitala', 'Icelandic buyer without its kennitala'],
    why: KENNITALA,
    cause: SCHEME_CAUSE,
    example: { at: BUYER, wrong: entity('4710080280'), right: entity('4710080280', '0196') },
  },
  'IS-R-005': {
    title: ['Neúplná adresa kupujúceho (Island)', 'Incomplete address of the buyer (Iceland)'],
    why: ICELANDIC_ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: `${STREET}\n${ICELANDIC_CITY}`, right: `${STREET}\n${ICELANDIC_CITY}\n${ICELANDIC_ZONE}` },
  },
  'IS-R-006': {
    title: ['Účet nemá dvanásť číslic (Island, spôsob platby 9)', 'Account without twelve digits (Iceland, payment means 9)'],
    why: ICELANDIC_ACCOUNT,
    cause: ['Namiesto islandského čísla účtu je uvedený IBAN, alebo je číslo zapísané s pomlčkami.', 'An IBAN is stated instead of the Icelandic account, or the number is written with hyphens.'],
    example: { at: '', wrong: means('9', '', '0101-26-000123'), right: means('9', '', '010126000123') },
  },
  'IS-R-007': {
    title: ['Účet nemá dvanásť číslic (Island, spôsob platby 42)', 'Account without twelve digits (Iceland, payment means 42)'],
    why: ICELANDIC_ACCOUNT,
    cause: ['Namiesto islandského čísla účtu je uvedený IBAN, alebo je číslo zapísané s pomlčkami.', 'An IBAN is stated instead of the Icelandic account, or the number is written with hyphens.'],
    example: { at: '', wrong: means('42', '', 'IS140159260076545510730339'), right: means('42', '', '015926007654') },
  },
  'IS-R-008': {
    title: ['EINDAGI nie je dátum (Island)', 'EINDAGI is not a date (Iceland)'],
    why: EINDAGI,
    cause: ['Dátum je zapísaný miestnym spôsobom alebo slovom.', 'The date is written in the local way or in words.'],
    example: { at: '', wrong: lastDay('20. maí 2026'), right: lastDay('2026-05-20') },
  },
  'IS-R-009': {
    title: ['EINDAGI bez dátumu splatnosti (Island)', 'EINDAGI without a due date (Iceland)'],
    why: EINDAGI,
    cause: ['Program exportuje iba posledný deň na úhradu a splatnosť považuje za to isté.', 'The software exports the last day to pay only and treats the due date as the same day.'],
    example: { at: '', wrong: lastDay('2026-05-20'), right: `${DUE}\n${lastDay('2026-05-20')}` },
  },
  'IS-R-010': {
    title: ['EINDAGI je pred splatnosťou (Island)', 'EINDAGI before the due date (Iceland)'],
    why: EINDAGI,
    cause: ['Oba dátumy sú zamenené, alebo sa pri zmene splatnosti druhý neposunul.', 'The two dates are swapped, or the second was not moved with the due date.'],
    example: { at: '', wrong: `${DUE}\n${lastDay('2026-05-10')}`, right: `${DUE}\n${lastDay('2026-05-20')}` },
  },
  'NO-R-001': {
    title: ['Nesprávne nórske IČ DPH', 'Wrong Norwegian VAT identifier'],
    why: ['Prípona MVA hovorí, že organizácia je v Nórsku registrovaná pre DPH; bez nej je číslo iba číslom organizácie.', 'The ending MVA means that the organisation is registered for VAT in Norway; without it the number is only an organisation number.'],
    cause: ['Prípona MVA chýba, číslo má medzery alebo preklep.', 'The ending MVA is missing, or the number has spaces or a typing error.'],
    example: { at: SELLER, wrong: taxed('NO974760673'), right: taxed('NO974760673MVA') },
  },
  'NO-R-002': {
    title: ['Chýba zápis vo Foretaksregisteret (Nórsko)', 'Entry in Foretaksregisteret missing (Norway)'],
    why: ['Nórske kapitálové spoločnosti a pobočky musia na faktúre uviesť, že sú zapísané v obchodnom registri.', 'Norwegian limited companies and branches must state on an invoice that they are in the business register.'],
    cause: ['Zápis sa tlačí iba v päte faktúry. Ak predávajúci v registri zapísaný nie je, upozornenie neberte do úvahy.', 'The entry is printed in the footer only. When the seller is not in the register, ignore the warning.'],
    example: { at: SELLER, wrong: taxed('NO974760673MVA'), right: `${taxed('NO974760673MVA')}\n${taxed('Foretaksregisteret', 'TAX')}` },
  },
} as const satisfies Explanations;
