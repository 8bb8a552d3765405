/** Identifiers of a party used for lookups; null if the invoice does not contain them. */
export type Party = { readonly vat: string | null; readonly endpoint: string | null };

/** Maximum length of a party in characters; a longer one is cut off. */
const LONGEST_PARTY = 50_000;

/**
 * Extracts the VAT number (BT-31, BT-48) and the electronic address (BT-34, BT-49) of a party from the text of a UBL
 * document. The values serve lookups only, not validation.
 */
export function partyOf(xml: string, role: 'AccountingSupplierParty' | 'AccountingCustomerParty'): Party {
  const from = xml.indexOf(`${role}>`);
  const until = xml.indexOf(`${role}>`, from + 1);
  const text = from < 0 || until < 0 ? '' : xml.slice(from, Math.min(until, from + LONGEST_PARTY));
  const [, attributes = '', identifier] = /<(?:\w+:)?EndpointID(\s[^<>]*)>\s*([^<>\s]{1,100})\s*</.exec(text) ?? [];
  const scheme = /\sschemeID\s*=\s*["'](\d{4})["']/.exec(attributes)?.[1];
  // Among tax schemes, only VAT numbers start with a country code.
  const numbers = [...text.matchAll(/<(?:\w+:)?CompanyID(?:\s[^<>]*)?>\s*([0-9A-Z+*]{4,15})\s*</g)];
  const vat = numbers.map(([, number = '']) => number).find((number) => /^[A-Z]{2}/.test(number)) ?? null;
  return { vat, endpoint: scheme === undefined ? null : `${scheme}:${identifier}` };
}
