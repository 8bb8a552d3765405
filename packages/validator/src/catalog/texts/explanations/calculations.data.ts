import type { Explanations } from '../explanation.ts';

/** EN 16931: conditions between terms and arithmetic (BR-CO). */
export const calculationExplanations = {
  'BR-CO-03': {
    title: ['Deň vzniku daňovej povinnosti je uvedený dvakrát', 'Tax point stated twice'],
    why: ['Deň vzniku daňovej povinnosti možno uviesť dátumom, alebo kódom, ktorý povie, od čoho sa odvodí. Oboje naraz by si mohlo odporovať.', 'The tax point is stated as a date, or by a code for the event that determines it. Both at once might contradict each other.'],
    cause: ['Program vypĺňa dátum pri každej faktúre a prevodník k nemu pevne dopĺňa aj kód.', 'The software fills in the date on every invoice, and the converter adds a fixed code to it.'],
    example: { at: '', wrong: '<cbc:TaxPointDate>2026-04-30</cbc:TaxPointDate>\n<cac:InvoicePeriod>\n  <cbc:DescriptionCode>35</cbc:DescriptionCode>\n</cac:InvoicePeriod>', right: '<cbc:TaxPointDate>2026-04-30</cbc:TaxPointDate>' },
  },
  'BR-CO-04': {
    title: ['Riadok nemá kategóriu DPH', 'Line without a VAT category'],
    why: ['Každý riadok musí patriť do niektorej kategórie DPH, inak sa nedá zaradiť do rekapitulácie.', 'Every line must belong to a VAT category, otherwise it cannot enter the VAT breakdown.'],
    cause: ['Textový alebo nulový riadok nemá v programe sadzbu DPH, alebo kategórii chýba druh dane VAT.', 'A text line or a line of zero has no VAT rate in the software, or the category lacks the tax scheme VAT.'],
    example: { at: 'cac:InvoiceLine/cac:Item', wrong: '<cbc:Name>Poradenstvo</cbc:Name>', right: '<cbc:Name>Poradenstvo</cbc:Name>\n<cac:ClassifiedTaxCategory>\n  <cbc:ID>S</cbc:ID>\n  <cbc:Percent>23</cbc:Percent>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:ClassifiedTaxCategory>' },
  },
  'BR-CO-05': {
    title: ['Dôvod zľavy dokladu nezodpovedá kódu', 'Document allowance reason does not fit its code'],
    why: ['Kód číta program, slová človek; musia hovoriť to isté.', 'Software reads the code, people read the words; they must say the same.'],
    cause: ['Prevodník dáva všetkým zľavám rovnaký kód, hoci text je zakaždým iný. Zhodu významu stroj overiť nevie, preto ju skontrolujte sami.', 'The converter gives all allowances one code, although the text differs. No machine can check that the meanings agree, so check it yourself.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>62</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-06': {
    title: ['Dôvod prirážky dokladu nezodpovedá kódu', 'Document charge reason does not fit its code'],
    why: ['Kód číta program, slová človek; musia hovoriť to isté.', 'Software reads the code, people read the words; they must say the same.'],
    cause: ['Prevodník dáva všetkým prirážkam rovnaký kód, najčastejšie dopravu. Zhodu významu stroj overiť nevie, preto ju skontrolujte sami.', 'The converter gives all charges one code, mostly freight. No machine can check that the meanings agree, so check it yourself.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>PC</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-07': {
    title: ['Dôvod zľavy na riadku nezodpovedá kódu', 'Line allowance reason does not fit its code'],
    why: ['Kód číta program, slová človek; musia hovoriť to isté.', 'Software reads the code, people read the words; they must say the same.'],
    cause: ['Kód zľavy je v prevodníku nastavený napevno. Zhodu významu stroj overiť nevie, preto ju skontrolujte sami.', 'The allowance code is fixed in the converter. No machine can check that the meanings agree, so check it yourself.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>62</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Množstevná zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Množstevná zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-08': {
    title: ['Dôvod prirážky na riadku nezodpovedá kódu', 'Line charge reason does not fit its code'],
    why: ['Kód číta program, slová človek; musia hovoriť to isté.', 'Software reads the code, people read the words; they must say the same.'],
    cause: ['Kód prirážky je v prevodníku nastavený napevno. Zhodu významu stroj overiť nevie, preto ju skontrolujte sami.', 'The charge code is fixed in the converter. No machine can check that the meanings agree, so check it yourself.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Balné</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">2.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReasonCode>PC</cbc:AllowanceChargeReasonCode>\n  <cbc:AllowanceChargeReason>Balné</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">2.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-09': {
    title: ['IČ DPH nemá predponu krajiny', 'VAT identifier without a country prefix'],
    why: ['IČ DPH sa v Únii začína kódom krajiny, ktorá ho pridelila; bez neho sa nedá overiť v systéme VIES.', 'A VAT identifier in the Union begins with the code of the country that issued it; without it VIES cannot check it.'],
    cause: ['Namiesto IČ DPH je uvedené DIČ (desať číslic bez SK), alebo je pred predponou medzera.', 'A tax number (ten digits without SK) is stated instead of the VAT identifier, or there is a space before the prefix.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>' },
  },
  'BR-CO-10': {
    title: ['Nesedí súčet riadkov', 'Sum of the lines is wrong'],
    why: ['Zo súčtu riadkov sa počítajú všetky ďalšie sumy dokladu. Keď nesedí, kupujúci nevie, či má veriť riadkom, alebo súčtu.', 'All further totals start from the sum of the lines. When it is wrong, the buyer cannot know whether to trust the lines or the sum.'],
    cause: ['Program sčíta nezaokrúhlené riadky a zaokrúhli až súčet, do súčtu započíta zľavu dokladu, alebo sa po úprave riadka súčet neprepočítal.', 'The software adds unrounded lines and rounds the sum only, takes document allowances into it, or did not compute it again after a line was changed.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:LineExtensionAmount currencyID="EUR">90.00</cbc:LineExtensionAmount>', right: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>' },
  },
  'BR-CO-11': {
    title: ['Nesedí súčet zliav dokladu', 'Sum of document allowances is wrong'],
    why: ['Súčet zliav sa odpočítava od súčtu riadkov; musí byť súčtom zliav, ktoré sú na doklade naozaj uvedené.', 'The sum of allowances is subtracted from the sum of the lines; it must be the sum of the allowances that the document really has.'],
    cause: ['Do súčtu sa počítajú aj zľavy z riadkov, alebo je súčet uvedený a jednotlivé zľavy chýbajú.', 'Line allowances are counted in, or the sum is stated and the allowances are missing.'],
    example: { at: '', wrong: '<cac:LegalMonetaryTotal>\n  <cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount>\n</cac:LegalMonetaryTotal>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>\n<cac:LegalMonetaryTotal>\n  <cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount>\n</cac:LegalMonetaryTotal>' },
  },
  'BR-CO-12': {
    title: ['Nesedí súčet prirážok dokladu', 'Sum of document charges is wrong'],
    why: ['Súčet prirážok sa pripočítava k súčtu riadkov; musí byť súčtom prirážok, ktoré sú na doklade naozaj uvedené.', 'The sum of charges is added to the sum of the lines; it must be the sum of the charges that the document really has.'],
    cause: ['Doprava je zarátaná v súčte, ale na doklade ako prirážka chýba, alebo je naopak zadaná ako riadok aj ako prirážka.', 'Freight is counted in the sum but not stated as a charge, or it is there as a line and as a charge.'],
    example: { at: '', wrong: '<cac:LegalMonetaryTotal>\n  <cbc:ChargeTotalAmount currencyID="EUR">10.00</cbc:ChargeTotalAmount>\n</cac:LegalMonetaryTotal>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>\n<cac:LegalMonetaryTotal>\n  <cbc:ChargeTotalAmount currencyID="EUR">10.00</cbc:ChargeTotalAmount>\n</cac:LegalMonetaryTotal>' },
  },
  'BR-CO-13': {
    title: ['Nesedí celková suma bez DPH', 'Total without VAT is wrong'],
    why: ['Suma bez DPH je súčet riadkov mínus zľavy plus prirážky dokladu; od nej závisí suma s DPH aj suma na úhradu.', 'The total without VAT is the lines minus allowances plus charges; the total with VAT and the amount due depend on it.'],
    cause: ['Zľava dokladu je započítaná v riadkoch aj v súčte zliav, alebo suma bez DPH zľavu neobsahuje.', 'A document allowance is counted in the lines and in the sum of allowances, or the total without VAT leaves it out.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount>\n<cbc:ChargeTotalAmount currencyID="EUR">5.00</cbc:ChargeTotalAmount>', right: '<cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>\n<cbc:TaxExclusiveAmount currencyID="EUR">95.00</cbc:TaxExclusiveAmount>\n<cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount>\n<cbc:ChargeTotalAmount currencyID="EUR">5.00</cbc:ChargeTotalAmount>' },
  },
  'BR-CO-14': {
    title: ['Nesedí celková DPH', 'VAT total is wrong'],
    why: ['Celková daň musí byť súčtom dane po sadzbách; do daňového priznania idú sumy z rekapitulácie, platí sa celok.', 'The VAT total must be the sum of the tax by rate; the return takes the amounts of the breakdown, the buyer pays the total.'],
    cause: ['Celková daň sa počíta z celku a daň v rekapitulácii po sadzbách, takže sa zaokrúhľuje inak; alebo jedna sadzba v rekapitulácii chýba.', 'The total is computed from the whole and the breakdown by rate, so they are rounded differently; or a rate is missing in the breakdown.'],
    example: { at: 'cac:TaxTotal', wrong: '<cbc:TaxAmount currencyID="EUR">24.00</cbc:TaxAmount>', right: '<cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>' },
  },
  'BR-CO-15': {
    title: ['Nesedí celková suma s DPH', 'Total with VAT is wrong'],
    why: ['Suma s DPH je suma bez DPH a celková daň spolu; je to hodnota, ktorú kupujúci účtuje ako záväzok.', 'The total with VAT is the total without VAT and the VAT together; the buyer books it as a liability.'],
    cause: ['Program vychádza z cien s DPH a daň dopočítava zhora, takže sa súčty líšia o cent, alebo do sumy s DPH zahrnie zaokrúhlenie platby.', 'The software starts from prices with VAT and works the tax out from above, so that totals differ by a cent, or takes the rounding of the payment into the total.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:TaxInclusiveAmount currencyID="EUR">120.00</cbc:TaxInclusiveAmount>', right: '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>\n<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>' },
  },
  'BR-CO-16': {
    title: ['Nesedí suma na úhradu', 'Amount due is wrong'],
    why: ['Suma na úhradu je suma s DPH bez toho, čo je už zaplatené, upravená o zaokrúhlenie; podľa nej sa platí.', 'The amount due is the total with VAT minus the paid amount, adjusted by rounding; the buyer pays this amount.'],
    cause: ['Uhradená záloha je odpočítaná v sume na úhradu, ale chýba v cbc:PrepaidAmount; alebo sa suma zaokrúhlila bez cbc:PayableRoundingAmount.', 'A paid prepayment is subtracted but missing in cbc:PrepaidAmount; or the amount was rounded without cbc:PayableRoundingAmount.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n<cbc:PayableAmount currencyID="EUR">73.00</cbc:PayableAmount>', right: '<cbc:TaxInclusiveAmount currencyID="EUR">123.00</cbc:TaxInclusiveAmount>\n<cbc:PrepaidAmount currencyID="EUR">50.00</cbc:PrepaidAmount>\n<cbc:PayableAmount currencyID="EUR">73.00</cbc:PayableAmount>' },
  },
  'BR-CO-17': {
    title: ['Nesedí daň v rekapitulácii', 'Tax in the breakdown is wrong'],
    why: ['Daň je základ dane krát sadzba, zaokrúhlená na centy; iná suma znamená chybnú sadzbu, základ alebo výpočet.', 'The tax is the taxable amount times the rate, rounded to cents; another amount means a wrong rate, base or calculation.'],
    cause: ['V rekapitulácii zostala stará sadzba (20 % namiesto 23 %), alebo je daň súčtom daní z riadkov, kde sa zaokrúhľovala každá zvlášť.', 'An old rate is left in the breakdown (20 % instead of 23 %), or the tax is the sum of line taxes that were rounded one by one.'],
    example: { at: 'cac:TaxTotal/cac:TaxSubtotal', wrong: '<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">20.00</cbc:TaxAmount>', right: '<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>' },
  },
  'BR-CO-18': {
    title: ['Chýba rekapitulácia DPH', 'VAT breakdown missing'],
    why: ['Rekapitulácia ukazuje základ a daň po sadzbách; bez nej kupujúci nevie daň zaúčtovať ani odpočítať. Uvádza ju aj neplatiteľ, s kategóriou O.', 'The breakdown shows base and tax by rate; without it the buyer can neither book nor deduct the tax. Sellers that are not registered state it, too, with category O.'],
    cause: ['Program zapíše iba celkovú daň, alebo pri nulovej dani vynechá celý prvok cac:TaxTotal.', 'The software writes only the VAT total, or leaves the whole of cac:TaxTotal out when the tax is zero.'],
    example: { at: '', wrong: '<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n</cac:TaxTotal>', right: '<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n  <cac:TaxSubtotal>\n    <cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n    <cbc:TaxAmount currencyID="EUR">23.00</cbc:TaxAmount>\n    <cac:TaxCategory>\n      <cbc:ID>S</cbc:ID>\n      <cbc:Percent>23</cbc:Percent>\n      <cac:TaxScheme>\n        <cbc:ID>VAT</cbc:ID>\n      </cac:TaxScheme>\n    </cac:TaxCategory>\n  </cac:TaxSubtotal>\n</cac:TaxTotal>' },
  },
  'BR-CO-19': {
    title: ['Fakturačné obdobie je prázdne', 'Invoicing period is empty'],
    why: ['Obdobie bez začiatku aj konca nič nehovorí; ak nie je známe, má sa vynechať celé.', 'A period without start and end has no meaning; when it is not known, it should be left out.'],
    cause: ['Program exportuje prvok obdobia aj pri jednorazovom dodaní.', 'The software exports the period for a single supply, too.'],
    example: { at: '', wrong: '<cac:InvoicePeriod>\n  <cbc:Description>apríl</cbc:Description>\n</cac:InvoicePeriod>', right: '<cac:InvoicePeriod>\n  <cbc:StartDate>2026-04-01</cbc:StartDate>\n  <cbc:EndDate>2026-04-30</cbc:EndDate>\n</cac:InvoicePeriod>' },
  },
  'BR-CO-20': {
    title: ['Obdobie riadka je prázdne', 'Line period is empty'],
    why: ['Obdobie bez začiatku aj konca nič nehovorí; ak nie je známe, má sa vynechať celé.', 'A period without start and end has no meaning; when it is not known, it should be left out.'],
    cause: ['Program exportuje obdobie na každý riadok, hoci ho majú iba niektoré.', 'The software exports a period to every line, although only some have one.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cac:InvoicePeriod>\n  <cbc:Description>apríl</cbc:Description>\n</cac:InvoicePeriod>', right: '<cac:InvoicePeriod>\n  <cbc:StartDate>2026-04-01</cbc:StartDate>\n</cac:InvoicePeriod>' },
  },
  'BR-CO-21': {
    title: ['Zľava na úrovni dokladu nemá dôvod ani kód', 'Document allowance has neither reason nor code'],
    why: ['Z dokladu musí byť zrejmé, za čo zľava je; stačí text alebo kód.', 'The document must show what the allowance is for; a text or a code will do.'],
    cause: ['Zľava sa v programe zadáva iba číslom. Rovnakú chybu hlási pravidlo BR-33.', 'The software takes an allowance as a number only. BR-33 reports the same mistake.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-22': {
    title: ['Prirážka na úrovni dokladu nemá dôvod ani kód', 'Document charge has neither reason nor code'],
    why: ['Z dokladu musí byť zrejmé, za čo prirážka je; stačí text alebo kód.', 'The document must show what the charge is for; a text or a code will do.'],
    cause: ['Prirážka sa v programe zadáva iba číslom. Rovnakú chybu hlási pravidlo BR-38.', 'The software takes a charge as a number only. BR-38 reports the same mistake.'],
    example: { at: '', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-23': {
    title: ['Zľava na riadku nemá dôvod ani kód', 'Line allowance has neither reason nor code'],
    why: ['Z riadka musí byť zrejmé, za čo zľava je; stačí text alebo kód.', 'The line must show what the allowance is for; a text or a code will do.'],
    cause: ['Zľava sa v programe zadáva iba percentom. Rovnakú chybu hlási pravidlo BR-42.', 'The software takes an allowance as a percentage only. BR-42 reports the same mistake.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>false</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Množstevná zľava</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">5.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-24': {
    title: ['Prirážka na riadku nemá dôvod ani kód', 'Line charge has neither reason nor code'],
    why: ['Z riadka musí byť zrejmé, za čo prirážka je; stačí text alebo kód.', 'The line must show what the charge is for; a text or a code will do.'],
    cause: ['Recyklačný poplatok alebo balné sú zadané bez textu. Rovnakú chybu hlási pravidlo BR-44.', 'A recycling fee or packing was entered without a text. BR-44 reports the same mistake.'],
    example: { at: 'cac:InvoiceLine', wrong: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:Amount currencyID="EUR">2.00</cbc:Amount>\n</cac:AllowanceCharge>', right: '<cac:AllowanceCharge>\n  <cbc:ChargeIndicator>true</cbc:ChargeIndicator>\n  <cbc:AllowanceChargeReason>Balné</cbc:AllowanceChargeReason>\n  <cbc:Amount currencyID="EUR">2.00</cbc:Amount>\n</cac:AllowanceCharge>' },
  },
  'BR-CO-26': {
    title: ['Predávajúci nemá žiadny identifikátor', 'Seller without any identifier'],
    why: ['Kupujúci musí vedieť predávajúceho jednoznačne určiť v registri alebo vo vlastnej evidencii; samo meno nestačí.', 'The buyer must be able to find the seller in a register or in its own records; a name alone will not do.'],
    cause: ['Vo vlastných údajoch programu chýba IČO, alebo sa IČO a IČ DPH exportujú do iných prvkov.', 'The own data of the software lack the registration number, or the numbers are exported to other elements.'],
    example: { at: 'cac:AccountingSupplierParty/cac:Party', wrong: '<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>\n</cac:PartyLegalEntity>', right: '<cac:PartyTaxScheme>\n  <cbc:CompanyID>SK2020317068</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>\n<cac:PartyLegalEntity>\n  <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>\n  <cbc:CompanyID schemeID="0158">31333532</cbc:CompanyID>\n</cac:PartyLegalEntity>' },
  },
} as const satisfies Explanations;
