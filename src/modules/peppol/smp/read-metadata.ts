import { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@e-invoice/schematron/xml';
import type { CertificateFacts, Endpoint, EndpointState, Process } from '../answer.ts';
import { nameOfProcess } from '../document-type.ts';
import { LookupFault } from '../lookup-fault.ts';
import {
  ADDRESSING,
  attributeOf,
  childrenOf,
  expectRoot,
  findChild,
  getChild,
  IDENTIFIERS,
  readAnswer,
  textOf,
} from './elements.ts';
import { checkParticipant } from './read-group.ts';

/** Content of signed metadata: endpoints, or a redirect to another SMP. */
type Metadata =
  | { readonly kind: 'services'; readonly processes: readonly Process[] }
  | { readonly kind: 'redirect'; readonly url: string; readonly certificateUid: string };

type MetadataQuery = { readonly participant: string; readonly documentType: string; readonly at: number };

/**
 * Parses service metadata.
 *
 * @param bytes exactly the signed bytes
 * @throws LookupFault `smp_not_xml`, `smp_unexpected`, `smp_other_participant`, `smp_other_document_type`
 */
export function readMetadata(bytes: Uint8Array, { participant, documentType, at }: MetadataQuery): Metadata {
  const { root } = readAnswer(bytes);
  expectRoot(root, 'SignedServiceMetadata');
  const metadata = getChild(root, 'ServiceMetadata');
  const redirect = findChild(metadata, 'Redirect');
  const information = findChild(metadata, 'ServiceInformation');
  if ((redirect === null) === (information === null)) throw new LookupFault('smp_unexpected');
  if (redirect !== null) {
    const certificateUid = textOf(findChild(redirect, 'CertificateUID'));
    return { kind: 'redirect', url: attributeOf(redirect, 'href'), certificateUid };
  }
  checkParticipant(information!, participant);
  const identifier = getChild(information!, 'DocumentIdentifier', IDENTIFIERS);
  if (`${attributeOf(identifier, 'scheme')}::${textOf(identifier)}` !== documentType) {
    throw new LookupFault('smp_other_document_type');
  }
  const elements = childrenOf(getChild(information!, 'ProcessList'), 'Process');
  const processes = elements.flatMap((process) => readProcess(process, at));
  // One unusable endpoint does not invalidate the others; when none is readable, the type is unknown, not "without
  // endpoint".
  const endpoints = processes.flatMap((process) => process.endpoints);
  const isUnreadable = processes.length < elements.length || endpoints.length > 0;
  if (isUnreadable && endpoints.every(({ state }) => state === 'unreadable')) throw new LookupFault('smp_unexpected');
  return { kind: 'services', processes };
}

/** A process with its endpoints; empty when its id cannot be read. */
function readProcess(process: XmlElement, at: number): Process[] {
  const id = textOf(childrenOf(process, 'ProcessIdentifier', IDENTIFIERS)[0] ?? null);
  const lists = childrenOf(process, 'ServiceEndpointList');
  if (id === '') return [];
  const endpoints = lists.flatMap((list) => childrenOf(list, 'Endpoint'));
  return [{ id, name: nameOfProcess(id), endpoints: endpoints.map((endpoint) => readEndpoint(endpoint, at)) }];
}

function readEndpoint(endpoint: XmlElement, at: number): Endpoint {
  const [reference] = childrenOf(endpoint, 'EndpointReference', ADDRESSING);
  const addresses = reference === undefined ? [] : childrenOf(reference, 'Address', ADDRESSING);
  const url = addresses.length === 1 ? textOf(addresses[0]!) : '';
  const [activation, expiration] = ['ServiceActivationDate', 'ServiceExpirationDate'].map((name) =>
    readTime(childrenOf(endpoint, name).map(textOf).join(' ')),
  ) as [Time, Time];
  const certificate = readCertificate(textOf(childrenOf(endpoint, 'Certificate')[0] ?? null));
  const isUnreadable = url === '' || activation === UNREADABLE || expiration === UNREADABLE;
  const lifetime = { activation: known(activation), expiration: known(expiration), certificate };
  return {
    transport_profile: attributeOf(endpoint, 'transportProfile'),
    url,
    certificate,
    service_activation: lifetime.activation,
    service_expiration: lifetime.expiration,
    state: isUnreadable ? 'unreadable' : stateOf(lifetime, at),
  };
}

const UNREADABLE = Symbol('a time that cannot be read');
type Time = string | null | typeof UNREADABLE;

const known = (time: Time): string | null => (time === UNREADABLE ? null : time);

const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Converts an `xs:date` or `xs:dateTime` to UTC; without a time zone it is UTC. Years that do not fit into four
 * digits become the first or last representable time.
 */
function readTime(text: string): Time {
  if (text === '') return null;
  const parts = /^(-?\d{4,})(-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (parts === null) return UNREADABLE;
  const [, year = '', day, clock = 'T00:00:00', fraction = '', zone = 'Z'] = parts;
  if (/^-|^0+$/.test(year)) return new Date(EARLIEST).toISOString();
  if (Number(year) > 9999) return new Date(LATEST).toISOString();
  const time = Date.parse(`${year.slice(-4)}${day}${clock}${fraction.slice(0, 4)}${zone}`);
  if (Number.isNaN(time)) return UNREADABLE;
  return new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();
}

/** Parses a Base64 certificate, with or without PEM lines; null when it is invalid. */
function readCertificate(text: string): CertificateFacts | null {
  try {
    const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
    return factsOf(new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}

export function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    subject: certificate.subject.split('\n').reverse().join(', '),
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: new Date(certificate.validTo).toISOString(),
  };
}

type Lifetime = {
  readonly activation: string | null;
  readonly expiration: string | null;
  readonly certificate: CertificateFacts | null;
};

function stateOf({ activation, expiration, certificate }: Lifetime, at: number): EndpointState {
  if (activation !== null && Date.parse(activation) > at) return 'not_yet_active';
  if (expiration !== null && Date.parse(expiration) <= at) return 'expired';
  if (certificate === null) return 'certificate_unreadable';
  if (Date.parse(certificate.not_before) > at) return 'certificate_not_yet_valid';
  return Date.parse(certificate.not_after) < at ? 'certificate_expired' : 'active';
}
