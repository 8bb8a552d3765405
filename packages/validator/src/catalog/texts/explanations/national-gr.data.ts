import type { Both, Explanations } from '../explanation.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const RIGHT = '<cbc:ID>094019245|04/05/2026|1|1.1|A|7</cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>';
const number = (wrong: string): { at: string; wrong: string; right: string } => ({ at: '', wrong: `<cbc:ID>${wrong}</cbc:ID>\n<cbc:IssueDate>2026-05-04</cbc:IssueDate>`, right: RIGHT });
const taxed = (id: string): string => `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${id}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`;
const named = (name: string): string => `<cac:PartyName>\n  <cbc:Name>${name}</cbc:Name>\n</cac:PartyName>`;
const marked = (id: string): string => `<cac:AdditionalDocumentReference>\n  <cbc:ID>${id}</cbc:ID>\n  <cbc:DocumentDescription>##M.AR.K##</cbc:DocumentDescription>\n</cac:AdditionalDocumentReference>`;
const verified = (id: string, uri: string | null): string => `<cac:AdditionalDocumentReference>\n  <cbc:ID>${id}</cbc:ID>\n  <cbc:DocumentDescription>##INVOICE|URL##</cbc:DocumentDescription>${uri === null ? '' : `\n  <cac:Attachment>\n    <cac:ExternalReference>\n      <cbc:URI>${uri}</cbc:URI>\n    </cac:ExternalReference>\n  </cac:Attachment>`}\n</cac:AdditionalDocumentReference>`;
const URL = 'https://example.gr/7';

const NUMBER: Both = ['V Grécku sa číslo faktúry skladá zo šiestich častí, podľa ktorých ju daňová platforma myDATA jednoznačne spozná.', 'In Greece the invoice number has six parts, by which the tax platform myDATA identifies the invoice.'];
const NUMBER_CAUSE: Both = ['Program exportuje bežné číslo z číselného radu a jeho časti podľa gréckeho predpisu neskladá.', 'The software exports an ordinary number of a series and does not compose the parts that Greece prescribes.'];
const VAT: Both = ['Grécke IČ DPH má predponu EL, nie GR, a deväť číslic vrátane kontrolnej; v inom tvare sa strana v registri nenájde.', 'A Greek VAT identifier has the prefix EL, not GR, and nine digits with a check digit; in another form the party is not found in the register.'];
const VAT_CAUSE: Both = ['Program dopĺňa ako predponu kód krajiny GR, alebo je číslo prepísané s preklepom.', 'The software puts the country code GR before the number, or the number has a typing error.'];
const MARK: Both = ['Číslo MARK pridelí faktúre grécka daňová platforma myDATA; dokazuje, že ju predávajúci nahlásil.', 'The Greek tax platform myDATA assigns the MARK to an invoice; it proves that the seller reported the invoice.'];
const VERIFY: Both = ['Na tejto adrese si kupujúci overí, že faktúra je tá, ktorú predávajúci nahlásil gréckej daňovej platforme.', 'At this address the buyer checks that the invoice is the one that the seller reported to the Greek tax platform.'];
const ENDPOINT: Both = ['V gréckej časti siete Peppol sa strany hľadajú podľa daňového čísla v schéme 9933.', 'In the Greek part of the Peppol network parties are looked up by their tax number under scheme 9933.'];
const ENDPOINT_CAUSE: Both = ['Na mieste adresy je IČ DPH s predponou EL, alebo adresa inej schémy.', 'The VAT identifier with EL is stated instead of the address, or an address of another scheme.'];

