import type { ProgramRow } from './row.ts';

const OWN_DIC = [
  'Uveďte v karte firmy ako elektronickú adresu jej DIČ (druh 0245), ako to žiada slovenská autorita Peppol.',
  'State the DIČ of the company (kind 0245) as its electronic address in its record, as the Slovak Peppol authority requires.',
] as const;
const POST_CODE = (ownerSk: string, of: string) =>
  [
    `Opravte PSČ ${ownerSk}: slovenské PSČ má päť číslic, napríklad 811 01.`,
    `Correct the post code in ${of}: a Slovak one has five digits, such as 811 01.`,
  ] as const;
const COMING = (what: string, ownerSk: string, part: string, of: string) =>
  [
    `Doplňte ${ownerSk} ${what} už teraz; sieť Peppol na to bude upozorňovať od niektorého z ďalších vydaní pravidiel.`,
    `Fill in the ${part} in ${of} now; Peppol will warn of it in one of its next releases.`,
  ] as const;
const OWN = 'vo vlastných údajoch';
const BUYER = 'v karte kupujúceho';
const OWN_EN = 'your own data';
const BUYER_EN = 'the record of the buyer';

/** The Slovak layer. */
export const slovakPrograms: Readonly<Record<string, ProgramRow>> = {
  'SK-R-003': [
    'Uveďte v karte firmy ako elektronickú adresu iba desať číslic DIČ, bez kódu 0245 a bez SK.',
    'State only the ten digits of the DIČ as electronic address in the record of the company, without 0245 and SK.',
  ],
  'SK-R-004': [
    'Opravte IČ DPH v karte firmy: SK a desať číslic bez medzier. Overíte ho v systéme VIES.',
    'Correct the IČ DPH in the record of the company: SK and ten digits without blanks. VIES verifies it.',
  ],
  'SK-R-008': [
    'Overte IČO v registri právnických osôb a opravte ho v karte firmy.',
    'Check the IČO in the register of legal entities and correct it in the record of the company.',
  ],
  'SK-R-009': [
    'Porovnajte DIČ vo vlastných údajoch s potvrdením o registrácii od daňového úradu.',
    'Compare the DIČ in your own data with the certificate of registration from the tax office.',
  ],
  'SK-R-013': [
    'Uveďte vo vlastných údajoch ako DIČ desať číslic z potvrdenia daňového úradu; IČO a IČ DPH majú v programe vlastné polia.',
    'State in your own data as DIČ the ten digits of the certificate of the tax office; IČO and IČ DPH have fields of their own in the software.',
  ],
  'SK-R-014': [
    'Nastavte v programe export v kódovaní UTF-8 a vyexportujte faktúru znova; ak je text pokazený už v karte, prepíšte ho tam.',
    'Set the software to export in UTF-8 and export the invoice again; if the text is already garbled in the record, enter it again there.',
  ],
  'SK-R-012': [
    'Porovnajte IBAN vo vlastných údajoch s výpisom z účtu a opravte ho.',
    'Compare the IBAN in your own data with a bank statement and correct it.',
  ],
  'SK-R-020': OWN_DIC,
  'SK-R-021': OWN_DIC,
  'SK-R-022': OWN_DIC,
  'SK-R-023': OWN_DIC,
  'SK-R-024': [
    'Overte si elektronickú adresu u partnera; slovenský subjekt má v sieti Peppol zvyčajne svoje DIČ (0245).',
    'Check the electronic address with your partner; a Slovak party usually has its DIČ (0245) in Peppol.',
  ],
  'SK-R-030': [
    'Skontrolujte v karte firmy, či elektronická adresa a IČ DPH patria tomu istému subjektu. IČ DPH je zvyčajne SK a DIČ; líšia sa pri členovi skupiny pre DPH.',
    'Check in the record of the company that electronic address and IČ DPH belong to the same party. The IČ DPH is usually SK and the DIČ; they differ for a member of a VAT group.',
  ],
  'SK-R-031': [
    'Porovnajte DIČ a IČ DPH v karte firmy. IČ DPH je zvyčajne SK a DIČ; líšia sa pri členovi skupiny pre DPH.',
    'Compare DIČ and IČ DPH in the record of the company. The IČ DPH is usually SK and the DIČ; they differ for a member of a VAT group.',
  ],
  'SK-R-032': [
    'Uveďte v karte firmy v elektronickej adrese to isté DIČ ako medzi daňovými údajmi, alebo opravte to, ktoré je chybné.',
    'State the same DIČ in the electronic address as among the tax data of the company, or correct the one that is wrong.',
  ],
  'SK-R-033': [
    'Doplňte vo vlastných údajoch obec a PSČ. Úplnú adresu na faktúre vyžaduje § 74 ods. 1 písm. a) zákona o DPH.',
    'Complete the address in your own data: town and post code. § 74(1)(a) of the VAT act requires it.',
  ],
  'SK-R-034': [
    'Doplňte v karte kupujúceho obec a PSČ. Úplnú adresu na faktúre vyžaduje § 74 ods. 1 písm. b) zákona o DPH.',
    'Complete the address in the record of the buyer: town and post code. § 74(1)(b) of the VAT act requires it.',
  ],
  'SK-R-035': [
    'Doplňte vo vlastných údajoch IČO. Podnikateľ ho na faktúre uvádza podľa § 3a Obchodného zákonníka.',
    'Add your IČO in your own data. § 3a of the Commercial Code requires it on the invoices of a trader.',
  ],
  'SK-R-036': [
    'Doplňte vo vlastných údajoch zápis v obchodnom registri: súd, oddiel a číslo vložky. Na faktúre ho vyžaduje § 3a Obchodného zákonníka.',
    'Add the entry in the commercial register in your own data: court, section and file number. § 3a of the Commercial Code requires it.',
  ],
  'SK-R-037': POST_CODE(OWN, OWN_EN),
  'SK-R-038': POST_CODE(BUYER, BUYER_EN),
  'SK-R-039': [
    'Zvoľte v karte firmy krajinu Slovensko (SK); SR je kód Surinamu.',
    'Choose Slovakia (SK) in the record of the company; SR is the code of Suriname.',
  ],
  'SK-R-040': [
    'Ak ste platiteľom DPH, doplňte vo vlastných údajoch IČ DPH. Ak nie ste, neúčtujte daň a zvoľte na riadkoch „nie je predmetom dane“ (O).',
    'When you are registered for VAT, add the IČ DPH in your own data. When you are not, charge no VAT and choose “not subject to VAT” (O) on the lines.',
  ],
  'SK-R-041': [
    'Zvoľte slovenskú sadzbu DPH: 23, 19 alebo 5 %, pri dodaní do konca roka 2024 ešte 20, 10 alebo 5 %. Sadzby určuje § 27 zákona o DPH.',
    'Choose a Slovak rate of VAT: 23, 19 or 5 %, for a supply before 2025 still 20, 10 or 5 %. § 27 of the VAT act sets them.',
  ],
  'SK-R-045': [
    'Napíšte dôvod oslobodenia slovami alebo zvoľte kód z európskeho zoznamu (VATEX-EU); kódy VATEX-FR odkazujú na francúzsky zákon.',
    'Write the reason of the exemption in words or choose a code of the European list (VATEX-EU); VATEX-FR codes refer to French law.',
  ],
  'SK-R-046': [
    'Doplňte na faktúru slová „prenesenie daňovej povinnosti“. Vyžaduje ich § 74 ods. 1 písm. k) zákona o DPH.',
    'Add the words “prenesenie daňovej povinnosti” to the invoice. § 74(1)(k) of the VAT act requires them.',
  ],
  'SK-R-047': [
    'Doplňte na faktúru slová „úprava zdaňovania prirážky“ a čoho sa týka: použitý tovar, umelecké diela, zberateľské predmety a starožitnosti, alebo cestovné kancelárie.',
    'Add the words “úprava zdaňovania prirážky” and what they are about: second-hand goods, works of art, collectors’ items and antiques, or travel agents.',
  ],
  'SK-R-048': [
    'Doplňte v rozpise DPH chýbajúcu sadzbu so základom a daňou. Rozpis podľa sadzieb vyžaduje § 74 ods. 1 písm. g) zákona o DPH.',
    'Add the missing rate with its taxable amount and tax to the VAT breakdown. § 74(1)(g) of the VAT act requires it by rate.',
  ],
  'SK-R-049': [
    'Doplňte v karte kupujúceho IČ DPH, alebo fakturujte s daňou: v tuzemsku ju odvádza kupujúci iba vtedy, keď je platiteľom (§ 69 ods. 12 zákona o DPH). Poraďte sa s účtovníkom.',
    'Add the IČ DPH in the record of the buyer, or charge the tax: domestically the buyer accounts for it only when registered (§ 69(12) of the VAT act). Ask your accountant.',
  ],
  'SK-R-050': [
    'Prepočítajte daň zo základu a zaokrúhlite ju na najbližší cent, od polovice centa nahor (§ 26 ods. 3 zákona o DPH).',
    'Compute the tax from the taxable amount again and round it to the nearest cent, half a cent up (§ 26(3) of the VAT act).',
  ],
  'SK-R-051': [
    'Prepočítajte základ dane v rozpise DPH z riadkov, prirážok a zliav s tou istou sadzbou.',
    'Compute the taxable amount in the VAT breakdown again from lines, charges and allowances of the same rate.',
  ],
  'SK-R-052': [
    'Ak môžete, nechajte program prepočítať sumu riadka na cent presne; rozdiel do 0,02 Peppol toleruje.',
    'If you can, have the software compute the amount of the line to the cent; Peppol tolerates a difference up to 0.02.',
  ],
  'SK-R-053': [
    'Ak môžete, nechajte program prepočítať sumu zľavy alebo prirážky na cent presne; rozdiel do 0,02 Peppol toleruje.',
    'If you can, have the software compute the allowance or charge to the cent; Peppol tolerates a difference up to 0.02.',
  ],
  'SK-R-055': [
    'Doplňte kurz, aby faktúra v cudzej mene uvádzala celkovú daň aj v eurách. Vyžaduje ju § 74 ods. 1 písm. i) zákona o DPH.',
    'Add the exchange rate, so that an invoice in a foreign currency states the total VAT in euro too. § 74(1)(i) of the VAT act requires it.',
  ],
  'SK-R-056': [
    'Skontrolujte kurz na faktúre: daň v eurách je rovnaké číslo ako v cudzej mene. Kurz určuje § 26 zákona o DPH; poraďte sa s účtovníkom.',
    'Check the exchange rate: the VAT in euro is the same number as in the foreign currency. § 26 of the VAT act defines the rate; ask your accountant.',
  ],
  'SK-R-060': [
    'Uveďte variabilný symbol z najviac desiatich číslic, prípadne zápis /VS…/SS…/KS… alebo referenciu RF.',
    'State a variable symbol of ten digits at most, or the form /VS…/SS…/KS… or an RF reference.',
  ],
  'SK-R-061': [
    'Zvoľte na faktúre spôsob úhrady, pri prevode aj bankový účet; ak je už zaplatená, uveďte uhradenú sumu.',
    'Choose the payment means on the invoice, for a transfer the bank account too; when it is paid, state the paid amount.',
  ],
  'SK-R-057': [
    'Očíslujte riadky faktúry 1, 2, 3 … a vyexportujte ju znova; ak to program nedovolí, oznámte to jeho výrobcovi.',
    'Number the lines of the invoice 1, 2, 3 … and export it again; if the software does not allow that, inform its maker.',
  ],
  'SK-R-062': [
    'Uveďte vo vlastných údajoch číslo účtu ako IBAN, napríklad zo zmluvy s bankou alebo z výpisu; staré číslo účtu ani kód banky (BIC) nestačí.',
    'State the account in your own data as IBAN, such as from a bank statement; an old account number or the code of the bank (BIC) will not do.',
  ],
  'SK-R-070': [
    'Zadajte na faktúre dátum splatnosti, ktorý v kalendári je.',
    'Give the invoice a due date that the calendar has.',
  ],
  'SK-R-071': [
    'Porovnajte dátum vyhotovenia a dátum splatnosti: splatnosť nemôže byť skôr.',
    'Compare issue date and due date: the due date cannot be earlier.',
  ],
  'SK-R-072': [
    'Skontrolujte dátum vyhotovenia a dátum dodania. Faktúra sa vyhotovuje do 15 dní (§ 73 zákona o DPH); poraďte sa s účtovníkom.',
    'Check the issue date and the date of supply. An invoice is issued within 15 days (§ 73 of the VAT act); ask your accountant.',
  ],
  'SK-R-073': [
    'Ak sa deň dodania alebo prijatia platby líši od dňa vyhotovenia, uveďte ho na faktúre. Vyžaduje ho § 74 ods. 1 písm. d) zákona o DPH.',
    'When the day of supply or payment is not the issue date, state it on the invoice. § 74(1)(d) of the VAT act requires it.',
  ],
  'SK-R-080': [
    'Uveďte na dobropise číslo faktúry, ktorú opravuje. Vyžaduje ho § 74 ods. 3 zákona o DPH.',
    'State on the credit note the number of the invoice that it corrects. § 74(3) of the VAT act requires it.',
  ],
  'SK-R-081': [
    'Uveďte na dobropise aj dátum faktúry, ktorú opravuje; pomôže zaradiť opravu základu dane (§ 25 zákona o DPH).',
    'State the date of the corrected invoice on the credit note too; it helps to place the correction (§ 25 of the VAT act).',
  ],
  'SK-R-082': [
    'Uveďte číslo pôvodnej faktúry. Ak faktúra na žiadnu nenadväzuje, odkaz vynechajte; dobropis ho mať musí.',
    'State the number of the original invoice. An invoice without a preceding one has no reference; a credit note must have it.',
  ],
  'SK-R-084': [
    'Proformu cez Peppol neposielajte; po prijatí platby vyhotovte faktúru k prijatej platbe (386).',
    'Do not send a pro forma over Peppol; when the payment has come, issue a prepayment invoice (386).',
  ],
  'SK-R-085': [
    'Doplňte na faktúru slová „vyhotovenie faktúry odberateľom“. Vyžaduje ich § 74 ods. 1 zákona o DPH.',
    'Add the words “vyhotovenie faktúry odberateľom” to the invoice. § 74(1) of the VAT act requires them.',
  ],
  'SK-R-074': [
    'Opravte na faktúre rok v dátume.',
    'Correct the year of the date on the invoice.',
  ],
  'SK-R-086': [
    'Píšte dobropis kladnými množstvami aj sumami; že ide o vrátenie, hovorí druh dokladu.',
    'Write the credit note with positive quantities and amounts; its document type already means a refund.',
  ],
  'SK-R-087': [
    'Opravte na faktúre kupujúceho: je to ten istý subjekt ako predávajúci.',
    'Correct the buyer on the invoice: it is the same party as the seller.',
  ],
  'SK-R-089': [
    'Skontrolujte odpočítané preddavky; ak sú správne, napíšte do platobných podmienok, kedy a ako preplatok vrátite.',
    'Check the subtracted advances; when they are right, say in the payment terms when and how you return the overpayment.',
  ],
  'SK-R-104': [
    'Zapíšte IČ DPH v karte firmy do údaja IČ DPH, nie DIČ; ak tam je, oznámte výrobcovi programu, že ho exportuje pri nesprávnej dani.',
    'Enter the IČ DPH in the record of the company as IČ DPH, not as DIČ; when it is there, inform the maker of the software that it exports it under the wrong tax.',
  ],
  'SK-R-091': COMING('ulicu', OWN, 'street', OWN_EN),
  'SK-R-092': COMING('obec', OWN, 'town', OWN_EN),
  'SK-R-093': COMING('PSČ', OWN, 'post code', OWN_EN),
  'SK-R-094': COMING('ulicu', BUYER, 'street', BUYER_EN),
  'SK-R-095': COMING('obec', BUYER, 'town', BUYER_EN),
  'SK-R-096': COMING('PSČ', BUYER, 'post code', BUYER_EN),
};
