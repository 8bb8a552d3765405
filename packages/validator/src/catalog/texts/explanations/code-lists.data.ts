import type { Explanations } from '../explanation.ts';

/** EN 16931: values that must come from a code list (BR-CL). */
export const codeListExplanations = {
  'BR-CL-01': {
    title: ['Neplatný kód typu dokladu', 'Invalid document type code'],
    why: ['Podľa kódu typu program príjemcu rozhodne, či doklad zaúčtuje ako faktúru, alebo dobropis; vlastné číslovanie druhov dokladov mu nič nehovorí.', 'The receiver\'s software distinguishes an invoice from a credit note by the code; it does not know your own document types.'],
    cause: ['Do exportu sa dostal vnútorný kód dokladu z účtovného programu, alebo kód dobropisu stojí v prvku faktúry.', 'An internal code of the accounting software got into the export, or an invoice has a credit note code.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>FA</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'BR-CL-03': {
    title: ['Neplatná mena pri sume', 'Invalid currency of an amount'],
    why: ['Mena sumy sa číta z atribútu currencyID; značka alebo slovo namiesto kódu sa nedá spracovať.', 'The currency of an amount is read from currencyID; a sign or a word in place of the code cannot be processed.'],
    cause: ['Prevodník zapisuje značku meny (€) alebo jej názov, prípadne starú menu (SKK).', 'The converter writes the currency sign (€) or its name, or an old currency (SKK).'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="€">123.00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'BR-CL-04': {
    title: ['Neplatný kód meny faktúry', 'Invalid invoice currency code'],
    why: ['Mena faktúry určuje, v čom sa platí; musí byť kódom podľa ISO 4217.', 'The invoice currency is the currency of payment; it must be a code of ISO 4217.'],
    cause: ['Číselník mien v programe obsahuje vlastné skratky alebo názvy mien.', 'The currency list of the software has own abbreviations or names.'],
    example: { at: '', wrong: '<cbc:DocumentCurrencyCode>Euro</cbc:DocumentCurrencyCode>', right: '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>' },
  },
  'BR-CL-05': {
    title: ['Neplatný kód meny účtovania DPH', 'Invalid VAT accounting currency code'],
    why: ['V mene účtovania sa odvádza daň; musí byť kódom podľa ISO 4217.', 'VAT is paid in the accounting currency; it must be a code of ISO 4217.'],
    cause: ['Domáca mena je v nastavení programu zapísaná slovom alebo značkou.', 'The home currency is written as a word or sign in the settings.'],
    example: { at: '', wrong: '<cbc:TaxCurrencyCode>Kč</cbc:TaxCurrencyCode>', right: '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>' },
  },
  'BR-CL-06': {
    title: ['Neplatný kód dňa vzniku daňovej povinnosti', 'Invalid tax point date code'],
    why: ['Kód hovorí, či daňová povinnosť vzniká vyhotovením, dodaním alebo úhradou; iné možnosti norma nepozná.', 'The code states whether the tax point is the date of issue, delivery or payment; the norm has no other codes.'],
    cause: ['Prevodník používa kódy inej syntaxe (5, 29, 72 patria do CII) alebo vlastné.', 'The converter uses the codes of another syntax (5, 29, 72 belong in CII) or its own.'],
    example: { at: 'cac:InvoicePeriod', wrong: '<cbc:DescriptionCode>72</cbc:DescriptionCode>', right: '<cbc:DescriptionCode>432</cbc:DescriptionCode>' },
  },
  'BR-CL-07': {
    title: ['Neplatná schéma fakturovaného objektu', 'Invalid scheme of the invoiced object'],
    why: ['Schéma hovorí, čo identifikátor označuje, napríklad číslo elektromera alebo telefónne číslo; vlastné skratky príjemca nepozná.', 'The scheme states what the identifier denotes, a meter number or a telephone number for example; own abbreviations mean nothing to the receiver.'],
    cause: ['Schéma je doplnená slovom alebo skratkou vlastného systému.', 'The scheme was filled in with a word or an abbreviation of the seller\'s system.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID schemeID="ELEKTROMER">ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID schemeID="MG">ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>' },
  },
  'BR-CL-08': {
    title: ['Neplatný kód predmetu poznámky', 'Invalid subject code of a note'],
    why: ['Kód medzi znakmi # hovorí, o čom poznámka je, aby ju program vedel zaradiť.', 'The code between # signs states the subject of the note, so that software can assign it.'],
    cause: ['Poznámka obsahuje znak # ako bežný text (napríklad číslo objednávky) a program ho pokladá za kód.', 'The note has a # as ordinary text (an order number for example), which is taken for a code.'],
    example: { at: '', wrong: '<cbc:Note>#OBJ#Objednávka 77</cbc:Note>', right: '<cbc:Note>#AAI#Objednávka 77</cbc:Note>' },
  },
  'BR-CL-10': {
    title: ['Neplatná schéma identifikátora subjektu', 'Invalid scheme of a party identifier'],
    why: ['Schéma zo zoznamu ISO 6523 hovorí, kto číslo pridelil; bez nej sa identifikátor nedá overiť.', 'A scheme of ISO 6523 identifies the issuer of the number; without it the identifier cannot be checked.'],
    cause: ['Ako schéma je uvedený text (IČO, ICO, SK:ICO) namiesto štvormiestneho kódu.', 'A text (ICO, SK:ICO) is stated instead of the four-digit code.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyIdentification>\n  <cbc:ID schemeID="ICO">31333532</cbc:ID>\n</cac:PartyIdentification>', right: '<cac:PartyIdentification>\n  <cbc:ID schemeID="0158">31333532</cbc:ID>\n</cac:PartyIdentification>' },
  },
  'BR-CL-11': {
    title: ['Neplatná schéma registračného čísla', 'Invalid scheme of a registration number'],
    why: ['Schéma zo zoznamu ISO 6523 hovorí, z ktorého registra číslo je.', 'A scheme of ISO 6523 identifies the register of the number.'],
    cause: ['Pri IČO je uvedená schéma, ktorá v zozname nie je (ICO, SK, 9950), namiesto kódu 0158.', 'The scheme of the registration number is not in the list (ICO, SK, 9950) instead of 0158.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>\n  <cbc:CompanyID schemeID="ICO">31333532</cbc:CompanyID>\n</cac:PartyLegalEntity>', right: '<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>\n  <cbc:CompanyID schemeID="0158">31333532</cbc:CompanyID>\n</cac:PartyLegalEntity>' },
  },
  'BR-CL-13': {
    title: ['Neplatné označenie klasifikácie položky', 'Invalid item classification list'],
    why: ['Označenie klasifikácie hovorí, v ktorom číselníku treba kód položky hľadať.', 'The list identifier states the classification of the item code.'],
    cause: ['V atribúte listID je názov číselníka (CPV, KN) namiesto jeho kódu zo zoznamu UNTDID 7143 (STI, HS).', 'The attribute listID has the name of the classification (CPV) in place of its code of UNTDID 7143 (STI, HS).'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: '<cac:CommodityClassification>\n  <cbc:ItemClassificationCode listID="CPV">79411000</cbc:ItemClassificationCode>\n</cac:CommodityClassification>', right: '<cac:CommodityClassification>\n  <cbc:ItemClassificationCode listID="STI">79411000</cbc:ItemClassificationCode>\n</cac:CommodityClassification>' },
  },
  'BR-CL-14': {
    title: ['Neplatný kód krajiny', 'Invalid country code'],
    why: ['Podľa kódu krajiny sa posudzuje daň a vyberajú národné pravidlá; iný zápis program nerozpozná.', 'Tax and national rules go by the country code; software recognises nothing else.'],
    cause: ['V adrese je názov krajiny (Slovensko), trojpísmenový kód (SVK), malé písmená, alebo UK namiesto GB.', 'The address has the name of the country, a three-letter code (SVK), small letters, or UK in place of GB.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party/cac:PostalAddress', wrong: '<cac:Country>\n  <cbc:IdentificationCode>SVK</cbc:IdentificationCode>\n</cac:Country>', right: '<cac:Country>\n  <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n</cac:Country>' },
  },
  'BR-CL-15': {
    title: ['Neplatný kód krajiny pôvodu', 'Invalid country of origin'],
    why: ['Krajinu pôvodu používajú colné a štatistické výkazy; musí byť kódom podľa ISO 3166-1.', 'Customs and statistical reports use the country of origin; it must be a code of ISO 3166-1.'],
    cause: ['V skladovej karte je pôvod zapísaný slovom alebo ako EÚ.', 'The stock record has the origin as a word, or as EU.'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: '<cac:OriginCountry>\n  <cbc:IdentificationCode>EU</cbc:IdentificationCode>\n</cac:OriginCountry>', right: '<cac:OriginCountry>\n  <cbc:IdentificationCode>SK</cbc:IdentificationCode>\n</cac:OriginCountry>' },
  },
  'BR-CL-16': {
    title: ['Neplatný kód spôsobu platby', 'Invalid payment means code'],
    why: ['Podľa kódu program kupujúceho vie, ako sa má platiť; text na to nestačí.', 'The buyer\'s software reads the payment method from the code; it cannot process a text.'],
    cause: ['Forma úhrady je exportovaná slovom („prevodom“), alebo vlastným číslom z číselníka programu.', 'The form of payment is exported as a word or as an own number of the software.'],
    example: { at: 'cac:PaymentMeans', wrong: '<cbc:PaymentMeansCode>prevodom</cbc:PaymentMeansCode>', right: '<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>' },
  },
  'BR-CL-17': {
    title: ['Neplatná kategória DPH v rekapitulácii, zľave alebo prirážke', 'Invalid VAT category in breakdown, allowance or charge'],
    why: ['Od kategórie závisí, ktoré pravidlá o sadzbe, identifikátoroch a dôvode oslobodenia platia.', 'The category decides which rules on rate, identifiers and exemption reason apply.'],
    cause: ['Namiesto kategórie je uvedený daňový kód účtovného programu alebo sadzba (23), prípadne kategória R, ktorá v tejto časti zoznamu nie je.', 'A tax code of the software or the rate (23) is stated instead of the category, or a category such as R that is not in this part of the list.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', wrong: '<cbc:ID>23</cbc:ID>', right: '<cbc:ID>S</cbc:ID>' },
  },
  'BR-CL-18': {
    title: ['Neplatná kategória DPH na riadku', 'Invalid VAT category of a line'],
    why: ['Od kategórie riadka závisí, do ktorej rekapitulácie riadok patrí a ktoré pravidlá preň platia.', 'The category decides to which breakdown the line belongs and which rules apply.'],
    cause: ['Namiesto kategórie je uvedený daňový kód účtovného programu, napríklad „Z23“ alebo „základná“.', 'A tax code of the accounting software is stated instead of the category.'],
    example: { at: 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory', wrong: '<cbc:ID>Z23</cbc:ID>', right: '<cbc:ID>S</cbc:ID>' },
  },
  'BR-CL-19': {
    title: ['Neplatný kód dôvodu zľavy', 'Invalid allowance reason code'],
    why: ['Kód dôvodu umožňuje zľavu zaradiť bez čítania textu; musí byť z povolenej časti zoznamu UNTDID 5189.', 'The reason code lets software place an allowance without reading its text; it must be of the allowed part of UNTDID 5189.'],
    cause: ['Pri zľave je kód prirážky (FC) alebo vlastný kód; kódy zliav sú čísla.', 'An allowance has a charge code (FC) or an own code; codes of allowances are numbers.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>ZLAVA</cbc:AllowanceChargeReasonCode>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CL-20': {
    title: ['Neplatný kód dôvodu prirážky', 'Invalid charge reason code'],
    why: ['Kód dôvodu umožňuje prirážku zaradiť bez čítania textu; musí byť zo zoznamu UNTDID 7161.', 'The reason code lets software place a charge without reading its text; it must be of UNTDID 7161.'],
    cause: ['Pri prirážke je kód zľavy (95) alebo vlastný kód; kódy prirážok sú písmenové.', 'A charge has an allowance code (95) or an own code; codes of charges are letters.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CL-21': {
    title: ['Neplatná schéma štandardného identifikátora položky', 'Invalid scheme of the item standard identifier'],
    why: ['Schéma zo zoznamu ISO 6523 hovorí, o aký identifikátor ide; GTIN má 0160.', 'A scheme of ISO 6523 states the kind of identifier; a GTIN has 0160.'],
    cause: ['V atribúte je text EAN alebo GTIN namiesto kódu schémy.', 'The attribute has the text EAN or GTIN in place of the code.'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: '<cac:StandardItemIdentification>\n  <cbc:ID schemeID="EAN">8584000000038</cbc:ID>\n</cac:StandardItemIdentification>', right: '<cac:StandardItemIdentification>\n  <cbc:ID schemeID="0160">8584000000038</cbc:ID>\n</cac:StandardItemIdentification>' },
  },
  'BR-CL-22': {
    title: ['Neplatný kód dôvodu oslobodenia', 'Invalid VAT exemption reason code'],
    why: ['Kódy VATEX odkazujú na článok smernice o DPH; program kupujúceho podľa nich vie oslobodenie zaradiť.', 'VATEX codes refer to an article of the VAT directive; the buyer\'s software places the exemption by them.'],
    cause: ['Do kódu je zapísaný paragraf zákona o DPH. Ten patrí slovami do cbc:TaxExemptionReason.', 'A paragraph of the national VAT act is written as the code. It belongs in words in cbc:TaxExemptionReason.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', wrong: '<cbc:TaxExemptionReasonCode>§ 69</cbc:TaxExemptionReasonCode>', right: '<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>' },
  },
  'BR-CL-23': {
    title: ['Neplatná merná jednotka', 'Invalid unit of measure'],
    why: ['Množstvo sa dá porovnať s objednávkou a dodacím listom iba vtedy, keď obe strany používajú rovnaké kódy jednotiek.', 'A quantity can be compared with order and despatch advice only when both sides use the same unit codes.'],
    cause: ['Prevodník zapisuje skratku zo skladovej karty (ks, hod, bal) namiesto kódu UN/ECE.', 'The converter writes the abbreviation of the stock record in place of the UN/ECE code.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cbc:InvoicedQuantity unitCode="hod">10</cbc:InvoicedQuantity>', right: '<cbc:InvoicedQuantity unitCode="HUR">10</cbc:InvoicedQuantity>' },
  },
  'BR-CL-24': {
    title: ['Nepovolený typ prílohy', 'Media type of the attachment not allowed'],
    why: ['Príloha sa má dať otvoriť u každého príjemcu a nemá prinášať nebezpečný obsah; preto je zoznam typov krátky.', 'An attachment is to open at every receiver and bring no dangerous content; so the list of types is short.'],
    cause: ['Priložený je dokument Wordu, archív ZIP alebo e-mail, alebo je typ uvedený príponou (pdf) namiesto application/pdf.', 'A Word document, ZIP archive or e-mail is attached, or the type is written as an extension (pdf) in place of application/pdf.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="pdf" filename="vykaz.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>' },
  },
  'BR-CL-25': {
    title: ['Neplatná schéma elektronickej adresy', 'Invalid scheme of an electronic address'],
    why: ['Podľa schémy zo zoznamu EAS sieť vyhľadá, kam doklad doručiť.', 'The network looks up where to deliver by the scheme of the EAS list.'],
    cause: ['Namiesto kódu schémy je uvedený názov registra (DIC, ICO) alebo celý identifikátor aj s predponou.', 'The name of a register (DIC, ICO) or the whole identifier with its prefix is stated instead of the code.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cbc:EndpointID schemeID="DIC">2020273893</cbc:EndpointID>', right: '<cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID>' },
  },
  'BR-CL-26': {
    title: ['Neplatná schéma miesta dodania', 'Invalid scheme of the delivery location'],
    why: ['Schéma zo zoznamu ISO 6523 hovorí, čím je miesto dodania označené, napríklad číslom GLN.', 'A scheme of ISO 6523 states the kind of identifier of the delivery location, a GLN for example.'],
    cause: ['V atribúte je text GLN alebo vlastné označenie prevádzky.', 'The attribute has the text GLN or an own designation of the site.'],
    example: { at: 'cac:Delivery/cac:DeliveryLocation', wrong: '<cbc:ID schemeID="GLN">8584000000021</cbc:ID>', right: '<cbc:ID schemeID="0088">8584000000021</cbc:ID>' },
  },
} as const satisfies Explanations;
