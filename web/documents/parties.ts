/** Identifiers of a party used for lookups; null if the invoice does not contain them. */
export type Party = { readonly vat: string | null; readonly endpoint: string | null };

/** Maximum length of a party in characters; a longer one is cut off. */
const LONGEST_PARTY = 50_000;

/** Where a syntax has the parties, their electronic address and their VAT number. */
const SYNTAXES = [
  {
    parties: { seller: 'AccountingSupplierParty', buyer: 'AccountingCustomerParty' },
    endpoint: /<(?:\w+:)?EndpointID(\s[^<>]*)>\s*([^<>\s]{1,100})\s*</,
    number: /<(?:\w+:)?CompanyID(\s[^<>]*)?>\s*([0-9A-Z+*]{4,15})\s*</g,
    // Among tax schemes, only VAT numbers start with a country code.
    isVat: (_: string, number: string): boolean => /^[A-Z]{2}/.test(number),
  },
  {
    parties: { seller: 'SellerTradeParty', buyer: 'BuyerTradeParty' },
    endpoint: /<(?:\w+:)?URIID(\s[^<>]*)>\s*([^<>\s]{1,100})\s*</,
    number: /<(?:\w+:)?ID(\s[^<>]*)?>\s*([0-9A-Z+*]{4,15})\s*</g,
    isVat: (attributes: string): boolean => /\sschemeID\s*=\s*["']VA["']/.test(attributes),
  },
] as const;

/**
 * Extracts the VAT number (BT-31, BT-48) and the electronic address (BT-34, BT-49) of a party from the text of a UBL or
 * CII document. The values serve lookups only, not validation.
 */
export function partyOf(xml: string, role: 'seller' | 'buyer'): Party {
  for (const { parties, endpoint, number, isVat } of SYNTAXES) {
    const text = textOf(xml, parties[role]);
    if (text === null) continue;
    const [, attributes = '', identifier] = endpoint.exec(text) ?? [];
    const scheme = /\sschemeID\s*=\s*["'](\d{4})["']/.exec(attributes)?.[1];
    const [, , vat = null] = [...text.matchAll(number)].find(([, of = '', value = '']) => isVat(of, value)) ?? [];
    return { vat, endpoint: scheme === undefined ? null : `${scheme}:${identifier}` };
  }
  return { vat: null, endpoint: null };
}

/** The content of the first element of a name, which may have a prefix. */
function textOf(xml: string, element: string): string | null {
  const starts = [`<${element}>`, `:${element}>`].map((tag) => xml.indexOf(tag)).filter((at) => at >= 0);
  const from = Math.min(...starts);
  const until = xml.indexOf(`${element}>`, from + element.length);
  return starts.length === 0 || until < 0 ? null : xml.slice(from, Math.min(until, from + LONGEST_PARTY));
}
