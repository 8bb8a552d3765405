import { escapeText, NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { type Channel, type SourceAnswer, SourceFault, type VatQuery } from '../source.ts';
import { faultOfStatus, MAX_BYTES, makeViesChannel, statedFields, toMatch, type ViesParts } from './channel.ts';
import { disclosed, faultOfCode } from './codes.ts';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const TYPES = 'urn:ec.europa.eu:taxud:vies:services:checkVat:types';

/**
 * VIES over SOAP 1.1, which has separate capacity when REST is busy: `checkVat`, or `checkVatApprox` with a requester
 * or a trader.
 *
 * @param url of the service
 */
export const makeViesSoap = (parts: ViesParts): Channel =>
  makeViesChannel(parts, {
    name: 'soap',
    url: parts.url,
    headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml', soapaction: '""' },
    toBody: toEnvelope,
    readAnswer,
  });

function toEnvelope({ number, requester, trader }: VatQuery): string {
  const operation = requester === null && trader === null ? 'checkVat' : 'checkVatApprox';
  const fields = statedFields({
    countryCode: number.country,
    vatNumber: number.number,
    traderName: trader?.name,
    traderCompanyType: trader?.companyType,
    traderStreet: trader?.street,
    traderPostcode: trader?.postalCode,
    traderCity: trader?.city,
    requesterCountryCode: requester?.country,
    requesterVatNumber: requester?.number,
  });
  const inner = fields.map(([name, value]) => `<${name}>${escapeText(value)}</${name}>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}"><s:Body><${operation} xmlns="${TYPES}">${inner}</${operation}></s:Body></s:Envelope>`;
}

const elements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => child.kind === NodeKind.ELEMENT);

function readAnswer(status: number, bytes: Buffer, query: VatQuery): SourceAnswer {
  const parsed = parseXml(bytes, { limits: { bytes: MAX_BYTES } });
  const root = parsed.ok ? parsed.document.root : null;
  const body = root?.uri === ENVELOPE ? elements(root).find(({ local }) => local === 'Body') : undefined;
  const content = body === undefined ? undefined : elements(body)[0];
  if (content === undefined) throw faultOfStatus(status);
  if (content.local === 'Fault') {
    const words = elements(content).find(({ local }) => local === 'faultstring');
    throw faultOfCode(words === undefined ? '' : stringValue(words));
  }
  const fields = new Map(elements(content).map((element) => [element.local, stringValue(element).trim()]));
  const isAboutIt =
    fields.get('countryCode') === query.number.country && fields.get('vatNumber') === query.number.number;
  const valid = fields.get('valid');
  if (content.uri !== TYPES || !isAboutIt || !/^(true|false|1|0)$/.test(valid ?? ''))
    throw new SourceFault('protocol', null);
  return {
    valid: valid === 'true' || valid === '1',
    name: disclosed(fields.get('name') ?? fields.get('traderName')),
    address: disclosed(fields.get('address') ?? fields.get('traderAddress')),
    requestDate: fields.get('requestDate') ?? null,
    consultationNumber: disclosed(fields.get('requestIdentifier')),
    traderMatch:
      query.trader === null
        ? null
        : {
            name: toMatch(fields.get('traderNameMatch')),
            street: toMatch(fields.get('traderStreetMatch')),
            postalCode: toMatch(fields.get('traderPostcodeMatch')),
            city: toMatch(fields.get('traderCityMatch')),
            companyType: toMatch(fields.get('traderCompanyTypeMatch')),
          },
  };
}
