import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount';
const endpoint = (scheme: string, id: string): string => `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`;
const RIGHT_ENDPOINT = endpoint('0245', '2020273893');
const taxed = (number: string, scheme = 'VAT'): string =>
  `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>${scheme}</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`;
const entity = (...lines: readonly string[]): string => `<cac:PartyLegalEntity>\n${lines.map((line) => `  ${line}\n`).join('')}</cac:PartyLegalEntity>`;
const NAME = '<cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>';
const ICO = '<cbc:CompanyID schemeID="0158">31333532</cbc:CompanyID>';
const iban = (value: string): string => `<cbc:ID>${value}</cbc:ID>`;
const STREET = '<cbc:StreetName>Hlavná 12</cbc:StreetName>';
const CITY = '<cbc:CityName>Poprad</cbc:CityName>';
const ZONE = '<cbc:PostalZone>058 01</cbc:PostalZone>';

const ROUTE: Both = [
  'Slovenské subjekty sa v sieti Peppol vyhľadávajú podľa DIČ v schéme 0245; pod inou adresou sa príjemca v centrálnom slovenskom registri nenájde a faktúra sa nedoručí.',
  'Slovak parties are looked up in the Peppol network by their DIČ under scheme 0245; under another address the receiver is not found in the central Slovak register and the invoice is not delivered.',
];
const CHECK_DIGIT: Both = [
  'Kontrola odhalí väčšinu preklepov (jednu chybnú číslicu alebo dve vymenené), ktoré by inak prešli oficiálnymi pravidlami a prejavili sa až pri doručení alebo daňovej kontrole.',
  'The check reveals most slips (one wrong digit, two swapped), which would pass the official rules and show only at delivery or in a tax audit.',
];
const TYPED: Both = ['Číslo je prepísané ručne z papierového dokladu, alebo patrí inej firme.', 'The number was typed from paper, or it belongs to another company.'];
const ADDRESS: Both = [
  'Adresa sídla alebo miesta podnikania je povinným údajom faktúry; norma EN 16931 vyžaduje iba krajinu, slovenský zákon viac.',
  'The registered or business address is a mandatory part of an invoice; EN 16931 requires only the country, the Slovak act more.',
];
const ADDRESS_CAUSE: Both = ['Celá adresa je v programe v jednom riadku, alebo v údajoch firmy nie je vyplnená obec či PSČ.', 'The whole address is kept in one line, or the city or post code is not filled in in the record of the company.'];
const ZONE_WHY: Both = ['Podľa PSČ programy zásielky aj adresy triedia a overujú; chybné PSČ býva znakom chybnej adresy.', 'Software sorts and checks addresses by the post code; a wrong one is often the sign of a wrong address.'];
const ZONE_CAUSE: Both = ['PSČ stratilo úvodnú nulu, lebo ho program vedie ako číslo, alebo je pred ním kód krajiny.', 'The post code lost its leading zero, because the software stores it as a number, or it has the country code before it.'];
const SAME_PARTY: Both = [
  'IČ DPH platiteľa je zvyčajne SK a jeho DIČ. Keď sa čísla rozchádzajú, faktúra môže odísť inej firme, ako je tá, ktorej sa účtuje daň; výnimkou je člen skupiny pre DPH.',
  'The IČ DPH of a registered business is usually SK and its DIČ. When the numbers differ, the invoice may go to another company than the one charged with tax; a member of a VAT group is the exception.',
];
const MIXED_RECORDS: Both = ['Adresa a daňové údaje v karte partnera pochádzajú z dvoch firiem, napríklad materskej a dcérskej, alebo sa po zmene partnera opravila iba časť karty.', 'Address and tax data in the partner\'s record come from two companies, a parent and its subsidiary for example, or only a part of the record was changed.'];

