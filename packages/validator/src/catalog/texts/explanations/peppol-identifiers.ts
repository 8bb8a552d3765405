import type { Both, Explanation } from '../explanation.ts';
import type { peppolIdentifierTexts } from '../peppol-identifiers.data.ts';

type IdentifierRuleId = (typeof peppolIdentifierTexts)[number][0];

const WITHOUT_CHECK: Both = [
  'Číslo sa v sieti Peppol a v registroch vyhľadáva presne; v inom tvare sa nenájde a faktúra sa nedoručí.',
  'The number is looked up literally in the Peppol network and in registers; in another form it is not found and the invoice is not delivered.',
];
const WITH_CHECK: Both = [
  'Kontrolné číslice odhalia preklep skôr, ako by faktúra odišla na neexistujúcu alebo cudziu adresu.',
  'Check digits reveal a typing error before the invoice goes to an address that does not exist or belongs to another company.',
];
const SPACES: Both = ['Číslo je v karte partnera zapísané s medzerami, pomlčkami alebo bodkami, ako sa tlačí na doklady.', 'The number is in the partner\'s record with spaces, hyphens or dots, as it is printed on documents.'];
const TYPO: Both = ['Číslo je prepísané ručne s preklepom, alebo ide o iný identifikátor, než aký hovorí schéma.', 'The number has a typing error, or it is not an identifier of the stated scheme.'];
const ZEROS: Both = ['Program vedie číslo ako číselnú hodnotu a stratil úvodné nuly.', 'The software keeps the number as a numeric value and lost the leading zeros.'];
const PREFIX: Both = ['Predpona krajiny chýba, alebo je navyše, lebo program ju vedie v samostatnom poli.', 'The country prefix is missing or too much, because the software keeps it in a field of its own.'];

type Row = readonly [id: IdentifierRuleId, scheme: string, wrong: string, right: string, why: Both, cause: Both, title: Both];

const ROWS: readonly Row[] = [
  ['PEPPOL-COMMON-R040', '0088', '8584000000015', '8584000000014', WITH_CHECK, TYPO, ['Neplatné číslo GLN', 'Invalid GLN']],
  ['PEPPOL-COMMON-R041', '0192', '974760674', '974760673', WITH_CHECK, TYPO, ['Neplatné nórske číslo organizácie', 'Invalid Norwegian organisation number']],
  ['PEPPOL-COMMON-R042', '0184', '87 65 43 21', 'DK87654321', WITHOUT_CHECK, SPACES, ['Nesprávny tvar dánskeho čísla CVR', 'Danish CVR number in the wrong form']],
  ['PEPPOL-COMMON-R043', '0208', '202239951', '0202239951', WITH_CHECK, ZEROS, ['Neplatné číslo belgického podniku', 'Invalid Belgian enterprise number']],
  ['PEPPOL-COMMON-R044', '0201', 'UFY9M', 'UFY9MH', WITHOUT_CHECK, TYPO, ['Nesprávny tvar talianskeho kódu IPA', 'Italian IPA code in the wrong form']],
  ['PEPPOL-COMMON-R045', '0210', 'RSSMRA85T10A562', 'RSSMRA85T10A562S', WITHOUT_CHECK, TYPO, ['Nesprávny tvar talianskeho daňového kódu', 'Italian tax code in the wrong form']],
  ['PEPPOL-COMMON-R046', '9907', '743110157', '00743110157', WITHOUT_CHECK, ZEROS, ['Taliansky daňový kód v elektronickej adrese', 'Italian tax code in an electronic address']],
  ['PEPPOL-COMMON-R047', '0211', 'IT00743110158', 'IT00743110157', WITH_CHECK, TYPO, ['Neplatné talianske číslo platiteľa dane', 'Invalid Italian VAT number']],
  ['PEPPOL-COMMON-R049', '0007', '556036-0793', '5560360793', WITH_CHECK, SPACES, ['Neplatné číslo švédskej organizácie', 'Invalid Swedish organisation number']],
  ['PEPPOL-COMMON-R050', '0151', '51 824 753 556', '51824753556', WITH_CHECK, SPACES, ['Neplatné austrálske číslo podniku', 'Invalid Australian business number']],
  ['PEPPOL-COMMON-R052', '0096', '100234567', '1002345678', WITHOUT_CHECK, TYPO, ['Nesprávny tvar čísla dánskej prevádzkarne', 'Danish production unit number in the wrong form']],
  ['PEPPOL-COMMON-R053', '0198', '12345678', 'DK12345678', WITHOUT_CHECK, PREFIX, ['Nesprávny tvar dánskeho daňového čísla', 'Danish tax number in the wrong form']],
  ['PEPPOL-COMMON-R054', '0106', '2345678', '02345678', WITHOUT_CHECK, ZEROS, ['Nesprávny tvar holandského čísla KVK', 'Dutch KVK number in the wrong form']],
  ['PEPPOL-COMMON-R055', '0190', '1003214345000', '00000001003214345000', WITHOUT_CHECK, ZEROS, ['Nesprávny tvar holandského čísla OIN', 'Dutch OIN in the wrong form']],
  ['PEPPOL-COMMON-R056-1', '9944', '123456789B01', 'NL123456789B01', WITHOUT_CHECK, PREFIX, ['Holandské číslo DPH v elektronickej adrese', 'Dutch VAT number in an electronic address']],
  ['PEPPOL-COMMON-R056-2', '', 'NL123456789', 'NL123456789B01', WITHOUT_CHECK, TYPO, ['Nesprávny tvar holandského IČ DPH', 'Dutch VAT number in the wrong form']],
  ['PEPPOL-COMMON-R057', '0217', '12345678', '000012345678', WITHOUT_CHECK, ZEROS, ['Nesprávny tvar čísla holandskej prevádzkarne', 'Dutch establishment number in the wrong form']],
];

const write = (scheme: string, number: string): string =>
  scheme === ''
    ? `<cac:PartyTaxScheme>\n  <cbc:CompanyID>${number}</cbc:CompanyID>\n  <cac:TaxScheme>\n    <cbc:ID>VAT</cbc:ID>\n  </cac:TaxScheme>\n</cac:PartyTaxScheme>`
    : `<cbc:EndpointID schemeID="${scheme}">${number}</cbc:EndpointID>`;

/** Peppol: identifiers with a format defined by their scheme (PEPPOL-COMMON). */
export const peppolIdentifierExplanations = Object.fromEntries(
  ROWS.map(([id, scheme, wrong, right, why, cause, title]): [IdentifierRuleId, Explanation] => [
    id,
    { title, why, cause, example: { at: 'cac:AccountingCustomerParty/cac:Party', wrong: write(scheme, wrong), right: write(scheme, right) } },
  ]),
) as Record<IdentifierRuleId, Explanation>;
