import { findTerm } from '../../terms/index.ts';
import { AMOUNTS, type DecimalRuleId } from '../decimals.ts';
import type { Both, Example, Explanation } from '../explanation.ts';

/** These two rules never fire as published. */
const SILENT: ReadonlySet<string> = new Set<DecimalRuleId>(['BR-DEC-13', 'BR-DEC-15']);
const OTHER_EXPLANATION: Both = [
  'Program exportuje daň s presnosťou výpočtu. Uverejnené pravidlo túto chybu v skutočnosti nehlási; priveľa desatinných miest v nej hlási pravidlo UBL-DT-01.',
  'The software exports the tax as precise as it was computed. As published, this rule does not report the mistake; UBL-DT-01 reports too many decimals of it.',
];

/** EN 16931: amounts with too many decimals (BR-DEC); one text with an example for each amount. */
export const decimalExplanations = Object.fromEntries(
  AMOUNTS.map(([ruleId, term, sk, en]): [DecimalRuleId, Explanation] => [
    ruleId,
    {
      title: [`Priveľa desatinných miest: ${sk}`, `Too many decimals: ${en}`],
      why: [
        'Sumy na faktúre sa platia a účtujú na centy. Keby jedna bola presnejšia, nadväzujúce súčty by si odporovali o zlomky centa. Presnejšie smú byť iba jednotkové ceny.',
        'The amounts of an invoice are paid and booked in cents. If one were more precise, the totals built on it would differ by fractions of a cent. Only unit prices may be more precise.',
      ],
      cause: SILENT.has(ruleId) ? OTHER_EXPLANATION : [
        'Program exportuje vnútornú presnosť výpočtu, napríklad pri prepočte z cien s DPH alebo z cudzej meny, namiesto zaokrúhlenej sumy.',
        'The software exports the inner precision of a calculation, from prices with VAT or from a foreign currency for example, instead of the rounded amount.',
      ],
      example: exampleOf(term),
    },
  ]),
) as Record<DecimalRuleId, Explanation>;

function exampleOf(term: string): Example {
  const { path } = findTerm(term)!;
  const [, owner = '', charge, name = ''] = /^(.*?)(?:\[cbc:ChargeIndicator="(\w+)"\])?\/([^/]+)$/.exec(path)!;
  const write = (value: string): string => {
    if (term === 'BT-111') return inAccountingCurrency(value);
    const amount = `<${name} currencyID="EUR">${value}</${name}>`;
    if (charge === undefined) return amount;
    const indicator = `<cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator>`;
    const other = name === 'cbc:Amount' ? '' : '<cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n';
    return `${indicator}\n${other}${amount}`;
  };
  return { at: term === 'BT-111' ? '' : owner, wrong: write('10.005'), right: write('10.01') };
}

function inAccountingCurrency(value: string): string {
  return `<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>\n<cac:TaxTotal>\n  <cbc:TaxAmount currencyID="CZK">${value}</cbc:TaxAmount>\n</cac:TaxTotal>`;
}
