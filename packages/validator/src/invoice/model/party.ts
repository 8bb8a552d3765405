import { type Fields, group, type ModelOf, type SyntaxPaths, term, terms } from '../term.ts';

type Ids = readonly [
  street: string,
  more: string,
  third: string,
  city: string,
  post: string,
  region: string,
  country: string,
];

/** Postal address (BG-5, BG-8, BG-12 or BG-15, depending on the ids of its terms). */
function addressFields(ids: Ids) {
  return {
    street: term(ids[0], 'text', 'cbc:StreetName', 'ram:LineOne'),
    additionalStreet: term(ids[1], 'text', 'cbc:AdditionalStreetName', 'ram:LineTwo'),
    addressLine: term(ids[2], 'text', 'cac:AddressLine/cbc:Line', 'ram:LineThree'),
    city: term(ids[3], 'text', 'cbc:CityName', 'ram:CityName'),
    postalCode: term(ids[4], 'text', 'cbc:PostalZone', 'ram:PostcodeCode'),
    region: term(ids[5], 'text', 'cbc:CountrySubentity', 'ram:CountrySubDivisionName'),
    country: term(ids[6], 'code', 'cac:Country/cbc:IdentificationCode', 'ram:CountryID'),
  };
}

export type Address = ModelOf<ReturnType<typeof addressFields>>;

const address = (id: string, ubl: string, cii: SyntaxPaths['cii'], ids: Ids) => group(id, ubl, cii, addressFields(ids));

const VAT_REGISTRATION = 'cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID';
const CII_VAT = 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]';

function contactFields(ids: readonly [name: string, phone: string, email: string]) {
  return {
    name: term(ids[0], 'text', 'cbc:Name', ['ram:PersonName', 'ram:DepartmentName']),
    telephone: term(ids[1], 'text', 'cbc:Telephone', 'ram:TelephoneUniversalCommunication/ram:CompleteNumber'),
    email: term(ids[2], 'text', 'cbc:ElectronicMail', 'ram:EmailURIUniversalCommunication/ram:URIID'),
  };
}

const sellerFields = {
  endpoint: term('BT-34', 'identifier', 'cbc:EndpointID', 'ram:URIUniversalCommunication/ram:URIID'),
  ids: terms('BT-29', 'identifier', 'cac:PartyIdentification[cbc:ID/@schemeID!=SEPA]/cbc:ID', [
    'ram:ID',
    'ram:GlobalID',
  ]),
  name: term('BT-27', 'text', 'cac:PartyLegalEntity/cbc:RegistrationName', 'ram:Name'),
  tradingName: term(
    'BT-28',
    'text',
    'cac:PartyName/cbc:Name',
    'ram:SpecifiedLegalOrganization/ram:TradingBusinessName',
  ),
  legalId: term('BT-30', 'identifier', 'cac:PartyLegalEntity/cbc:CompanyID', 'ram:SpecifiedLegalOrganization/ram:ID'),
  vatId: term('BT-31', 'text', VAT_REGISTRATION, CII_VAT),
  taxRegistration: group(
    'BT-32',
    'cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!=VAT]',
    'ram:SpecifiedTaxRegistration[ram:ID/@schemeID=FC]',
    {
      id: term('BT-32', 'text', 'cbc:CompanyID', 'ram:ID'),
      scheme: term('BT-32 scheme', 'code', 'cac:TaxScheme/cbc:ID', null),
    },
  ),
  legalForm: term('BT-33', 'text', 'cac:PartyLegalEntity/cbc:CompanyLegalForm', 'ram:Description'),
  address: address('BG-5', 'cac:PostalAddress', 'ram:PostalTradeAddress', [
    'BT-35',
    'BT-36',
    'BT-162',
    'BT-37',
    'BT-38',
    'BT-39',
    'BT-40',
  ]),
  contact: group('BG-6', 'cac:Contact', 'ram:DefinedTradeContact', contactFields(['BT-41', 'BT-42', 'BT-43'])),
} as const satisfies Fields;

