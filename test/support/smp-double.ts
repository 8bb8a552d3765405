import type { IncomingMessage, ServerResponse } from 'node:http';
import { SignedXml } from 'xml-crypto';
import { type Certificate, makeCertificate } from './certificate.ts';
import { type Receiver, startReceiver, startTlsReceiver } from './receiver.ts';

/** Certificates of a test network, generated in each process. */
export function makeSmpPki() {
  const root = makeCertificate('Test Root CA', { kind: 'rsa' });
  const smpCa = makeCertificate('Test SMP CA', { kind: 'rsa', issuer: root });
  const make = (name: string, options: Parameters<typeof makeCertificate>[1] = {}): Certificate =>
    makeCertificate(name, { kind: 'rsa', issuer: smpCa, authority: false, ...options });
  return { root, smpCa, make, smp: make('PSM000001'), accessPoint: make('PSK000001') };
}

export type SmpPki = ReturnType<typeof makeSmpPki>;

export const INVOICE =
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
export const CREDIT_NOTE = INVOICE.replaceAll('Invoice', 'CreditNote');

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SMP = 'http://busdox.org/serviceMetadata/publishing/1.0/';
const NAMESPACES = `xmlns:smp="${SMP}" xmlns:id="http://busdox.org/transport/identifiers/1.0/" xmlns:wsa="http://www.w3.org/2005/08/addressing"`;

const bare = ({ cert }: Certificate): string => cert.replace(/-----[A-Z ]+-----|\s/g, '');
const identifier = (participant: string): string =>
  `<id:ParticipantIdentifier scheme="iso6523-actorid-upis">${participant}</id:ParticipantIdentifier>`;

/** Service group (Peppol SMP 1.x). */
export function groupXml(participant: string, base: string, documentTypes: readonly string[]): string {
  const path = `${base}/iso6523-actorid-upis%3A%3A${encodeURIComponent(participant)}/services`;
  const links = documentTypes.map((id) => `<smp:ServiceMetadataReference href="${path}/${encodeURIComponent(id)}"/>`);
  const list = `<smp:ServiceMetadataReferenceCollection>${links.join('')}</smp:ServiceMetadataReferenceCollection>`;
  return `<?xml version="1.0" encoding="UTF-8"?><smp:ServiceGroup ${NAMESPACES}>${identifier(participant)}${list}</smp:ServiceGroup>`;
}

export type Service = {
  readonly certificate: Certificate;
  readonly url?: string;
  readonly activation?: string;
  readonly expiration?: string;
};

/** Unsigned service metadata. */
export function metadataXml(participant: string, documentType: string, service: Service): string {
  const [scheme, ...rest] = documentType.split('::');
  const time = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `<smp:${name}>${value}</smp:${name}>`;
  const endpoint =
    `<smp:Endpoint transportProfile="peppol-transport-as4-v2_0"><wsa:EndpointReference><wsa:Address>${service.url ?? 'https://ap.example/as4'}</wsa:Address></wsa:EndpointReference>` +
    `<smp:RequireBusinessLevelSignature>false</smp:RequireBusinessLevelSignature>${time('ServiceActivationDate', service.activation)}${time('ServiceExpirationDate', service.expiration)}` +
    `<smp:Certificate>${bare(service.certificate)}</smp:Certificate><smp:ServiceDescription>Test</smp:ServiceDescription></smp:Endpoint>`;
  const process =
    '<smp:Process><id:ProcessIdentifier scheme="cenbii-procid-ubl">urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</id:ProcessIdentifier>' +
    `<smp:ServiceEndpointList>${endpoint}</smp:ServiceEndpointList></smp:Process>`;
  return `<smp:SignedServiceMetadata ${NAMESPACES}><smp:ServiceMetadata><smp:ServiceInformation>${identifier(participant)}<id:DocumentIdentifier scheme="${scheme}">${rest.join('::')}</id:DocumentIdentifier><smp:ProcessList>${process}</smp:ProcessList></smp:ServiceInformation></smp:ServiceMetadata></smp:SignedServiceMetadata>`;
}