/** Peppol, Greece (GR-R, GR-S). */
export const greekExplanations = {
  'GR-R-001-1': {
    title: ['Číslo faktúry nemá šesť častí (Grécko)', 'Invoice number without six parts (Greece)'],
    why: NUMBER,
    cause: NUMBER_CAUSE,
    example: number('2026-0042'),
  },
  'GR-R-001-2': {
    title: ['V čísle faktúry nie je daňové číslo (Grécko)', 'Invoice number without the tax number (Greece)'],
    why: NUMBER,
    cause: ['Prvá časť obsahuje predponu EL, alebo číslo inej firmy zo šablóny.', 'The first part has the prefix EL, or the number of another company from a template.'],
    example: number('EL094019245|04/05/2026|1|1.1|A|7'),
  },
  'GR-R-001-3': {
    title: ['V čísle faktúry nie je dátum vyhotovenia (Grécko)', 'Invoice number without the issue date (Greece)'],
    why: NUMBER,
    cause: ['Dátum v čísle sa začína rokom, alebo sa po zmene dátumu vyhotovenia číslo neupravilo.', 'The date in the number starts with the year, or the number was not adjusted when the issue date changed.'],
    example: number('094019245|2026-05-04|1|1.1|A|7'),
  },
  'GR-R-001-4': {
    title: ['V čísle faktúry nie je číslo prevádzkarne (Grécko)', 'Invoice number without the branch number (Greece)'],
    why: NUMBER,
    cause: ['Na mieste čísla prevádzkarne je jej názov, alebo je časť prázdna. Sídlo má číslo 0.', 'The name of the branch is stated instead of its number, or the part is empty. The head office has the number 0.'],
    example: number('094019245|04/05/2026||1.1|A|7'),
  },
  'GR-R-001-5': {
    title: ['V čísle faktúry nie je typ dokladu (Grécko)', 'Invoice number without the document type (Greece)'],
    why: NUMBER,
    cause: ['Na mieste gréckeho typu je kód zoznamu UNTDID 1001, napríklad 380.', 'A code of UNTDID 1001, 380 for example, is stated instead of the Greek type.'],
    example: number('094019245|04/05/2026|1|380|A|7'),
  },
  'GR-R-001-6': {
    title: ['V čísle faktúry chýba séria (Grécko)', 'Invoice number without a series (Greece)'],
    why: NUMBER,
    cause: ['Predávajúci série nepoužíva a časť zostala prázdna; vtedy sa uvádza 0.', 'The seller uses no series and the part was left empty; it is 0 then.'],
    example: number('094019245|04/05/2026|1|1.1||7'),
  },
  'GR-R-001-7': {
    title: ['V čísle faktúry chýba poradové číslo (Grécko)', 'Invoice number without a serial number (Greece)'],
    why: NUMBER,
    cause: ['Faktúra bola exportovaná ako koncept skôr, ako dostala poradové číslo.', 'The invoice was exported as a draft, before it got its serial number.'],
    example: number('094019245|04/05/2026|1|1.1|A|'),
  },
  'GR-R-002': {
    title: ['Grécky predávajúci bez obchodného označenia', 'Greek seller without a trading name'],
    why: ['Grécke pravidlá hľadajú názov predávajúceho v prvku cac:PartyName; obchodné meno v cac:PartyLegalEntity im nestačí.', 'Greek rules look for the seller\'s name in cac:PartyName; the registered name in cac:PartyLegalEntity is not enough.'],
    cause: ['Program exportuje iba obchodné meno do cac:PartyLegalEntity.', 'The software exports only the registered name to cac:PartyLegalEntity.'],
    example: { at: SELLER, wrong: '', right: named('Ελληνικό Εμπόριο') },
  },
  'GR-R-003': {
    title: ['Nesprávne IČ DPH gréckeho predávajúceho', 'Wrong VAT identifier of a Greek seller'],
    why: VAT,
    cause: VAT_CAUSE,
    example: { at: SELLER, wrong: taxed('GR094019245'), right: taxed('EL094019245') },
  },
  'GR-S-011': {
    title: ['Grécky predávajúci bez jedného platného IČ DPH', 'Greek seller without one valid VAT identifier'],
    why: VAT,
    cause: VAT_CAUSE,
    example: { at: SELLER, wrong: taxed('EL094019246'), right: taxed('EL094019245') },
  },
  'GR-R-004-1': {
    title: ['Chýba číslo MARK (Grécko)', 'MARK number missing (Greece)'],
    why: MARK,
    cause: ['Faktúra bola odoslaná skôr, ako ju platforma myDATA prijala, alebo program pridelené číslo neexportuje.', 'The invoice was sent before myDATA accepted it, or the software does not export the number that it got.'],
    example: { at: '', wrong: '', right: marked('400001234567890') },
  },
  'GR-R-004-2': {
    title: ['Číslo MARK nie je číslo (Grécko)', 'MARK is not a number (Greece)'],
    why: MARK,
    cause: ['Pred číslom je slovo alebo skratka, alebo je na jeho mieste nula.', 'There is a word or an abbreviation before the number, or the number is zero.'],
    example: { at: '', wrong: marked('MARK 400001234567890'), right: marked('400001234567890') },
  },
  'GR-S-008-1': {
    title: ['Chýba adresa na overenie faktúry (Grécko)', 'Address for verification missing (Greece)'],
    why: VERIFY,
    cause: ['Adresu vytvára poskytovateľ elektronických faktúr a program ju neprevzal.', 'The provider of electronic invoices creates the address, and the software did not include it.'],
    example: { at: '', wrong: '', right: verified('1', URL) },
  },
  'GR-R-008-2': {
    title: ['Viac adries na overenie faktúry (Grécko)', 'Several addresses for verification (Greece)'],
    why: VERIFY,
    cause: ['Adresu pripojil program aj poskytovateľ.', 'Both the software and the provider added the address.'],
    example: { at: '', wrong: `${verified('1', URL)}\n${verified('2', URL)}`, right: verified('1', URL) },
  },
  'GR-R-008-3': {
    title: ['Odkaz na overenie nemá adresu (Grécko)', 'Reference for verification without an address (Greece)'],
    why: VERIFY,
    cause: ['Adresa je zapísaná do cbc:ID namiesto cac:ExternalReference.', 'The address is written to cbc:ID instead of cac:ExternalReference.'],
    example: { at: '', wrong: verified(URL, null), right: verified('1', URL) },
  },
  'GR-R-005': {
    title: ['Grécka faktúra bez obchodného označenia kupujúceho', 'Greek invoice without the buyer\'s trading name'],
    why: ['Grécke pravidlá hľadajú názov kupujúceho v prvku cac:PartyName; obchodné meno v cac:PartyLegalEntity im nestačí.', 'Greek rules look for the buyer\'s name in cac:PartyName; the registered name in cac:PartyLegalEntity is not enough.'],
    cause: ['Program exportuje iba obchodné meno do cac:PartyLegalEntity.', 'The software exports only the registered name to cac:PartyLegalEntity.'],
    example: { at: BUYER, wrong: '', right: named('Δημόσια Επιχείρηση') },
  },
  'GR-R-006': {
    title: ['Nesprávne IČ DPH gréckeho kupujúceho', 'Wrong VAT identifier of a Greek buyer'],
    why: VAT,
    cause: VAT_CAUSE,
    example: { at: BUYER, wrong: taxed('EL090000046'), right: taxed('EL090000045') },
  },
  'GR-R-009': {
    title: ['Nesprávna elektronická adresa gréckeho predávajúceho', 'Wrong electronic address of a Greek seller'],
    why: ENDPOINT,
    cause: ENDPOINT_CAUSE,
    example: { at: SELLER, wrong: '<cbc:EndpointID schemeID="9933">EL094019245</cbc:EndpointID>', right: '<cbc:EndpointID schemeID="9933">094019245</cbc:EndpointID>' },
  },
  'GR-R-010': {
    title: ['Nesprávna elektronická adresa gréckeho kupujúceho', 'Wrong electronic address of a Greek buyer'],
    why: ENDPOINT,
    cause: ENDPOINT_CAUSE,
    example: { at: BUYER, wrong: '<cbc:EndpointID schemeID="9933">EL090000045</cbc:EndpointID>', right: '<cbc:EndpointID schemeID="9933">090000045</cbc:EndpointID>' },
  },
} as const satisfies Explanations;
