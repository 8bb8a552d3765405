import type { ProgramRow } from './row.ts';

/** EN 16931: totals computed from other amounts (BR-CO-10 to BR-CO-18). */
export const amountPrograms: Readonly<Record<string, ProgramRow>> = {
  'BR-CO-10': [
    'Spočítajte riadky bez DPH a porovnajte so súčtom na faktúre; opravte riadok, ktorý nesedí, alebo dajte súčty prepočítať programu.',
    'Add up the lines without VAT and compare with the total; correct the line that is wrong, or have the software compute the totals again.',
  ],
  'BR-CO-11': [
    'Spočítajte zľavy na celý doklad a porovnajte s ich súčtom na faktúre; ak zľavy nie sú, súčet má byť prázdny.',
    'Add up the allowances on the document and compare with their total; without allowances, the total is left empty.',
  ],
  'BR-CO-12': [
    'Spočítajte prirážky na celý doklad a porovnajte s ich súčtom na faktúre; ak prirážky nie sú, súčet má byť prázdny.',
    'Add up the charges on the document and compare with their total; without charges, the total is left empty.',
  ],
  'BR-CO-13': [
    'Suma bez DPH je súčet riadkov bez zliav a s prirážkami na celý doklad: porovnajte tieto štyri sumy a opravte tú, ktorá nesedí.',
    'The total without VAT is the sum of the lines less allowances plus charges: compare these four and correct the one that is wrong.',
  ],
  'BR-CO-14': [
    'Spočítajte daň podľa sadzieb v rozpise DPH a porovnajte s celkovou daňou; opravte sumu, ktorá nesedí.',
    'Add up the tax by rate in the VAT breakdown and compare with the total VAT; correct the one that is wrong.',
  ],
  'BR-CO-15': [
    'Suma s DPH je suma bez DPH a celková daň: porovnajte tieto tri sumy a opravte tú, ktorá nesedí.',
    'The total with VAT is the total without VAT plus the VAT: compare the three and correct the one that is wrong.',
  ],
  'BR-CO-16': [
    'Suma na úhradu je suma s DPH bez toho, čo je už zaplatené, upravená o zaokrúhlenie: doplňte zaplatenú zálohu alebo zaokrúhlenie, alebo opravte sumu na úhradu.',
    'The amount due is the total with VAT less the paid amount, adjusted by rounding: add the prepaid amount or the rounding, or correct the amount due.',
  ],
  'BR-CO-17': [
    'Daň je základ dane krát sadzba, zaokrúhlená na centy: porovnajte v rozpise DPH základ, sadzbu a daň a opravte to, čo nesedí.',
    'The tax is the taxable amount times the rate, rounded to cents: compare the three in the VAT breakdown and correct the one that is wrong.',
  ],
  'BR-CO-18': [
    'Vyexportujte faktúru s rozpisom DPH podľa sadzieb; zvyčajne ho program tvorí z riadkov.',
    'Export the invoice with the VAT breakdown by rate; usually the software makes it from the lines.',
  ],
};
