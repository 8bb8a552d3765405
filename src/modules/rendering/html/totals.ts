import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { Invoice } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { VAT_CATEGORY_WORDS, wordOf } from '../code-words.data.ts';
import { formatAmount, formatNumber } from '../format.ts';
import type { Label } from '../labels.data.ts';
import { joined, type View } from '../view.ts';

const TERMS = {
  allowance: ['BT-92', 'BT-93', 'BT-94', 'BT-95', 'BT-96', 'BT-97', 'BT-98'],
  charge: ['BT-99', 'BT-100', 'BT-101', 'BT-102', 'BT-103', 'BT-104', 'BT-105'],
} as const;

/** Document level allowances and charges: BG-20, BG-21. */
export function allowancesAndCharges(view: View): Html {
  const { allowances, charges } = view.invoice;
  const rows = [
    ...allowances.map((each) => extraRow(view, each, 'allowance')),
    ...charges.map((each) => extraRow(view, each, 'charge')),
  ];
  return rows.length === 0 ? NO_HTML : html`<table class="extras"><tbody>${rows}</tbody></table>`;
}

function extraRow(view: View, allowance: Invoice['allowances'][number], kind: keyof typeof TERMS): Html {
  const { label, show, language } = view;
  const [amount, base, percent, category, rate, reason, code] = TERMS[kind];
  const why = joined(
    [
      show(reason, allowance.reason),
      allowance.reasonCode === null
        ? NO_HTML
        : html`<small>${label('reasonCode')} ${show(code, allowance.reasonCode)}</small>`,
    ],
    ', ',
  );
  const share = allowance.percent === null ? NO_HTML : html`${show(percent, allowance.percent, { as: 'number' })} %`;
  const of =
    allowance.baseAmount === null
      ? NO_HTML
      : html` ${label('ofBase')} ${show(base, allowance.baseAmount, { as: 'amount' })}`;
  const vat = html`${allowance.vatRate === null ? NO_HTML : html`${show(rate, formatNumber(allowance.vatRate, language))} %`} <small>${show(category, allowance.vatCategory)}</small>`;
  const sign = kind === 'allowance' ? '−' : '+';
  return html`<tr><td><b>${label(kind)}</b> ${why}</td><td class="r">${share}${of}</td><td class="r">${vat}</td><td class="r">${sign} ${show(amount, allowance.amount, { as: 'amount' })}</td></tr>`;
}

/** VAT breakdown (BG-23) with the wording that the law requires for exempt supplies. */
export function vatBreakdown(view: View): Html {
  const { invoice, label, language } = view;
  if (invoice.vatBreakdown.length === 0) return NO_HTML;
  const rows = invoice.vatBreakdown.map((each, index) => {
    const show: View['show'] = (term, value, options) => view.show(term, value, { ...options, place: `rate ${index}` });
    const words = joined([show('BT-120', each.exemptionReason), show('BT-121', each.exemptionCode)], ' · ');
    const why = words.text === '' ? NO_HTML : html`<tr class="why"><td colspan="3">${words}</td></tr>`;
    const percent = each.rate === null ? html`–` : html`${show('BT-119', formatNumber(each.rate, language))} %`;
    return html`<tr><td>${percent} <small>${joined([show('BT-118', each.category), html`${wordOf(VAT_CATEGORY_WORDS, each.category, language)}`], ' ')}</small></td><td class="r">${show('BT-116', each.taxableAmount, { as: 'amount' })}</td><td class="r">${show('BT-117', each.taxAmount, { as: 'amount' })}</td></tr>${why}`;
  });
  return html`<table class="vat"><caption>${label('vatBreakdown')}</caption><thead><tr><th>${label('rate')}</th><th class="r">${label('taxable')}</th><th class="r">${label('tax')}</th></tr></thead><tbody>${rows}${wholeOf(view)}</tbody></table>`;
}

/** Total of the breakdown, computed from its rows if there are at least two. */
function wholeOf({ invoice, label, language }: View): Html {
  const rows = invoice.vatBreakdown;
  const sumOf = (read: (row: (typeof rows)[number]) => string | null): Decimal | null =>
    rows.reduce<Decimal | null>((sum, row) => {
      const value = parseDecimal(read(row) ?? '');
      return sum === null || value === null ? null : sum.add(value);
    }, ZERO);
  const [base, tax] = [sumOf(({ taxableAmount }) => taxableAmount), sumOf(({ taxAmount }) => taxAmount)];
  if (rows.length < 2 || base === null || tax === null) return NO_HTML;
  const shown = (value: Decimal): string => formatAmount(value.toString(), invoice.currency, language);
  return html`<tr class="whole"><td>${label('whole')}</td><td class="r">${shown(base)}</td><td class="r">${shown(tax)}</td></tr>`;
}

/** Document totals: BG-22. */
export function totals(view: View): Html {
  const { invoice, label, show } = view;
  const sums = invoice.totals;
  const rows: Html[] = [];
  const add = (
    name: Label,
    term: string,
    value: string | null | undefined,
    as: 'amount' | 'vat-amount' = 'amount',
    kind = '',
  ): void => {
    const shown = show(term, value, { as });
    if (shown.text !== '') rows.push(html`<tr class="${kind}"><th>${label(name)}</th><td class="r">${shown}</td></tr>`);
  };
  add('linesTotal', 'BT-106', sums?.lines);
  add('allowancesTotal', 'BT-107', sums?.allowances);
  add('chargesTotal', 'BT-108', sums?.charges);
  add('withoutVat', 'BT-109', sums?.withoutVat);
  add('vatTotal', 'BT-110', invoice.vatTotal);
  add(
    invoice.vatCurrency === 'EUR' ? 'vatInEuro' : 'vatInAccounting',
    'BT-111',
    invoice.vatTotalInVatCurrency,
    'vat-amount',
  );
  add('withVat', 'BT-112', sums?.withVat, 'amount', 'strong');
  add('prepaid', 'BT-113', sums?.prepaid);
  add('rounding', 'BT-114', sums?.rounding);
  add(invoice.kind === 'invoice' ? 'amountDue' : 'amountCredited', 'BT-115', sums?.due, 'amount', 'due');
  return rows.length === 0 ? NO_HTML : html`<table class="totals"><tbody>${rows}</tbody></table>`;
}
