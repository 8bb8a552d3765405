import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate with its key, both in PEM. */
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

/**
 * Makes an X.509 certificate (RFC 5280) of a fresh P-256 key, valid for a day around now.
 *
 * @param hosts names and IPv4 addresses it is for
 * @param issuer who signs it; itself unless given
 */
export function makeCertificate(
  name: string,
  { hosts = [], issuer }: { readonly hosts?: readonly string[]; readonly issuer?: Certificate } = {},
): Certificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const day = 24 * 60 * 60 * 1_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    toDistinguishedName(issuer?.name ?? name),
    sequence(toTime(new Date(Date.now() - day)), toTime(new Date(Date.now() + day))),
    toDistinguishedName(name),
    createPublicKey(pair.privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...(hosts.length > 0 ? [toSubjectAltNames(hosts)] : []), AUTHORITY)),
  );
  const signature = sign('sha256', body, issuer?.key ?? key);
  const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return { name, key, cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` };
}
