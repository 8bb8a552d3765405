import type { CauseRow } from './row.ts';

/** Identifiers stated at the wrong party. */
export const partyCauses = {
  'vat-number-under-other-tax': [
    'IČ DPH je uvedené pri inej dani ako DPH',
    'A VAT identifier is stated under another tax than VAT',
    'Číslo {found} má tvar IČ DPH, pri ňom je však daň {tax}. Program príjemcu ho preto neprečíta ako IČ DPH.',
    'The number {found} has the form of a VAT identifier, but is listed under the tax {tax}. The software of the receiver does not read it as a VAT identifier.',
    'Zmeňte v cac:PartyTaxScheme/cac:TaxScheme/cbc:ID hodnotu {tax} na VAT.',
    'Change {tax} to VAT in cac:PartyTaxScheme/cac:TaxScheme/cbc:ID.',
  ],
  'vat-numbers-swapped': [
    'IČ DPH predávajúceho a kupujúceho sú vymenené',
    'The IČ DPH of seller and buyer are swapped',
    'Predávajúci má na faktúre IČ DPH {found} a kupujúci {expected}. Podľa DIČ a elektronických adries patrí každé tomu druhému; daň by sa priznala u nesprávneho platiteľa.',
    'The seller has the IČ DPH {found} and the buyer {expected}. By DIČ and electronic addresses each belongs to the other; the tax would be declared by the wrong one.',
    'Vymeňte IČ DPH predávajúceho a kupujúceho; skontrolujte, či program pri exporte nezamieňa strany.',
    'Swap the IČ DPH of seller and buyer; check whether the export mixes up the parties.',
  ],
  'vat-number-of-other-party': [
    'IČ DPH {whose.sk} patrí druhej strane',
    'The IČ DPH of the {whose.en} belongs to the other party',
    'Na mieste IČ DPH {whose.sk} je {found}, čo je podľa DIČ alebo elektronickej adresy číslo {other.sk}.[[ Ak je strana platiteľom DPH, podľa jej elektronickej adresy by to bolo {expected}.]]',
    'The IČ DPH of the {whose.en} is {found}, which by DIČ or electronic address is the number of the {other.en}.[[ When the party is registered for VAT, by its electronic address it would be {expected}.]]',
    'Uveďte pri každej strane jej vlastné IČ DPH; kto nie je platiteľom, nemá žiadne.',
    'State for each party its own IČ DPH; a party not registered for VAT has none.',
  ],
  'ico-of-both': [
    'Predávajúci a kupujúci majú rovnaké IČO',
    'Seller and buyer have the same IČO',
    'Na oboch stranách faktúry je IČO {found}, ostatné čísla sa však líšia. IČO má každý subjekt vlastné, preto jednej strane nepatrí.',
    'Both sides of the invoice have the IČO {found}, while their other numbers differ. Every party has an IČO of its own, so it is not that of one of them.',
    'Overte IČO oboch strán v registri právnických osôb a opravte to, ktoré strane nepatrí.',
    'Check the IČO of both parties in the register of legal persons and correct the one that is not the party’s own.',
  ],
  'ico-dic-swapped': [
    'IČO a DIČ sú vymenené',
    'IČO and DIČ are exchanged',
    'Na mieste IČO je DIČ {dic} a na mieste DIČ je IČO {ico}.',
    'The DIČ {dic} is in the place of the IČO, and the IČO {ico} in the place of the DIČ.',
    'Uveďte IČO v cac:PartyLegalEntity/cbc:CompanyID a DIČ v cac:PartyTaxScheme/cbc:CompanyID.',
    'State the IČO in cac:PartyLegalEntity/cbc:CompanyID and the DIČ in cac:PartyTaxScheme/cbc:CompanyID.',
  ],
  'city-post-code-swapped': [
    'Mesto a PSČ sú vymenené',
    'City and post code are exchanged',
    'Na mieste mesta je „{found}“ a na mieste PSČ „{expected}“.',
    'The city is stated as “{found}” and the post code as “{expected}”.',
    'Uveďte mesto v cbc:CityName a PSČ v cbc:PostalZone.',
    'State the city in cbc:CityName and the post code in cbc:PostalZone.',
  ],
  'account-name-swapped': [
    'IBAN a názov účtu sú vymenené',
    'IBAN and name of the account are exchanged',
    'Ako účet je uvedené „{found}“, IBAN {expected} je v názve účtu. Program príjemcu ho odtiaľ do príkazu neprevezme.',
    'The account is stated as “{found}”, the IBAN {expected} is the name of the account. The software of the receiver does not take it from there into a payment order.',
    'Uveďte IBAN v cac:PayeeFinancialAccount/cbc:ID a názov účtu v cbc:Name.',
    'State the IBAN in cac:PayeeFinancialAccount/cbc:ID and the name of the account in cbc:Name.',
  ],
} as const satisfies Record<string, CauseRow>;
