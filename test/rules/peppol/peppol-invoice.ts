import { add, type Mutation, type Part, text } from '../../support/invoice-builder.ts';

export const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const BUYER = 'cac:AccountingCustomerParty/cac:Party';

const profile = (name: string): readonly Mutation[] => [
  text('cbc:CustomizationID', `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${name}:3.0`),
  add('', `<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:${name}:01:1.0</cbc:ProfileID>`),
  behindSpecification,
  dropLoneBaseAmounts,
];

/** Converts the sample of EN 16931 to a Peppol document. */
export const billing = profile('billing');
export const selfBilling = profile('selfbilling');

/** Sets the country of a party's address. */
export const home = (party: string, country: string): Mutation =>
  text(`${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, country);

/** Sets a party's VAT identifier. */
export const vat = (party: string, number: string): Mutation =>
  text(`${party}/cac:PartyTaxScheme/cbc:CompanyID`, number);

/** UBL 2.1: moves ProfileID, which was added last, after CustomizationID. */
function behindSpecification({ children }: Part): void {
  const profile = children.pop()!;
  children.splice(children.findIndex(({ name }) => name === 'cbc:CustomizationID') + 1, 0, profile);
}

/** Peppol accepts a base amount only with a percentage; the lines of the sample have none. */
function dropLoneBaseAmounts(document: Part): void {
  for (const line of document.children.filter(({ name }) => /Line$/.test(name))) {
    for (const { name, children } of line.children) {
      const base = children.findIndex((child) => child.name === 'cbc:BaseAmount');
      if (name === 'cac:AllowanceCharge' && base >= 0) children.splice(base, 1);
    }
  }
}
