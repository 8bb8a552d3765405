import type { Address, Buyer, Identifier, Seller } from '@e-invoice/validator/invoice';
import { vatSchemeOf } from '@e-invoice/validator/member-states';
import type { DraftInvoice } from './draft.ts';

/** Placeholders that people enter in empty fields; law and Peppol require the real value or no value. */
const PLACEHOLDER = /^(?:[-–—._?*/\s]+|neuveden[éáý]|neznám[eay]|n\/?a|none|null|undefined)$/i;

/** Trims a text of the draft; null when it is empty or a placeholder. */
export const written = (value: string | undefined): string | null =>
  value === undefined || value.trim() === '' || PLACEHOLDER.test(value.trim()) ? null : value.trim();

/** Peppol identifier of a draft's buyer, or null. */
export const recipientOf = ({ buyerDic, buyerIcDph, buyerAddress, buyerEndpoint }: DraftInvoice): Identifier | null =>
  endpointOf({ dic: buyerDic, icDph: buyerIcDph, address: buyerAddress, endpoint: buyerEndpoint });

type Side = {
  readonly dic: string;
  readonly icDph: string | undefined;
  readonly ico: string | undefined;
  readonly address: DraftInvoice['sellerAddress'];
  /** As stated in the draft. */
  readonly endpoint?: DraftInvoice['buyerEndpoint'];
};

/**
 * Endpoint of a party: the stated one, otherwise the DIČ (0245) of a Slovak party, or the VAT number of a foreign
 * party whose state has a scheme for it.
 */
function endpointOf({ dic, icDph, address, endpoint }: Omit<Side, 'ico'>): Identifier | null {
  if (endpoint !== undefined) {
    const id = written(endpoint.id)?.replace(/\s/g, '') ?? null;
    return id === null ? null : { value: id, scheme: endpoint.scheme };
  }
  const country = address?.countryCode ?? 'SK';
  const scheme = vatSchemeOf(country);
  const value = country === 'SK' ? dic.replace(/^SK/i, '') : icDph;
  return scheme === null || value === undefined || value.trim() === ''
    ? null
    : { value: value.replace(/\s/g, ''), scheme };
}

/** Postal address; the default country is Slovakia. */
export const toAddress = (address: DraftInvoice['sellerAddress']): Address => ({
  street: written(address?.street),
  additionalStreet: null,
  addressLine: null,
  city: written(address?.city),
  postalCode: written(address?.postalCode),
  region: null,
  country: address?.countryCode ?? 'SK',
});

function toParty({ dic, icDph, ico, address, endpoint }: Side, hasNoVat: boolean) {
  const dicId = written(dic);
  const isSlovak = (address?.countryCode ?? 'SK') === 'SK';
  const legalId = written(ico) === null ? null : { value: ico!.replace(/\s/g, ''), scheme: isSlovak ? '0158' : null };
  return {
    endpoint: endpointOf({ dic, icDph, address, endpoint }),
    // BR-CO-26: at least one identifier is required.
    ids: legalId === null && dicId !== null && isSlovak ? [{ value: dicId.replace(/^SK/i, ''), scheme: '0245' }] : [],
    tradingName: null,
    legalId,
    // Category O forbids VAT identifiers (BR-O-02).
    vatId: hasNoVat ? null : (written(icDph)?.replace(/\s/g, '') ?? null),
    address: toAddress(address),
    contact: null,
  };
}

/** Seller (BG-4), without a VAT identifier when a line is not subject to VAT. */
export function toSeller(draft: DraftInvoice, hasNoVat: boolean): Seller {
  const side = { dic: draft.sellerDic, icDph: draft.sellerIcDph, ico: draft.sellerIco, address: draft.sellerAddress };
  const id = written(draft.sellerDic);
  return {
    ...toParty(side, hasNoVat),
    name: written(draft.sellerName),
    taxRegistration: id === null ? null : { id, scheme: 'TAX' },
    legalForm: written(draft.sellerRegisterEntry),
  };
}

/** Buyer (BG-7), with the same exception. */
export function toBuyer(draft: DraftInvoice, hasNoVat: boolean): Buyer {
  const { buyerDic: dic, buyerIcDph: icDph, buyerIco: ico, buyerAddress: address, buyerEndpoint: endpoint } = draft;
  const side: Side = { dic, icDph, ico, address, endpoint };
  return { ...toParty(side, hasNoVat), name: written(draft.buyerName) };
}
