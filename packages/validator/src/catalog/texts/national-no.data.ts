import type { Entry } from './entry.ts';

/** Peppol, Norway: for Norwegian sellers (NO-R). */
export const norwegianTexts = [
  ['NO-R-001', 'BT-31', 'Nórske IČ DPH predávajúceho (BT-31) nemá správny tvar: NO, platné deväťmiestne číslo organizácie a MVA.', 'The Norwegian VAT identifier of the seller (BT-31) does not have the right form: NO, a valid organisation number of nine digits, and MVA.', 'Overte si číslo a zapíšte ho do cac:PartyTaxScheme/cbc:CompanyID bez medzier.', 'Check the number and write it in cac:PartyTaxScheme/cbc:CompanyID without spaces.'],
  ['NO-R-002', 'BT-32', 'Nórsky predávajúci neuvádza zápis v obchodnom registri (Foretaksregisteret, BT-32), povinný pre kapitálové spoločnosti a pobočky.', 'A Norwegian seller does not state its entry in the business register (Foretaksregisteret, BT-32), which is mandatory for limited companies and branches.', 'Doplňte cac:PartyTaxScheme s cbc:CompanyID Foretaksregisteret a cac:TaxScheme/cbc:ID TAX, ak je predávajúci v registri zapísaný.', 'Add cac:PartyTaxScheme with cbc:CompanyID Foretaksregisteret and cac:TaxScheme/cbc:ID TAX when the seller is in the register.'],
] as const satisfies readonly Entry[];
