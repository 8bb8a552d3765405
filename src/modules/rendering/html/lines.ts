import type { InvoiceLine } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { formatNumber, formatUnit } from '../format.ts';
import type { Label } from '../labels.data.ts';
import { joined, type RowRef, type View } from '../view.ts';

/** Table of all lines (BG-25) with a header that repeats on every printed page. */
export function lines(view: View): Html {
  const { invoice, label } = view;
  if (invoice.lines.length === 0) return NO_HTML;
  return html`<table class="lines"><thead><tr><th class="n">${label('line')}</th><th>${label('item')}</th><th class="r">${label('quantity')}</th><th class="r">${label('unitPrice')}</th><th class="r">${label('vat')}</th><th class="r">${label('lineTotal')}</th></tr></thead><tbody>${invoice.lines.map((line, index) => row(view, line, `line ${index}`))}</tbody></table>`;
}

function row(view: View, line: InvoiceLine, place: RowRef): Html {
  const { language } = view;
  const show: View['show'] = (term, value, options) => view.show(term, value, { ...options, place });
  const { quantity, price, vat } = line;
  const unit =
    quantity?.unit == null ? NO_HTML : html` ${show('BT-130', formatUnit(quantity.unit, language, quantity.value))}`;
  const net = line.netAmount === null ? '' : line.netAmount;
  const id = show('BT-126', line.id);
  const cells = html`<td>${item(view, line, place)}</td><td class="r">${show('BT-129', quantity?.value, { as: 'number' })}${unit}</td><td class="r">${show('BT-146', price?.net, { as: 'amount' })}${per(view, line, place)}</td><td class="r rate" data-name="${view.label('vat')}">${rate(view, vat, place)}</td><td class="r">${show('BT-131', line.netAmount, { as: 'amount' })}</td>`;
  return html`<tr data-net="${net}"><td class="n">${id}${view.rest(place)}</td>${cells}</tr>`;
}

/** Shows the base quantity of a price unless it is one unit. */
function per(view: View, { price }: InvoiceLine, place: RowRef): Html {
  const base = price?.baseQuantity;
  if (base == null || (base.value === '1' && base.unit === null)) return NO_HTML;
  const unit = base.unit === null ? '' : formatUnit(base.unit, view.language, base.value);
  const amount = view.show('BT-149', base.value, { as: 'number', place });
  return html`<small>${view.label('perUnits')} ${amount} ${view.show('BT-150', unit, { place })}</small>`;
}

function rate(view: View, vat: InvoiceLine['vat'], place: RowRef): Html {
  if (vat === null) return NO_HTML;
  const percent =
    vat.rate === null ? NO_HTML : html`${view.show('BT-152', formatNumber(vat.rate, view.language), { place })} %`;
  const category =
    vat.category === 'S'
      ? html`<span class="code" data-bt="BT-151" hidden>S</span>`
      : html` <small>${view.show('BT-151', vat.category, { place })}</small>`;
  return html`${percent}${category}`;
}

function item(view: View, line: InvoiceLine, place: RowRef): Html {
  const { label } = view;
  const show: View['show'] = (term, value, options) => view.show(term, value, { ...options, place });
  const { item, period } = line;
  const named = (name: string, value: Html): Html =>
    value.text === '' ? NO_HTML : html`<span class="fact">${name}: ${value}</span>`;
  const schemed = (value: Html, scheme: string | null | undefined): Html =>
    scheme == null || value.text === '' ? value : html`${value} (${scheme})`;
  const facts = [
    named(label('sellerId'), show('BT-155', item?.sellerId)),
    named(label('buyerId'), show('BT-156', item?.buyerId)),
    named(label('standardId'), schemed(show('BT-157', item?.standardId?.value), item?.standardId?.scheme)),
    ...(item?.classifications ?? []).map(({ value, list, version }) =>
      named(label('classification'), schemed(show('BT-158', value), [list, version].filter(Boolean).join(' ') || null)),
    ),
    named(label('origin'), show('BT-159', item?.originCountry, { as: 'country' })),
    ...(item?.attributes ?? []).map(
      (attribute) =>
        html`<span class="fact">${show('BT-160', attribute.name)}: ${show('BT-161', attribute.value)}</span>`,
    ),
    named(
      label('linePeriod'),
      joined([show('BT-134', period?.start, { as: 'date' }), show('BT-135', period?.end, { as: 'date' })], ' – '),
    ),
    named(label('orderLine'), show('BT-132', line.orderLine)),
    named(label('object'), schemed(show('BT-128', line.object?.value), line.object?.scheme)),
    named(label('accountingReference'), show('BT-133', line.accountingReference)),
    named(label('grossPrice'), show('BT-148', line.price?.gross, { as: 'amount' })),
    named(label('priceDiscount'), show('BT-147', line.price?.discount, { as: 'amount' })),
    ...line.allowances.map((each) => extra(view, each, false, place)),
    ...line.charges.map((each) => extra(view, each, true, place)),
  ].filter(({ text }) => text !== '');
  const description = show('BT-154', item?.description);
  const note = show('BT-127', line.note);
  return html`<b>${show('BT-153', item?.name)}</b>${roleOf(view, place)}${description.text === '' ? NO_HTML : html`<p>${description}</p>`}${note.text === '' ? NO_HTML : html`<p><em>${note}</em></p>`}${facts.length === 0 ? NO_HTML : html`<p class="facts">${facts}</p>`}`;
}

const STATUS: ReadonlyMap<string, Label> = new Map(
  Object.entries({ GROUP: 'lineGroup', INFORMATION: 'lineInformation' }),
);

/** Shows whether the line belongs to another line or is a group of lines. */
function roleOf({ read, label, show }: View, place: RowRef): Html[] {
  const { parent, status } = read.lineRoles[Number(place.slice('line '.length))] ?? { parent: null, status: null };
  const known = STATUS.get(status ?? '');
  // `DETAIL` is the default and is not shown.
  const shown = known !== undefined ? html`${label(known)}` : status === 'DETAIL' ? NO_HTML : show('status', status);
  const belongs = parent === null ? NO_HTML : html`${label('parentLine')} ${show('parent', parent)}`;
  return [shown, belongs].flatMap((part) => (part.text === '' ? [] : [html` <small>${part}</small>`]));
}

const TERMS = {
  allowance: ['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140'],
  charge: ['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145'],
} as const;

/** An allowance or charge of the line: BG-27, BG-28. */
function extra(view: View, allowance: InvoiceLine['allowances'][number], isCharge: boolean, place: RowRef): Html {
  const { label } = view;
  const kind = isCharge ? 'charge' : 'allowance';
  const [amount, base, percent, reason, code] = TERMS[kind];
  const show: View['show'] = (term, value, options) => view.show(term, value, { ...options, place });
  const share = allowance.percent === null ? NO_HTML : html`, ${show(percent, allowance.percent, { as: 'number' })} %`;
  const of =
    allowance.baseAmount === null
      ? NO_HTML
      : html` ${label('ofBase')} ${show(base, allowance.baseAmount, { as: 'amount' })}`;
  const why = joined(
    [
      show(reason, allowance.reason),
      allowance.reasonCode === null ? NO_HTML : html`${label('reasonCode')} ${show(code, allowance.reasonCode)}`,
    ],
    ', ',
  );
  return html`<span class="fact">${label(kind)}: ${show(amount, allowance.amount, { as: 'amount' })}${share}${of}${why.text === '' ? NO_HTML : html` (${why})`}</span>`;
}
