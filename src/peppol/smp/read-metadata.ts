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

/** What signed metadata says: where documents go, or who else knows. */
type Metadata =
  | { readonly kind: 'services'; readonly processes: readonly Process[] }
  | { readonly kind: 'redirect'; readonly url: string; readonly certificateUid: string };

type MetadataQuery = { readonly participant: string; readonly documentType: string; readonly at: number };

/**
 * Reads service metadata.
 *
 * @param bytes what was signed, and nothing else
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
  const processes = childrenOf(getChild(information!, 'ProcessList'), 'Process');
  return { kind: 'services', processes: processes.map((process) => readProcess(process, at)) };
}

function readProcess(process: XmlElement, at: number): Process {
  const id = textOf(getChild(process, 'ProcessIdentifier', IDENTIFIERS));
  const endpoints = childrenOf(getChild(process, 'ServiceEndpointList'), 'Endpoint');
  return { id, name: nameOfProcess(id), endpoints: endpoints.map((endpoint) => readEndpoint(endpoint, at)) };
}

function readEndpoint(endpoint: XmlElement, at: number): Endpoint {
  const reference = getChild(endpoint, 'EndpointReference', ADDRESSING);
  const activation = readTime(textOf(findChild(endpoint, 'ServiceActivationDate')));
  const expiration = readTime(textOf(findChild(endpoint, 'ServiceExpirationDate')));
  const certificate = readCertificate(textOf(findChild(endpoint, 'Certificate')));
  return {
    transport_profile: attributeOf(endpoint, 'transportProfile'),
    url: textOf(getChild(reference, 'Address', ADDRESSING)),
    certificate,
    service_activation: activation,
    service_expiration: expiration,
    state: stateOf({ activation, expiration, certificate }, at),
  };
}

/**
 * A time as XML Schema writes it, in UTC; without a time zone it is taken for UTC.
 *
 * @throws LookupFault `smp_unexpected`
 */
function readTime(text: string): string | null {
  if (text === '') return null;
  const [, day, clock = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}${clock.slice(0, 13)}${zone}`);
  if (Number.isNaN(time)) throw new LookupFault('smp_unexpected');
  return new Date(time).toISOString();
}

/** A certificate in Base64, with or without the lines of PEM around it; null when it is none. */
function readCertificate(text: string): CertificateFacts | null {
  try {
    const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
    return factsOf(new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}

/** Whose a certificate is, and since and until when. */
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