/** Slovak advisory layer: identifiers, electronic addresses and parties (SK-R-001 to 039). */
export const slovakPartyExplanations = {
  'SK-R-001': {
    title: ['Číslo v schéme 0245 nie je DIČ', 'Number under scheme 0245 is no DIČ'],
    why: ROUTE,
    cause: ['Do elektronickej adresy sa namiesto DIČ zapísalo IČO (osem číslic) alebo číslo s chýbajúcou číslicou.', 'The IČO (eight digits) or a number that lacks a digit was written as the electronic address in place of the DIČ.'],
    example: { at: BUYER, wrong: endpoint('0245', '35757442'), right: RIGHT_ENDPOINT },
  },
  'SK-R-002': {
    title: ['Preklep v DIČ', 'DIČ mistyped'],
    why: CHECK_DIGIT,
    cause: TYPED,
    example: { at: BUYER, wrong: endpoint('0245', '2020273894'), right: RIGHT_ENDPOINT },
  },
  'SK-R-003': {
    title: ['DIČ s predponou SK alebo kódom schémy', 'DIČ with SK or the scheme before it'],
    why: ROUTE,
    cause: ['Program zapisuje do adresy IČ DPH namiesto DIČ, alebo celý zápis účastníka siete (0245:DIČ), hoci schéma patrí do atribútu.', 'The software writes the IČ DPH in place of the DIČ, or the whole participant identifier (0245:DIČ), although the scheme belongs in the attribute.'],
    example: { at: BUYER, wrong: endpoint('0245', 'SK2020273893'), right: RIGHT_ENDPOINT },
  },
  'SK-R-004': {
    title: ['Nesprávny tvar slovenského IČ DPH', 'Slovak IČ DPH in the wrong form'],
    why: ['IČ DPH v správnom tvare si kupujúci overí v systéme VIES a uvedie v kontrolnom výkaze; s medzerou alebo malými písmenami ho program nespáruje.', 'An IČ DPH in the right form can be checked in VIES and goes into the control statement; with a space or in small letters software does not match it.'],
    cause: ['Za predponou SK je medzera, predpona je malými písmenami, alebo chýba číslica.', 'There is a space after SK, SK is in small letters, or a digit is missing.'],
    example: { at: BUYER, wrong: taxed('SK 2020273893'), right: taxed('SK2020273893') },
  },
  'SK-R-005': {
    title: ['Preklep v IČ DPH', 'IČ DPH mistyped'],
    why: CHECK_DIGIT,
    cause: TYPED,
    example: { at: BUYER, wrong: taxed('SK2020273894'), right: taxed('SK2020273893') },
  },
  'SK-R-006': {
    title: ['IČO nemá osem číslic', 'IČO without eight digits'],
    why: ['IČO je osemmiestne aj vtedy, keď sa začína nulami; kratšie sa v registroch nenájde.', 'An IČO has eight digits even when it starts with zeros; a shorter one is not found in registers.'],
    cause: ['Program vedie IČO ako číselnú hodnotu a úvodné nuly stratil, alebo je v poli IČO zapísané DIČ.', 'The software stores the IČO as a number and lost the leading zeros, or the field contains the DIČ.'],
    example: { at: SELLER, wrong: entity(NAME, '<cbc:CompanyID schemeID="0158">603481</cbc:CompanyID>'), right: entity(NAME, '<cbc:CompanyID schemeID="0158">00603481</cbc:CompanyID>') },
  },
  'SK-R-007': {
    title: ['Preklep v IČO', 'IČO mistyped'],
    why: CHECK_DIGIT,
    cause: TYPED,
    example: { at: SELLER, wrong: entity(NAME, '<cbc:CompanyID schemeID="0158">31333533</cbc:CompanyID>'), right: entity(NAME, ICO) },
  },
  'SK-R-008': {
    title: ['Preklep v IČO bez schémy', 'IČO without a scheme mistyped'],
    why: CHECK_DIGIT,
    cause: ['Číslo je prepísané ručne z papierového dokladu a prevodník k nemu nedopĺňa schému 0158, podľa ktorej by sa overilo ako IČO.', 'The number was typed from paper, and the converter does not add the scheme 0158, by which it would be checked as an IČO.'],
    example: { at: BUYER, wrong: entity('<cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName>', '<cbc:CompanyID>35757443</cbc:CompanyID>'), right: entity('<cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName>', '<cbc:CompanyID schemeID="0158">35757442</cbc:CompanyID>') },
  },
  'SK-R-009': {
    title: ['Preklep v DIČ predávajúceho', 'DIČ of the seller mistyped'],
    why: CHECK_DIGIT,
    cause: TYPED,
    example: { at: SELLER, wrong: taxed('2020317069', 'TAX'), right: taxed('2020317068', 'TAX') },
  },
  'SK-R-013': {
    title: ['IČO alebo IČ DPH na mieste DIČ', 'IČO or IČ DPH in the place of the DIČ'],
    why: ['Program príjemcu spáruje predávajúceho podľa DIČ; s iným číslom ho v evidencii nenájde alebo ho založí druhýkrát.', 'The software of the receiver matches the seller by its DIČ; by another number it does not find the seller, or records it twice.'],
    cause: ['Vo vlastných údajoch firmy sú čísla v nesprávnych poliach, alebo prevodník zobral prvé číslo, ktoré našiel.', 'The own data of the company have the numbers in the wrong fields, or the converter took the first number it found.'],
    example: { at: SELLER, wrong: taxed('SK2020317068', 'TAX'), right: taxed('2020317068', 'TAX') },
  },
  'SK-R-014': {
    title: ['Pokazené písmená v texte', 'Garbled letters in a text'],
    why: ['Názov, ktorý sa nedá prečítať, sa dostane do evidencie príjemcu aj na vytlačenú faktúru; názov firmy potom nesedí s registrom.', 'A name that cannot be read gets into the records of the receiver and onto the printed invoice; the name of a company then does not agree with the register.'],
    cause: ['Program uložil text v UTF-8 a iný ho prečítal ako Windows-1250, alebo sa znak & nahradil dvakrát.', 'One program stored the text in UTF-8 and another one read it as Windows-1250, or the sign & was escaped twice.'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: '<cbc:Name>LoĹľisko</cbc:Name>', right: '<cbc:Name>Ložisko</cbc:Name>' },
  },
  'SK-R-010': {
    title: ['Neplatný slovenský IBAN', 'Invalid Slovak IBAN'],
    why: ['Platbu na neplatný IBAN banka neprijme; kontrolné číslice odhalia preklep skôr, ako sa o ňu niekto pokúsi.', 'A bank does not accept a payment to an invalid IBAN; the check digits reveal the typing error before the payment.'],
    cause: ['IBAN je prepísaný ručne, chýba v ňom číslica, alebo bol zložený zo starého čísla účtu s chybným kódom banky.', 'The IBAN was typed by hand, lacks a digit, or was made from an old account number with a wrong bank code.'],
    example: { at: ACCOUNT, wrong: iban('SK3212000000198742637541'), right: iban('SK3112000000198742637541') },
  },
  'SK-R-011': {
    title: ['Neobvyklé číslo účtu v IBAN-e', 'Unusual account number in an IBAN'],
    why: ['Čísla účtov slovenských bánk majú vlastnú kontrolu; keď nesedí, hoci IBAN platný je, mohol byť IBAN vypočítaný z chybného čísla účtu.', 'Account numbers of Slovak banks have a check of their own; when it fails although the IBAN is valid, the IBAN may have been computed from a wrong number.'],
    cause: ['IBAN bol vypočítaný kalkulačkou z prepísaného čísla účtu. Niektoré účty však túto kontrolu nespĺňajú, hoci sú správne.', 'The IBAN was computed from a mistyped account number. Some accounts fail this check although they are right.'],
    example: { at: ACCOUNT, wrong: iban('SK0412000000198742637542'), right: iban('SK3112000000198742637541') },
  },
  'SK-R-012': {
    title: ['Neplatný zahraničný IBAN', 'Invalid foreign IBAN'],
    why: ['Platbu na neplatný IBAN banka neprijme; kontrolné číslice odhalia preklep skôr, ako sa o ňu niekto pokúsi.', 'A bank does not accept a payment to an invalid IBAN; the check digits reveal the typing error before the payment.'],
    cause: ['IBAN zahraničného účtu je prepísaný ručne z iného dokladu.', 'The IBAN of the foreign account was typed from another document.'],
    example: { at: ACCOUNT, wrong: iban('DE89370400440532013001'), right: iban('DE89370400440532013000') },
  },
  'SK-R-062': {
    title: ['Číslo účtu nie je IBAN', 'The account number is no IBAN'],
    why: ['Prevody v eurách idú na IBAN; staré číslo účtu s kódom banky program príjemcu do platobného príkazu neprevezme a BIC pomenúva iba banku. IBAN s medzerami alebo malými písmenami nemusí rozpoznať.', 'Transfers in euro go to an IBAN; the software of the receiver does not take an old account number into a payment order, a BIC names the bank alone, and it may not know an IBAN with blanks or small letters.'],
    cause: ['V nastavení programu je účet v tvare predčíslie-číslo/kód banky, sú zamenené polia IBAN a BIC, alebo je IBAN zapísaný tak, ako sa tlačí.', 'The settings of the software have the account as prefix-number/bank code, the fields of IBAN and BIC in the place of each other, or the IBAN as it is printed.'],
    example: { at: ACCOUNT, wrong: iban('19-8742637541/1200'), right: iban('SK3112000000198742637541') },
  },
  'SK-R-020': {
    title: ['Slovenská adresa s islandskou schémou 0196', 'Slovak address with the Icelandic scheme 0196'],
    why: ROUTE,
    cause: ['Niektoré slovenské návody uvádzajú schému 0196 s číslom SK a IČO. Táto schéma patrí islandským identifikačným číslam.', 'Some Slovak guides give the scheme 0196 with SK and the IČO. That scheme is the one of Icelandic identification numbers.'],
    example: { at: BUYER, wrong: endpoint('0196', 'SK35757442'), right: RIGHT_ENDPOINT },
  },
  'SK-R-021': {
    title: ['Slovenská adresa s belgickou schémou 0208', 'Slovak address with the Belgian scheme 0208'],
    why: ROUTE,
    cause: ['Prevodník pochádza z Belgicka a schému dopĺňa napevno, alebo ju odvodzuje z IČO.', 'The converter comes from Belgium and writes a fixed scheme, or derives it from the IČO.'],
    example: { at: BUYER, wrong: endpoint('0208', '0035757442'), right: RIGHT_ENDPOINT },
  },
  'SK-R-022': {
    title: ['IČ DPH ako elektronická adresa', 'IČ DPH as the electronic address'],
    why: ROUTE,
    cause: ['Program používa schému 9950, ktorú sieť Peppol pre slovenské IČ DPH tiež pozná; slovenská autorita však určila DIČ.', 'The software uses the scheme 9950, which Peppol has for Slovak VAT identifiers; the Slovak authority chose the DIČ, though.'],
    example: { at: BUYER, wrong: endpoint('9950', 'SK2020273893'), right: RIGHT_ENDPOINT },
  },
  'SK-R-023': {
    title: ['IČO ako elektronická adresa', 'IČO as the electronic address'],
    why: ROUTE,
    cause: ['Program berie za adresu IČO, ktoré je na Slovensku najbežnejším identifikátorom firmy. V sieti Peppol ním však je DIČ.', 'The software takes the IČO, the most usual identifier of a Slovak company, for the address. In the Peppol network it is the DIČ.'],
    example: { at: BUYER, wrong: endpoint('0158', '35757442'), right: RIGHT_ENDPOINT },
  },
  'SK-R-024': {
    title: ['Neobvyklá schéma slovenskej adresy', 'Unusual scheme of a Slovak address'],
    why: ROUTE,
    cause: ['Partner je v sieti zaregistrovaný pod iným identifikátorom, napríklad GLN, alebo ide o pobočku zahraničnej firmy.', 'The partner is registered under another identifier, a GLN for example, or it is a branch of a foreign company.'],
    example: { at: BUYER, wrong: endpoint('0088', '8584000000014'), right: RIGHT_ENDPOINT },
  },
  'SK-R-030': {
    title: ['Elektronická adresa a IČ DPH sa nezhodujú', 'Electronic address and IČ DPH disagree'],
    why: SAME_PARTY,
    cause: MIXED_RECORDS,
    example: { at: BUYER, wrong: `${endpoint('0245', '2020317068')}\n${taxed('SK2020273893')}`, right: `${RIGHT_ENDPOINT}\n${taxed('SK2020273893')}` },
  },
  'SK-R-031': {
    title: ['DIČ a IČ DPH sa nezhodujú', 'DIČ and IČ DPH disagree'],
    why: SAME_PARTY,
    cause: MIXED_RECORDS,
    example: { at: SELLER, wrong: `${taxed('SK2020317068')}\n${taxed('2020273893', 'TAX')}`, right: `${taxed('SK2020317068')}\n${taxed('2020317068', 'TAX')}` },
  },
  'SK-R-032': {
    title: ['Elektronická adresa a DIČ sa nezhodujú', 'Electronic address and DIČ disagree'],
    why: ['Elektronickou adresou slovenského subjektu je jeho DIČ; dve rôzne DIČ na jednom doklade znamenajú, že jedno z nich patrí niekomu inému.', 'The electronic address of a Slovak party is its DIČ; two different ones on one document mean that one of them belongs to another company.'],
    cause: MIXED_RECORDS,
    example: { at: SELLER, wrong: `${endpoint('0245', '2020273893')}\n${taxed('2020317068', 'TAX')}`, right: `${endpoint('0245', '2020317068')}\n${taxed('2020317068', 'TAX')}` },
  },
  'SK-R-033': {
    title: ['Neúplná adresa predávajúceho', 'Incomplete address of the seller'],
    why: ADDRESS,
    cause: ADDRESS_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: CITY, right: `${STREET}\n${CITY}\n${ZONE}` },
  },
  'SK-R-034': {
    title: ['Neúplná adresa kupujúceho', 'Incomplete address of the buyer'],
    why: ADDRESS,
    cause: ['Kupujúci je v programe založený iba s názvom a IČO a adresa sa nedoplnila z registra.', 'The buyer was entered with name and IČO only; the address was not taken from the register.'],
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: '<cbc:CityName>Bratislava</cbc:CityName>', right: '<cbc:StreetName>Dunajská 5</cbc:StreetName>\n<cbc:CityName>Bratislava</cbc:CityName>\n<cbc:PostalZone>811 08</cbc:PostalZone>' },
  },
  'SK-R-035': {
    title: ['Chýba IČO predávajúceho', 'IČO of the seller missing'],
    why: ['IČO je na obchodných listinách povinné podľa Obchodného zákonníka a podľa neho kupujúci predávajúceho nájde v registri.', 'The Commercial Code requires the IČO on business documents, and by it the buyer finds the seller in the register.'],
    cause: ['Do exportu sa dostalo iba DIČ a IČ DPH, IČO zostalo v hlavičke tlačenej faktúry.', 'Only DIČ and IČ DPH are exported; the IČO is in the head of the printed invoice.'],
    example: { at: SELLER, wrong: entity(NAME), right: entity(NAME, ICO) },
  },
  'SK-R-036': {
    title: ['Chýba zápis v obchodnom registri', 'Entry in the commercial register missing'],
    why: ['Obchodná spoločnosť uvádza na faktúre register a číslo zápisu, aby si partner mohol overiť, kto za ňu koná; ukladá to Obchodný zákonník.', 'A company states register and number on its invoices, so that a partner can check who acts for it; the Commercial Code requires it.'],
    cause: ['Zápis sa tlačí v päte faktúry a do XML sa neexportuje.', 'The entry is printed in the footer and is not exported to XML.'],
    example: { at: SELLER, wrong: entity(NAME, ICO), right: entity(NAME, ICO, '<cbc:CompanyLegalForm>Obchodný register Okresného súdu Prešov, oddiel Sro, vložka 123/P</cbc:CompanyLegalForm>') },
  },
  'SK-R-037': {
    title: ['PSČ predávajúceho nemá päť číslic', 'Post code of the seller without five digits'],
    why: ZONE_WHY,
    cause: ZONE_CAUSE,
    example: { at: `${SELLER}/cac:PostalAddress`, wrong: '<cbc:PostalZone>5801</cbc:PostalZone>', right: ZONE },
  },
  'SK-R-038': {
    title: ['PSČ kupujúceho nemá päť číslic', 'Post code of the buyer without five digits'],
    why: ZONE_WHY,
    cause: ZONE_CAUSE,
    example: { at: `${BUYER}/cac:PostalAddress`, wrong: '<cbc:PostalZone>SK-81108</cbc:PostalZone>', right: '<cbc:PostalZone>811 08</cbc:PostalZone>' },
  },
  'SK-R-039': {
    title: ['Krajina SR je Surinam', 'Country SR is Suriname'],
    why: ['Podľa krajiny program príjemcu určí, či ide o domáce plnenie. Kód SR patrí Surinamu; s ním sa slovenské pravidlá neuplatnia a daň sa zaúčtuje ako pri treťom štáte.', 'By the country the receiver\'s software recognises a domestic supply. SR is Suriname; with it Slovak rules do not apply and the tax is booked as with a third country.'],
    cause: ['Do poľa krajiny je prepísaná skratka „SR“ (Slovenská republika) namiesto kódu SK.', 'The abbreviation of the Slovak name of the state was entered as the country in place of the code SK.'],
    example: { at: `${SELLER}/cac:PostalAddress/cac:Country`, wrong: '<cbc:IdentificationCode>SR</cbc:IdentificationCode>', right: '<cbc:IdentificationCode>SK</cbc:IdentificationCode>' },
  },
} as const satisfies Explanations;
