import type { Entry } from './entry.ts';

/** Peppol, Italy: for Italian sellers (IT-R). */
export const italianTexts = [
  ['IT-R-001', 'BT-32', 'Daňové číslo talianskeho predávajúceho (BT-32) nemá 11 až 16 veľkých písmen a číslic.', 'The tax number of an Italian seller (BT-32) does not have 11 to 16 capital letters and digits.', 'Uveďte taliansky daňový kód (codice fiscale) v cac:PartyTaxScheme/cbc:CompanyID so schémou inou ako VAT, veľkými písmenami a bez medzier.', 'State the Italian tax code (codice fiscale) in cac:PartyTaxScheme/cbc:CompanyID with a scheme other than VAT, in capital letters and without spaces.'],
  ['IT-R-002', 'BT-35', 'Adresa talianskeho predávajúceho nemá ulicu (BT-35).', 'The address of an Italian seller has no street (BT-35).', 'Doplňte ulicu a číslo do cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:StreetName.', 'Add street and number in cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:StreetName.'],
  ['IT-R-003', 'BT-37', 'Adresa talianskeho predávajúceho nemá obec (BT-37).', 'The address of an Italian seller has no city (BT-37).', 'Doplňte obec do cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:CityName.', 'Add the city in cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:CityName.'],
  ['IT-R-004', 'BT-38', 'Adresa talianskeho predávajúceho nemá PSČ (BT-38).', 'The address of an Italian seller has no post code (BT-38).', 'Doplňte PSČ do cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:PostalZone.', 'Add the post code in cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:PostalZone.'],
] as const satisfies readonly Entry[];
