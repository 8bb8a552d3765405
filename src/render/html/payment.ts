import type { Payment } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { formatIban, formatMeans } from '../format.ts';
import { drawQr } from '../qr/draw-qr.ts';
import { isDueRight } from '../qr/due-agrees.ts';
import { toEpc } from '../qr/epc.ts';
import { toPayBySquare } from '../qr/pay-by-square.ts';
import { type PaymentOrder, readSymbols, toPaymentOrder } from '../qr/payment-order.ts';
import { joined, row, type View } from '../view.ts';

/** How and where it is paid, with the codes that banking apps read. */
export function payment(view: View): Html {
  const { invoice, label, show } = view;
  const { payments, paymentTerms, creditorId } = invoice;
  const terms = row(label('paymentTerms'), show('BT-20', paymentTerms));
  const creditor = row(label('creditorId'), show('BT-90', creditorId));
  if (payments.length === 0 && terms.text === '' && creditor.text === '') return NO_HTML;
  const order = toPaymentOrder(invoice);
  return html`<section class="payment"><div><h2>${label('payment')}</h2>${payments.map((each) => means(view, each))}<dl>${terms}${creditor}</dl></div>${order === null ? NO_HTML : isDueRight(invoice) ? codes(view, order) : html`<p class="banner">${label('dueDisagrees')}</p>`}</section>`;
}

function means(view: View, { code, name, remittance, account, card, mandate }: Payment): Html {
  const { label, show, language } = view;
  const said = html`${formatMeans(code, language)}`;
  const coded = code === null ? NO_HTML : html`<small>(${show('BT-81', code)})</small>`;
  const isSymbol = /^\d{1,10}$/.test(remittance ?? '');
  const { variableSymbol, specificSymbol, constantSymbol } = readSymbols(isSymbol ? null : remittance);
  return html`<dl>${[
    row(label('account'), show('BT-84', account?.id == null ? null : formatIban(account.id))),
    row(label('bic'), show('BT-86', account?.bic)),
    row(label('accountName'), show('BT-85', account?.name)),
    row(label(isSymbol ? 'variableSymbol' : 'remittance'), show('BT-83', remittance)),
    row(label('variableSymbol'), html`${variableSymbol ?? ''}`),
    row(label('specificSymbol'), html`${specificSymbol ?? ''}`),
    row(label('constantSymbol'), html`${constantSymbol ?? ''}`),
    row(label('card'), joined([show('BT-87', card?.number), show('BT-88', card?.holder)], ', ')),
    row(label('cardNetwork'), show('card network', card?.network)),
    row(label('mandate'), show('BT-89', mandate?.id)),
    row(label('debitedAccount'), show('BT-91', mandate?.account)),
    row(label('paymentMeans'), joined([said, show('BT-82', name), coded], ' ')),
  ]}</dl>`;
}

function codes({ label }: View, order: PaymentOrder): Html {
  const figures = [
    [label('payBySquare'), toPayBySquare(order)],
    [label('epc'), toEpc(order)],
  ] as const;
  const drawn = figures.flatMap(([name, code]) =>
    code === null
      ? []
      : [
          html`<figure data-amount="${code.amount}">${drawQr(code.text, name)}<figcaption>${name}</figcaption></figure>`,
        ],
  );
  return drawn.length === 0 ? NO_HTML : html`<div class="codes">${drawn}</div>`;
}
