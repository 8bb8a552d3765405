import type { Explanations } from '../explanation.ts';

/**
 * EN 16931 in UBL: syntax rules about values, and those about repeated elements that invoices violate in practice.
 */
export const syntaxExplanations = {
  'UBL-CR-002': {
    title: ['Iná verzia UBL ako 2.1', 'Another UBL version than 2.1'],
    why: ['Norma je viazaná na UBL 2.1; iná verzia by mohla mať iné prvky, preto sa údaj buď vynechá, alebo je v ňom 2.1.', 'The norm is bound to UBL 2.1; another version might have other elements, so the element is left out or contains 2.1.'],
    cause: ['Prevodník vznikol pre UBL 2.0 alebo 2.3 a verziu zapisuje napevno.', 'The converter was made for UBL 2.0 or 2.3 and writes a fixed version.'],
    example: { at: '', wrong: '<cbc:UBLVersionID>2.3</cbc:UBLVersionID>\n<cbc:ID>20260042</cbc:ID>', right: '<cbc:ID>20260042</cbc:ID>' },
  },
  'UBL-CR-412': {
    title: ['Dátum splatnosti faktúry na mieste pre dobropis', 'Due date of an invoice in the place for credit notes'],
    why: ['Faktúra má na dátum splatnosti vlastný prvok v hlavičke; prvok v platobných údajoch slúži dobropisu, ktorý hlavičkový nemá.', 'An invoice has an element of its own for the due date in its head; the one in the payment means serves credit notes, which lack it.'],
    cause: ['Prevodník vytvára faktúru a dobropis podľa jednej šablóny.', 'The converter makes invoices and credit notes from one template.'],
    example: { at: '', wrong: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentDueDate>2026-05-18</cbc:PaymentDueDate>\n</cac:PaymentMeans>', right: '<cbc:DueDate>2026-05-18</cbc:DueDate>\n<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n</cac:PaymentMeans>' },
  },
  'UBL-CR-665': {
    title: ['Schéma pri obyčajnom sprievodnom doklade', 'Scheme on an ordinary supporting document'],
    why: ['Schéma patrí iba k identifikátoru fakturovaného objektu (typ 130); pri prílohe by ju príjemca nevedel vyložiť.', 'A scheme belongs to an invoiced object identifier (type 130) only; on an attachment the receiver could not read it.'],
    cause: ['Prevodník kopíruje schému ku každému odkazu na doklad.', 'The converter copies the scheme to every document reference.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID schemeID="MG">VYKAZ-5</cbc:ID>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-CR-666': {
    title: ['Príloha pri fakturovanom objekte', 'Attachment on an invoiced object'],
    why: ['Fakturovaný objekt (typ 130) je iba identifikátor; priložený súbor by v ňom príjemca nehľadal.', 'An invoiced object (type 130) is an identifier only; software does not look for a file there.'],
    cause: ['Príloha a číslo objektu (zmluvy, meradla) sú v programe jeden záznam.', 'The attachment and the number of the object (contract, meter) are one record in the software.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="odpocet.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>\n<cac:AdditionalDocumentReference>\n  <cbc:ID>ODPOCET-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="odpocet.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-CR-673': {
    title: ['Opis pri fakturovanom objekte', 'Description on an invoiced object'],
    why: ['Fakturovaný objekt (typ 130) je iba identifikátor, opis norma nepozná.', 'An invoiced object (type 130) is an identifier only; the norm has no description of it.'],
    cause: ['Program k číslu objektu pripája jeho názov. Ten patrí do poznámky alebo do názvu položky.', 'The software adds the name of the object to its number. It belongs in a note or in the item name.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n  <cbc:DocumentDescription>Elektromer</cbc:DocumentDescription>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-DT-01': {
    title: ['Suma má viac ako dve desatinné miesta', 'Amount with more than two decimals'],
    why: ['Sumy sa platia a účtujú na centy; presnejšie smú byť iba jednotkové ceny.', 'Amounts are paid and booked in cents; only unit prices may be more precise.'],
    cause: ['Program exportuje vnútornú presnosť výpočtu namiesto zaokrúhlenej sumy.', 'The software exports the inner precision of the calculation instead of the rounded amount.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="EUR">123.004</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'UBL-DT-06': {
    title: ['Príloha nemá uvedený typ súboru', 'Attachment without a media type'],
    why: ['Podľa typu súboru program príjemcu vie, čím prílohu otvoriť a či je povolená.', 'By the media type the receiver\'s software knows how to open the attachment and whether it is allowed.'],
    cause: ['Prevodník vloží súbor bez atribútu mimeCode.', 'The converter embeds the file without mimeCode.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject filename="vykaz.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-DT-07': {
    title: ['Príloha nemá názov súboru', 'Attachment without a file name'],
    why: ['Pod názvom súboru si kupujúci prílohu uloží a nájde.', 'The buyer saves and finds the attachment by its file name.'],
    cause: ['Prevodník vloží obsah súboru z databázy, kde názov nie je.', 'The converter embeds the content from a database that has no name.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="vykaz.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-DT-18': {
    title: ['Atribút name na nesprávnom mieste', 'Attribute name in the wrong place'],
    why: ['Slovné pomenovanie má v norme iba kód spôsobu platby; inde by ho program prehliadol.', 'In the norm only the payment means code has a name in words; software would ignore it in other elements.'],
    cause: ['Prevodník dopĺňa pomenovanie ku všetkým kódom.', 'The converter adds a name to every code.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode name="Faktúra">380</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'UBL-SR-04': {
    title: ['Viac fakturovaných objektov', 'Several invoiced objects'],
    why: ['Faktúra má v norme miesto pre jeden fakturovaný objekt; ďalšie patria na riadky.', 'The norm has room for one invoiced object per invoice; others belong on the lines.'],
    cause: ['Súhrnná faktúra za viac meradiel alebo telefónnych čísel uvádza všetky v hlavičke.', 'A collective invoice for several meters or telephone numbers states them all in the head.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>\n<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4712</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>ELM-4711</cbc:ID>\n  <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-SR-12': {
    title: ['Predávajúci má viac IČ DPH', 'Seller with several VAT identifiers'],
    why: ['Daň z jedného dokladu sa odvádza pod jedným IČ DPH.', 'The tax of one document is paid under one VAT identifier.'],
    cause: ['Firma je registrovaná vo viacerých štátoch a program exportuje všetky jej IČ DPH, alebo má DIČ zapísané tiež so schémou VAT.', 'The company is registered in several states and the software exports all its VAT identifiers, or the tax number has the scheme VAT, too.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>\n<cac:PartyTaxScheme>\n  <cbc:CompanyID>CZ699001182</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
  'UBL-SR-13': {
    title: ['Predávajúci má viac ďalších daňových čísel', 'Seller with several further tax numbers'],
    why: ['Okrem IČ DPH má predávajúci v norme miesto pre jedno daňové číslo (na Slovensku DIČ).', 'In addition to the VAT identifier, the norm allows one tax number of the seller (in Slovakia the DIČ).'],
    cause: ['Program exportuje DIČ aj ďalšie registrácie, každú ako samostatný cac:PartyTaxScheme.', 'The software exports the tax number and further registrations, each as a cac:PartyTaxScheme.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>TAX</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>\n<cac:PartyTaxScheme>\n  <cbc:CompanyID>0123456789</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>TAX</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>TAX</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
  'UBL-SR-18': {
    title: ['Kupujúci má viac IČ DPH', 'Buyer with several VAT identifiers'],
    why: ['Podľa IČ DPH kupujúceho sa plnenie vykáže v súhrnnom alebo kontrolnom výkaze; musí byť jedno.', 'The supply is reported under the buyer\'s VAT identifier; there must be one.'],
    cause: ['V karte kupujúceho sú IČ DPH viacerých štátov a program ich exportuje všetky.', 'The buyer\'s record has VAT identifiers of several states and the software exports them all.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020273893</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>\n<cac:PartyTaxScheme>\n  <cbc:CompanyID>CZ699001182</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020273893</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
  'UBL-SR-19': {
    title: ['Príjemca platby má viac názvov alebo je totožný s predávajúcim', 'Payee with several names, or the same as the seller'],
    why: ['Príjemca platby sa uvádza jedným názvom a iba vtedy, keď ním nie je predávajúci.', 'A payee is stated by one name, and only when it is not the seller.'],
    cause: ['Prevodník vypĺňa príjemcu platby pri každej faktúre údajmi predávajúceho.', 'The converter fills in the payee with the seller\'s data in every invoice.'],
    example: { at: '', wrong: '<cac:PayeeParty>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever</cbc:Name>\n  </cac:PartyName>\n</cac:PayeeParty>', right: '<cac:PayeeParty>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n</cac:PayeeParty>' },
  },
  'UBL-SR-20': {
    title: ['Príjemca platby má viac identifikátorov alebo je totožný s predávajúcim', 'Payee with several identifiers, or the same as the seller'],
    why: ['Príjemca platby má v norme jeden identifikátor; identifikátor veriteľa pre inkaso (SEPA) sa nepočíta.', 'A payee has one identifier in the norm; a SEPA creditor identifier does not count.'],
    cause: ['Program exportuje všetky čísla, ktoré o faktoringovej spoločnosti vedie.', 'The software exports every number it has of the factoring company.'],
    example: { at: '', wrong: '<cac:PayeeParty>\n  <cac:PartyIdentification>\n    <cbc:ID>FAK-7</cbc:ID>\n  </cac:PartyIdentification>\n  <cac:PartyIdentification>\n    <cbc:ID>FAK-8</cbc:ID>\n  </cac:PartyIdentification>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n</cac:PayeeParty>', right: '<cac:PayeeParty>\n  <cac:PartyIdentification>\n    <cbc:ID>FAK-7</cbc:ID>\n  </cac:PartyIdentification>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n</cac:PayeeParty>' },
  },
  'UBL-SR-21': {
    title: ['Príjemca platby má viac registračných čísel alebo je totožný s predávajúcim', 'Payee with several registration numbers, or the same as the seller'],
    why: ['Príjemca platby má v norme jedno registračné číslo (IČO).', 'A payee has one registration number in the norm.'],
    cause: ['Program exportuje prvok cac:PartyLegalEntity za každý register, v ktorom je príjemca zapísaný.', 'The software exports a cac:PartyLegalEntity for every register of the payee.'],
    example: { at: '', wrong: '<cac:PayeeParty>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n  <cac:PartyLegalEntity>\n    <cbc:CompanyID>35757442</cbc:CompanyID>\n  </cac:PartyLegalEntity>\n  <cac:PartyLegalEntity>\n    <cbc:CompanyID>31333532</cbc:CompanyID>\n  </cac:PartyLegalEntity>\n</cac:PayeeParty>', right: '<cac:PayeeParty>\n  <cac:PartyName>\n    <cbc:Name>Faktoring Sever, a. s.</cbc:Name>\n  </cac:PartyName>\n  <cac:PartyLegalEntity>\n    <cbc:CompanyID>35757442</cbc:CompanyID>\n  </cac:PartyLegalEntity>\n</cac:PayeeParty>' },
  },
  'UBL-SR-29': {
    title: ['Viac identifikátorov veriteľa pre inkaso', 'Several creditor identifiers'],
    why: ['Inkaso prebieha pod jedným identifikátorom veriteľa (CID), inak ho banka kupujúceho nespáruje s mandátom.', 'A direct debit runs under one creditor identifier, otherwise the buyer\'s bank cannot match it with the mandate.'],
    cause: ['Identifikátor je zapísaný pri predávajúcom aj pri príjemcovi platby.', 'The identifier is written with the seller and with the payee.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyIdentification>\n  <cbc:ID schemeID="SEPA">SK62ZZZ70000000001</cbc:ID>\n</cac:PartyIdentification>\n<cac:PartyIdentification>\n  <cbc:ID schemeID="SEPA">SK35ZZZ70000000002</cbc:ID>\n</cac:PartyIdentification>', right: '<cac:PartyIdentification>\n  <cbc:ID schemeID="SEPA">SK62ZZZ70000000001</cbc:ID>\n</cac:PartyIdentification>' },
  },
  'UBL-SR-30': {
    title: ['Zľava má viac slovných dôvodov', 'Allowance with several reasons'],
    why: ['Zľava má v norme miesto pre jeden slovný dôvod.', 'An allowance has room for one reason in words.'],
    cause: ['Program zapíše dôvod vo viacerých jazykoch alebo po riadkoch. Spojte ich do jedného prvku.', 'The software writes the reason in several languages or line by line. Join them in one element.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:AllowanceChargeReason>Vernostná</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Vernostná zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'UBL-SR-31': {
    title: ['Prirážka má viac slovných dôvodov', 'Charge with several reasons'],
    why: ['Prirážka má v norme miesto pre jeden slovný dôvod.', 'A charge has room for one reason in words.'],
    cause: ['Program zapíše dôvod vo viacerých jazykoch alebo po riadkoch. Spojte ich do jedného prvku.', 'The software writes the reason in several languages or line by line. Join them in one element.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>\n  <cbc:AllowanceChargeReason>do Košíc</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Doprava do Košíc</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'UBL-SR-43': {
    title: ['Typ alebo schéma pri obyčajnej prílohe', 'Type or scheme on an ordinary attachment'],
    why: ['Kód typu rozlišuje fakturovaný objekt (130) a projekt dobropisu (50); obyčajná príloha typ nemá.', 'The type code marks an invoiced object (130) and the project of a credit note (50); an ordinary attachment has none.'],
    cause: ['Prevodník dopĺňa k prílohám kód druhu dokladu, napríklad 380 alebo 916.', 'The converter adds a document type to attachments, 380 or 916 for example.'],
    example: { at: '', wrong: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cbc:DocumentTypeCode>916</cbc:DocumentTypeCode>\n</cac:AdditionalDocumentReference>', right: '<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n</cac:AdditionalDocumentReference>' },
  },
  'UBL-SR-44': {
    title: ['Rôzne platobné referencie (variabilné symboly)', 'Different payment references'],
    why: ['Platba faktúry sa páruje podľa jednej referencie; keď je účtov viac, referencia je na všetkých rovnaká.', 'A payment is matched by one reference; when there are several accounts, it is the same for all.'],
    cause: ['Program zapíše ku každému účtu iný symbol, napríklad variabilný k jednému a špecifický k druhému.', 'The software writes another symbol to every account.'],
    example: { at: '', wrong: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentID>20260042</cbc:PaymentID>\n</cac:PaymentMeans>\n<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentID>4711</cbc:PaymentID>\n</cac:PaymentMeans>', right: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentID>20260042</cbc:PaymentID>\n</cac:PaymentMeans>\n<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n  <cbc:PaymentID>20260042</cbc:PaymentID>\n</cac:PaymentMeans>' },
  },
  'UBL-SR-47': {
    title: ['Rôzne spôsoby platby', 'Different payment means'],
    why: ['Faktúra má v norme jeden spôsob platby; viac prvkov slúži iba na uvedenie viacerých účtov.', 'An invoice has one payment means in the norm; several elements only serve to state several accounts.'],
    cause: ['Faktúra ponúka platbu prevodom aj kartou. Uveďte jeden spôsob, druhý opíšte v platobných podmienkach.', 'The invoice offers payment by transfer and by card. State one, describe the other in the payment terms.'],
    example: { at: '', wrong: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n</cac:PaymentMeans>\n<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>48</cbc:PaymentMeansCode>\n</cac:PaymentMeans>', right: '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>\n</cac:PaymentMeans>' },
  },
  'UBL-SR-51': {
    title: ['Adresa má viac doplňujúcich riadkov', 'Address with several additional lines'],
    why: ['Adresa má v norme tri riadky: ulicu, druhý riadok a jeden ďalší v cac:AddressLine.', 'An address has three lines in the norm: street, second line and one more in cac:AddressLine.'],
    cause: ['Program rozdelí viacriadkovú adresu z tlačenej faktúry do viacerých prvkov cac:AddressLine.', 'The software splits the lines of the printed address into several cac:AddressLine.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress', wrong: '<cbc:StreetName>Hlavná 12</cbc:StreetName>\n<cac:AddressLine>\n  <cbc:Line>vchod B</cbc:Line>\n</cac:AddressLine>\n<cac:AddressLine>\n  <cbc:Line>2. poschodie</cbc:Line>\n</cac:AddressLine>', right: '<cbc:StreetName>Hlavná 12</cbc:StreetName>\n<cbc:AdditionalStreetName>vchod B</cbc:AdditionalStreetName>\n<cac:AddressLine>\n  <cbc:Line>2. poschodie</cbc:Line>\n</cac:AddressLine>' },
  },
  'UBL-SR-53': {
    title: ['Daňová registrácia je neúplná', 'Tax registration incomplete'],
    why: ['Až číslo spolu s druhom dane povie, či ide o IČ DPH (VAT), alebo o iné daňové číslo.', 'Only number and tax scheme together say whether it is a VAT identifier (VAT) or another tax number.'],
    cause: ['Neplatiteľ DPH má v exporte prázdne IČ DPH so schémou VAT. Prvok pri ňom vynechajte celý.', 'A seller that is not registered for VAT has an empty VAT identifier in the export. Leave the element out.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyTaxScheme>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
} as const satisfies Explanations;
