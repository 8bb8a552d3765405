import type { Both, Explanation, Explanations } from '../explanation.ts';
import type { peppolTexts } from '../peppol.data.ts';

type CodeRuleId = Extract<(typeof peppolTexts)[number][0], `PEPPOL-EN16931-${'F' | 'CL' | 'P'}${string}`>;
type ReasonRuleId = `PEPPOL-EN16931-P01${'04' | '05' | '06' | '07' | '08' | '09' | '10' | '11'}`;

const attachment = (mime: string, file: string): string =>
  `<cac:AdditionalDocumentReference>\n  <cbc:ID>VYKAZ-5</cbc:ID>\n  <cac:Attachment>\n    <cbc:EmbeddedDocumentBinaryObject mimeCode="${mime}" filename="${file}">JVBERg==</cbc:EmbeddedDocumentBinaryObject>\n  </cac:Attachment>\n</cac:AdditionalDocumentReference>`;
const reasoned = (charge: boolean, code: string): string =>
  `<cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator>\n<cbc:AllowanceChargeReasonCode>${code}</cbc:AllowanceChargeReasonCode>\n<cbc:Amount currencyID="EUR">20.00</cbc:Amount>`;

const written = {
  'PEPPOL-EN16931-F001': {
    title: ['Dátum v nesprávnom tvare', 'Date in the wrong form'],
    why: ['Dátum sa zapisuje vo všetkých krajinách rovnako, aby si nikto nezamenil deň a mesiac.', 'All countries write dates in the same form, so that day and month are not confused.'],
    cause: ['Prevodník použije tvar podľa nastavenia počítača (4. 5. 2026), alebo k dátumu pripojí čas či časové pásmo.', 'The converter uses the form of the computer\'s settings (04/05/2026), or adds a time or a time zone to the date.'],
    example: { at: '', wrong: '<cbc:IssueDate>4.5.2026</cbc:IssueDate>', right: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>' },
  },
  'PEPPOL-EN16931-CL001': {
    title: ['Nepovolený typ prílohy', 'Attachment type not allowed'],
    why: ['Povolené sú iba typy súborov, ktoré vie otvoriť každý príjemca a ktoré nemôžu niesť škodlivý program.', 'Only file types are allowed that every receiver can open and that cannot carry harmful programs.'],
    cause: ['K faktúre je priložený dokument textového editora alebo archív ZIP. Uložte ho ako PDF.', 'A word processor document or a ZIP archive is attached. Save it as PDF.'],
    example: { at: '', wrong: attachment('application/msword', 'vykaz.doc'), right: attachment('application/pdf', 'vykaz.pdf') },
  },
  'PEPPOL-EN16931-CL002': {
    title: ['Neplatný kód dôvodu zľavy', 'Invalid allowance reason code'],
    why: ['Podľa kódu program kupujúceho zľavu zaradí; vlastné skratky nepozná.', 'The buyer\'s software sorts the allowance by the code; own abbreviations mean nothing to it.'],
    cause: ['Do kódu sa zapísal slovný dôvod alebo vnútorná skratka, prípadne kód zo zoznamu prirážok.', 'Words or an internal abbreviation were written as the code, or a code of the list of charges.'],
    example: { at: 'cac:AllowanceCharge', wrong: reasoned(false, 'ZLAVA'), right: reasoned(false, '95') },
  },
  'PEPPOL-EN16931-CL003': {
    title: ['Neplatný kód dôvodu prirážky', 'Invalid charge reason code'],
    why: ['Podľa kódu program kupujúceho prirážku zaradí, napríklad ako prepravu; vlastné skratky nepozná.', 'The buyer\'s software sorts the charge by the code, as freight for example; own abbreviations mean nothing to it.'],
    cause: ['Do kódu sa zapísal slovný dôvod alebo vnútorná skratka, prípadne kód zo zoznamu zliav.', 'Words or an internal abbreviation were written as the code, or a code of the list of allowances.'],
    example: { at: 'cac:AllowanceCharge', wrong: reasoned(true, 'DOPRAVA'), right: reasoned(true, 'FC') },
  },
  'PEPPOL-EN16931-CL006': {
    title: ['Neplatný kód dňa vzniku daňovej povinnosti', 'Invalid tax point date code'],
    why: ['Kód hovorí, či daňová povinnosť vzniká vyhotovením faktúry, dodaním alebo úhradou; podľa neho kupujúci vie, kedy môže daň odpočítať.', 'The code states whether the tax point is the issue, the delivery or the payment; it determines when the buyer may deduct.'],
    cause: ['Prevodník používa kódy syntaxe CII (5, 29, 72) alebo vlastné.', 'The converter uses the codes of the CII syntax (5, 29, 72) or its own.'],
    example: { at: 'cac:InvoicePeriod', wrong: '<cbc:DescriptionCode>72</cbc:DescriptionCode>', right: '<cbc:DescriptionCode>432</cbc:DescriptionCode>' },
  },
  'PEPPOL-EN16931-CL007': {
    title: ['Neplatná mena pri sume', 'Invalid currency of an amount'],
    why: ['Mena sa číta z atribútu currencyID; značka alebo slovo namiesto kódu sa nedá spracovať.', 'The currency is read from currencyID; a sign or a word in place of the code cannot be processed.'],
    cause: ['Prevodník zapisuje značku meny (€) alebo jej názov, prípadne kód zrušenej meny.', 'The converter writes the currency sign (€) or its name, or the code of a currency that no longer exists.'],
    example: { at: 'cac:LegalMonetaryTotal', wrong: '<cbc:PayableAmount currencyID="Eur">123.00</cbc:PayableAmount>', right: '<cbc:PayableAmount currencyID="EUR">123.00</cbc:PayableAmount>' },
  },
  'PEPPOL-EN16931-CL008': {
    title: ['Nepovolená schéma elektronickej adresy', 'Scheme of the electronic address not allowed'],
    why: ['Podľa schémy sieť Peppol vie, aký druh čísla adresa je a kde ju hľadať; pri neznámej schéme faktúru nedoručí.', 'By the scheme the Peppol network recognises the kind of number and looks up the address; with an unknown scheme nothing is delivered.'],
    cause: ['Ako elektronická adresa je zadaný e-mail, alebo prevodník zapisuje skratku namiesto štvormiestneho kódu.', 'An email address was entered as the electronic address, or the converter writes an abbreviation in place of the four-digit code.'],
    example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: '<cbc:EndpointID schemeID="EM">faktury@example.sk</cbc:EndpointID>', right: '<cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID>' },
  },
  'PEPPOL-EN16931-P0100': {
    title: ['Typ faktúry nepatrí do procesu', 'Invoice type does not belong to the process'],
    why: ['Obchodný proces určuje, kto doklad vyhotovuje: pri bežnej fakturácii predávajúci, pri samofakturácii kupujúci. Typ dokladu tomu musí zodpovedať.', 'The process states who issues the document: the seller in billing, the buyer in self-billing. The document type must agree with it.'],
    cause: ['Samofaktúra (389) sa posiela v procese bežnej fakturácie, alebo sa v programe použil druh dokladu, ktorý sieť Peppol nepozná.', 'A self-billed invoice (389) is sent in the ordinary billing process, or the software used a document kind that Peppol does not know.'],
    example: { at: '', wrong: '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>\n<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>', right: '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>\n<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
  'PEPPOL-EN16931-P0101': {
    title: ['Typ dobropisu nepatrí do procesu', 'Credit note type does not belong to the process'],
    why: ['Obchodný proces určuje, kto dobropis vyhotovuje: pri bežnej fakturácii predávajúci (381), pri samofakturácii kupujúci (261).', 'The process states who issues the credit note: the seller in billing (381), the buyer in self-billing (261).'],
    cause: ['Prevodník zapisuje do dobropisu kód faktúry, alebo sa pri samofakturácii nezmenil typ dokladu.', 'The converter writes an invoice code into the credit note, or the type was not changed for self-billing.'],
    example: { at: '', wrong: '<cbc:CreditNoteTypeCode>261</cbc:CreditNoteTypeCode>', right: '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>' },
  },
  'PEPPOL-EN16931-P0112': {
    title: ['Typ 326 alebo 384 mimo Nemecka', 'Type 326 or 384 outside Germany'],
    why: ['Čiastkovú (326) a opravnú faktúru (384) sieť Peppol pripúšťa iba v Nemecku, kde sú zaužívané; inde by ich program príjemcu nevedel zaúčtovať.', 'Peppol allows partial (326) and corrected invoices (384) in Germany only, where they are usual; in other countries the receiver\'s software could not book them.'],
    cause: ['Program označuje opravu faktúry typom 384. Na Slovensku sa oprava robí dobropisom k pôvodnej faktúre a prípadne novou faktúrou.', 'The software marks a correction as type 384. In Slovakia a correction is a credit note on the original invoice and, where needed, a new invoice.'],
    example: { at: '', wrong: '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>', right: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' },
  },
} as const satisfies Explanations;

/**
 * Exemption reason codes that require a VAT category: rule number, code, its category, a wrong category, and the name
 * of the category.
 */
const REASONS: readonly (readonly [number: string, code: string, category: string, wrong: string, sk: string, en: string])[] = [
  ['04', 'VATEX-EU-G', 'G', 'E', 'vývoz mimo Európskej únie', 'export outside the European Union'],
  ['05', 'VATEX-EU-O', 'O', 'E', 'plnenie, ktoré nie je predmetom dane', 'a supply outside the scope of VAT'],
  ['06', 'VATEX-EU-IC', 'K', 'E', 'dodanie tovaru do iného členského štátu', 'an intra-Community supply'],
  ['07', 'VATEX-EU-AE', 'AE', 'E', 'prenesenie daňovej povinnosti', 'a reverse charge'],
  ['08', 'VATEX-EU-D', 'E', 'S', 'zdaňovanie prirážky cestovných kancelárií', 'the margin scheme of travel agents'],
  ['09', 'VATEX-EU-F', 'E', 'S', 'zdaňovanie prirážky pri použitom tovare', 'the margin scheme for second-hand goods'],
  ['10', 'VATEX-EU-I', 'E', 'S', 'zdaňovanie prirážky pri umeleckých dielach', 'the margin scheme for works of art'],
  ['11', 'VATEX-EU-J', 'E', 'S', 'zdaňovanie prirážky pri zberateľských predmetoch a starožitnostiach', 'the margin scheme for collectors\' items and antiques'],
];

const OWN_CATEGORY: Both = [
  'Program dáva jednu kategóriu všetkému, čo sa nezdaňuje (najčastejšie E alebo Z), a kód dôvodu doplní správne.',
  'The software gives one category to all that is not taxed (mostly E or Z) and adds the right reason code.',
];
const MARGIN: Both = [
  'Riadok zostal v kategórii bežného predaja (S), hoci sa zdaňuje iba prirážka a daň sa na faktúre neuvádza.',
  'The line was left in the category of ordinary sales (S), although only the margin is taxed and no tax is stated on the invoice.',
];

const ofReasons = Object.fromEntries(
  REASONS.map(([number, code, category, wrong, sk, en]): [string, Explanation] => {
    const write = (id: string): string =>
      `<cbc:ID>${id}</cbc:ID>\n<cbc:Percent>0</cbc:Percent>\n<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`;
    const withoutRate = (id: string): string => (id === 'O' ? write(id).replace('\n<cbc:Percent>0</cbc:Percent>', '') : write(id));
    return [
      `PEPPOL-EN16931-P01${number}`,
      {
        title: [`${code} pri inej kategórii ako ${category}`, `${code} with another category than ${category}`],
        why: [
          `Kód ${code} znamená ${sk} a k tomu patrí kategória ${category}. Keď si kód a kategória odporujú, nie je zrejmé, ako plnenie zdaniť a vykázať.`,
          `The code ${code} means ${en}, which is category ${category}. When code and category disagree, it is not clear how to tax and report the supply.`,
        ],
        cause: wrong === 'S' ? MARGIN : OWN_CATEGORY,
        example: { at: 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', wrong: write(wrong), right: withoutRate(category) },
      },
    ];
  }),
) as Record<ReasonRuleId, Explanation>;

/** Peppol: dates, code lists and codes that must agree (PEPPOL-EN16931-F, -CL, -P). */
export const peppolCodeExplanations: Readonly<Record<CodeRuleId, Explanation>> = { ...written, ...ofReasons };
