const PREFIXES = new Map([
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2', 'cac:'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2', 'cbc:'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2', 'ext:'],
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', ''],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', ''],
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'rsm:'],
  ['urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100', 'ram:'],
  ['urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100', 'udt:'],
  ['urn:un:unece:uncefact:data:standard:QualifiedDataType:100', 'qdt:'],
]);

/**
 * Converts the result of `fn:path` (`/Q{uri}Invoice[1]/…`) to a path with the usual prefixes of UBL and CII
 * (`/Invoice[1]/cac:InvoiceLine[2]`). Names in other namespaces become `{uri}name`.
 */
export function readableLocation(path: string): string {
  return path.replace(/Q\{([^{}]*)\}/g, (_, uri: string) => PREFIXES.get(uri) ?? (uri === '' ? '' : `{${uri}}`));
}
