import type { Both } from '../explanation.ts';

/** Purpose of a VAT category, and why it is used by mistake. */
type VatCategoryWords = {
  /** Completes "Kategória S …" and "Category S …". */
  readonly meaning: Both;
  readonly mistake: Both;
};

export const vatCategoryWords: Readonly<Record<'S' | 'Z' | 'E' | 'AE' | 'IC' | 'G' | 'O' | 'AF' | 'AG', VatCategoryWords>> = {
  S: {
    meaning: ['označuje bežné zdaniteľné plnenie so základnou alebo zníženou sadzbou', 'marks an ordinary taxable supply at the standard or a reduced rate'],
    mistake: ['Program dáva kategóriu S každému riadku, aj keď je plnenie oslobodené, alebo sa sadzba v riadku zmenila a rekapitulácia zostala stará.', 'The software gives category S to every line, even to an exempt supply, or the rate of a line was changed and the breakdown was not.'],
  },
  Z: {
    meaning: ['označuje plnenie s nulovou sadzbou, ktorú slovenský zákon o DPH nepozná', 'marks a zero-rated supply, which Slovak VAT law does not have'],
    mistake: ['Program dá kategóriu Z všetkému, čo má sadzbu 0. Oslobodené plnenie má kategóriu E, prenesenie daňovej povinnosti AE, dodanie do iného členského štátu K, vývoz G.', 'The software gives category Z to everything at rate 0. An exempt supply is E, a reverse charge AE, an intra-Community supply K, an export G.'],
  },
  E: {
    meaning: ['označuje plnenie oslobodené od dane, napríklad poistenie, vzdelávanie alebo nájom bytu', 'marks a supply exempt from VAT, such as insurance, education or the rent of a flat'],
    mistake: ['Program rozlišuje riadky iba podľa sadzby, takže oslobodené riadky pripojil k inej kategórii, alebo má kategóriu E v rekapitulácii viackrát, za každý dôvod oslobodenia.', 'The software distinguishes lines by rate only and counts exempt lines in another category, or the breakdown has category E once for each exemption reason.'],
  },
  AE: {
    meaning: ['označuje prenesenie daňovej povinnosti: daň odvedie kupujúci', 'marks a reverse charge: the buyer accounts for the tax'],
    mistake: ['Kategória sa zmenila na AE iba na riadkoch alebo iba v rekapitulácii; druhá časť zostala zo šablóny bežného predaja.', 'The category was changed to AE only on the lines or only in the breakdown; the other part was left from the ordinary template.'],
  },
  IC: {
    meaning: ['označuje dodanie tovaru do iného členského štátu oslobodené od dane', 'marks an intra-Community supply of goods, exempt from VAT'],
    mistake: ['Kupujúci je v programe vedený ako domáci, preto má kategóriu K iba časť riadkov alebo iba rekapitulácia.', 'The software has the buyer as a domestic one, so only some lines or only the breakdown have category K.'],
  },
  G: {
    meaning: ['označuje vývoz tovaru mimo Európskej únie oslobodený od dane', 'marks an export of goods out of the European Union, exempt from VAT'],
    mistake: ['Faktúra vznikla zo šablóny domáceho predaja a zmenila sa iba sadzba.', 'The invoice was made from the domestic template and only the rate was changed.'],
  },
  O: {
    meaning: ['označuje plnenie, ktoré nie je predmetom dane, alebo doklad predávajúceho, ktorý nie je platiteľom', 'marks a supply outside the scope of VAT, or a seller that is not registered for VAT'],
    mistake: ['Neplatiteľ uvádza sadzbu 0 alebo DIČ ako IČ DPH, alebo sa na jednom doklade mieša zdaniteľné plnenie s plnením mimo predmetu dane.', 'A seller that is not registered states the rate 0 or a tax number as a VAT identifier, or one document mixes taxable supplies with others.'],
  },
  AF: {
    meaning: ['označuje kanársku daň IGIC, ktorá sa na Slovensku nepoužíva', 'marks the Canary Islands tax IGIC, which is not used in Slovakia'],
    mistake: ['Kategória L bola zvolená omylom zo zoznamu kódov.', 'Category L was picked from the code list by mistake.'],
  },
  AG: {
    meaning: ['označuje daň IPSI v Ceute a Melille, ktorá sa na Slovensku nepoužíva', 'marks the IPSI tax of Ceuta and Melilla, which is not used in Slovakia'],
    mistake: ['Kategória M bola zvolená omylom zo zoznamu kódov.', 'Category M was picked from the code list by mistake.'],
  },
};

