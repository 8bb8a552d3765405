import type { Both } from '../texts/explanation.ts';

/** Why content that EN 16931 does not use, or not as often, appears in an invoice; by part of the invoice. */
export const causeTexts = {
  attribute: [
    'Prevodník vychádza zo starších vzorov, v ktorých sa pri hodnotách uvádzal aj správca, názov a adresa zoznamu kódov.',
    'The converter follows older samples, in which values carried the agency, name and address of their code list.',
  ],
  address: [
    'Program vedie adresu podrobnejšie ako norma, ktorá pozná ulicu, dva doplňujúce riadky, obec, PSČ, kraj a krajinu, a pri exporte každú zložku zapíše do vlastného prvku.',
    'The software keeps addresses in more detail than the norm, which knows a street, two additional lines, city, post code, subdivision and country, and exports every part to an element of its own.',
  ],
  reference: [
    'Program prenáša do odkazu všetko, čo o doklade vie. Norma si z odkazu berie číslo, pri niektorých odkazoch aj dátum alebo prílohu.',
    'The software carries everything it knows of a document into the reference. The norm takes its number and, for some references, a date or an attachment.',
  ],
  payment: [
    'Program exportuje celý platobný príkaz alebo šablónu platby. Norma pozná spôsob platby, platobnú referenciu, účet príjemcu, kartu a mandát na inkaso.',
    'The software exports a whole payment order or payment template. The norm knows the payment means, the remittance information, the payee account, a card and a direct debit mandate.',
  ],
  tax: [
    'Do exportu sa dostali vnútorné údaje daňového modulu. Norma pozná kategóriu, sadzbu, základ, sumu dane a dôvod oslobodenia.',
    'Internal data of the tax module got into the export. The norm knows category, rate, taxable amount, tax amount and exemption reason.',
  ],
  item: [
    'Program exportuje celú skladovú kartu. Norma pozná názov, opis, čísla položky, zatriedenie, krajinu pôvodu, vlastnosti a cenu; ostatné možno uviesť ako vlastnosť položky.',
    'The software exports the whole stock record. The norm knows name, description, item numbers, classification, country of origin, attributes and price; the rest may be stated as item attributes.',
  ],
  delivery: [
    'Program prenáša do faktúry údaje z dodacieho listu alebo prepravného príkazu. Norma pozná deň dodania, miesto dodania a príjemcu dodávky.',
    'The software carries data of the despatch advice or transport order into the invoice. The norm knows the delivery date, the delivery location and the deliver-to party.',
  ],
  party: [
    'Program exportuje celú kartu obchodného partnera. Norma pozná názov, identifikátory, daňové čísla, jednu adresu, kontakt a elektronickú adresu.',
    'The software exports the whole record of the business partner. The norm knows name, identifiers, tax numbers, one address, a contact and an electronic address.',
  ],
  line: [
    'Program exportuje na riadok aj údaje objednávky, skladu alebo prepravy, ktoré riadok faktúry podľa normy nemá.',
    'The software exports order, stock or transport data to the line that an invoice line of the norm does not have.',
  ],
  document: [
    'Prevodník zapisuje všetko, čo štandard (UBL 2.1, CII D16B) pripúšťa, namiesto toho, čo pozná norma, alebo vznikol pre iný profil.',
    'The converter writes whatever the standard (UBL 2.1, CII D16B) allows instead of what the norm knows, or was made for another profile.',
  ],
  repeated: [
    'Program zapíše prvok za každý zdrojový záznam, z ktorého faktúra vznikla, hoci model faktúry má miesto pre jeden.',
    'The software writes the element for every source record that went into the invoice, although the invoice model has room for one.',
  ],
  unlimited: [
    'Na faktúre netreba nič opraviť; pravidlo sa nikdy neporuší.',
    'There is nothing to correct on the invoice; the rule is never violated.',
  ],
  count: [
    'Zdrojový záznam údaj neobsahuje, alebo ho obsahuje viackrát, a prevodník s tým nepočíta.',
    'The source record lacks the value or has it several times, and the converter is not prepared for that.',
  ],
} as const satisfies Readonly<Record<string, Both>>;

/** Why content is repeated; only for parts with a more specific reason. */
export const repeatedTexts: Readonly<Partial<Record<keyof typeof causeTexts, Both>>> = {
  party: [
    'Karta obchodného partnera má viac názvov, čísel alebo zápisov v registroch a program ich exportuje všetky.',
    'The record of the business partner has several names, numbers or registrations, and the software exports them all.',
  ],
  reference: [
    'Súhrnná faktúra vznikla z viacerých objednávok, dodacích listov alebo zmlúv a program uvádza všetky v hlavičke. Hlavička má miesto pre jeden odkaz; ďalšie uveďte na riadkoch alebo v poznámke.',
    'A collective invoice was made from several orders, despatch advices or contracts, and the software states them all in the head. The head has room for one reference; state others on the lines or in a note.',
  ],
  payment: [
    'Faktúra uvádza viac účtov alebo platobných možností a program zopakuje celý prvok namiesto toho, aby pridal iba účet.',
    'The invoice states several accounts or ways to pay, and the software repeats the whole element instead of adding the account alone.',
  ],
  tax: [
    'Program zapíše dôvod alebo číslo za každý riadok či registráciu zvlášť, hoci model faktúry má miesto pre jedno.',
    'The software writes the reason or number for every line or registration, although the invoice model has room for one.',
  ],
  line: [
    'Riadok vznikol zlúčením viacerých skladových pohybov alebo objednávok a program preniesol poznámky, obdobia či odkazy zo všetkých.',
    'The line was merged from several stock movements or orders, and the software carried over the notes, periods or references of all.',
  ],
  item: [
    'Program zapíše opis položky po odsekoch alebo viac zliav z ceny. Spojte ich do jedného prvku.',
    'The software writes the item description paragraph by paragraph, or several price discounts. Join them in one element.',
  ],
  delivery: [
    'Faktúra sa týka viacerých dodávok. Model faktúry má miesto pre jednu; ostatné uveďte ako obdobie alebo na riadkoch.',
    'The invoice is about several deliveries. The invoice model has room for one; state the others as a period or on the lines.',
  ],
};
