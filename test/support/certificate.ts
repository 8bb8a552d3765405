import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificate and key in PEM. */
export type Certificate = { readonly cert: string; readonly key: string; readonly name: string };

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : content.length < 256
        ? Buffer.from([0x81, content.length])
        : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const toDistinguishedName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const toTime = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const RSA_WITH_SHA256 = sequence(oid('2a864886f70d01010b'), der(0x05));
const algorithmOf = (key: string): Buffer =>
  createPrivateKey(key).asymmetricKeyType === 'rsa' ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;

function toSubjectAltNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return sequence(oid('551d11'), der(0x04, sequence(...names)));
}

/** CA: true, critical. */
const AUTHORITY = sequence(
  oid('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);

export type CertificateOptions = {
  /** Host names and IPv4 addresses. */
  readonly hosts?: readonly string[];
  /** Issuer; default: self-signed. */
  readonly issuer?: Certificate;
  /** Default: P-256. */
  readonly kind?: 'ec' | 'rsa';
  readonly rsaBits?: number;
  /** Start of validity; default: a day before now. */
  readonly from?: Date;
  readonly to?: Date;
  /** False: it must not issue certificates. */
  readonly authority?: boolean;
  /** Extended key usage: time stamping only. RFC 3161 requires `critical`. */
  readonly stamps?: 'critical' | 'not critical';
  /** QC statements (ETSI EN 319 412-5): qualified, and for seals. */
  readonly qualified?: 'seal' | 'signature' | 'no type';
};

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));

const toStampUsage = (stamps: 'critical' | 'not critical'): Buffer =>
  extension('551d25', stamps === 'critical', sequence(oid('2b06010505070308')));

/** id-etsi-qcs-QcCompliance, then QcType with eseal or esign. */
function toQualifiedStatements(kind: 'seal' | 'signature' | 'no type'): Buffer {
  const statements = [sequence(oid('04008e460101'))];
  const type = kind === 'seal' ? '04008e46010602' : '04008e46010601';
  if (kind !== 'no type') statements.push(sequence(oid('04008e460106'), sequence(oid(type))));
  return extension('2b06010505070103', false, sequence(...statements));
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Creates an X.509 certificate (RFC 5280) with a new key. */
export function makeCertificate(name: string, options: CertificateOptions = {}): Certificate {
  const { hosts = [], issuer, kind = 'ec', rsaBits = 2_048, authority = true } = options;
  const { from = new Date(Date.now() - DAY_MS), to = new Date(Date.now() + DAY_MS) } = options;
  const pair =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: rsaBits });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const algorithm = algorithmOf(issuer?.key ?? key);
  const { stamps, qualified } = options;
  const extensions = [
    ...(hosts.length > 0 ? [toSubjectAltNames(hosts)] : []),
    ...(authority ? [AUTHORITY] : []),
    ...(stamps !== undefined ? [toStampUsage(stamps)] : []),
    ...(qualified !== undefined ? [toQualifiedStatements(qualified)] : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    toDistinguishedName(issuer?.name ?? name),
    sequence(toTime(from), toTime(to)),
    toDistinguishedName(name),
    createPublicKey(pair.privateKey).export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = sign('sha256', body, issuer?.key ?? key);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return { name, key, cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` };
}
