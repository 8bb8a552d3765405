import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { TAX_POINT_WORDS, wordOf } from '../code-words.data.ts';
import { joined, row, type View } from '../view.ts';

/** The main dates: issue, delivery, tax point, due. */
export function dates(view: View): Html {
  const { invoice, label, show, language } = view;
  const { period } = invoice;
  return html`<dl class="dates">${[
    row(label('issueDate'), show('BT-2', invoice.issueDate, { as: 'date' })),
    row(label('deliveryDate'), show('BT-72', invoice.delivery?.date, { as: 'date' })),
    row(label('taxPointDate'), show('BT-7', invoice.taxPointDate, { as: 'date' })),
    row(
      label('taxPointCode'),
      withWord(wordOf(TAX_POINT_WORDS, invoice.taxPointCode, language), show('BT-8', invoice.taxPointCode)),
    ),
    row(
      label('period'),
      joined([show('BT-73', period?.start, { as: 'date' }), show('BT-74', period?.end, { as: 'date' })], ' – '),
    ),
    dueDates(view),
  ]}</dl>`;
}

const withWord = (word: string, code: Html): Html => (word === '' ? code : html`${word} <small>(${code})</small>`);

/** The due date, or the due dates and amounts of instalments. */
function dueDates({ invoice, read, label, show }: View): Html {
  const first = { dueDate: invoice.dueDate, amount: null };
  const stated = read.paymentTerms.filter(({ dueDate }) => dueDate !== null);
  const isAmong = invoice.dueDate === null || stated.some(({ dueDate }) => dueDate === invoice.dueDate);
  const all = isAmong ? stated : [first, ...stated];
  const rows = (all.length > 1 ? all : [{ ...(all[0] ?? first) }]).map(({ dueDate, amount }) => {
    const parts = [show('BT-9', dueDate, { as: 'date' }), show('instalment', amount, { as: 'amount' })];
    return row(label('dueDate'), joined(parts, ' · '));
  });
  return html`${rows}`;
}

export function references({ invoice, label, show }: View): Html {
  const { object } = invoice;
  const preceding = invoice.precedingInvoices.map(({ number, issueDate }) =>
    joined([show('BT-25', number), show('BT-26', issueDate, { as: 'date' })], ` ${label('of')} `),
  );
  const rows = [
    row(label('precedingInvoice'), joined(preceding, ', ')),
    row(label('order'), show('BT-13', invoice.order)),
    row(label('salesOrder'), show('BT-14', invoice.salesOrder)),
    row(label('contract'), show('BT-12', invoice.contract)),
    row(label('project'), show('BT-11', invoice.project)),
    row(label('tender'), show('BT-17', invoice.tender)),
    row(label('despatchAdvice'), show('BT-16', invoice.despatchAdvice)),
    row(label('receivingAdvice'), show('BT-15', invoice.receivingAdvice)),
    row(
      label('object'),
      object === null
        ? NO_HTML
        : html`${show('BT-18', object.value)}${object.scheme === null ? '' : ` (${object.scheme})`}`,
    ),
    row(label('buyerReference'), show('BT-10', invoice.buyerReference)),
    row(label('accountingReference'), show('BT-19', invoice.accountingReference)),
  ];
  return rows.every(({ text }) => text === '') ? NO_HTML : html`<dl class="references">${rows}</dl>`;
}
