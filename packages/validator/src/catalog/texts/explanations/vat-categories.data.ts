import type { Both } from '../explanation.ts';

/** What a VAT category is for, and how it gets onto an invoice by mistake. */
export type VatCategoryWords = {
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
    mistake: ['V programe má oslobodené plnenie iba sadzbu 0 a dôvod oslobodenia (paragraf zákona o DPH) sa do exportu nedostane.', 'The software knows the exempt supply by its rate 0 only, and the reason (the paragraph of the VAT act) does not reach the export.'],
  },
  AE: {
    meaning: ['označuje prenesenie daňovej povinnosti: daň odvedie kupujúci', 'marks a reverse charge: the buyer accounts for the tax'],
    mistake: ['Na faktúre zostala sadzba a daň zo šablóny bežného predaja, alebo v karte kupujúceho chýba IČ DPH.', 'Rate and tax of the ordinary template were left on the invoice, or the buyer\'s record has no VAT identifier.'],
  },
  IC: {
    meaning: ['označuje dodanie tovaru do iného členského štátu oslobodené od dane', 'marks an intra-Community supply of goods, exempt from VAT'],
    mistake: ['Kupujúci je v programe vedený ako domáci, chýba jeho IČ DPH z iného členského štátu alebo údaje o dodaní.', 'The software has the buyer as a domestic one; the VAT identifier of the other member state or the data of the delivery are missing.'],
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
