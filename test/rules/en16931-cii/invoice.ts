const CII = 'urn:un:unece:uncefact:data:standard';

export const CII_NAMESPACES: Readonly<Record<'rsm' | 'ram' | 'udt' | 'qdt', string>> = {
  rsm: `${CII}:CrossIndustryInvoice:100`,
  ram: `${CII}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${CII}:UnqualifiedDataType:100`,
  qdt: `${CII}:QualifiedDataType:100`,
};

const DECLARATIONS = Object.entries(CII_NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** A document element with this content and these attributes. */
export const crossIndustryInvoice = (content: string, attributes = ''): string =>
  `<rsm:CrossIndustryInvoice ${DECLARATIONS} ${attributes}>${content}</rsm:CrossIndustryInvoice>`;

/** Nested elements: `nest(['ram:A', 'ram:B'], 'x')` is `<ram:A><ram:B>x</ram:B></ram:A>`. */
export const nest = (names: readonly string[], content: string): string =>
  names.reduceRight((inner, name) => `<${name}>${inner}</${name}>`, content);
