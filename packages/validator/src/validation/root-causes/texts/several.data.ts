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
  'prices-rounded': [
    'Jednotkové ceny {places} riadkov sú zaokrúhlené',
    'Jednotkové ceny {places} riadkov sú zaokrúhlené',
    'The unit prices of {places} lines are rounded',
  ],
  'prices-with-vat': [
    'Jednotkové ceny {places} riadkov sú s DPH',
    'Jednotkové ceny {places} riadkov sú s DPH',
    'The unit prices of {places} lines include VAT',
  ],
  'line-discount-lost': [
    'Na {places} riadkoch chýba zľava {percent.sk} %',
    'Na {places} riadkoch chýba zľava {percent.sk} %',
    'The discount of {percent.en} % is missing on {places} lines',
  ],
  'free-line-without-discount': [
    'Na {places} riadkoch zadarmo chýba zľava 100 %',
    'Na {places} riadkoch zadarmo chýba zľava 100 %',
    '{places} lines are free of charge, but state no discount of 100 %',
  ],
  'price-base-lost': [
    'Na {places} riadkoch nie je uvedené, na koľko jednotiek sa cena vzťahuje',
    'Na {places} riadkoch nie je uvedené, na koľko jednotiek sa cena vzťahuje',
    'The quantity that the price is for is not stated on {places} lines',
  ],
  'price-base-ignored': [
    'Na {places} riadkoch je cena označená za {per} jednotiek, suma je vypočítaná z ceny za jednu',
    'Na {places} riadkoch je cena označená za {per} jednotiek, suma je vypočítaná z ceny za jednu',
    'On {places} lines the price is marked as for {per} units, the amount is computed from a price for one',
  ],
  'quantities-scaled': [
    'Množstvá {places} riadkov sú {factor}-krát vyššie',
    'Množstvá {places} riadkov sú {factor}-krát vyššie',
    'The quantities of {places} lines are {factor} times too high',
  ],
  'quantities-too-low': [
    'Množstvá {places} riadkov sú {factor}-krát nižšie',
    'Množstvá {places} riadkov sú {factor}-krát nižšie',
    'The quantities of {places} lines are {factor} times too low',
  ],
  'prices-scaled': [
    'Ceny {places} riadkov sú {factor}-krát vyššie',
    'Ceny {places} riadkov sú {factor}-krát vyššie',
    'The prices of {places} lines are {factor} times too high',
  ],
  'prices-too-low': [
    'Ceny {places} riadkov sú {factor}-krát nižšie',
    'Ceny {places} riadkov sú {factor}-krát nižšie',
    'The prices of {places} lines are {factor} times too low',
  ],
  'quantities-rounded': [
    'Množstvá {places} riadkov sú zaokrúhlené',
    'Množstvá {places} riadkov sú zaokrúhlené',
    'The quantities of {places} lines are rounded',
  ],
  'prices-in-other-currency': [
    'Jednotkové ceny {places} riadkov sú v inej mene ako sumy',
    'Jednotkové ceny {places} riadkov sú v inej mene ako sumy',
    'The unit prices of {places} lines are in another currency than the amounts',
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
