import type { Payment } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { formatIban, formatMeans } from '../format.ts';
import { formatTerms } from '../format-terms.ts';
import type { Label } from '../labels.data.ts';
import { drawQr } from '../qr/draw-qr.ts';
import { toEpc } from '../qr/epc.ts';
import { toPayBySquare } from '../qr/pay-by-square.ts';
import { type PaymentCode, type PaymentOrder, readSymbols, toPaymentOrder } from '../qr/payment-order.ts';
import { joined, row, type View } from '../view.ts';

/** Payment instructions with the QR codes for banking apps. */
export function payment(view: View): Html {
  const { invoice, label, show, language } = view;
  const { payments, paymentTerms, creditorId } = invoice;
  const further = view.read.paymentTerms.flatMap(({ note }) => (note === null || note === paymentTerms ? [] : [note]));
  const terms = html`${[paymentTerms, ...further].map((note) => row(label('paymentTerms'), show('BT-20', formatTerms(note, language))))}`;
  const creditor = row(label('creditorId'), show('BT-90', creditorId));
  const reference =
    payments.length === 0 ? row(label('remittance'), show('BT-83', view.read.paymentReference)) : NO_HTML;
  if (payments.length === 0 && [terms, creditor, reference].every(({ text }) => text === '')) return NO_HTML;
  const order = toPaymentOrder(view.read);
  const code = order === null ? NO_HTML : typeof order === 'string' ? banner(view, order) : codes(view, order);
  return html`<section class="payment"><div><h2>${label('payment')}</h2>${payments.map((each) => means(view, each))}<dl>${reference}${terms}${creditor}</dl></div>${code}</section>`;
}

const banner = ({ label }: View, why: Label): Html => html`<p class="banner">${label(why)}</p>`;

function means(view: View, { code, name, remittance, account, card, mandate }: Payment): Html {
  const { label, show, language } = view;
  const meansText = html`${formatMeans(code, language)}`;
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
    row(label('paymentMeans'), joined([meansText, show('BT-82', name), coded], ' ')),
  ]}</dl>`;
}

function codes(view: View, order: PaymentOrder): Html {
  const drawn = [
    drawCode(view.label('payBySquare'), () => toPayBySquare(order)),
    drawCode(view.label('epc'), () => toEpc(order)),
  ].filter(({ text }) => text !== '');
  return drawn.length === 0 ? banner(view, 'codeImpossible') : html`<div class="codes">${drawn}</div>`;
}

/** Omits a QR code that cannot be created: an error must not prevent rendering the invoice. */
function drawCode(name: string, make: () => PaymentCode | null): Html {
  try {
    const code = make();
    if (code === null) return NO_HTML;
    return html`<figure data-amount="${code.amount}">${drawQr(code.text, name)}<figcaption>${name}</figcaption></figure>`;
  } catch {
    return NO_HTML;
  }
}