export const redirectXml = (href: string, certificateUid: string): string =>
  `<smp:SignedServiceMetadata ${NAMESPACES}><smp:ServiceMetadata><smp:Redirect href="${href}"><smp:CertificateUID>${certificateUid}</smp:CertificateUID></smp:Redirect></smp:ServiceMetadata></smp:SignedServiceMetadata>`;

export type Signing = {
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  readonly canonical?: string;
  readonly transforms?: readonly string[];
  /** Sent after the signer's own certificate. */
  readonly others?: readonly Certificate[];
};

/** Signs a document as SMPs do: enveloped signature over the whole document (XML Signature 1.1). */
export function signXml(xml: string, signer: Certificate, options: Signing = {}): string {
  const canonical = options.canonical ?? 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
  const certificates = [signer, ...(options.others ?? [])];
  const signed = new SignedXml({
    privateKey: signer.key,
    publicCert: certificates.map(({ cert }) => cert).join(''),
    signatureAlgorithm: options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: canonical as 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signed.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: [...(options.transforms ?? [`${DSIG}enveloped-signature`])],
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signed.computeSignature(xml);
  return signed.getSignedXml();
}

/** Fault of the test double. */
export type SmpTrouble =
  | { readonly does: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly does: 'body'; readonly body: string | Buffer; readonly type?: string }
  | { readonly does: 'hang' | 'drip' | 'cut' | 'drop' | 'huge' | 'babble' };

export type SmpDouble = Receiver & {
  /** Requested paths, decoded. */
  readonly requests: string[];
  /** Responses by decoded path. */
  readonly pages: Map<string, string>;
  trouble: (path: string) => SmpTrouble | null;
  /** Response delay in milliseconds. */
  latency: number | (() => number);
  /** Publishes a participant with signed metadata for its document types. */
  readonly publish: (
    participant: string,
    documentTypes: readonly string[],
    service: Service,
    signer: Certificate,
  ) => void;
};

export const groupPath = (participant: string): string => `/iso6523-actorid-upis::${participant}`;
export const metadataPath = (participant: string, documentType: string): string =>
  `${groupPath(participant)}/services/${documentType}`;

/** SMP on a real socket; HTTPS with a certificate. */
export async function startSmpDouble(tls: Certificate | null = null): Promise<SmpDouble> {
  const pages = new Map<string, string>();
  const requests: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const { latency } = double;
    setTimeout(() => respond(path, response), typeof latency === 'number' ? latency : latency());
  };
  const respond = (path: string, response: ServerResponse): void => {
    const trouble = double.trouble(path);
    const page = pages.get(path);
    if (trouble !== null) misbehave(trouble, response);
    else if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
    else response.writeHead(200, { 'content-type': 'application/xml' }).end(page);
  };
  const receiver = tls === null ? await startReceiver(answer) : await startTlsReceiver(tls, answer);
  const double: SmpDouble = {
    ...receiver,
    requests,
    pages,
    trouble: () => null,
    latency: 0,
    publish: (participant, documentTypes, service, signer) => {
      pages.set(groupPath(participant), groupXml(participant, double.url, documentTypes));
      for (const id of documentTypes) {
        pages.set(metadataPath(participant, id), signXml(metadataXml(participant, id, service), signer));
      }
    },
  };
  return double;
}

function misbehave(trouble: SmpTrouble, response: ServerResponse): void {
  const head = { 'content-type': 'application/xml' };
  switch (trouble.does) {
    case 'status':
      response.writeHead(trouble.status, trouble.headers).end();
      return;
    case 'body':
      response.writeHead(200, { 'content-type': trouble.type ?? 'application/xml' }).end(trouble.body);
      return;
    case 'hang':
      return;
    case 'drip': {
      response.writeHead(200, head);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'cut':
      response.writeHead(200, { ...head, 'content-length': '5000' }).write('<smp:ServiceGroup');
      setTimeout(() => response.destroy(), 10);
      return;
    case 'drop':
      response.destroy();
      return;
    case 'babble':
      response.socket?.end('220 mail.example ESMTP\r\n');
      return;
    case 'huge':
      response.writeHead(200, head).end(`<a>${' '.repeat(2 * 1024 * 1024)}</a>`);
  }
}
