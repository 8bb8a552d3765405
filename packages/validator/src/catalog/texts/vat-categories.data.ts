/** A VAT category of UNTDID 5305 and its properties. */
export type VatCategory = {
  /** Rule family, e.g. `AE` in BR-AE-05. */
  readonly family: string;
  /** Category code in the XML. */
  readonly code: string;
  readonly sk: string;
  readonly en: string;
  /** Allowed VAT rate of a line. */
  readonly rate: 'positive' | 'zero' | 'absent' | 'any';
  /** Whether the breakdown requires or forbids an exemption reason. */
  readonly reason: 'required' | 'forbidden';
  /** Required identifiers, or forbidden ones for supplies outside the scope of VAT. */
  readonly identifiers: 'seller' | 'seller-and-buyer' | 'seller-vat-and-buyer-vat' | 'seller-vat' | 'none';
  /** The usual reason for BT-120 and its code for BT-121. */
  readonly example: { readonly sk: string; readonly en: string; readonly code: string } | null;
};

export const vatCategories = [
  { family: 'S', code: 'S', sk: 'S (základná alebo znížená sadzba)', en: 'S (standard or reduced rate)', rate: 'positive', reason: 'forbidden', identifiers: 'seller', example: null },
  { family: 'Z', code: 'Z', sk: 'Z (nulová sadzba)', en: 'Z (zero rated)', rate: 'zero', reason: 'forbidden', identifiers: 'seller', example: null },
  { family: 'E', code: 'E', sk: 'E (oslobodené od dane)', en: 'E (exempt from VAT)', rate: 'zero', reason: 'required', identifiers: 'seller', example: { sk: 'dodanie je oslobodené od dane', en: 'exempt supply', code: 'VATEX-EU-132' } },
  { family: 'AE', code: 'AE', sk: 'AE (prenesenie daňovej povinnosti)', en: 'AE (reverse charge)', rate: 'zero', reason: 'required', identifiers: 'seller-and-buyer', example: { sk: 'prenesenie daňovej povinnosti', en: 'reverse charge', code: 'VATEX-EU-AE' } },
  { family: 'IC', code: 'K', sk: 'K (dodanie tovaru do iného členského štátu)', en: 'K (intra-Community supply)', rate: 'zero', reason: 'required', identifiers: 'seller-vat-and-buyer-vat', example: { sk: 'dodanie tovaru oslobodené od dane podľa § 43', en: 'intra-Community supply', code: 'VATEX-EU-IC' } },
  { family: 'G', code: 'G', sk: 'G (vývoz mimo Európskej únie)', en: 'G (export outside the EU)', rate: 'zero', reason: 'required', identifiers: 'seller-vat', example: { sk: 'vývoz tovaru oslobodený od dane podľa § 47', en: 'export outside the EU', code: 'VATEX-EU-G' } },
  { family: 'O', code: 'O', sk: 'O (nie je predmetom dane)', en: 'O (not subject to VAT)', rate: 'absent', reason: 'required', identifiers: 'none', example: { sk: 'nie je predmetom dane', en: 'not subject to VAT', code: 'VATEX-EU-O' } },
  { family: 'AF', code: 'L', sk: 'L (kanárska daň IGIC)', en: 'L (Canary Islands tax IGIC)', rate: 'any', reason: 'forbidden', identifiers: 'seller', example: null },
  { family: 'AG', code: 'M', sk: 'M (daň IPSI v Ceute a Melille)', en: 'M (IPSI tax of Ceuta and Melilla)', rate: 'any', reason: 'forbidden', identifiers: 'seller', example: null },
] as const satisfies readonly VatCategory[];