const buyerFields = {
  endpoint: term('BT-49', 'identifier', 'cbc:EndpointID', 'ram:URIUniversalCommunication/ram:URIID'),
  ids: terms('BT-46', 'identifier', 'cac:PartyIdentification/cbc:ID', ['ram:ID', 'ram:GlobalID']),
  name: term('BT-44', 'text', 'cac:PartyLegalEntity/cbc:RegistrationName', 'ram:Name'),
  tradingName: term(
    'BT-45',
    'text',
    'cac:PartyName/cbc:Name',
    'ram:SpecifiedLegalOrganization/ram:TradingBusinessName',
  ),
  legalId: term('BT-47', 'identifier', 'cac:PartyLegalEntity/cbc:CompanyID', 'ram:SpecifiedLegalOrganization/ram:ID'),
  vatId: term('BT-48', 'text', VAT_REGISTRATION, CII_VAT),
  address: address('BG-8', 'cac:PostalAddress', 'ram:PostalTradeAddress', [
    'BT-50',
    'BT-51',
    'BT-163',
    'BT-52',
    'BT-53',
    'BT-54',
    'BT-55',
  ]),
  contact: group('BG-9', 'cac:Contact', 'ram:DefinedTradeContact', contactFields(['BT-56', 'BT-57', 'BT-58'])),
} as const satisfies Fields;

const CII_AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement';
const CII_SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
const CII_DELIVERY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery';

/** Seller, buyer, payee, tax representative and delivery. */
export const parties = {
  seller: group('BG-4', 'cac:AccountingSupplierParty/cac:Party', `${CII_AGREEMENT}/ram:SellerTradeParty`, sellerFields),
  buyer: group('BG-7', 'cac:AccountingCustomerParty/cac:Party', `${CII_AGREEMENT}/ram:BuyerTradeParty`, buyerFields),
  payee: group('BG-10', 'cac:PayeeParty', `${CII_SETTLEMENT}/ram:PayeeTradeParty`, {
    name: term('BT-59', 'text', 'cac:PartyName/cbc:Name', 'ram:Name'),
    ids: terms('BT-60', 'identifier', 'cac:PartyIdentification[cbc:ID/@schemeID!=SEPA]/cbc:ID', [
      'ram:ID',
      'ram:GlobalID',
    ]),
    legalId: term('BT-61', 'identifier', 'cac:PartyLegalEntity/cbc:CompanyID', 'ram:SpecifiedLegalOrganization/ram:ID'),
  }),
  taxRepresentative: group(
    'BG-11',
    'cac:TaxRepresentativeParty',
    `${CII_AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`,
    {
      name: term('BT-62', 'text', 'cac:PartyName/cbc:Name', 'ram:Name'),
      vatId: term('BT-63', 'text', 'cac:PartyTaxScheme[cac:TaxScheme/cbc:ID:=VAT]/cbc:CompanyID', CII_VAT),
      address: address('BG-12', 'cac:PostalAddress', 'ram:PostalTradeAddress', [
        'BT-64',
        'BT-65',
        'BT-164',
        'BT-66',
        'BT-67',
        'BT-68',
        'BT-69',
      ]),
    },
  ),
  delivery: group('BG-13', 'cac:Delivery', CII_DELIVERY, {
    name: term('BT-70', 'text', 'cac:DeliveryParty/cac:PartyName/cbc:Name', 'ram:ShipToTradeParty/ram:Name'),
    locationId: term('BT-71', 'identifier', 'cac:DeliveryLocation/cbc:ID', [
      'ram:ShipToTradeParty/ram:ID',
      'ram:ShipToTradeParty/ram:GlobalID',
    ]),
    date: term(
      'BT-72',
      'date',
      'cbc:ActualDeliveryDate',
      'ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString',
    ),
    address: address('BG-15', 'cac:DeliveryLocation/cac:Address', 'ram:ShipToTradeParty/ram:PostalTradeAddress', [
      'BT-75',
      'BT-76',
      'BT-165',
      'BT-77',
      'BT-78',
      'BT-79',
      'BT-80',
    ]),
  }),
} as const satisfies Fields;
