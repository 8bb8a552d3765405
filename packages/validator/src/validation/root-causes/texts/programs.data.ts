import type { Text } from '../../../issues/index.ts';
import type { ProgramRow } from './row.ts';

/** Fixes for users of accounting software, for causes whose own fix mentions XML. */
const rows: Readonly<Record<string, ProgramRow>> = {
  'file-encoding': [
    'Nastavte v programe export v kódovaní UTF-8 a vyexportujte faktúru znova; ak to nepomôže, obráťte sa na jeho dodávateľa.',
    'Set the software to export in UTF-8 and export the invoice again; if that does not help, ask its maker.',
  ],
  'element-missing': [
    'V súbore nie je údaj, ktorý má mať každá faktúra: doplňte ho v programe; ak ho faktúra v programe má, obráťte sa na jeho dodávateľa.',
    'The file lacks what every invoice has: add it in the software; when the invoice has it there, ask the maker of the software.',
  ],
  'element-repeated': [
    'Ponechajte na faktúre údaj iba raz, so správnou hodnotou; ak je v programe iba raz, obráťte sa na jeho dodávateľa.',
    'Keep it once on the invoice, with the right value; when the software has it once only, ask its maker.',
  ],
  'value-unusable': [
    'Skontrolujte, či je údaj na faktúre iba raz a či je vyplnený celý; ak je v programe v poriadku, obráťte sa na jeho dodávateľa.',
    'Check that it is on the invoice once and filled in whole; when it is right in the software, ask its maker.',
  ],
  'value-format': [
    'Opravte tento údaj na faktúre alebo v karte, z ktorej sa berie[[: má tu byť {form.sk}]].',
    'Correct it on the invoice, or in the record that it comes from[[: here belongs {form.en}]].',
  ],
  'date-impossible': [
    'Opravte na faktúre dátum: taký deň v kalendári nie je.',
    'Correct the date on the invoice: the calendar has no such day.',
  ],
  'elements-not-in-norm': [
    'Na faktúre nie je čo opravovať: nastavte v programe export podľa Peppol BIS, alebo údaje navyše neexportujte.',
    'There is nothing to correct on the invoice: set the software to export by Peppol BIS, or do not export the extra data.',
  ],
  'invoiced-object-extended': [
    'Prílohu pripojte k faktúre ako sprievodný doklad, nie k číslu odberného miesta alebo iného fakturovaného objektu; jeho opis uveďte v poznámke.',
    'Attach the file to the invoice as a supporting document, not to the number of the invoiced object; describe the object in a note.',
  ],
  'scheme-attribute-name': [
    'Na faktúre nie je čo opravovať: program zapisuje druh čísla pod nesprávnym názvom. Aktualizujte ho alebo pošlite toto hlásenie jeho dodávateľovi.',
    'There is nothing to correct on the invoice: the software writes the kind of number under the wrong name. Update it or send this message to its maker.',
  ],
  'gln-wrong': [
    'Porovnajte číslo s registrom GS1 a opravte ho v karte partnera.',
    'Compare the number with the GS1 register and correct it in the record of the partner.',
  ],
  'repeated-too-often': [
    'Ponechajte údaj na faktúre iba raz; viac textov spojte do jedného.',
    'Keep it once on the invoice; join several texts into one.',
  ],
  'split-payment': [
    'Zvoľte pri položkách iný druh DPH: rozdelenie platby (B) sa používa iba v Taliansku.',
    'Choose another kind of VAT for the items: split payment (B) is used in Italy alone.',
  ],
  'file-dtd': [
    'Vyexportujte faktúru z účtovného programu znova, bez úprav v inom editore.',
    'Export the invoice from your software again, without changing it in another editor.',
  ],
  'file-not-well-formed': [
    'Vyexportujte faktúru z programu znova a neupravujte ju v inom editore; ak to nepomôže, pošlite toto hlásenie dodávateľovi programu.',
    'Export the invoice again and do not change it in another editor; if that does not help, send this message to the maker of the software.',
  ],
  'file-ampersand': [
    'Nahraďte v názve alebo texte na faktúre znak & slovom „a“ a vyexportujte ju znova. Dodávateľa programu upozornite, že tento znak zapisuje nesprávne.',
    'Replace & by “and” in the name or text on the invoice and export it again. Inform the maker of the software that it writes this character wrongly.',
  ],
  'specification-swapped': [
    'Vymeňte v nastavení exportu špecifikáciu a proces; ak sa nedajú zmeniť, pošlite toto hlásenie dodávateľovi programu.',
    'Swap specification and process in the settings of the export; if they cannot be changed, send this message to the maker of the software.',
  ],
  'namespace-of-elements': [
    'Údaje na faktúre sú, iba ich program zle exportuje: aktualizujte ho alebo pošlite toto hlásenie jeho dodávateľovi.',
    'The invoice has the data, but they are exported wrongly: update the software or send this message to its maker.',
  ],
  'namespace-wrong': [
    'Vyexportujte faktúru vo formáte UBL 2.1; ak to nepomôže, obráťte sa na dodávateľa programu.',
    'Export the invoice as UBL 2.1; if that does not help, ask the maker of the software.',
  ],
  'invoice-wrapped': [
    'Pošlite samotný súbor faktúry, nie súbor, do ktorého je vložená.',
    'Send the file of the invoice itself, not the file it was put in.',
  ],
  'customization-missing': [
    'Zvoľte v exporte faktúry formát {format}.',
    'Choose {format} as the format of the export.',
  ],
  'customization-wrong': [
    'Ak má ísť faktúra sieťou Peppol, zvoľte v exporte formát {format}; ak patrí k inej špecifikácii, overte ju podľa jej pravidiel.',
    'When the invoice goes through Peppol, export it as {format}; when it follows another specification, validate it by its rules.',
  ],
  'profile-missing': ['Zvoľte v exporte faktúry formát {format}.', 'Choose {format} as the format of the export.'],
  'profile-wrong': ['Zvoľte v exporte faktúry formát {format}.', 'Choose {format} as the format of the export.'],
  'element-misnamed': [
    'Údaj na faktúre je, iba je zle vyexportovaný: aktualizujte program alebo sa obráťte na jeho dodávateľa.',
    'The invoice has it, but it is exported wrongly: update the software or ask its maker.',
  ],
  'element-order': [
    'Údaje sú správne, chybné je ich poradie v exporte: aktualizujte program alebo sa obráťte na jeho dodávateľa.',
    'The data are right, their order in the export is not: update the software or ask its maker.',
  ],
  'element-unknown': [
    'Aktualizujte program, ktorý faktúru exportuje, alebo sa obráťte na jeho dodávateľa.',
    'Update the software that exports the invoice, or ask its maker.',
  ],
  'element-foreign': [
    'Aktualizujte program, ktorý faktúru exportuje, alebo sa obráťte na jeho dodávateľa.',
    'Update the software that exports the invoice, or ask its maker.',
  ],
  'term-of-invoices': [
    'Údaj na dobropise je, iba ho program zapisuje ako na faktúre: aktualizujte ho alebo sa obráťte na jeho dodávateľa.',
    'The credit note has the value, but the software writes it as on an invoice: update it or ask its maker.',
  ],
  'tax-number-missing': [
    'Uveďte číslo, pod ktorým je firma registrovaná na daň. Kto IČ DPH nemá, nemá mať v programe ani túto registráciu.',
    'State the number of the tax registration. A company without a VAT number must not have this registration in the software either.',
  ],
  'price-discount-missing': [
    'Uveďte pri jednotkovej cene pred zľavou aj zľavu (bez zľavy 0,00), alebo cenu pred zľavou neuvádzajte.',
    'State the discount next to the price before discount (0.00 without a discount), or leave out the price before discount.',
  ],
  'element-not-allowed': [
    'Program zapisuje údaj na miesto, kam nepatrí: aktualizujte ho alebo sa obráťte na jeho dodávateľa.',
    'The software writes something where it does not belong: update it or ask its maker.',
  ],
  'attribute-unknown': [
    'Aktualizujte program, ktorý faktúru exportuje, alebo sa obráťte na jeho dodávateľa.',
    'Update the software that exports the invoice, or ask its maker.',
  ],
  'value-missing': [
    'Doplňte na faktúre alebo v karte, z ktorej sa berie, údaj „{name.sk}“ a faktúru vyexportujte znova.',
    'Add “{name.en}” on the invoice, or in the record that it is taken from, and export the invoice again.',
  ],
  'attribute-missing': [
    'Doplňte na faktúre alebo v karte, z ktorej sa berie, údaj „{name.sk}“; ak tam je, obráťte sa na dodávateľa programu.',
    'Add “{name.en}” on the invoice, or in the record that it is taken from; when it is there, ask the maker of the software.',
  ],
  'totals-missing': [
    'Vyexportujte faktúru znova; súhrn súm tvorí program sám.',
    'Export the invoice again; the totals are made by the software.',
  ],
  'line-vat-missing': ['Zvoľte na každom riadku sadzbu a druh DPH.', 'Choose the rate and kind of VAT on every line.'],
  'buyer-reference-missing': [
    'Opýtajte sa kupujúceho na referenciu a zapíšte ju na faktúru, alebo uveďte číslo jeho objednávky.',
    'Ask the buyer for the reference and put it on the invoice, or state the number of the order.',
  ],
  'preceding-invoice-missing': [
    'Uveďte na dobropise číslo faktúry, ktorú opravuje.',
    'State on the credit note the number of the invoice that it corrects.',
  ],
  'electronic-address-missing': [
    'Doplňte v karte partnera elektronickú adresu; slovenský subjekt má v sieti Peppol svoje DIČ.',
    'Add the electronic address in the record of the party; a Slovak one has its DIČ in Peppol.',
  ],
  'electronic-address-scheme': [
    'Opravte v karte partnera druh elektronickej adresy; slovenský subjekt má v sieti Peppol svoje DIČ.',
    'Correct the kind of electronic address in the record of the party; a Slovak one has its DIČ in Peppol.',
  ],
  'address-kind-missing': [
    'Zvoľte v karte partnera druh elektronickej adresy; slovenský subjekt má v sieti Peppol svoje DIČ.',
    'Choose the kind of electronic address in the record of the party; a Slovak one has its DIČ in Peppol.',
  ],
  'slovak-address-scheme': [
    'Uveďte v karte slovenského partnera ako elektronickú adresu jeho DIČ.',
    'State the DIČ as the electronic address of the Slovak party.',
  ],
  'allowance-reason-missing': [
    'Napíšte pri {kind.sk} dôvod, napríklad „{example.sk}“.',
    'Write the reason of the {kind.en}, such as “{example.en}”.',
  ],
  'delivery-missing': [
    'Doplňte dátum dodania a krajinu, do ktorej sa tovar dodal.',
    'Add the date of delivery and the country that the goods went to.',
  ],
  'elements-empty': [
    'Vyplňte prázdne údaje v programe[[, {option.sk}]].',
    'Fill in the empty data in the software[[, {option.en}]].',
  ],
  'extension-not-accepted': [
    'Vypnite v exporte elektronický podpis alebo iné rozšírenie dokladu; ak príjemca jeho obsah potrebuje, pošlite mu ho osobitne.',
    'Turn off the electronic signature or other extension of the document in the export; if the receiver needs its content, send it separately.',
  ],
  'decimal-separator': [
    'Zmeňte v programe miestne nastavenie exportu tak, aby sa v súbore písala desatinná bodka.',
    'Change the regional setting of the export so that the file has decimal points.',
  ],
  'number-grouped': [
    'Zmeňte v programe nastavenie exportu tak, aby sa tisíce v súbore neoddeľovali.',
    'Change the setting of the export so that thousands are not separated in the file.',
  ],
  'number-with-currency': [
    'Zapíšte do poľa iba číslo, bez meny a bez znaku percenta.',
    'Write only the number in the field, without currency or per cent sign.',
  ],
  'number-with-text': [
    'Zapíšte do poľa iba číslo; mernú jednotku a menu zvoľte v ich vlastných poliach.',
    'Write only the number in the field; choose unit and currency in fields of their own.',
  ],
  'letters-for-digits': [
    'Opravte v programe preklep v čísle; ak vzniklo rozpoznaním naskenovanej faktúry, porovnajte s ňou všetky čísla.',
    'Correct the slip in the number; if it comes from a scanned invoice, compare all numbers with that.',
  ],
  'number-sign': [
    'Zmeňte v programe nastavenie exportu tak, aby sa mínus písalo pred číslo.',
    'Change the setting of the export so that the minus sign is in front of the number.',
  ],
  'number-double-point': [
    'Opravte v programe číslo, v ktorom je desatinná čiarka alebo bodka dvakrát.',
    'Correct the number that has its decimal point twice.',
  ],
  'number-scientific': [
    'Zmeňte formát čísel v tabuľke alebo v programe, z ktorého sa faktúra exportuje, na obyčajné desatinné číslo.',
    'Change the number format of the spreadsheet or software that exports the invoice to a plain decimal number.',
  ],
  'date-format': [
    'Zmeňte v programe tvar dátumu v exporte; na vytlačenej faktúre môže ostať slovenský.',
    'Change the form of dates in the export; the printed invoice may keep the local one.',
  ],
  'currency-of-amounts': [
    'Skontrolujte menu faktúry a jej riadkov; všetky sumy majú byť v jednej mene.',
    'Check the currency of the invoice and its lines; all amounts are in one currency.',
  ],
  'currency-missing': [
    'Skontrolujte, či má faktúra zvolenú menu, a vyexportujte ju znova; ak mena pri sume chýba aj potom, obráťte sa na dodávateľa programu.',
    'Check that the invoice has a currency and export it again; when an amount still lacks it, ask the maker of the software.',
  ],
  'currency-of-document': [
    'Zvoľte na faktúre menu, v ktorej sú jej sumy.',
    'Choose the currency that its amounts are in as the currency of the invoice.',
  ],
  'identifier-wrong': [
    'Overte číslo u toho, komu patrí, a opravte ho v jeho karte.',
    'Check the number with its bearer and correct it in the record.',
  ],
  'document-type-mismatch': [
    'Zistite, či vyhotovujete faktúru alebo dobropis, a zvoľte v programe ten druh dokladu.',
    'Find out whether you issue an invoice or a credit note and choose that kind in the software.',
  ],
  'vat-breakdown-missing': [
    'Vyexportujte faktúru s rozpisom DPH podľa sadzieb; zvyčajne ho program tvorí z riadkov.',
    'Export the invoice with the VAT breakdown by rate; usually the software makes it from the lines.',
  ],
  'vat-breakdown-mismatch': [
    'Prepočítajte rozpis DPH z riadkov; na každú sadzbu patrí jeden riadok rozpisu.',
    'Compute the VAT breakdown from the lines again; it has one row for each rate.',
  ],
  'vat-of-gross': [
    'Skontrolujte v programe, či sú ceny označené správne ako s DPH alebo bez DPH, a daň nechajte vypočítať znova zo základu.',
    'Check in the software whether prices are marked rightly as with or without VAT, and have the tax computed from the base again.',
  ],
  'line-rate-missing': [
    'Zvoľte pri položke, zľave alebo prirážke sadzbu DPH a faktúru vyexportujte znova.',
    'Choose the VAT rate of the item, allowance or charge and export the invoice again.',
  ],
  'price-unit-other': [
    'Uveďte cenu za tú istú mernú jednotku, v akej je množstvo na riadku; skontrolujte jednotky v karte položky.',
    'State the price for the unit that the quantity on the line has; check the units in the record of the item.',
  ],
  'prepaid-as-line': [
    'Odpočítajte preddavok ako uhradenú zálohu, nie ako položku; ak ste k nemu vyhotovili faktúru s daňou, poraďte sa s účtovníkom.',
    'Subtract the advance as an amount paid, not as an item; when you issued an invoice with VAT for it, ask your accountant.',
  ],
  'tax-total-twice': [
    'Skontrolujte menu faktúry: druhá suma dane sa uvádza iba na faktúre v cudzej mene. Ak je mena správna, obráťte sa na dodávateľa programu, lebo daň vyváža dvakrát.',
    'Check the currency of the invoice: a second sum of VAT is stated on an invoice in a foreign currency alone. If the currency is right, ask the maker of the software, which exports the tax twice.',
  ],
  'tax-point-twice': [
    'Uveďte buď deň vzniku daňovej povinnosti, alebo spôsob, ako sa určí, nie oboje.',
    'State either the day of the tax point or how it is determined, not both.',
  ],
  'customization-misspelt': [
    'Zvoľte v programe export pre {format}; ak je zvolený, obráťte sa na dodávateľa programu.',
    'Choose the export for {format} in the software; if it is chosen, ask the maker of the software.',
  ],
  'elements-of-other-kind': [
    'Zvoľte v programe, či vyhotovujete faktúru alebo dobropis, a doklad vyexportujte znova; ak je druh správny, obráťte sa na dodávateľa programu.',
    'Choose in the software whether you issue an invoice or a credit note, and export it again; if the kind is right, ask the maker of the software.',
  ],
  'tax-scheme-wrong': [
    'Zvoľte na každom riadku druh DPH; ak tam je, obráťte sa na dodávateľa programu, lebo ho zle exportuje.',
    'Choose the kind of VAT on every line; if it is there, ask the maker of the software, which exports it wrongly.',
  ],
  'tax-currency-same': [
    'Nezadávajte menu účtovania DPH, keď je rovnaká ako mena faktúry.',
    'Give no VAT accounting currency where it is that of the invoice.',
  ],
  'vat-in-euro-missing': [
    'Doplňte kurz, aby faktúra v cudzej mene uvádzala aj daň v eurách.',
    'Add the exchange rate, so that an invoice in a foreign currency states the VAT in euro as well.',
  ],
  'attachment-document-type': [
    'Nastavte prílohe v programe druh bez kódu typu dokladu; ak odkaz označuje fakturovaný objekt, zvoľte ten.',
    'Give the attachment a kind without a document type code in the software; when it is the invoiced object, choose that.',
  ],
  'seller-vat-number-missing': [
    'Ak ste platiteľom DPH, doplňte vo vlastných údajoch IČ DPH. Ak nie ste, zvoľte na všetkých riadkoch „nie je predmetom dane“ (O) bez sadzby a bez dane a neuvádzajte IČ DPH ani pri kupujúcom.',
    'If you are registered for VAT, add the VAT identifier in your own data. If you are not, choose “not subject to VAT” (O) on all lines, without rate and tax, and state no VAT identifier for the buyer either.',
  ],
  'city-post-code-swapped': [
    'Vymeňte v adrese partnera mesto a PSČ; ak sú v programe na správnom mieste, oznámte to jeho výrobcovi.',
    'Exchange city and post code in the address of the partner; if they are right in the software, inform its maker.',
  ],
  'account-name-swapped': [
    'Zapíšte IBAN do čísla účtu a banku do jej názvu; ak sú v programe na správnom mieste, oznámte to jeho výrobcovi.',
    'Enter the IBAN as the account number and the bank as its name; if they are right in the software, inform its maker.',
  ],
  'namespaces-exchanged': [
    'Údaje na faktúre sú správne, chybný je export: aktualizujte program alebo pošlite toto hlásenie jeho dodávateľovi.',
    'The data of the invoice are right, the export is wrong: update the software or send this message to its maker.',
  ],
  'rounding-as-line': [
    'Vynechajte riadok a zadajte zaokrúhlenie v programe ako zaokrúhlenie celej faktúry; suma na úhradu ostáva.',
    'Leave out the line and enter the rounding as the rounding of the whole invoice; the amount due stays.',
  ],
  'ico-dic-swapped': [
    'Zapíšte v karte firmy osem číslic do IČO a desať číslic do DIČ a faktúru vyexportujte znova.',
    'Enter the eight digits as the IČO and the ten digits as the DIČ in the record of the company, and export the invoice again.',
  ],
  'vat-number-under-other-tax': [
    'Zapíšte IČ DPH v karte firmy do údaja IČ DPH, nie DIČ; ak tam je, oznámte výrobcovi programu, že ho exportuje pri nesprávnej dani.',
    'Enter the VAT identifier in its own field in the record of the company, not as the tax number; if it is there, tell the maker of the software that it is exported under the wrong tax.',
  ],
  'seller-not-registered': [
    'Ak nie ste platiteľom DPH, zvoľte na všetkých riadkoch „nie je predmetom dane“ (O) bez sadzby a bez dane a neuvádzajte IČ DPH ani pri kupujúcom. Ak platiteľom ste, doplňte vo vlastných údajoch IČ DPH.',
    'If you are not registered for VAT, choose “not subject to VAT” (O) on all lines, without rate and tax, and state no VAT identifier, not for the buyer either. If you are registered, add the VAT identifier in your own data.',
  ],
  'buyer-vat-number-missing': [
    'Doplňte v karte kupujúceho jeho IČ DPH[[; {registration.sk}]].',
    'Add the VAT identifier in the record of the buyer[[; {registration.en}]].',
  ],
  'allowance-direction': [
    'Skontrolujte, či je suma zľava alebo prirážka, a zvoľte to v programe.[[ Kód dôvodu {code} patrí k doterajšiemu označeniu: zmeňte aj ten, alebo uveďte dôvod iba slovami.]]',
    'Check whether it is an allowance or a charge and choose that in the software.[[ The reason code {code} belongs to the present mark: change it too, or state the reason in words only.]]',
  ],
  'rounding-wrong': [
    'Uveďte zaokrúhlenie na faktúre, alebo sumu nezaokrúhľujte.',
    'State the rounding on the invoice, or do not round.',
  ],
};

/** Totals are computed by software, never typed. */
export const COMPUTED: Text = {
  sk: 'Súčty počíta program sám: vyexportujte faktúru znova; ak súčet chýba aj potom, obráťte sa na dodávateľa programu.',
  en: 'Totals are computed by the software: export the invoice again; when the total is still missing, ask the maker of the software.',
};

/** The rate of a breakdown row is that of the lines in its category. */
export const RATE_OF_ROW: Text = {
  sk: 'Nastavte v programe kódu DPH tejto skupiny sadzbu, ktorú majú riadky, a faktúru vyexportujte znova.',
  en: 'Give the VAT code of this group the rate that the lines have, and export the invoice again.',
};

const toTexts = (from: typeof rows): ReadonlyMap<string, Text> =>
  new Map(Object.entries(from).map(([id, [sk, en]]) => [id, { sk, en }]));

export const programs = toTexts(rows);