/**
 * Causes of violations of the ten rules of a category: by the party with the identifier, by the rate, and by the
 * computed amount.
 */
export const VAT_CAUSES = {
  seller: ['Vo vlastných údajoch v programe chýba IČ DPH alebo DIČ, alebo sa do exportu neprenáša.', 'The software’s own record of the seller lacks the VAT identifier or tax number, or does not export it.'],
  'seller-and-buyer': ['Vo vlastných údajoch chýba IČ DPH, alebo v karte kupujúceho chýba IČ DPH aj IČO.', 'The seller’s own record lacks the VAT identifier, or the buyer’s record lacks both the VAT identifier and the registration number.'],
  'seller-vat-and-buyer-vat': ['V karte kupujúceho chýba IČ DPH z iného členského štátu, alebo vo vlastných údajoch chýba IČ DPH.', 'The buyer’s record lacks the VAT identifier of the other member state, or the seller’s own record lacks its VAT identifier.'],
  'seller-vat': ['Vo vlastných údajoch v programe chýba IČ DPH; samotné DIČ tu nestačí.', 'The software’s own record of the seller lacks the VAT identifier; a tax number alone is not enough here.'],
  none: ['Program uvádza IČ DPH predávajúceho alebo kupujúceho na každej faktúre, alebo má neplatiteľ svoje DIČ zapísané v poli IČ DPH.', 'The software puts the VAT identifier of the seller or buyer on every invoice, or a seller that is not registered has its tax number in the field of the VAT identifier.'],
  positive: ['Položka má v programe nulovú alebo žiadnu sadzbu, ale druh DPH ostal z bežného predaja.', 'The item has a rate of zero or none in the software, but the kind of VAT of an ordinary sale.'],
  zero: ['Pri položke sa zmenil druh DPH, ale sadzba ostala z bežného predaja.', 'The kind of VAT of the item was changed, but the rate of an ordinary sale was left.'],
  any: ['Sadzba bola zadaná so znamienkom mínus, napríklad na dobropise.', 'The rate was entered with a minus sign, on a credit note for example.'],
  absent: ['Program zapisuje pri každej položke sadzbu, aj keď je nulová.', 'The software writes a rate for every item, even when it is zero.'],
  taxable: ['Riadok, zľava alebo prirážka sa po výpočte zmenili, alebo program v základe vynechal zľavu z celého dokladu.', 'A line, an allowance or a charge was changed after the sums were computed, or the software left the allowance of the whole document out of the base.'],
  tax: ['Daň sa počíta zo sumy s DPH alebo ako súčet zaokrúhlených daní riadkov, nie zo základu dane.', 'The tax is computed from the amount with VAT or as the sum of rounded line taxes, not from the taxable amount.'],
  noTax: ['Druh DPH sa zmenil na plnenie bez dane, ale suma dane ostala z pôvodnej sadzby.', 'The kind of VAT was changed to one without tax, but the tax of the former rate was left.'],
  reason: ['Dôvod, teda ustanovenie zákona, je iba pri položke alebo v poznámke a do rekapitulácie sa neprenáša.', 'The reason, that is the paragraph of the act, is stated only for the item or in a note and is missing in the breakdown.'],
  noReason: ['Pri položke zostal dôvod oslobodenia, hoci sa medzitým zdaňuje.', 'The item kept its exemption reason although it is taxed by now.'],
} as const satisfies Readonly<Record<string, Both>>;
