/** Titles of mistakes in several places: Slovak for two to four, Slovak for five and more, English. */
const rows: Readonly<Record<string, readonly [few: string, many: string, en: string]>> = {
  'amount-with-vat': [
    'Sumy {places} riadkov sú s DPH',
    'Sumy {places} riadkov sú s DPH',
    'The amounts of {places} lines are with VAT',
  ],
  'amounts-in-cents': ['{places} sumy sú v centoch', '{places} súm je v centoch', '{places} amounts are in cents'],
  'line-amount-wrong': [
    'Sumy {places} riadkov nie sú správne',
    'Sumy {places} riadkov nie sú správne',
    'The amounts of {places} lines are wrong',
  ],
  'percentage-as-fraction': [
    '{places} percentá sú zapísané ako zlomky',
    '{places} percent je zapísaných ako zlomky',
    '{places} percentages are written as fractions',
  ],
  'vat-amount-wrong': [
    '{places} sumy DPH nie sú správne',
    '{places} súm DPH nie je správnych',
    '{places} VAT amounts are wrong',
  ],
  'taxable-amount-wrong': [
    '{places} základy dane nezodpovedajú riadkom',
    '{places} základov dane nezodpovedá riadkom',
    '{places} taxable amounts do not fit the lines',
  ],
  'currency-of-amounts': [
    '{places} sumy sú v inej mene ako faktúra',
    '{places} súm je v inej mene ako faktúra',
    '{places} amounts are in another currency than the invoice',
  ],
  'negative-price': [
    'Jednotkové ceny {places} riadkov sú záporné',
    'Jednotkové ceny {places} riadkov sú záporné',
    'The unit prices of {places} lines are negative',
  ],
  'elements-empty': [
    '{places} údaje na faktúre sú prázdne',
    '{places} údajov na faktúre je prázdnych',
    '{places} elements of the invoice are empty',
  ],
};

export const titlesOfSeveral = new Map(Object.entries(rows));
