import type { Address, Identifier, Invoice } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { joined, row, type View } from '../view.ts';

type AddressTerms = readonly [
  street: string,
  more: string,
  third: string,
  city: string,
  post: string,
  region: string,
  country: string,
];

function address(view: View, postal: Address | null, terms: AddressTerms): Html {
  if (postal === null) return NO_HTML;
  const { show } = view;
  const [street, more, third, city, post, region, country] = terms;
  const town = joined([show(post, postal.postalCode), show(city, postal.city)], ' ');
  const lines = [
    show(street, postal.street),
    show(more, postal.additionalStreet),
    show(third, postal.addressLine),
    town,
    show(region, postal.region),
    show(country, postal.country, { as: 'country' }),
  ].filter(({ text }) => text !== '');
  return lines.length === 0 ? NO_HTML : html`<address>${lines.map((line) => html`<span>${line}</span>`)}</address>`;
}

/** An identifier with its scheme; Slovak identifiers with their Slovak names. */
function identifier(view: View, term: string, id: Identifier | null): Html {
  if (id === null) return NO_HTML;
  const { scheme, value } = id;
  const shown = view.show(term, value);
  return scheme === null || scheme === '' ? shown : html`${shown} <small>(${scheme})</small>`;
}

const identifiers = (view: View, term: string, ids: readonly Identifier[]): Html =>
  joined(
    ids.map((each) => identifier(view, term, each)),
    ', ',
  );

type Contact = NonNullable<Invoice['seller']>['contact'];

const contact = (view: View, person: Contact, terms: readonly [string, string, string]): Html =>
  person === null
    ? NO_HTML
    : joined(
        [view.show(terms[0], person.name), view.show(terms[1], person.telephone), view.show(terms[2], person.email)],
        ', ',
      );

const box = (title: string, name: Html, parts: readonly Html[]): Html =>
  html`<section class="party"><h2>${title}</h2><p class="name">${name}</p>${parts}</section>`;

/** Returns the Slovak labels for Slovak identifiers and generic labels for others. */
function namesOf(party: Pick<NonNullable<Invoice['seller']>, 'address' | 'vatId'>) {
  const country = party.address?.country ?? party.vatId?.slice(0, 2) ?? 'SK';
  return country.toUpperCase() === 'SK'
    ? ({ legal: 'ico', tax: 'dic', vat: 'icDph' } as const)
    : ({ legal: 'registrationNumber', tax: 'taxNumber', vat: 'vatNumber' } as const);
}

/** The seller: BG-4. */
export function seller(view: View): Html {
  const party = view.invoice.seller;
  if (party === null) return NO_HTML;
  const { label, show } = view;
  const names = namesOf(party);
  return box(label('seller'), show('BT-27', party.name), [
    address(view, party.address, ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40']),
    html`<dl>${[
      row(label('tradingName'), show('BT-28', party.tradingName)),
      row(label(names.legal), identifier(view, 'BT-30', party.legalId)),
      row(label(names.tax), show('BT-32', party.taxRegistration?.id)),
      row(label(names.vat), show('BT-31', party.vatId)),
      row(label('id'), identifiers(view, 'BT-29', party.ids)),
      row(label('endpoint'), identifier(view, 'BT-34', party.endpoint)),
      row(label('contact'), contact(view, party.contact, ['BT-41', 'BT-42', 'BT-43'])),
      row(label('legalForm'), show('BT-33', party.legalForm)),
    ]}</dl>`,
  ]);
}

/** The buyer: BG-7. */
export function buyer(view: View): Html {
  const party = view.invoice.buyer;
  if (party === null) return NO_HTML;
  const { label, show } = view;
  const names = namesOf(party);
  return box(label('buyer'), show('BT-44', party.name), [
    address(view, party.address, ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55']),
    html`<dl>${[
      row(label('tradingName'), show('BT-45', party.tradingName)),
      row(label(names.legal), identifier(view, 'BT-47', party.legalId)),
      row(label(names.vat), show('BT-48', party.vatId)),
      row(label('id'), identifiers(view, 'BT-46', party.ids)),
      row(label('endpoint'), identifier(view, 'BT-49', party.endpoint)),
      row(label('contact'), contact(view, party.contact, ['BT-56', 'BT-57', 'BT-58'])),
    ]}</dl>`,
  ]);
}

/** Other parties: payee (BG-10), tax representative (BG-11), delivery (BG-13). */
export function otherParties(view: View): Html {
  const { payee, taxRepresentative, delivery } = view.invoice;
  const { label, show } = view;
  const boxes: Html[] = [];
  if (payee !== null) {
    // The payee (BG-10) has no address: an identifier of eight digits is treated as Slovak.
    const legal = /^\d{8}$/.test(payee.legalId?.value.replaceAll(/\s/g, '') ?? '') ? 'ico' : 'registrationNumber';
    const rows = [
      row(label(legal), identifier(view, 'BT-61', payee.legalId)),
      row(label('id'), identifiers(view, 'BT-60', payee.ids)),
    ];
    boxes.push(box(label('payee'), show('BT-59', payee.name), [html`<dl>${rows}</dl>`]));
  }
  if (taxRepresentative !== null) {
    const { name, vatId } = taxRepresentative;
    boxes.push(
      box(label('taxRepresentative'), show('BT-62', name), [
        address(view, taxRepresentative.address, ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69']),
        html`<dl>${row(label(namesOf(taxRepresentative).vat), show('BT-63', vatId))}</dl>`,
      ]),
    );
  }
  if (delivery !== null && (delivery.name !== null || delivery.locationId !== null || delivery.address !== null)) {
    boxes.push(
      box(label('deliveredTo'), show('BT-70', delivery.name), [
        address(view, delivery.address, ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80']),
        html`<dl>${row(label('locationId'), identifier(view, 'BT-71', delivery.locationId))}</dl>`,
      ]),
    );
  }
  return boxes.length === 0 ? NO_HTML : html`<div class="parties">${boxes}</div>`;
}
