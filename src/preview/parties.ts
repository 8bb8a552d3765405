import type { Address, Buyer, Identifier, Seller } from '@e-invoice/validator/invoice';
import type { DraftInvoice } from './draft.ts';
import { vatSchemeOf } from './states.data.ts';

/** What people write where they have nothing to say: law and Peppol want the real value, or none. */
const PLACEHOLDER = /^(?:[-–—._?*/\s]+|neuveden[éáý]|neznám[eay]|n\/?a|none|null|undefined)$/i;

/** A text of the draft without the space around it; null when nothing is left, or a word for nothing. */
export const written = (value: string | undefined): string | null =>
  value === undefined || value.trim() === '' || PLACEHOLDER.test(value.trim()) ? null : value.trim();

/** Under which identifier the buyer of a draft is reached in the Peppol network; null when it has none. */
export const recipientOf = ({ buyerDic, buyerIcDph, buyerAddress }: DraftInvoice): Identifier | null =>
  endpointOf({ dic: buyerDic, icDph: buyerIcDph, address: buyerAddress });

type Side = {
  readonly dic: string;
  readonly icDph: string | undefined;
  readonly ico: string | undefined;
  readonly address: DraftInvoice['sellerAddress'];
};

/** A Slovak party is reached by its DIČ (0245), a foreign one by its VAT number where its state has a scheme for it. */
export function endpointOf({ dic, icDph, address }: Pick<Side, 'dic' | 'icDph' | 'address'>): Identifier | null {
  const country = address?.countryCode ?? 'SK';
  const scheme = vatSchemeOf(country);
  const value = country === 'SK' ? dic.replace(/^SK/i, '') : icDph;
  return scheme === null || value === undefined || value.trim() === ''
    ? null
    : { value: value.replace(/\s/g, ''), scheme };
}

/** A postal address; Slovak where the draft does not say the country. */
export const toAddress = (address: DraftInvoice['sellerAddress']): Address => ({
  street: written(address?.street),
  additionalStreet: null,
  addressLine: null,
  city: written(address?.city),
  postalCode: written(address?.postalCode),
  region: null,
  country: address?.countryCode ?? 'SK',
});

function toParty({ dic, icDph, ico, address }: Side, hasNoVat: boolean) {
  const dicId = written(dic);
  const isSlovak = (address?.countryCode ?? 'SK') === 'SK';
  const legalId = written(ico) === null ? null : { value: ico!.replace(/\s/g, ''), scheme: isSlovak ? '0158' : null };
  return {
    endpoint: endpointOf({ dic, icDph, address }),
    // BR-CO-26: some identifier must be there.
    ids: legalId === null && dicId !== null && isSlovak ? [{ value: dicId.replace(/^SK/i, ''), scheme: '0245' }] : [],
    tradingName: null,
    legalId,
    // Category O forbids VAT identifiers (BR-O-02).
    vatId: hasNoVat ? null : (written(icDph)?.replace(/\s/g, '') ?? null),
    address: toAddress(address),
    contact: null,
  };
}

/** The seller (BG-4); without VAT identifier where a line is not subject to VAT. */
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

/** The buyer (BG-7), likewise. */
export function toBuyer(draft: DraftInvoice, hasNoVat: boolean): Buyer {
  const side = { dic: draft.buyerDic, icDph: draft.buyerIcDph, ico: draft.buyerIco, address: draft.buyerAddress };
  return { ...toParty(side, hasNoVat), name: written(draft.buyerName) };
}
