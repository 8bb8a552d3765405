import type { Change, PatchEdit, Text } from '../../issues/index.ts';

/** The consequence of a correction, by the most important change. */
const NOTES: Readonly<Record<Change, Text | null>> = {
  amount_due: {
    sk: 'Oprava mení sumu, ktorú má kupujúci zaplatiť, alebo to, z čoho vychádza. Použite ju iba vtedy, keď je podľa vašich podkladov správna.',
    en: 'This changes what the buyer has to pay, or what it comes from. Take it only when your records say that it is right.',
  },
  tax: {
    sk: 'Oprava mení údaj o DPH, ktorý pôjde aj do daňového priznania a kontrolného výkazu. Porovnajte ju s účtovným dokladom.',
    en: 'This changes VAT data that also go into the VAT return and its recapitulative report. Compare it with your records.',
  },
  line: {
    sk: 'Oprava mení sumu, množstvo alebo cenu na faktúre. Porovnajte ju s objednávkou a dodacím listom.',
    en: 'This changes an amount, quantity or price of the invoice. Compare it with the order and the delivery note.',
  },
  party: {
    sk: 'Oprava mení údaj o predávajúcom, kupujúcom alebo účte. Overte ho u toho, komu patrí.',
    en: 'This changes data of the seller, the buyer or an account. Check it with the one it belongs to.',
  },
  specification: {
    sk: 'Oprava mení to, podľa akých pravidiel alebo ako aký doklad sa faktúra číta.',
    en: 'This changes by which rules, or as which kind of document, the invoice is read.',
  },
  none: null,
};

/** For corrections that only change the currency of amounts. */
const OF_CURRENCY: Text = {
  sk: 'Oprava mení iba menu, v ktorej sú sumy uvedené; čísla ostávajú. Použite ju, ak sú sumy naozaj v tejto mene.',
  en: 'This changes only the currency that the amounts are stated in; the numbers stay. Take it when the amounts really are in that currency.',
};

/** What to consider before choosing a correction; null when the correction needs no consideration. */
export function noteOf(changes: readonly Change[], patch: readonly Pick<PatchEdit, 'xpath'>[]): Text | null {
  const [weightiest = 'none'] = changes;
  const isOfCurrency = patch.every(({ xpath }) => /(?:@currencyID|CurrencyCode(?:\[1\])?)$/.test(xpath));
  return weightiest !== 'none' && isOfCurrency ? OF_CURRENCY : NOTES[weightiest];
}
